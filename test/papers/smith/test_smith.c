// The rules of method smith one by one, on bodies so few and small that the cells can be counted by
// hand, and what its options change.

#include "support/options.h"
#include "support/run.h"

#include <float.h>
#include <math.h>
#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "papers/smith/options.h"
#include "support/compare_reports.h"
#include "support/random_frames.h"
#include "support/stage.h"

// ---------------------------------------------------------------------------------------------
// Worlds of loose triangles

enum { MAX_CELLS = 4096 };

typedef struct scene {
    mote_world *world;
    mote_mesh *meshes[4];
    uint32_t count;
} scene;

// In a world cube of side 16 with cells of side 1.
static mote_world_def cube_def(mote_method method)
{
    mote_world_def def = mote_default_world_def();
    def.method = method;
    def.contacts = false;
    set_option(&def, "smith.level", 4);
    set_option(&def, "smith.world_side", 16);
    return def;
}

static scene begin(const mote_world_def *def)
{
    scene s = {0};
    assert_int_equal(mote_world_create(def, &s.world), MOTE_OK);
    return s;
}

static void end(scene *s)
{
    mote_world_destroy(s->world);
    for (uint32_t i = 0; i < s->count; i++) mote_mesh_destroy(s->meshes[i]);
}

// A body of triangles with sides of a tenth, each in the cell whose lowest corner is given.
static mote_body_id add(scene *s, const mote_vec3 *cells, uint32_t count)
{
    mote_vec3 positions[12];
    uint32_t triangles[12];
    for (uint32_t i = 0; i < count; i++) {
        mote_vec3 at = {cells[i].x + 0.4f, cells[i].y + 0.4f, cells[i].z + 0.4f};
        positions[3 * i] = at;
        positions[3 * i + 1] = (mote_vec3){at.x + 0.1f, at.y, at.z};
        positions[3 * i + 2] = (mote_vec3){at.x, at.y + 0.1f, at.z + 0.1f};
        for (uint32_t k = 0; k < 3; k++) triangles[3 * i + k] = 3 * i + k;
    }
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = 3 * count};
    def.indices = triangles;
    def.index_count = 3 * count;
    assert_int_equal(mote_mesh_create(&def, &s->meshes[s->count]), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = s->meshes[s->count++];
    mote_body_id id;
    assert_int_equal(mote_body_create(s->world, &body, &id), MOTE_OK);
    return id;
}

static mote_report detect(const scene *s)
{
    mote_report report;
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    assert_int_equal(mote_world_report(s->world, &report), MOTE_OK);
    return report;
}

typedef struct cells {
    uint32_t count;
    mote_box boxes[MAX_CELLS];
} cells;

static void keep_cell(void *context, mote_draw_kind kind, const mote_box *box)
{
    cells *c = context;
    if (kind != MOTE_DRAW_CELL) return;
    assert_true(c->count < MAX_CELLS);
    c->boxes[c->count++] = *box;
}

static void smallest_cells(mote_world *world, cells *out)
{
    out->count = 0;
    mote_debug_draw draw = {.box = keep_cell, .context = out};
    assert_int_equal(mote_world_draw(world, &draw), MOTE_OK);
}

// ---------------------------------------------------------------------------------------------
// Section 3.5: a cell is divided only if it contains faces of two bodies

// The triangles of one body are in two corners of the overlap region, those of the other in one of
// them and in a third: only the way to the common one is divided.
static void cells_with_faces_of_one_body_are_not_divided(void **state)
{
    (void)state;
    const mote_method methods[] = {MOTE_METHOD_SMITH, MOTE_METHOD_OCTREE_UPDATE};
    const mote_vec3 a[] = {{-8, -8, -8}, {7, 7, 7}}, b[] = {{-8, 7, -8}, {7, -8, -8}, {7, 7, 7}};
    for (int i = 0; i < 2; i++) {
        mote_world_def def = cube_def(methods[i]);
        set_option(&def, "smith.stored_level", 8); // nodes smaller than the triangles
        scene s = begin(&def);
        add(&s, a, 2);
        add(&s, b, 3);
        mote_report report = detect(&s);
        // The root and one cell of each level.
        assert_int_equal(report.stats.cluster_pairs, 5);
        assert_int_equal(report.face_pair_count, 1);
        cells c;
        smallest_cells(s.world, &c);
        assert_int_equal(c.count, 1);
        assert_true(c.boxes[0].min.x == 7 && c.boxes[0].min.y == 7 && c.boxes[0].min.z == 7);
        end(&s);
    }
}

static void a_root_without_faces_of_two_bodies_is_not_divided(void **state)
{
    (void)state;
    const mote_vec3 a[] = {{-8, -8, -8}, {7, 7, 7}}, b[] = {{-8, 7, -8}, {7, -8, 7}};
    mote_world_def def = cube_def(MOTE_METHOD_SMITH);
    scene s = begin(&def);
    add(&s, a, 2);
    add(&s, b, 2);
    mote_report report = detect(&s);
    assert_int_equal(report.pair_count, 0);
    assert_int_equal(report.stats.candidates, 0);
    // The root has both bodies and so has none of its children.
    assert_int_equal(report.stats.cluster_pairs, 1);
    end(&s);
}

// Section 3.4: a face outside all overlap regions is not in the checklist. Without the stage of
// boxes the octree meets it.
static void faces_outside_the_overlap_regions_do_not_enter_the_octree(void **state)
{
    (void)state;
    const mote_vec3 a[] = {{0, 0, 0}, {4, 4, 4}}, b[] = {{4, 4, 4}}, c[] = {{0, 0, 0}, {7, 7, 7}};
    for (int skip = 0; skip < 2; skip++) {
        mote_world_def def = cube_def(MOTE_METHOD_SMITH);
        set_option(&def, "smith.skip_boxes", skip);
        scene s = begin(&def);
        mote_body_id first = add(&s, a, 2), third;
        add(&s, b, 1);
        third = add(&s, c, 2);
        // The first and the third share a cell, but are never compared.
        assert_int_equal(mote_world_ignore_pair(s.world, first, third, true), MOTE_OK);
        mote_report report = detect(&s);
        assert_int_equal(report.face_pair_count, 1);
        cells found;
        smallest_cells(s.world, &found);
        assert_int_equal(found.count, skip ? 2 : 1);
        end(&s);
    }
}

// Section 3.5: "only if it was not previously put there by examination of another voxel".
static void a_face_pair_that_many_cells_contain_is_tested_once(void **state)
{
    (void)state;
    for (int paper = 0; paper < 2; paper++) {
        mote_world_def def = cube_def(MOTE_METHOD_SMITH);
        set_option(&def, "smith.paper_clip", paper);
        stage s;
        stage_begin(&s, &def);
        // Two large squares that cross in a line of many cells.
        stage_add(&s, "cloth-2");
        stage_add(&s, "cloth-2");
        stage_place(&s, 0, placed(5, moved_by((mote_vec3){0.1f, 0.2f, 0.3f})));
        mote_transform upright = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}, {0.15f, 0.1f, 0.35f}};
        stage_place(&s, 1, placed(5, upright));
        mote_report report;
        assert_int_equal(mote_world_detect(s.world), MOTE_OK);
        assert_int_equal(mote_world_report(s.world, &report), MOTE_OK);
        cells found;
        smallest_cells(s.world, &found);
        assert_true(found.count > 5);
        assert_true(report.stats.candidates <= 4 && report.face_pair_count > 0);
        assert_true(report.face_pair_count <= report.stats.candidates);
        stage_end(&s);
    }
}

// ---------------------------------------------------------------------------------------------
// Section 3.1: the world cube

static void cells_of_the_world_cube_do_not_depend_on_where_bodies_are(void **state)
{
    (void)state;
    const mote_method methods[] = {MOTE_METHOD_SMITH, MOTE_METHOD_OCTREE_UPDATE};
    for (int m = 0; m < 2; m++) {
        for (int far = 0; far < 2; far++) {
            mote_world_def def = cube_def(methods[m]);
            scene s = begin(&def);
            // Twice as far away as the cube reaches: it is doubled twice.
            mote_vec3 cell = far ? (mote_vec3){17, -20, 3} : (mote_vec3){2, -3, 5};
            add(&s, &cell, 1);
            add(&s, &cell, 1);
            mote_report report = detect(&s);
            assert_int_equal(report.face_pair_count, 1);
            assert_int_equal(report.stats.cluster_pairs, far ? 7 : 5);
            cells c;
            smallest_cells(s.world, &c);
            assert_int_equal(c.count, 1);
            assert_true(c.boxes[0].min.x == cell.x && c.boxes[0].min.y == cell.y &&
                        c.boxes[0].min.z == cell.z && c.boxes[0].max.x == cell.x + 1);
            end(&s);
        }
    }
}

static void without_a_side_the_root_shrinks_with_the_bodies(void **state)
{
    (void)state;
    mote_world_def def = cube_def(MOTE_METHOD_SMITH);
    set_option(&def, "smith.world_side", 0);
    scene s = begin(&def);
    const mote_vec3 cell = {2, -3, 5};
    add(&s, &cell, 1);
    add(&s, &cell, 1);
    detect(&s);
    cells c;
    smallest_cells(s.world, &c);
    assert_true(c.count > 0 && c.boxes[0].max.x - c.boxes[0].min.x < 0.02f);
    end(&s);
}

static void the_world_cube_is_doubled_until_it_contains_everything(void **state)
{
    (void)state;
    const struct {
        float side, most;
        uint32_t doublings;
        float half;
    } cases[] = {{2, 0.5f, 0, 1},
                 {2, 1, 0, 1},
                 {2, 1.0000001f, 1, 2},
                 {2, 9, 4, 16},
                 {1, FLT_MAX, 129, FLT_MAX},
                 {FLT_MAX, FLT_MAX, 1, FLT_MAX},
                 {FLT_MIN, 0, 0, 0.5f * FLT_MIN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mote_box all = {{0, 0, 0}, {0, cases[i].most, 0}}, cube;
        assert_int_equal(mote_smith_world_cube(cases[i].side, &all, &cube), cases[i].doublings);
        assert_true(cube.max.x == cases[i].half && cube.min.z == -cases[i].half);
        all = (mote_box){{0, 0, -cases[i].most}, {0, 0, 0}};
        assert_int_equal(mote_smith_world_cube(cases[i].side, &all, &cube), cases[i].doublings);
    }
}

// ---------------------------------------------------------------------------------------------
// Options that change how, but not what is found

static void compare_in_random_worlds(void (*change)(mote_world_def *def), uint64_t stream,
                                     bool in_general_position)
{
    const random_kind general[] = {RANDOM_BLOBS, RANDOM_SOUPS, RANDOM_SINGLES, RANDOM_FEW_MANY};
    size_t pairs = 0;
    for (size_t i = 0; i < test_count(24, 60, 600); i++) {
        size_t kind = in_general_position ? (size_t)general[i % 4] : i % RANDOM_KINDS;
        random_frames frames;
        random_frames_begin(&frames, stream, i / 4 * RANDOM_KINDS + kind, 40);
        mote_world_def def = mote_default_world_def();
        def.method = MOTE_METHOD_SMITH;
        def.contacts = false;
        set_option(&def, "smith.level", (double)(1 + i % 5));
        mote_world *worlds[2];
        mote_body_id ids[2][RANDOM_BODIES];
        for (int k = 0; k < 2; k++) {
            if (k) change(&def);
            assert_int_equal(mote_world_create(&def, &worlds[k]), MOTE_OK);
            random_frames_populate(&frames, worlds[k], ids[k]);
        }
        for (int step = 0; step < 3; step++) {
            mote_report reports[2];
            for (int k = 0; k < 2; k++) {
                random_frames_show(&frames, worlds[k], ids[k]);
                assert_int_equal(mote_world_detect(worlds[k]), MOTE_OK);
                assert_int_equal(mote_world_report(worlds[k], &reports[k]), MOTE_OK);
            }
            const char *what = reports_differ(&reports[0], &reports[1]);
            if (what) fail_msg("world %zu, step %d: other %s", i, step, what);
            pairs += reports[0].face_pair_count;
            random_frames_next(&frames);
        }
        for (int k = 0; k < 2; k++) mote_world_destroy(worlds[k]);
        random_frames_end(&frames);
    }
    assert_true(pairs > 1000);
}

static void use_all_boxes(mote_world_def *def)
{
    set_option(def, "smith.all_boxes", 1);
}

static void use_paper_clip(mote_world_def *def)
{
    set_option(def, "smith.paper_clip", 1);
    set_option(def, "smith.world_side", 5);
}

static void comparing_all_boxes_finds_the_same(void **state)
{
    (void)state;
    compare_in_random_worlds(use_all_boxes, 71, false);
}

static void clipping_as_the_paper_does_finds_the_same_in_general_position(void **state)
{
    (void)state;
    compare_in_random_worlds(use_paper_clip, 72, true);
}

static void answers_of_the_papers_own_tests_are_not_called_exact(void **state)
{
    (void)state;
    const char *const names[] = {"smith.paper_clip", "smith.paper_face_pair"};
    for (int i = 0; i < 2; i++) {
        bool found = false;
        for (size_t k = 0; k < mote_smith_option_table.row_count; k++) {
            const mote_option_row *row = &mote_smith_option_table.rows[k];
            if (strcmp(row->option.name, names[i]) != 0) continue;
            found = row->effects & MOTE_OPTION_IS_INEXACT;
        }
        assert_true(found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_with_faces_of_one_body_are_not_divided),
        cmocka_unit_test(a_root_without_faces_of_two_bodies_is_not_divided),
        cmocka_unit_test(faces_outside_the_overlap_regions_do_not_enter_the_octree),
        cmocka_unit_test(a_face_pair_that_many_cells_contain_is_tested_once),
        cmocka_unit_test(cells_of_the_world_cube_do_not_depend_on_where_bodies_are),
        cmocka_unit_test(without_a_side_the_root_shrinks_with_the_bodies),
        cmocka_unit_test(the_world_cube_is_doubled_until_it_contains_everything),
        cmocka_unit_test(comparing_all_boxes_finds_the_same),
        cmocka_unit_test(clipping_as_the_paper_does_finds_the_same_in_general_position),
        cmocka_unit_test(answers_of_the_papers_own_tests_are_not_called_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
