#define _XOPEN_SOURCE 700 // pthread_attr_setstack

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"
#include "support/sweep_oracle.h"
#include "support/triangle_cases.h"

// In float or in double, and in one of the float modes.
static bool ask_in_mode(const sweep_case *c, bool single, uint64_t mode, mote_impact_time *time)
{
    mote_vec3 start[4], end[4];
    sweep_case_narrow(c, start, end); // in the usual mode, which keeps denormals
    set_float_mode((unsigned)(mode % FLOAT_MODES));
    bool meet = !single    ? sweep_case_ask(c, time)
                : c->edges ? mote_edges_impact(start, end, time)
                           : mote_vertex_face_impact(start, end, time);
    set_float_mode(0);
    return meet;
}

static void answers_are_those_of_rational_arithmetic(void **state)
{
    (void)state;
    size_t meetings = 0, count = test_count(3200, 500000, 20000000);
    for (uint64_t i = 0; i < count; i++) {
        sweep_case c = sweep_case_make(i);
        bool single = i / 7 % 2;
        if (single) sweep_case_round(&c);
        mote_impact_time time;
        bool holds, meet = ask_in_mode(&c, single, i / 3, &time);
        if (sweep_oracle(&c, meet ? &time : NULL, &holds) != meet || (meet && !holds))
            fail_msg("case %llu: %s", (unsigned long long)i, meet ? "wrong time" : "wrong answer");
        meetings += meet;
        if (!meet) continue;
        assert_true(time.low >= 0 && time.low <= time.high && time.high <= 1);
        assert_true(time.high - time.low <= 0x1p-40);
    }
    assert_true(meetings > count / 10 && meetings < count / 10 * 9);
}

static void single_and_double_agree_in_every_float_mode(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_count(320, 8000, 400000); i++) {
        sweep_case c = sweep_case_make(i);
        sweep_case_round(&c);
        mote_impact_time expected = {0, 0};
        bool meet = sweep_case_ask(&c, &expected);
        for (unsigned mode = 0; mode < FLOAT_MODES; mode++) {
            mote_impact_time time = {0, 0}, time_double = {0, 0};
            assert_int_equal(ask_in_mode(&c, true, mode, &time), meet);
            assert_int_equal(ask_in_mode(&c, false, mode, &time_double), meet);
            assert_int_equal(ask_in_mode(&c, false, mode, NULL), meet);
            assert_memory_equal(&time, &expected, sizeof time);
            assert_memory_equal(&time_double, &expected, sizeof time);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Changes that leave the answer as it is

static void swap(mote_dvec3 *a, mote_dvec3 *b)
{
    mote_dvec3 other = *a;
    *a = *b;
    *b = other;
}

typedef enum change {
    TIME_RUNS_BACKWARDS,
    SECOND_EDGE_TURNS,
    FIRST_EDGE_TURNS,
    EDGES_CHANGE_PLACES,
    AXES_CHANGE_PLACES,
    ONE_AXIS_IS_SCALED,
    ALL_IS_SCALED,
    CHANGES
} change;

static void swap_points(sweep_case *c, int i, int j)
{
    swap(&c->start[i], &c->start[j]);
    swap(&c->end[i], &c->end[j]);
}

static void apply(sweep_case *c, change how)
{
    switch (how) {
    case TIME_RUNS_BACKWARDS:
        for (int i = 0; i < 4; i++) swap(&c->start[i], &c->end[i]);
        break;
    case SECOND_EDGE_TURNS: swap_points(c, 2, 3); break;
    case FIRST_EDGE_TURNS: swap_points(c, c->edges ? 0 : 2, 1); break;
    case EDGES_CHANGE_PLACES: // the face turns
        swap_points(c, c->edges ? 0 : 1, 2);
        swap_points(c, c->edges ? 1 : 2, 3);
        break;
    case AXES_CHANGE_PLACES:
        for (int i = 0; i < 8; i++) {
            mote_dvec3 *p = i < 4 ? &c->start[i] : &c->end[i - 4];
            *p = (mote_dvec3){p->y, -p->z, p->x};
        }
        break;
    case ONE_AXIS_IS_SCALED:
        for (int i = 1; i < 24; i += 3) *sweep_coordinate(c, i) *= 0x1p12;
        break;
    default:
        for (int i = 0; i < 24; i++) *sweep_coordinate(c, i) *= 0x1p20;
    }
}

static void symmetric_cases_have_the_same_answer(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_count(320, 8000, 2000000); i++) {
        sweep_case c = sweep_case_make(i);
        mote_impact_time before = {0, 0};
        bool meet = sweep_case_ask(&c, &before);
        for (int how = 0; how < CHANGES; how++) {
            sweep_case changed = c;
            mote_impact_time after = {0, 0};
            apply(&changed, (change)how);
            assert_int_equal(sweep_case_ask(&changed, &after), meet);
            if (how != TIME_RUNS_BACKWARDS) assert_memory_equal(&before, &after, sizeof before);
        }
    }
}

static void what_is_not_finite_meets_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        sweep_case c = {.edges = i % 2};
        assert_true(sweep_case_ask(&c, NULL)); // all points are the same
        *sweep_coordinate(&c, i) = i % 3 ? (double)INFINITY : (double)NAN;
        assert_false(sweep_case_ask(&c, NULL));
        assert_false(sweep_case_ask_single(&c, NULL));
    }
}

// ---------------------------------------------------------------------------------------------
// Memory

// All exponents of doubles at once make the longest numbers. Debug builds and sanitizers notice if
// they have no room; without them, the caller's frame is overwritten. Counts disagreements.
static void *ask_for_the_longest(void *context)
{
    size_t *wrong = context;
    for (uint64_t i = 0; i < test_count(100, 1000, 40000); i++) {
        mote_random random = mote_random_stream(i, 4, 0);
        sweep_case c = {.edges = i % 2};
        for (int k = 0; k < 24; k++) {
            double sign = mote_random_below(&random, 2) ? 1 : -1;
            double size = mote_random_below(&random, 2) ? 0x1.fffffffffffffp1020 : 0x1p-1074;
            *sweep_coordinate(&c, k) = sign * size * (mote_random_below(&random, 3) ? 1 : 0.75);
        }
        if (i % 4 == 3) c = sweep_case_of_kind(SWEEP_WIDEST, i);
        mote_impact_time time;
        const mote_index_quad quad = {{0, 1, 2, 3}};
        mote_impact_batch_double batch = {.start_a = c.start,
                                          .end_a = c.end,
                                          .start_b = c.start,
                                          .end_b = c.end,
                                          .quads = &quad,
                                          .count = 1,
                                          .until = 1};
        mote_impact_hit hit;
        bool meet = sweep_case_ask(&c, &time);
        size_t hits = c.edges ? mote_edges_impact_batch_double(&batch, &hit, NULL)
                              : mote_vertex_face_impact_batch_double(&batch, &hit, NULL);
        *wrong += hits != meet; // cmocka cannot fail in another thread
    }
    return NULL;
}

// Sanitizers make frames larger.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define IS_SANITIZED 0
#endif

static void the_longest_numbers_need_64_kilobytes_of_stack(void **state)
{
    (void)state;
    enum { STACK = 512 << 10, PAINT = 0xa7 };
    unsigned char *stack = aligned_alloc(4096, STACK);
    assert_non_null(stack);
    memset(stack, PAINT, STACK);
    pthread_attr_t attributes;
    pthread_t thread;
    size_t wrong = 0;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, ask_for_the_longest, &wrong), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(wrong, 0);
    pthread_attr_destroy(&attributes);
    size_t unused = 0;
    while (unused < STACK && stack[unused] == PAINT) unused++;
#if !IS_SANITIZED
    assert_true(STACK - unused <= 64 << 10);
#endif
    free(stack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_rational_arithmetic),
        cmocka_unit_test(single_and_double_agree_in_every_float_mode),
        cmocka_unit_test(symmetric_cases_have_the_same_answer),
        cmocka_unit_test(what_is_not_finite_meets_nothing),
        cmocka_unit_test(the_longest_numbers_need_64_kilobytes_of_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
