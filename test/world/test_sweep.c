// LABELS threads

// Sweeps: hybrid equals naive, the face pairs of a step hold those of every instant, the first impacts are the first of all, and
// nothing depends on the number of workers.

#include <stdlib.h>
#include <string.h>

#include "support/random_steps.h"
#include "support/run.h"

static mote_sweep_def everything(void)
{
    mote_sweep_def def = mote_default_sweep_def();
    def.face_pairs = def.contacts = def.vertex_steps = true;
    return def;
}

static mote_world *world_of(mote_method method, uint32_t workers)
{
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    def.method = method;
    def.worker_count = workers;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    return world;
}

// Faces of each body of random world number i: few in most, so that naive can do many.
static uint32_t faces_of(size_t i)
{
    return i % 11 == 0 ? 300 : i % 5 == 0 ? 60 : 16;
}

static void expect_vertex_steps(mote_world *a, const mote_body_id *ids_a, mote_world *b,
                                const mote_body_id *ids_b, const random_steps *steps)
{
    for (uint32_t i = 0; i < steps->frames.body_count; i++) {
        uint32_t count = steps->frames.bodies[i].vertex_count;
        double *x = malloc(count * sizeof *x), *y = malloc(count * sizeof *y);
        assert_true(x && y);
        assert_int_equal(mote_body_get_safe_steps(a, ids_a[i], x, count), MOTE_OK);
        assert_int_equal(mote_body_get_safe_steps(b, ids_b[i], y, count), MOTE_OK);
        assert_memory_equal(x, y, count * sizeof *x);
        free(x);
        free(y);
    }
}

static void hybrid_equals_naive(void **state)
{
    (void)state;
    size_t impacts = 0, face_pairs = 0;
    const mote_sweep_def def = everything();
    for (size_t i = 0; i < test_count(24, 150, 5000); i++) {
        random_steps steps;
        random_steps_begin(&steps, 21, i, faces_of(i));
        mote_world *naive = world_of(MOTE_METHOD_NAIVE, 1);
        mote_world *hybrid = world_of(MOTE_METHOD_HYBRID, 1 + i % 2);
        mote_body_id ids_n[RANDOM_BODIES], ids_h[RANDOM_BODIES];
        random_steps_populate(&steps, naive, ids_n);
        random_steps_populate(&steps, hybrid, ids_h);
        for (uint32_t step = 0; step < 2; step++, random_steps_next(&steps)) {
            random_steps_show(&steps, naive, ids_n);
            random_steps_show(&steps, hybrid, ids_h);
            mote_sweep_report n = swept(naive, &def), h = swept(hybrid, &def);
            const char *what = sweeps_differ(&n, &h);
            if (what) fail_msg("world %zu, step %u: %s", i, step, what);
            expect_vertex_steps(naive, ids_n, hybrid, ids_h, &steps);
            impacts += n.impact_count;
            face_pairs += n.face_pair_count;
        }
        mote_world_destroy(naive);
        mote_world_destroy(hybrid);
        random_steps_end(&steps);
    }
    assert_true(impacts > 100 && face_pairs > 100);
}

// ---------------------------------------------------------------------------------------------

static const mote_swept_pair *find_pair(const mote_sweep_report *report, mote_body_id a,
                                        mote_body_id b)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        if (report->pairs[i].a.index == a.index && report->pairs[i].b.index == b.index)
            return &report->pairs[i];
    }
    return NULL;
}

static void first_impacts_are_those_of_all(void **state)
{
    (void)state;
    size_t found = 0;
    for (size_t i = 0; i < test_count(24, 150, 5000); i++) {
        random_steps steps;
        random_steps_begin(&steps, 22, i, i % 25 ? 40 : 800);
        mote_world *world = world_of(MOTE_METHOD_HYBRID, 1 + i % 3);
        mote_body_id ids[RANDOM_BODIES];
        random_steps_populate(&steps, world, ids);
        random_steps_show(&steps, world, ids);
        mote_sweep_def def = mote_default_sweep_def();
        def.find = MOTE_SWEEP_FIRST;
        mote_sweep_report report = swept(world, &def);
        size_t count = report.pair_count;
        mote_swept_pair firsts[RANDOM_BODIES * (RANDOM_BODIES + 1) / 2];
        mote_swept_impact impacts[RANDOM_BODIES * (RANDOM_BODIES + 1) / 2];
        assert_int_equal(report.impact_count, count);
        if (count) memcpy(firsts, report.pairs, count * sizeof *firsts);
        if (count) memcpy(impacts, report.impacts, count * sizeof *impacts);
        double safe = report.safe_step;
        def.find = MOTE_SWEEP_EARLIEST;
        report = swept(world, &def);
        assert_int_equal(report.impact_count, count > 0);
        assert_true(report.safe_step == safe);
        mote_swept_impact earliest = {0};
        if (count) earliest = report.impacts[0];
        def.find = MOTE_SWEEP_ALL;
        report = swept(world, &def);
        assert_true(report.safe_step == safe);
        assert_int_equal(report.pair_count, count);
        bool is_earliest_there = count == 0;
        for (size_t k = 0; k < count; k++) {
            const mote_swept_pair *pair = find_pair(&report, firsts[k].a, firsts[k].b);
            assert_non_null(pair);
            assert_true(pair->first.low == firsts[k].first.low);
            assert_true(pair->first.high == firsts[k].first.high);
            const mote_swept_impact *first = &report.impacts[pair->first_impact];
            assert_memory_equal(first->vertices, impacts[k].vertices, sizeof first->vertices);
            assert_true(first->time.low == impacts[k].time.low);
            is_earliest_there |=
                earliest.time.low == first->time.low &&
                !memcmp(earliest.vertices, first->vertices, sizeof first->vertices);
            found++;
        }
        assert_true(is_earliest_there);
        mote_world_destroy(world);
        random_steps_end(&steps);
    }
    assert_true(found > 10);
}

// ---------------------------------------------------------------------------------------------

enum { TEAMS = 4 };
static const uint32_t teams[TEAMS] = {1, 2, 3, 8};

static void workers_do_not_matter(void **state)
{
    (void)state;
    const mote_sweep_def def = everything();
    for (size_t i = 0; i < test_count(12, 36, 600); i++) {
        random_steps steps;
        random_steps_begin(&steps, 23, i, i % 5 ? 40 : 800);
        mote_world *worlds[TEAMS];
        mote_body_id ids[TEAMS][RANDOM_BODIES];
        mote_sweep_report alone = {0};
        for (int t = 0; t < TEAMS; t++) {
            worlds[t] = world_of(MOTE_METHOD_HYBRID, teams[t]);
            random_steps_populate(&steps, worlds[t], ids[t]);
            random_steps_show(&steps, worlds[t], ids[t]);
            mote_sweep_report report = swept(worlds[t], &def);
            if (t == 0) alone = report;
            const char *what = sweeps_differ(&alone, &report);
            if (what) fail_msg("world %zu, %u workers: %s", i, teams[t], what);
        }
        for (int t = 0; t < TEAMS; t++) mote_world_destroy(worlds[t]);
        random_steps_end(&steps);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hybrid_equals_naive),
        cmocka_unit_test(first_impacts_are_those_of_all),
        cmocka_unit_test(workers_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
