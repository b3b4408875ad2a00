// Keys over time, against formulas written another way.

#include "assets/keyframes.h"

#include <math.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"

static double random_number(mote_random *random)
{
    return (double)mote_random_between(random, -1, 1);
}

static void random_rotation(mote_random *random, double q[4])
{
    double length = 0;
    while (!(length > 0.1)) {
        for (int i = 0; i < 4; i++) q[i] = random_number(random);
        length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    }
    for (int i = 0; i < 4; i++) q[i] /= length;
}

// By angles; a straight line where the sine says nothing.
static void slerp_by_angle(const double a[4], const double b[4], double t, double out[4])
{
    double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double sign = cosine < 0 ? -1 : 1;
    double angle = acos(fmin(fabs(cosine), 1));
    double of_a = angle > 1e-6 ? sin((1 - t) * angle) / sin(angle) : 1 - t;
    double of_b = angle > 1e-6 ? sin(t * angle) / sin(angle) : t;
    for (int i = 0; i < 4; i++) out[i] = of_a * a[i] + sign * of_b * b[i];
}

static void slerp_is_that_of_the_angles(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(3, 1, 4);
    for (size_t i = 0; i < test_count(1000, 100000, 1000000); i++) {
        double a[4], b[4], got[4], wanted[4], t = fabs(random_number(&random));
        random_rotation(&random, a);
        random_rotation(&random, b);
        if (i % 5 == 0) memcpy(b, a, sizeof b);
        if (i % 5 == 1) // nearly the same
            for (int k = 0; k < 4; k++) b[k] = a[k] + 1e-9 * k;
        if (i % 5 == 2) // a half turn apart
            b[0] = -a[1], b[1] = a[0], b[2] = -a[3], b[3] = a[2];
        asset_slerp(a, b, t, got);
        slerp_by_angle(a, b, t, wanted);
        for (int k = 0; k < 4; k++)
            if (!(fabs(got[k] - wanted[k]) < 1e-8)) fail_msg("case %zu", i);
    }
}

// An asset with one track.
static asset_file make_track(const double *times, uint32_t keys, const float *values,
                             size_t value_count, asset_track *track)
{
    asset_file asset = {0};
    asset_span span;
    assert_true(asset_add(&asset.times, times, keys, &track->times));
    assert_true(asset_add(&asset.numbers, values, value_count, &span));
    track->first_value = span.first;
    return asset;
}

static void expect_values(asset_interpolation interpolation, const float *values, size_t count,
                          const double (*wanted)[2], size_t wanted_count)
{
    static const double times[3] = {1, 2, 4};
    asset_track track = {.path = ASSET_PATH_WEIGHTS, .interpolation = interpolation, .width = 1};
    asset_file asset = make_track(times, 3, values, count, &track);
    for (size_t i = 0; i < wanted_count; i++) {
        double got;
        asset_track_sample(&asset, &track, wanted[i][0], &got);
        if (!(fabs(got - wanted[i][1]) < 1e-12))
            fail_msg("at %g: %g, not %g", wanted[i][0], got, wanted[i][1]);
    }
    asset_release(&asset);
}

static void values_between_and_beyond_keys(void **state)
{
    (void)state;
    static const float values[3] = {5, 7, -1};
    static const double linear[][2] = {{-9, 5}, {1, 5}, {1.5, 6}, {2, 7}, {3, 3}, {4, -1}, {9, -1}};
    static const double step[][2] = {{0, 5},    {1, 5},  {1.999, 5}, {2, 7},
                                     {3.99, 7}, {4, -1}, {5, -1}};
    expect_values(ASSET_INTERPOLATION_LINEAR, values, 3, linear, 7);
    expect_values(ASSET_INTERPOLATION_STEP, values, 3, step, 7);
    // 0 to 1 with level tangents in one second, then x^2 - 3 from x = 2 to 4 in two.
    static const float cubic_keys[9] = {9, 0, 0, 0, 1, 4, 8, 13, 9};
    static const double cubic[][2] = {{0, 0}, {1, 0}, {1.5, 0.5}, {2, 1}, {3, 6}, {4, 13}, {7, 13}};
    expect_values(ASSET_INTERPOLATION_CUBIC, cubic_keys, 9, cubic, 7);
}

static void two_keys_at_one_time(void **state)
{
    (void)state;
    static const double times[4] = {0, 1, 1, 2};
    static const float values[4] = {0, 1, 5, 6};
    asset_track track = {.path = ASSET_PATH_WEIGHTS, .width = 1};
    asset_file asset = make_track(times, 4, values, 4, &track);
    double got;
    asset_track_sample(&asset, &track, 1, &got);
    assert_true(got == 5);
    asset_track_sample(&asset, &track, 0.5, &got);
    assert_true(got == 0.5);
    asset_release(&asset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slerp_is_that_of_the_angles),
        cmocka_unit_test(values_between_and_beyond_keys),
        cmocka_unit_test(two_keys_at_one_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
