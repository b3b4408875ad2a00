// LABELS threads

// All exact methods report the face pairs of the naive one, whatever the bodies do.

#include <mote/papers.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/scenes.h"
#include "support/compare_reports.h"
#include "support/exact_methods.h"
#include "support/options.h"
#include "support/random_frames.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// The methods under test

enum { MAX_VARIANTS = 8, STEPS = 4 };

typedef struct variant {
    mote_world_def def;
    mote_world *world;
    mote_body_id ids[RANDOM_BODIES];
} variant;

typedef struct field {
    variant naive;
    variant others[MAX_VARIANTS];
    uint32_t count;
} field;

static mote_world_def plain_def(void)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    return def;
}

static mote_smith_options smith_options(uint64_t number)
{
    const uint32_t levels[] = {4, 0, 1, 3, 7};
    return (mote_smith_options){.level = levels[number % 5],
                                .root_is_region = number / 5 & 1,
                                .skip_boxes = number / 5 & 2,
                                .face_box = number / 5 & 4,
                                .bintree = number / 5 & 8,
                                .world_side = number % 2 ? 3.0f : 0,
                                .all_boxes = number % 3 == 1};
}

static void add_variant(field *f, const mote_world_def *def)
{
    assert_true(f->count < MAX_VARIANTS);
    f->others[f->count++].def = *def;
}

// All exact methods; smith also with one other choice of options, by number.
static void choose_variants(field *f, mote_world_def def, uint64_t number)
{
    const uint32_t workers[] = {1, 2, 3, 8};
    f->count = 0;
    f->naive.def = def;
    f->naive.def.method = MOTE_METHOD_NAIVE;
    for (size_t i = 0; exact_method(i); i++) {
        const mote_method_info *info = exact_method(i);
        if (info->method == MOTE_METHOD_NAIVE) continue;
        def.method = info->method;
        def.worker_count = workers[number % 4];
        mote_smith_options smith = mote_default_smith_options();
        if (number % 8 != 7) smith.level = 3; // the faces of small worlds are large for level 6
        mote_world_def_set_smith(&def, &smith);
        add_variant(f, &def);
        if (info->method != MOTE_METHOD_SMITH) continue;
        smith = smith_options(number);
        mote_world_def_set_smith(&def, &smith);
        add_variant(f, &def);
    }
}

static void open_variant(variant *v, const random_frames *frames)
{
    assert_int_equal(mote_world_create(&v->def, &v->world), MOTE_OK);
    random_frames_populate(frames, v->world, v->ids);
}

static void open_field(field *f, const random_frames *frames)
{
    open_variant(&f->naive, frames);
    for (uint32_t i = 0; i < f->count; i++) open_variant(&f->others[i], frames);
}

static void close_field(field *f)
{
    mote_world_destroy(f->naive.world);
    for (uint32_t i = 0; i < f->count; i++) mote_world_destroy(f->others[i].world);
}

static mote_report step(variant *v, const random_frames *frames)
{
    random_frames_show(frames, v->world, v->ids);
    return detected(v->world);
}

static void fail_naming_the_case(const variant *v, const random_frames *frames, size_t index,
                                 const char *what)
{
    mote_smith_options s = mote_world_def_get_smith(&v->def);
    fail_msg(
        "world %zu (kind %d) step %u, method %d (level %u%s%s%s%s, side %g%s): naive has other %s",
        index, (int)frames->kind, frames->step, (int)v->def.method, s.level,
        s.root_is_region ? " region" : "", s.skip_boxes ? " skip" : "", s.face_box ? " box" : "",
        s.bintree ? " bintree" : "", (double)s.world_side, s.all_boxes ? ", all boxes" : "", what);
}

typedef struct totals {
    size_t frames, touching, face_pairs;
} totals;

static void compare_world(uint64_t stream, size_t index, bool with_tolerance, uint32_t faces,
                          totals *sum)
{
    random_frames frames;
    random_frames_begin(&frames, stream, index, faces);
    mote_world_def def = plain_def();
    if (with_tolerance) def.tolerance = frames.tolerance;
    field f;
    choose_variants(&f, def, index / RANDOM_KINDS);
    open_field(&f, &frames);
    for (int i = 0; i < STEPS; i++) {
        mote_report expected = step(&f.naive, &frames);
        for (uint32_t k = 0; k < f.count; k++) {
            mote_report report = step(&f.others[k], &frames);
            const char *what = reports_differ(&expected, &report);
            if (what) fail_naming_the_case(&f.others[k], &frames, index, what);
        }
        sum->frames++;
        sum->touching += expected.face_pair_count > 0;
        sum->face_pairs += expected.face_pair_count;
        random_frames_next(&frames);
    }
    close_field(&f);
    random_frames_end(&frames);
}

// ---------------------------------------------------------------------------------------------

static void all_find_the_pairs_of_the_naive_method(void **state)
{
    (void)state;
    totals sum = {0};
    size_t worlds = test_count(RANDOM_KINDS, 5 * RANDOM_KINDS, 420 * RANDOM_KINDS);
    for (size_t i = 0; i < worlds; i++) compare_world(1, i, false, 60, &sum);
    print_message("%zu frames, %zu with face pairs, %zu face pairs\n", sum.frames, sum.touching,
                  sum.face_pairs);
    assert_true(sum.touching > sum.frames / 2);
}

static void all_find_the_near_pairs_of_the_naive_method(void **state)
{
    (void)state;
    totals sum = {0};
    size_t worlds = test_count(RANDOM_KINDS, 2 * RANDOM_KINDS, 100 * RANDOM_KINDS);
    for (size_t i = 0; i < worlds; i++) compare_world(2, i, true, 25, &sum);
    assert_true(sum.touching > sum.frames / 2);
}

static void large_bodies_are_no_different(void **state)
{
    (void)state;
    totals sum = {0};
    size_t worlds = test_count(1, 1, 5 * RANDOM_KINDS);
    for (size_t i = 0; i < worlds; i++) compare_world(3, i, false, 2000, &sum);
}

// ---------------------------------------------------------------------------------------------
// Less than all

static bool lists_pair(const mote_report *report, const mote_pair_report *pair,
                       mote_face_pair wanted)
{
    for (uint32_t i = 0; i < pair->face_pair_count; i++) {
        mote_face_pair have = report->face_pairs[pair->first_face_pair + i];
        if (have.face_a == wanted.face_a && have.face_b == wanted.face_b) return true;
    }
    return false;
}

static const mote_pair_report *pair_of(const mote_report *report, const mote_pair_report *like)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        if (pair->a.index == like->a.index && pair->b.index == like->b.index &&
            pair->state != MOTE_PAIR_END)
            return pair;
    }
    return NULL;
}

// Each face pair of `part` is in `all`.
static void check_part_of(const mote_report *part, const mote_report *all)
{
    for (size_t i = 0; i < part->pair_count; i++) {
        const mote_pair_report *pair = &part->pairs[i];
        if (pair->face_pair_count == 0) continue;
        const mote_pair_report *whole = pair_of(all, pair);
        assert_non_null(whole);
        for (uint32_t k = 0; k < pair->face_pair_count; k++)
            assert_true(lists_pair(all, whole, part->face_pairs[pair->first_face_pair + k]));
    }
}

static void check_first(const mote_report *first, const mote_report *all)
{
    check_part_of(first, all);
    for (size_t i = 0; i < all->pair_count; i++) {
        if (all->pairs[i].face_pair_count == 0) continue;
        const mote_pair_report *pair = pair_of(first, &all->pairs[i]);
        assert_non_null(pair);
        assert_int_equal(pair->face_pair_count, 1);
        assert_false(pair->cut_short);
    }
}

static void check_counts(const mote_report *counts, const mote_report *all)
{
    assert_int_equal(counts->face_pair_count, 0);
    assert_int_equal(counts->pair_count, all->pair_count);
    for (size_t i = 0; i < all->pair_count; i++) {
        assert_int_equal(counts->pairs[i].face_pair_count, all->pairs[i].face_pair_count);
        assert_int_equal(counts->pairs[i].relation, all->pairs[i].relation);
    }
}

static void check_budget(const mote_report *part, const mote_report *all)
{
    check_part_of(part, all);
    if (part->cut_short) return;
    assert_int_equal(part->face_pair_count, all->face_pair_count);
    for (size_t i = 0; i < part->pair_count; i++) assert_false(part->pairs[i].cut_short);
}

static void compare_with_all(uint64_t stream, const mote_world_def *def,
                             void check(const mote_report *part, const mote_report *all))
{
    size_t worlds = test_count(RANDOM_KINDS / 2, RANDOM_KINDS, 50 * RANDOM_KINDS);
    for (size_t index = 0; index < worlds; index++) {
        random_frames frames;
        random_frames_begin(&frames, stream, index, 40);
        field f;
        choose_variants(&f, *def, index / RANDOM_KINDS);
        f.naive.def = plain_def();
        f.naive.def.method = MOTE_METHOD_NAIVE;
        open_field(&f, &frames);
        for (int i = 0; i < STEPS; i++) {
            mote_report all = step(&f.naive, &frames);
            for (uint32_t k = 0; k < f.count; k++) {
                mote_report part = step(&f.others[k], &frames);
                check(&part, &all);
            }
            random_frames_next(&frames);
        }
        close_field(&f);
        random_frames_end(&frames);
    }
}

static void first_gives_one_pair_of_each_two_bodies(void **state)
{
    (void)state;
    mote_world_def def = plain_def();
    def.detect = MOTE_DETECT_FIRST;
    compare_with_all(4, &def, check_first);
}

static void counts_are_those_of_the_lists(void **state)
{
    (void)state;
    mote_world_def def = plain_def();
    def.detect = MOTE_DETECT_COUNT;
    compare_with_all(5, &def, check_counts);
}

static void a_budget_of_candidates_gives_a_part_and_says_so(void **state)
{
    (void)state;
    mote_world_def def = plain_def();
    for (def.candidate_budget = 1; def.candidate_budget < 5000; def.candidate_budget *= 50)
        compare_with_all(6, &def, check_budget);
}

// ---------------------------------------------------------------------------------------------
// The built-in scenes

enum { MAX_BODIES = 64, MAX_METHODS = 16 };

typedef struct stage {
    scene_instance *scene;
    uint32_t body_count;
    mote_mesh *meshes[MAX_BODIES];
    mote_vec3 *positions[MAX_BODIES];
    mote_world *worlds[MAX_METHODS];
    mote_body_id ids[MAX_METHODS][MAX_BODIES];
    uint32_t world_count;
} stage;

static void open_body(stage *s, uint32_t body)
{
    const io_model *model = scene_model(s->scene, body);
    mote_mesh_def def = mote_default_mesh_def();
    def.flags = MOTE_MESH_CLUSTERS;
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = 3 * (size_t)model->triangle_count;
    assert_int_equal(mote_mesh_create(&def, &s->meshes[body]), MOTE_OK);
    s->positions[body] = calloc(model->vertex_count, sizeof(mote_vec3));
    assert_non_null(s->positions[body]);
}

static void open_stage_world(stage *s, mote_method method)
{
    mote_world_def def = plain_def();
    def.method = method;
    set_option(&def, "smith.level", (uint32_t)test_count(3, 4, 6));
    uint32_t number = s->world_count++;
    assert_true(number < MAX_METHODS);
    assert_int_equal(mote_world_create(&def, &s->worlds[number]), MOTE_OK);
    for (uint32_t b = 0; b < s->body_count; b++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = s->meshes[b];
        body.self_collision = s->body_count == 1;
        assert_int_equal(mote_body_create(s->worlds[number], &body, &s->ids[number][b]), MOTE_OK);
    }
}

// Pairs of faces that the naive method tests.
static size_t naive_pairs(const stage *s)
{
    size_t all = 0, within = 0;
    for (uint32_t b = 0; b < s->body_count; b++) {
        size_t faces = scene_model(s->scene, b)->triangle_count;
        all += faces;
        within += faces * faces;
    }
    return (all * all - within) / 2;
}

// The naive method takes part unless it takes seconds; then the others are compared with each
// other.
static void open_stage(stage *s, const char *name, uint32_t detail, bool with_naive)
{
    scene_def def = scene_default_def();
    def.name = name;
    def.detail = detail;
    *s = (stage){0};
    assert_int_equal(scene_open(&def, &s->scene), MOTE_OK);
    s->body_count = scene_body_count(s->scene);
    if (s->body_count > MAX_BODIES) s->body_count = MAX_BODIES;
    for (uint32_t b = 0; b < s->body_count; b++) open_body(s, b);
    with_naive = with_naive && naive_pairs(s) <= test_count(10000000, 100000000, SIZE_MAX);
    if (with_naive) open_stage_world(s, MOTE_METHOD_NAIVE);
    for (size_t i = 0; exact_method(i); i++) {
        const mote_method_info *info = exact_method(i);
        if (info->method != MOTE_METHOD_NAIVE) open_stage_world(s, info->method);
    }
}

static void close_stage(stage *s)
{
    for (uint32_t i = 0; i < s->world_count; i++) mote_world_destroy(s->worlds[i]);
    for (uint32_t b = 0; b < s->body_count; b++) {
        mote_mesh_destroy(s->meshes[b]);
        free(s->positions[b]);
    }
    scene_close(s->scene);
}

// All worlds agree with the first on one frame; returns the number of face pairs.
static size_t compare_stage(stage *s, uint32_t frame)
{
    for (uint32_t b = 0; b < s->body_count; b++)
        scene_positions(s->scene, b, frame, s->positions[b]);
    mote_report first = {0};
    for (uint32_t i = 0; i < s->world_count; i++) {
        for (uint32_t b = 0; b < s->body_count; b++) {
            mote_positions positions = {.data = s->positions[b],
                                        .count = scene_model(s->scene, b)->vertex_count};
            assert_int_equal(mote_body_set_positions(s->worlds[i], s->ids[i][b], &positions),
                             MOTE_OK);
        }
        mote_report report = detected(s->worlds[i]);
        if (i == 0) first = report;
        const char *what = reports_differ(&first, &report);
        if (what) fail_msg("frame %u, world %u of the stage: %s", frame, i, what);
    }
    return first.face_pair_count;
}

// Plays a scene by all methods; a scene NAME-N with N = 8.
static void compare_scene(const char *name, uint32_t detail, bool with_naive, uint32_t frames)
{
    char fitted[64];
    snprintf(fitted, sizeof fitted, "%s", name);
    char *number = strstr(fitted, "-N");
    if (number) snprintf(number, sizeof fitted - (size_t)(number - fitted), "-8");
    stage s;
    open_stage(&s, fitted, detail, with_naive);
    uint32_t count = scene_frame_count(s.scene);
    size_t pairs = 0;
    for (uint32_t i = 0; i < frames; i++)
        pairs += compare_stage(&s, (2 * i + 1) * count / (2 * frames));
    print_message("%s: %u bodies, %u frames, %zu face pairs\n", fitted, s.body_count, frames,
                  pairs);
    close_stage(&s);
}

static void all_agree_on_every_scene(void **state)
{
    (void)state;
    size_t count;
    const scene_info *scenes = scene_list(&count);
    for (size_t i = 0; i < count; i += test_count(4, 1, 1))
        compare_scene(scenes[i].name, (uint32_t)test_count(60, 400, 400), true,
                      (uint32_t)test_count(1, 1, 20));
}

static void all_but_the_naive_agree_on_large_scenes(void **state)
{
    (void)state;
    if (test_count(0, 0, 1) == 0) skip();
    size_t count;
    const scene_info *scenes = scene_list(&count);
    for (size_t i = 0; i < count; i++) compare_scene(scenes[i].name, 0, false, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_find_the_pairs_of_the_naive_method),
        cmocka_unit_test(all_find_the_near_pairs_of_the_naive_method),
        cmocka_unit_test(large_bodies_are_no_different),
        cmocka_unit_test(first_gives_one_pair_of_each_two_bodies),
        cmocka_unit_test(counts_are_those_of_the_lists),
        cmocka_unit_test(a_budget_of_candidates_gives_a_part_and_says_so),
        cmocka_unit_test(all_agree_on_every_scene),
        cmocka_unit_test(all_but_the_naive_agree_on_large_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
