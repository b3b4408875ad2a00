#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "shape/stream.h"
#include "support/run.h"

typedef bool boxes_of_runs(const float *xyz, const uint32_t *run_first, uint32_t run_count,
                           uint32_t first_group, uint32_t end_group, mote_box8 *own,
                           mote_box *whole);

typedef struct runs {
    uint32_t count;
    uint32_t *first;
    float *xyz;
} runs;

static runs make_runs(mote_random *random)
{
    runs r = {.count = 1 + mote_random_below(random, 40)};
    r.first = calloc(r.count + 1, sizeof *r.first);
    for (uint32_t i = 0; i < r.count; i++) {
        uint32_t length = mote_random_below(random, mote_random_below(random, 2) ? 12 : 90);
        r.first[i + 1] = r.first[i] + length;
    }
    size_t floats = 3 * (size_t)r.first[r.count];
    r.xyz = malloc((floats + 1) * sizeof *r.xyz);
    for (size_t i = 0; i < floats; i++) r.xyz[i] = mote_random_between(random, -10, 10);
    return r;
}

static void free_runs(runs *r)
{
    free(r->first);
    free(r->xyz);
}

static void check_same(const runs *r, boxes_of_runs *kernel)
{
    uint32_t groups = (r->count + 7) / 8;
    mote_box8 *expected = calloc(groups, sizeof *expected),
              *actual = calloc(groups, sizeof *actual);
    mote_box whole_expected, whole_actual;
    bool finite =
        mote_own_boxes_scalar(r->xyz, r->first, r->count, 0, groups, expected, &whole_expected);
    bool kernel_finite = kernel(r->xyz, r->first, r->count, 0, groups, actual, &whole_actual);
    assert_true(finite || !kernel_finite); // doubt is allowed, a false promise is not
    if (finite) {
        assert_memory_equal(expected, actual, groups * sizeof *expected);
        assert_memory_equal(&whole_expected, &whole_actual, sizeof whole_actual);
    }
    free(expected);
    free(actual);
}

static void check_all_kernels(const runs *r)
{
    check_same(r, mote_own_boxes_base);
#ifdef MOTE_HAVE_AVX2_KERNELS
    if (mote_cpu_has_avx2()) check_same(r, mote_own_boxes_avx2);
#endif
}

static void kernels_equal_their_scalar_twin(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(100, 2000, 20000); seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        runs r = make_runs(&random);
        check_all_kernels(&r);
        free_runs(&r);
    }
}

static void one_bad_number_anywhere_is_noticed(void **state)
{
    (void)state;
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (uint64_t seed = 0; seed < test_count(100, 2000, 20000); seed++) {
        mote_random random = mote_random_stream(seed, 1, 0);
        runs r = make_runs(&random);
        uint32_t floats = 3 * r.first[r.count];
        if (floats) r.xyz[mote_random_below(&random, floats)] = bad[seed % 3];
        check_all_kernels(&r);
        free_runs(&r);
    }
}

static void large_numbers_are_at_most_doubted(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(3, 0, 0);
    runs r = make_runs(&random);
    for (uint32_t i = 0; i < 3 * r.first[r.count]; i++) r.xyz[i] = i % 2 ? FLT_MAX : -FLT_MAX;
    check_all_kernels(&r);
    free_runs(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_equal_their_scalar_twin),
        cmocka_unit_test(one_bad_number_anywhere_is_noticed),
        cmocka_unit_test(large_numbers_are_at_most_doubted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
