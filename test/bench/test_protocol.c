#include "bench/protocol.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/floor.h"
#include "bench/method_contender.h"
#include "core/box.h"
#include "core/random.h"
#include "support/run.h"

static void median_and_p95_are_those_of_the_sorted_list(void **state)
{
    (void)state;
    assert_int_equal(bench_summarize(NULL, 0).count, 0);
    double one[] = {7};
    assert_true(bench_summarize(one, 1).median == 7 && bench_summarize(one, 1).p95 == 7);
    double even[] = {4, 1, 3, 2};
    assert_true(bench_summarize(even, 4).median == 2.5);
    assert_true(bench_summarize(even, 4).p95 == 4);
    double hundred[100];
    for (int i = 0; i < 100; i++) hundred[(i * 37) % 100] = i + 1;
    bench_summary summary = bench_summarize(hundred, 100);
    assert_true(summary.median == 50.5 && summary.p95 == 95 && summary.count == 100);
    double twenty[20];
    for (int i = 0; i < 20; i++) twenty[i] = 20 - i;
    assert_true(bench_summarize(twenty, 20).p95 == 19);
}

static void the_least_of_each_frame_is_kept(void **state)
{
    (void)state;
    double least[] = {(double)INFINITY, 2, 3};
    const double values[] = {5, 1, 4};
    bench_keep_least(least, values, 3);
    assert_true(least[0] == 5 && least[1] == 1 && least[2] == 3);
}

static void frames_are_classed_by_the_share_of_faces_in_contact(void **state)
{
    (void)state;
    static const struct {
        size_t faces;
        bench_contact_class expected;
    } cases[] = {
        {0, BENCH_CLASS_DISJOINT},    {1, BENCH_CLASS_BETWEEN},     {49, BENCH_CLASS_BETWEEN},
        {50, BENCH_CLASS_LIGHT},      {100, BENCH_CLASS_LIGHT},     {101, BENCH_CLASS_BETWEEN},
        {800, BENCH_CLASS_MEDIUM},    {1000, BENCH_CLASS_MEDIUM},   {1250, BENCH_CLASS_MEDIUM},
        {1300, BENCH_CLASS_BETWEEN},  {8000, BENCH_CLASS_HEAVY},    {12000, BENCH_CLASS_HEAVY},
        {12001, BENCH_CLASS_BETWEEN}, {100000, BENCH_CLASS_BETWEEN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(bench_classify(cases[i].faces, 100000), cases[i].expected);
    assert_int_equal(bench_classify(0, 0), BENCH_CLASS_DISJOINT);
}

static void frames_in_contact_are_all_but_the_disjoint(void **state)
{
    (void)state;
    assert_false(bench_class_holds(BENCH_CLASS_CONTACT, BENCH_CLASS_DISJOINT));
    for (int of = BENCH_CLASS_LIGHT; of <= BENCH_CLASS_BETWEEN; of++)
        assert_true(bench_class_holds(BENCH_CLASS_CONTACT, (bench_contact_class)of));
    assert_false(bench_class_holds(BENCH_CLASS_LIGHT, BENCH_CLASS_MEDIUM));
    assert_true(bench_class_holds(BENCH_CLASS_COUNT, BENCH_CLASS_DISJOINT));
    // A table shows them unless another row has the same frames.
    assert_true(bench_class_has_row(BENCH_CLASS_CONTACT, 5, 3, 9));
    assert_false(bench_class_has_row(BENCH_CLASS_CONTACT, 5, 5, 9));
    assert_false(bench_class_has_row(BENCH_CLASS_CONTACT, 9, 5, 9));
    assert_false(bench_class_has_row(BENCH_CLASS_HEAVY, 0, 5, 9));
    assert_true(bench_class_has_row(BENCH_CLASS_COUNT, 9, 9, 9));
}

static void the_floor_is_the_box_of_all_positions(void **state)
{
    (void)state;
    enum { MAX = 200 };
    mote_vec3 positions[MAX];
    mote_random random = mote_random_stream(1, 0, 0);
    for (size_t count = 0; count < MAX; count++) {
        mote_box expected = mote_box_empty();
        for (size_t i = 0; i < count; i++) {
            positions[i] = mote_random_direction(&random);
            mote_box_add_point(&expected, positions[i]);
        }
        mote_box box = bench_floor_min_max(positions, count);
        assert_memory_equal(&box, &expected, sizeof box);
    }
}

static bench_pair_set set_of(const bench_found_pair *pairs, size_t count)
{
    bench_pair_set set = {0};
    for (size_t i = 0; i < count; i++) assert_true(bench_pair_set_add(&set, pairs[i]));
    bench_pair_set_normalize(&set);
    return set;
}

static void pair_sets_tell_what_was_missed_and_added(void **state)
{
    (void)state;
    const bench_found_pair first[] = {{0, 1, 5, 6}, {1, 0, 7, 5}, {0, 1, 5, 6}, {2, 2, 9, 4}};
    const bench_found_pair second[] = {{0, 1, 5, 7}, {2, 2, 4, 9}, {0, 2, 1, 1}};
    bench_pair_set a = set_of(first, 4), b = set_of(second, 3);
    assert_int_equal(a.count, 3);
    assert_int_equal(bench_pair_set_face_count(&a), 5);
    bench_pair_difference difference = bench_pair_set_compare(&a, &b);
    assert_int_equal(difference.missed, 1);
    assert_int_equal(difference.added, 1);
    difference = bench_pair_set_compare(&a, &a);
    assert_true(difference.missed == 0 && difference.added == 0);
    bench_pair_set_release(&a);
    bench_pair_set_release(&b);
}

static bench_stage_def tiny_stage(const char *scene)
{
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = scene;
    def.scene.detail = 200;
    def.first_frame = 90;
    def.frame_count = 6;
    return def;
}

// Counts calls and looks at what it is shown; finds one pair too many when told to.
typedef struct witness {
    int opened, closed, frames, reads;
    bool invents;
    const mote_vec3 *shown; // the frame that should be in place
    mote_result fails;
} witness;

static mote_result open_witness(const void *settings, const bench_stage *stage,
                                bench_question question, void **state)
{
    (void)question;
    witness *w = *(witness *const *)settings;
    w->opened++;
    w->shown = stage->frames;
    *state = w;
    return MOTE_OK;
}

static mote_result see_frame(void *state, const bench_stage *stage)
{
    witness *w = state;
    w->frames++;
    size_t bytes = stage->position_count * sizeof *stage->positions;
    assert_memory_equal(stage->positions, w->shown, bytes);
    w->shown += stage->position_count;
    return w->fails;
}

static mote_result read_witness(void *state, bench_pair_set *pairs, bench_frame_facts *facts)
{
    witness *w = state;
    w->reads++;
    facts->candidates = 3;
    facts->bytes = 10;
    if (w->invents) assert_true(bench_pair_set_add(pairs, (bench_found_pair){0, 1, 2, 3}));
    return MOTE_OK;
}

static void close_witness(void *state)
{
    witness *w = state;
    if (w) w->closed++;
}

static bench_contender contender_of(witness *const *w)
{
    return (bench_contender){.name = "witness",
                             .settings = w,
                             .open = open_witness,
                             .frame = see_frame,
                             .read = read_witness,
                             .close = close_witness};
}

static void every_repeat_plays_all_frames_from_a_cold_start(void **state)
{
    (void)state;
    bench_stage_def def = tiny_stage("blobs");
    bench_stage stage;
    assert_int_equal(bench_stage_open(&def, &stage), MOTE_OK);
    witness good = {0}, bad = {.invents = true};
    witness *good_at = &good, *bad_at = &bad;
    bench_contender contenders[] = {contender_of(&good_at), contender_of(&bad_at)};
    bench_protocol protocol = {.repeats = 3};
    bench_measurement m;
    assert_int_equal(bench_measure(&stage, contenders, 2, &protocol, &m), MOTE_OK);
    assert_int_equal(good.opened, 4);
    assert_int_equal(good.closed, 4);
    assert_int_equal(good.frames, 24);
    assert_int_equal(good.reads, 6);
    assert_int_equal(bad.frames, 24);
    assert_true(bench_timing_agrees(&m.timings[0]));
    assert_false(bench_timing_agrees(&m.timings[1]));
    assert_int_equal(m.timings[1].added, 6);
    assert_int_equal(m.timings[1].candidates, 18);
    assert_int_equal(m.timings[1].bytes, 10);
    for (uint32_t i = 0; i < m.frame_count; i++) {
        assert_int_equal(m.classes[i], BENCH_CLASS_DISJOINT);
        assert_true(m.timings[0].seconds[i] < 1.0 && m.floor_seconds[i] > 0.0);
    }
    bench_measurement_release(&m);
    bench_stage_close(&stage);
}

static void a_contender_that_fails_ends_the_measurement(void **state)
{
    (void)state;
    bench_stage_def def = tiny_stage("blobs");
    bench_stage stage;
    assert_int_equal(bench_stage_open(&def, &stage), MOTE_OK);
    witness failing = {.fails = MOTE_ERROR_REFUSED}, *at = &failing;
    bench_contender contender = contender_of(&at);
    bench_protocol protocol = {.repeats = 1};
    bench_measurement m;
    assert_int_equal(bench_measure(&stage, &contender, 1, &protocol, &m), MOTE_ERROR_REFUSED);
    assert_int_equal(failing.closed, 1);
    bench_stage_close(&stage);
}

// The same scene in all orders: the same faces meet.
static void vertex_orders_and_methods_find_the_same_pairs(void **state)
{
    (void)state;
    uint64_t found[3];
    for (int order = 0; order < 3; order++) {
        bench_stage_def def = tiny_stage("blobs");
        def.order = (bench_vertex_order)order;
        bench_stage stage;
        assert_int_equal(bench_stage_open(&def, &stage), MOTE_OK);
        bench_method_settings settings[3];
        assert_true(bench_method_settings_make("naive", 1, &settings[0]));
        assert_true(bench_method_settings_make("hybrid", 1, &settings[1]));
        assert_true(bench_method_settings_make("hybrid", 1, &settings[2]));
        settings[2].cold = true;
        bench_contender contenders[3];
        for (int i = 0; i < 3; i++) contenders[i] = bench_method_contender(&settings[i]);
        bench_protocol protocol = {.repeats = 1};
        bench_measurement m;
        assert_int_equal(bench_measure(&stage, contenders, 3, &protocol, &m), MOTE_OK);
        assert_true(bench_timing_agrees(&m.timings[1]) && bench_timing_agrees(&m.timings[2]));
        found[order] = m.timings[0].pair_count;
        assert_true(found[order] > 0 && found[order] == found[0]);
        bench_measurement_release(&m);
        bench_stage_close(&stage);
    }
    bench_method_settings none;
    assert_false(bench_method_settings_make("no-such-method", 1, &none));
}

static void stages_refuse_what_does_not_fit(void **state)
{
    (void)state;
    bench_stage stage;
    bench_stage_def def = tiny_stage("blobs");
    def.max_bytes = 10000;
    assert_int_equal(bench_stage_open(&def, &stage), MOTE_ERROR_LIMIT);
    def = tiny_stage("no-such-scene");
    assert_int_equal(bench_stage_open(&def, &stage), MOTE_ERROR_ARGUMENT);
    def = tiny_stage("blobs");
    def.frame_count = 0;
    def.first_frame = 1000;
    assert_int_equal(bench_stage_open(&def, &stage), MOTE_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(median_and_p95_are_those_of_the_sorted_list),
        cmocka_unit_test(the_least_of_each_frame_is_kept),
        cmocka_unit_test(frames_are_classed_by_the_share_of_faces_in_contact),
        cmocka_unit_test(frames_in_contact_are_all_but_the_disjoint),
        cmocka_unit_test(the_floor_is_the_box_of_all_positions),
        cmocka_unit_test(pair_sets_tell_what_was_missed_and_added),
        cmocka_unit_test(every_repeat_plays_all_frames_from_a_cold_start),
        cmocka_unit_test(a_contender_that_fails_ends_the_measurement),
        cmocka_unit_test(vertex_orders_and_methods_find_the_same_pairs),
        cmocka_unit_test(stages_refuse_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
