// LABELS threads
#include "support/run.h"

#include <math.h>

#include "support/compare_reports.h"
#include "support/failing_allocator.h"
#include "support/stage.h"

static const char *const models[] = {"torus-400", "icosphere-2", "letter-v", "sphere-168"};
enum { BODIES = sizeof models / sizeof *models };

static const mote_method particle_methods[] = {MOTE_METHOD_SENIN, MOTE_METHOD_LBG,
                                               MOTE_METHOD_PAIRED};
enum { METHODS = sizeof particle_methods / sizeof *particle_methods };

static mote_world_def certified_def(mote_method method)
{
    mote_world_def def = mote_default_world_def();
    def.method = method;
    def.certify = true;
    def.contacts = false;
    return def;
}

static stage begin_stage(const mote_world_def *def)
{
    stage s;
    stage_begin(&s, def);
    for (int i = 0; i < BODIES; i++) stage_add(&s, models[i]);
    return s;
}

// Each body somewhere, turned and stretched: now and then far off, so that boxes do not overlap.
static void place_all(stage *s, uint32_t frame)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        mote_random random = mote_random_stream(9, frame / 4, i); // a few frames of the same motion
        placement where = placed(1, random_turn(&random));
        float room = frame % 5 ? 1.6f : 4;
        for (int k = 0; k < 3; k++) (&where.scale.x)[k] = mote_random_between(&random, 0.5f, 1.2f);
        where.turn_and_move.t = (mote_vec3){mote_random_between(&random, -room, room),
                                            mote_random_between(&random, -room, room),
                                            mote_random_between(&random, -room, room)};
        where.turn_and_move.t.x += 0.05f * (float)(frame % 4);
        stage_place(s, i, where);
    }
}

static uint32_t touching_pairs(const mote_report *report)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        if (pair->relation != MOTE_RELATION_TOUCH) continue;
        assert_true(pair->face_pair_count > 0);
        bits |= 1u << (pair->a.index * BODIES + pair->b.index);
    }
    return bits;
}

static void check_estimates(const mote_report *report, uint32_t touching)
{
    for (size_t i = 0; i < report->estimate_count; i++) {
        const mote_pair_estimate *e = &report->estimates[i];
        bool touches = touching >> (e->a.index * BODIES + e->b.index) & 1;
        assert_int_equal(e->verdict, touches ? MOTE_VERDICT_TOUCH : MOTE_VERDICT_APART);
        assert_true(touches ? e->distance == 0 : e->distance > 0);
        assert_true(!touches || (e->face_a != MOTE_NONE && e->face_b != MOTE_NONE));
    }
}

static void certified_pairs_are_those_of_hybrid(void **state)
{
    (void)state;
    for (int m = 0; m < METHODS; m++) {
        mote_world_def def = certified_def(particle_methods[m]);
        mote_world_def exact_def = mote_default_world_def();
        stage s = begin_stage(&def), exact = begin_stage(&exact_def);
        size_t touching = 0, apart = 0, asked = 0;
        for (uint32_t frame = 0; frame < test_count(30, 300, 4000); frame++) {
            place_all(&s, frame);
            place_all(&exact, frame);
            mote_report report = detected(s.world), truth = detected(exact.world);
            uint32_t expected = touching_pairs(&truth);
            assert_int_equal(touching_pairs(&report), expected);
            check_estimates(&report, expected);
            touching += (size_t)__builtin_popcount(expected);
            apart += report.estimate_count - (size_t)__builtin_popcount(expected);
            asked += report.stats.certified_pairs;
        }
        print_message(
            "method %d: %zu touching, %zu near but apart, %zu asked of the exact engine\n",
            (int)particle_methods[m], touching, apart, asked);
        assert_true(touching > 10 && apart > 10 && asked >= apart && asked < touching + apart);
        stage_end(&s);
        stage_end(&exact);
    }
}

static void bodies_that_particles_decide_are_not_streamed(void **state)
{
    (void)state;
    mote_world_def def = certified_def(MOTE_METHOD_PAIRED);
    stage s;
    stage_begin(&s, &def);
    stage_add(&s, "torus-400");
    stage_add(&s, "icosphere-2");
    stage_place(&s, 0, placed(1, moved_by((mote_vec3){0, 0, 0})));
    stage_place(&s, 1, placed(1, moved_by((mote_vec3){1, 0, 0})));
    const mote_box bounds = {{-3, -3, -3}, {3, 3, 3}};
    for (int i = 0; i < 2; i++)
        assert_int_equal(mote_body_set_bounds(s.world, s.ids[i], &bounds), MOTE_OK);
    mote_report report = detected(s.world);
    assert_int_equal(report.pair_count, 1);
    assert_int_equal(report.stats.moved_vertices, 0);
    assert_int_equal(report.stats.certified_pairs, 0);
    assert_true(report.stats.touched_vertices > 0);
    stage_end(&s);
}

static void workers_do_not_matter(void **state)
{
    (void)state;
    for (int m = 0; m < METHODS; m++) {
        mote_world_def def = certified_def(particle_methods[m]);
        stage one = begin_stage(&def);
        def.worker_count = 3;
        stage three = begin_stage(&def);
        for (uint32_t frame = 0; frame < test_count(10, 60, 1000); frame++) {
            place_all(&one, frame);
            place_all(&three, frame);
            mote_report a = detected(one.world), b = detected(three.world);
            assert_int_equal(a.hash, b.hash);
        }
        stage_end(&one);
        stage_end(&three);
    }
}

static void a_body_inside_another_is_found(void **state)
{
    (void)state;
    mote_world_def def = certified_def(MOTE_METHOD_LBG);
    def.containment = true;
    stage s;
    stage_begin(&s, &def);
    stage_add(&s, "icosphere-2");
    stage_add(&s, "sphere-168");
    stage_place(&s, 0, placed(1, moved_by((mote_vec3){0, 0, 0})));
    stage_place(&s, 1, placed(0.3f, moved_by((mote_vec3){0.1f, 0, 0})));
    mote_report report = detected(s.world);
    assert_int_equal(report.pair_count, 1);
    assert_int_equal(report.pairs[0].relation, MOTE_RELATION_B_IN_A);
    stage_end(&s);
}

static void what_cannot_be_certified_is_refused(void **state)
{
    (void)state;
    mote_world *world;
    mote_world_def def = certified_def(MOTE_METHOD_SENIN);
    def.detect = MOTE_DETECT_COUNT;
    assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
    def = certified_def(MOTE_METHOD_SENIN);
    def.certify = false;
    def.containment = true;
    assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_REFUSED);
}

// NaN takes a body out; the others are still certain.
static void a_broken_body_is_left_out(void **state)
{
    (void)state;
    mote_world_def def = certified_def(MOTE_METHOD_SENIN);
    stage s = begin_stage(&def);
    place_all(&s, 1);
    s.positions[0][7].y = NAN;
    mote_positions broken = {.data = s.positions[0], .count = s.models[0].vertex_count};
    assert_int_equal(mote_body_set_positions(s.world, s.ids[0], &broken), MOTE_OK);
    mote_report report = detected(s.world);
    assert_int_equal(report.invalid_count, 1);
    for (size_t i = 0; i < report.pair_count; i++) assert_int_not_equal(report.pairs[i].a.index, 0);
    stage_end(&s);
}

static void frames_allocate_nothing_after_a_while(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_world_def def = certified_def(MOTE_METHOD_SENIN);
    def.allocator = failing_allocator_hook(&memory);
    stage s = begin_stage(&def);
    for (uint32_t frame = 0; frame < 160; frame++) {
        place_all(&s, frame % 40);
        detected(s.world);
    }
    size_t calls = memory.calls;
    for (uint32_t frame = 0; frame < 40; frame++) {
        place_all(&s, frame);
        detected(s.world);
    }
    assert_int_equal(memory.calls, calls);
    stage_end(&s);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certified_pairs_are_those_of_hybrid),
        cmocka_unit_test(bodies_that_particles_decide_are_not_streamed),
        cmocka_unit_test(workers_do_not_matter),
        cmocka_unit_test(a_body_inside_another_is_found),
        cmocka_unit_test(what_cannot_be_certified_is_refused),
        cmocka_unit_test(a_broken_body_is_left_out),
        cmocka_unit_test(frames_allocate_nothing_after_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
