#include "core/simd.h"

#include <float.h>
#include <math.h>

#include "core/random.h"
#include "support/run.h"

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Zeros of both signs, denormals, infinities, NaN of both signs, and any bits at all.
static float any_float(mote_random *random)
{
    const float odd[] = {0.0f,      -0.0f, FLT_TRUE_MIN, -FLT_TRUE_MIN, INFINITY,
                         -INFINITY, NAN,   -NAN,         1.0f};
    if (mote_random_below(random, 2)) return odd[mote_random_below(random, 9)];
    uint32_t bits = mote_random_u32(random);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void fill(mote_random *random, float to[8])
{
    for (int i = 0; i < 8; i++) to[i] = any_float(random);
}

static void min_and_max_are_their_scalar_selves(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(1, 0, 0);
    for (size_t n = test_count(10000, 200000, 2000000); n > 0; n--) {
        float a[8], b[8], low[8], high[8];
        fill(&random, a);
        fill(&random, b);
        mote_f32x8_store(low, mote_f32x8_min(mote_f32x8_load(a), mote_f32x8_load(b)));
        mote_f32x8_store(high, mote_f32x8_max(mote_f32x8_load(a), mote_f32x8_load(b)));
        for (int i = 0; i < 8; i++) {
            assert_int_equal(bits_of(low[i]), bits_of(a[i] < b[i] ? a[i] : b[i]));
            assert_int_equal(bits_of(high[i]), bits_of(a[i] > b[i] ? a[i] : b[i]));
        }
    }
}

static void select_and_bits_follow_the_mask(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(2, 0, 0);
    for (uint32_t want = 0; want < 256; want++) {
        float yes[8], no[8], got[8];
        fill(&random, yes);
        fill(&random, no);
        mote_i32x8 mask = {0};
        for (int i = 0; i < 8; i++) mask[i] = want >> i & 1 ? -1 : 0;
        assert_int_equal(mote_i32x8_bits(mask), want);
        mote_f32x8_store(got, mote_f32x8_select(mask, mote_f32x8_load(yes), mote_f32x8_load(no)));
        for (int i = 0; i < 8; i++)
            assert_int_equal(bits_of(got[i]), bits_of(want >> i & 1 ? yes[i] : no[i]));
    }
}

static void comparisons_give_full_masks_and_none_for_nan(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(3, 0, 0);
    for (size_t n = test_count(10000, 100000, 1000000); n > 0; n--) {
        float a[8], b[8];
        fill(&random, a);
        fill(&random, b);
        uint32_t got = mote_i32x8_bits(mote_f32x8_load(a) <= mote_f32x8_load(b));
        for (int i = 0; i < 8; i++) assert_int_equal(got >> i & 1, a[i] <= b[i]);
    }
}

static void abs_clears_the_sign_alone(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(4, 0, 0);
    for (int n = 0; n < 10000; n++) {
        float a[8], got[8];
        fill(&random, a);
        mote_f32x8_store(got, mote_f32x8_abs(mote_f32x8_load(a)));
        for (int i = 0; i < 8; i++) assert_int_equal(bits_of(got[i]), bits_of(a[i]) & 0x7fffffff);
    }
}

static void loads_and_stores_take_any_alignment(void **state)
{
    (void)state;
    float from[16], to[16];
    for (int i = 0; i < 16; i++) from[i] = (float)i;
    for (int offset = 0; offset < 8; offset++) {
        mote_f32x8_store(to + offset, mote_f32x8_load(from + offset));
        for (int i = offset; i < offset + 8; i++) assert_true(to[i] == from[i]);
    }
    mote_f32x8_store(to, mote_f32x8_splat(2.5f));
    for (int i = 0; i < 8; i++) assert_true(to[i] == 2.5f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(min_and_max_are_their_scalar_selves),
        cmocka_unit_test(select_and_bits_follow_the_mask),
        cmocka_unit_test(comparisons_give_full_masks_and_none_for_nan),
        cmocka_unit_test(abs_clears_the_sign_alone),
        cmocka_unit_test(loads_and_stores_take_any_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
