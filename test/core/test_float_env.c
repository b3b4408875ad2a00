#include "core/float_env.h"

#include <fenv.h>
#include <float.h>

#include "support/run.h"

// Volatile, so that the processor computes these and not the compiler.
static volatile float tiny = FLT_MIN, third = 3.0f, one = 1.0f;

static int denormals_are_kept(void)
{
    volatile float half = tiny * 0.5f;
    return half > 0 && half * 2 == tiny;
}

static int rounds_to_nearest(void)
{
    return one / third == 0x1.555556p-2f && -one / third == -0x1.555556p-2f;
}

static void rounding_is_to_nearest_inside_and_as_it_was_after(void **state)
{
    (void)state;
    const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        mote_float_env before = mote_float_env_enter();
        int nearest = rounds_to_nearest();
        mote_float_env_leave(before);
        int mode = fegetround();
        fesetround(FE_TONEAREST);
        assert_true(nearest);
        assert_int_equal(mode, modes[i]);
    }
}

static void nested_use_restores_the_outer_mode(void **state)
{
    (void)state;
    fesetround(FE_UPWARD);
    mote_float_env outer = mote_float_env_enter();
    mote_float_env inner = mote_float_env_enter();
    mote_float_env_leave(inner);
    int nearest_between = rounds_to_nearest();
    mote_float_env_leave(outer);
    int mode = fegetround();
    fesetround(FE_TONEAREST);
    assert_true(nearest_between);
    assert_int_equal(mode, FE_UPWARD);
}

#ifdef __SSE2__

static void denormals_live_inside_and_flush_again_after(void **state)
{
    (void)state;
    const unsigned modes[] = {0x8000, 0x0040, 0x8040}; // flush to zero, denormals are zero, both
    unsigned own = _mm_getcsr();
    for (int i = 0; i < 3; i++) {
        _mm_setcsr(own | modes[i]);
        int kept_before = denormals_are_kept();
        mote_float_env before = mote_float_env_enter();
        int kept_inside = denormals_are_kept();
        mote_float_env_leave(before);
        unsigned after = _mm_getcsr();
        _mm_setcsr(own);
        assert_false(kept_before);
        assert_true(kept_inside);
        assert_int_equal(after & 0x8040, modes[i]);
    }
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounding_is_to_nearest_inside_and_as_it_was_after),
        cmocka_unit_test(nested_use_restores_the_outer_mode),
#ifdef __SSE2__
        cmocka_unit_test(denormals_live_inside_and_flush_again_after),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
