// The face octree of Smith et al. 1998, sections 3.3 to 3.7, one rule at a time: how many cells are
// visited and how many face pairs are tested, on triangles so few that both can be counted by hand.
// The world cube has side 16 and cells of side 1.

#include <math.h>
#include <mote/geometry.h>
#include <mote/papers.h>

#include "core/random.h"
#include "core/vec.h"
#include "support/compare_reports.h"
#include "support/options.h"
#include "support/run.h"

typedef struct triangle {
    mote_vec3 corners[3];
} triangle;

typedef struct scene {
    mote_world *world;
    mote_mesh *meshes[4];
    uint32_t count;
} scene;

static mote_world_def cube_def(void)
{
    mote_world_def def = mote_default_world_def();
    def.method = MOTE_METHOD_SMITH;
    def.contacts = false;
    set_option(&def, "smith.level", 4);
    set_option(&def, "smith.world_side", 16);
    return def;
}

static void add(scene *s, const triangle *triangles, uint32_t count)
{
    const uint32_t indices[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = triangles[0].corners, .count = 3 * count};
    def.indices = indices;
    def.index_count = 3 * count;
    def.weld = MOTE_WELD_NONE;
    assert_int_equal(mote_mesh_create(&def, &s->meshes[s->count]), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = s->meshes[s->count++];
    mote_body_id id;
    assert_int_equal(mote_body_create(s->world, &body, &id), MOTE_OK);
}

static void end(scene *s)
{
    mote_world_destroy(s->world);
    for (uint32_t i = 0; i < s->count; i++) mote_mesh_destroy(s->meshes[i]);
}

// The statistics of two bodies with up to four triangles each.
static mote_stats stats_of(const mote_world_def *def, const triangle *a, uint32_t count_a,
                           const triangle *b, uint32_t count_b)
{
    scene s = {0};
    assert_int_equal(mote_world_create(def, &s.world), MOTE_OK);
    add(&s, a, count_a);
    add(&s, b, count_b);
    mote_stats stats = detected(s.world).stats;
    end(&s);
    return stats;
}

// A triangle of side 0.1 at a point.
static triangle small_at(float x, float y, float z)
{
    return (triangle){{{x, y, z}, {x + 0.1f, y, z}, {x, y + 0.1f, z + 0.1f}}};
}

// ---------------------------------------------------------------------------------------------
// Clipping and pruning

// Half of the square from -7 to `end` in the plane z = 0.5: its box covers the other half too.
static triangle half_square(float end)
{
    return (triangle){{{-7, -7, 0.5f}, {end, -7, 0.5f}, {-7, end, 0.5f}}};
}

// Section 3.5: a cell whose faces turn out to be of one body when they are clipped is not visited.
static void a_cell_that_only_the_box_of_a_face_meets_is_not_visited(void **state)
{
    (void)state;
    mote_world_def def = cube_def();
    set_option(&def, "smith.skip_boxes", 1); // else the face is not in the checklist
    const triangle a = half_square(6), b = small_at(3.4f, 3.4f, 0.45f);
    assert_int_equal(stats_of(&def, &a, 1, &b, 1).cluster_pairs, 1);
    // Where a face is in a cell if its box is, all cells down to the smallest have both.
    set_option(&def, "smith.face_box", 1);
    assert_int_equal(stats_of(&def, &a, 1, &b, 1).cluster_pairs, 5);
}

// Section 3.4: a face whose box meets the overlap region, but which does not itself, is not in the
// checklist.
static void a_face_is_in_the_checklist_if_it_meets_the_region_itself(void **state)
{
    (void)state;
    mote_world_def def = cube_def();
    const triangle a = half_square(7.9f), b = small_at(5.4f, 5.4f, 0.45f);
    assert_int_equal(stats_of(&def, &a, 1, &b, 1).cluster_pairs, 1);
    set_option(&def, "smith.skip_boxes", 1); // then the octree finds out, one level deeper
    assert_int_equal(stats_of(&def, &a, 1, &b, 1).cluster_pairs, 2);
}

// With the overlap region as the root, faces outside of it are left out before the first division.
static void faces_outside_the_root_are_left_out(void **state)
{
    (void)state;
    mote_world_def def = cube_def();
    set_option(&def, "smith.root_is_region", 1);
    set_option(&def, "smith.skip_boxes", 1);
    // The boxes overlap from 0 to 3.9. There a has a face in the upper corner, and b has none; one
    // of its faces is beyond that corner, on the same side of all middle planes.
    const triangle a[2] = {small_at(-4, -4, -4), small_at(3.8f, 3.8f, 3.8f)};
    const triangle b[3] = {small_at(7, 7, 7), small_at(0, 7, 0), small_at(7, 0, 0)};
    assert_int_equal(stats_of(&def, a, 2, b, 3).cluster_pairs, 1);
    // Whether a face is in the root is decided as for any other cell: here by its box.
    const triangle half = half_square(6), small = small_at(3.4f, 3.4f, 0.45f);
    assert_int_equal(stats_of(&def, &half, 1, &small, 1).cluster_pairs, 1);
    set_option(&def, "smith.face_box", 1);
    assert_true(stats_of(&def, &half, 1, &small, 1).cluster_pairs > 1);
}

// The region as the root has other cells than the world cube.
static void the_region_of_a_pair_can_be_the_root(void **state)
{
    (void)state;
    const triangle a = small_at(3.4f, 3.4f, 3.4f), b = small_at(3.42f, 3.42f, 3.42f);
    mote_world_def def = cube_def();
    assert_int_equal(stats_of(&def, &a, 1, &b, 1).cluster_pairs, 5); // one cell per level
    set_option(&def, "smith.root_is_region", 1);
    assert_int_not_equal(stats_of(&def, &a, 1, &b, 1).cluster_pairs, 5);
}

// Section 3.6: the boxes of two faces are compared before the faces are.
static void faces_in_one_cell_are_tested_only_if_their_boxes_meet(void **state)
{
    (void)state;
    mote_world_def def = cube_def();
    for (int meet = 0; meet < 2; meet++) {
        float off = meet ? 0.15f : 0.6f;
        const triangle a[2] = {small_at(0.1f, 0.1f, 0.1f), small_at(6, 6, 6)};
        const triangle b[2] = {small_at(off, off, off), small_at(-6, -6, -6)};
        mote_stats stats = stats_of(&def, a, 2, b, 2);
        assert_true(stats.cluster_pairs > 4); // they share a smallest cell
        assert_int_equal(stats.candidates, meet);
    }
}

// Future work: a bintree halves the longest axis, of equal ones x, then y, then z.
static void a_bintree_halves_one_axis_at_a_time(void **state)
{
    (void)state;
    mote_world_def def = cube_def();
    const triangle one = small_at(3.4f, 3.4f, 3.4f), same = small_at(3.45f, 3.45f, 3.45f);
    assert_int_equal(stats_of(&def, &one, 1, &same, 1).cluster_pairs, 5);
    set_option(&def, "smith.bintree", 1);
    assert_int_equal(stats_of(&def, &one, 1, &same, 1).cluster_pairs, 13);
    // A narrow triangle along y = x + 1 is at the other side of y = 0 than a face at (4, -4): known
    // after the second halving.
    const triangle low = small_at(4, -4, 3);
    const triangle slanted = {{{-7, -6, 3.05f}, {6.9f, 7.9f, 3.05f}, {6.9f, 7.8f, 3}}};
    set_option(&def, "smith.skip_boxes", 1);
    assert_int_equal(stats_of(&def, &low, 1, &slanted, 1).cluster_pairs, 2);
}

// ---------------------------------------------------------------------------------------------
// Roots without a world cube

// The root is a cube around both bodies: cells of a flat pair are as high as they are wide.
static void keep_first_cell(void *context, mote_draw_kind kind, const mote_box *box)
{
    mote_box *first = context;
    if (kind == MOTE_DRAW_CELL) *first = *box;
}

static mote_box some_cell(const mote_world_def *def, const triangle *a, uint32_t count_a,
                          const triangle *b, uint32_t count_b)
{
    scene s = {0};
    assert_int_equal(mote_world_create(def, &s.world), MOTE_OK);
    add(&s, a, count_a);
    add(&s, b, count_b);
    detected(s.world);
    mote_box cell = {{0, 0, 0}, {0, 0, 0}};
    const mote_debug_draw draw = {.box = keep_first_cell, .context = &cell};
    assert_int_equal(mote_world_draw(s.world, &draw), MOTE_OK);
    end(&s);
    return cell;
}

static void the_root_is_a_cube_around_all_bodies(void **state)
{
    (void)state;
    mote_world_def def = cube_def();
    set_option(&def, "smith.world_side", 0);
    // Together 16 long, 2 wide and 1 high; the second body alone is not.
    const triangle a = {{{0, 0, 0}, {4, 0, 0}, {0, 2, 1}}};
    const triangle b = {{{0.1f, 0.1f, 0.1f}, {16, 0.1f, 0.1f}, {0.1f, 1, 0.6f}}};
    mote_box cell = some_cell(&def, &a, 1, &b, 1);
    assert_true(fabsf(cell.max.x - cell.min.x - 1) < 1e-5f);
    assert_true(fabsf(cell.max.y - cell.min.y - 1) < 1e-5f);
    assert_true(fabsf(cell.max.z - cell.min.z - 1) < 1e-5f);
}

// Level 0 chooses cells of two to four times the size of the faces.
static void a_level_that_is_not_given_fits_the_faces(void **state)
{
    (void)state;
    for (float size = 0.01f; size < 1; size *= 3) {
        mote_world_def def = cube_def();
        set_option(&def, "smith.level", 0);
        const triangle a[2] = {{{{0, 0, 0}, {size, 0, 0}, {0, size, size}}},
                               {{{7 - size, 7, 7}, {7, 7, 7}, {7, 7 - size, 7 - size}}}};
        const triangle b[2] = {{{{0, 0, 0}, {0, 0, size}, {size, size, 0}}},
                               {{{7 - size, 7, 7}, {7, 7, 7}, {7, 7 - size, 7 - size}}}};
        mote_box cell = some_cell(&def, a, 2, b, 2);
        float ratio = (cell.max.x - cell.min.x) / size;
        assert_true(ratio > 1.2f && ratio <= 4.01f);
    }
}

// ---------------------------------------------------------------------------------------------
// The paper's own tests

// On a lattice many triangles touch or are degenerate, and the paper's face-pair test errs.
static mote_vec3 lattice_point(mote_random *random)
{
    return (mote_vec3){(float)mote_random_below(random, 4), (float)mote_random_below(random, 4),
                       (float)mote_random_below(random, 3)};
}

static bool is_collapsed(const triangle *t)
{
    mote_vec3 cross = mote_vec_cross(mote_vec_sub(t->corners[1], t->corners[0]),
                                     mote_vec_sub(t->corners[2], t->corners[0]));
    return mote_vec_dot(cross, cross) == 0;
}

static void the_papers_face_pair_test_decides_if_it_is_asked_for(void **state)
{
    (void)state;
    uint32_t differing = 0;
    for (uint64_t trial = 0; trial < test_count(300, 1000, 10000); trial++) {
        mote_random random = mote_random_stream(91, trial, 0);
        triangle t[2];
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < 3; k++) t[i].corners[k] = lattice_point(&random);
        if (is_collapsed(&t[0]) || is_collapsed(&t[1])) continue; // which meshes do without
        bool by_paper = mote_smith_face_pair(t[0].corners, t[1].corners);
        bool exact = mote_triangles_intersect(t[0].corners, t[1].corners);
        for (int paper = 0; paper < 2; paper++) {
            mote_world_def def = cube_def();
            set_option(&def, "smith.paper_face_pair", paper);
            scene s = {0};
            assert_int_equal(mote_world_create(&def, &s.world), MOTE_OK);
            add(&s, &t[0], 1);
            add(&s, &t[1], 1);
            mote_report report = detected(s.world);
            assert_int_equal(report.face_pair_count, paper ? by_paper : exact);
            end(&s);
        }
        differing += by_paper != exact;
    }
    assert_true(differing > 5);
}

static void the_literal_settings_are_those_of_the_paper(void **state)
{
    (void)state;
    mote_smith_options o = mote_literal_smith_options();
    assert_true(o.paper_clip && o.paper_face_pair && o.all_boxes); // 3.7, 3.6, 3.3
    assert_false(o.face_box || o.bintree || o.root_is_region || o.skip_boxes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_that_only_the_box_of_a_face_meets_is_not_visited),
        cmocka_unit_test(a_face_is_in_the_checklist_if_it_meets_the_region_itself),
        cmocka_unit_test(faces_outside_the_root_are_left_out),
        cmocka_unit_test(the_region_of_a_pair_can_be_the_root),
        cmocka_unit_test(faces_in_one_cell_are_tested_only_if_their_boxes_meet),
        cmocka_unit_test(a_bintree_halves_one_axis_at_a_time),
        cmocka_unit_test(the_root_is_a_cube_around_all_bodies),
        cmocka_unit_test(a_level_that_is_not_given_fits_the_faces),
        cmocka_unit_test(the_papers_face_pair_test_decides_if_it_is_asked_for),
        cmocka_unit_test(the_literal_settings_are_those_of_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
