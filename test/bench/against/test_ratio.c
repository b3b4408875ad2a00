#include "bench/against/ratio.h"

#include <math.h>
#include <stdlib.h>

#include "core/random.h"
#include "support/run.h"

enum { FRAMES = 30, ROUNDS = 20 };

typedef struct sample {
    double a[FRAMES * ROUNDS], b[FRAMES * ROUNDS];
} sample;

static double unit(mote_random *random)
{
    return (double)mote_random_unit(random);
}

// A busy machine: each round runs at a speed of its own, every time has 5 % of noise, and one time
// in ten is interrupted and takes up to four times as long.
static void simulate(sample *out, double ratio, uint64_t seed)
{
    mote_random random = mote_random_stream(seed, 0, 0);
    for (int r = 0; r < ROUNDS; r++) {
        double speed = 1.0 + unit(&random);
        for (int f = 0; f < FRAMES; f++) {
            double seconds = 1e-5 * (1 + f) * speed;
            double *to[2] = {&out->a[f * ROUNDS + r], &out->b[f * ROUNDS + r]};
            for (int i = 0; i < 2; i++) {
                *to[i] = seconds * (i == 0 ? ratio : 1.0) * (1.0 + 0.05 * unit(&random));
                if (unit(&random) < 0.1) *to[i] *= 1.0 + 3.0 * unit(&random);
            }
        }
    }
}

static bench_ratio ratio_of(const sample *s, const bool *chosen)
{
    bench_paired_times times = {s->a, s->b, FRAMES, ROUNDS};
    bench_ratio ratio;
    assert_int_equal(bench_ratio_of(&times, chosen, &ratio), MOTE_OK);
    assert_true(ratio.low <= ratio.value && ratio.value <= ratio.high);
    return ratio;
}

static void two_percent_are_seen_through_the_noise(void **state)
{
    (void)state;
    uint32_t trials = test_count(20, 60, 400), held = 0, told = 0;
    for (uint32_t i = 0; i < trials; i++) {
        sample s;
        simulate(&s, 1.02, i);
        bench_ratio ratio = ratio_of(&s, NULL);
        assert_int_equal(ratio.frame_count, FRAMES);
        held += ratio.low <= 1.02 && ratio.high >= 1.02;
        told += ratio.low > 1.0;
    }
    assert_true(held >= trials * 9 / 10);
    assert_true(told >= trials * 9 / 10);
}

static void equal_programs_have_a_ratio_of_one(void **state)
{
    (void)state;
    uint32_t trials = test_count(20, 60, 400), held = 0;
    for (uint32_t i = 0; i < trials; i++) {
        sample s;
        simulate(&s, 1.0, 1000 + i);
        bench_ratio ratio = ratio_of(&s, NULL);
        held += ratio.low <= 1.0 && ratio.high >= 1.0;
        assert_true(ratio.value > 0.98 && ratio.value < 1.02);
    }
    assert_true(held >= trials * 9 / 10);
}

static void only_the_chosen_frames_count(void **state)
{
    (void)state;
    sample s;
    bool chosen[FRAMES] = {false}, none[FRAMES] = {false};
    for (int i = 0; i < FRAMES * ROUNDS; i++) {
        s.b[i] = 1.0;
        s.a[i] = i / ROUNDS == 4 || i / ROUNDS == 7 ? 2.0 : 1.0;
    }
    chosen[4] = true;
    bench_ratio ratio = ratio_of(&s, chosen);
    assert_int_equal(ratio.frame_count, 1);
    assert_true(fabs(ratio.value - 2.0) < 1e-12 && fabs(ratio.low - 2.0) < 1e-12);
    chosen[5] = true; // the geometric mean of 2 and 1
    assert_true(fabs(ratio_of(&s, chosen).value - sqrt(2.0)) < 1e-12);
    ratio = ratio_of(&s, none);
    assert_int_equal(ratio.frame_count, 0);
    assert_true(ratio.value == 1.0 && ratio.low == 0.0 && isinf(ratio.high));
}

static void the_same_times_give_the_same_interval(void **state)
{
    (void)state;
    sample s;
    simulate(&s, 0.97, 3);
    bench_ratio first = ratio_of(&s, NULL), second = ratio_of(&s, NULL);
    assert_true(first.low == second.low && first.high == second.high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_percent_are_seen_through_the_noise),
        cmocka_unit_test(equal_programs_have_a_ratio_of_one),
        cmocka_unit_test(only_the_chosen_frames_count),
        cmocka_unit_test(the_same_times_give_the_same_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
