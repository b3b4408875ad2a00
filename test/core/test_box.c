
#include <float.h>
#include <math.h>
#include <string.h>

#include "core/box.h"
#include "support/kernel_cases.h"
#include "support/run.h"

static double true_squared(const mote_box *a, const mote_box *b)
{
    const float low[6] = {a->min.x, a->min.y, a->min.z, b->min.x, b->min.y, b->min.z};
    const float high[6] = {a->max.x, a->max.y, a->max.z, b->max.x, b->max.y, b->max.z};
    long double sum = 0;
    for (int i = 0; i < 3; i++) {
        long double gap = fmaxl((long double)low[i] - (long double)high[i + 3],
                                (long double)low[i + 3] - (long double)high[i]);
        if (gap > 0) sum += gap * gap;
    }
    return (double)sum;
}

static void the_bound_is_close_below_the_truth(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(8000, 800000, 8000000); i++) {
        mote_random random = mote_random_stream(1, i, 0);
        mote_vec3 a[3], b[3];
        kernel_case_make((kernel_case)(i % CASE_COUNT), &random, a, b);
        mote_box box = mote_box_of_triangle(a), other = mote_box_of_triangle(b);
        double truth = true_squared(&box, &other);
        double bound = mote_box_distance_squared(&box, &other);
        assert_true(bound <= truth && bound >= truth * (1 - 1e-14));
    }
}

static void boxes_that_overlap_are_at_zero(void **state)
{
    (void)state;
    mote_box a = {{0, 0, 0}, {2, 2, 2}}, touching = {{2, 1, 1}, {3, 3, 3}},
             inside = {{1, 1, 1}, {1, 1, 1}};
    assert_true(mote_box_distance_squared(&a, &touching) == 0);
    assert_true(mote_box_distance_squared(&inside, &a) == 0);
}

static void widened_boxes_hold_what_is_near_and_stay_finite(void **state)
{
    (void)state;
    const float coordinates[] = {-FLT_MAX, -1e38f, -1, -FLT_TRUE_MIN, 0, 1, 1e19f, FLT_MAX};
    const float lengths[] = {0, FLT_TRUE_MIN, 1e-3f, 1, 1e19f, 1e38f, FLT_MAX, INFINITY};
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 8; k++) {
            float x = coordinates[i], by = lengths[k];
            mote_box point = {{x, x, x}, {x, x, x}}, wide = mote_box_widened(&point, by);
            double low = fmax((double)x - (double)by, (double)-FLT_MAX);
            double high = fmin((double)x + (double)by, (double)FLT_MAX);
            assert_true((double)wide.min.x <= low && (double)wide.max.x >= high);
            assert_true(isfinite(wide.min.x) && isfinite(wide.max.x));
            assert_memory_equal(&wide.min.x, &wide.min.y, sizeof(float));
            assert_memory_equal(&wide.max.x, &wide.max.z, sizeof(float));
        }
    }
}

static void the_bound_below_is_the_next_float(void **state)
{
    (void)state;
    assert_true(mote_bound_below(-INFINITY) == -FLT_MAX);
    assert_true(mote_bound_below(-FLT_MAX) == -FLT_MAX);
    assert_true(isnan(mote_bound_below(NAN)));
    mote_random random = mote_random_stream(1, 2, 3);
    for (size_t i = 0; i < test_count(10000, 100000, 10000000); i++) {
        const float special[] = {0, -0.0f, FLT_TRUE_MIN, FLT_MIN, FLT_MAX, INFINITY, 1, -1};
        uint32_t bits = mote_random_u32(&random);
        float x;
        memcpy(&x, &bits, sizeof x);
        if (i < sizeof special / sizeof *special) x = special[i];
        if (isnan(x) || x <= -FLT_MAX) continue;
        float below = mote_bound_below(x), expected = nextafterf(x, -INFINITY);
        assert_memory_equal(&below, &expected, sizeof below);
    }
}

static void an_empty_box_stays_empty_when_it_is_widened(void **state)
{
    (void)state;
    mote_box empty = mote_box_empty(), wide = mote_box_widened(&empty, FLT_MAX);
    assert_true(wide.min.x > wide.max.x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bound_is_close_below_the_truth),
        cmocka_unit_test(boxes_that_overlap_are_at_zero),
        cmocka_unit_test(widened_boxes_hold_what_is_near_and_stay_finite),
        cmocka_unit_test(the_bound_below_is_the_next_float),
        cmocka_unit_test(an_empty_box_stays_empty_when_it_is_widened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
