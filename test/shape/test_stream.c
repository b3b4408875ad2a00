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

// ---------------------------------------------------------------------------------------------
// Blocks

typedef bool boxes_of_blocks(const float *xyz, uint32_t vertex_count, uint32_t first_group,
                             uint32_t end_group, mote_box8 *blocks, mote_box *whole);

static float *make_positions(mote_random *random, uint32_t count)
{
    float *xyz = malloc(3 * (size_t)count * sizeof *xyz);
    assert_non_null(xyz);
    for (uint32_t i = 0; i < 3 * count; i++) xyz[i] = mote_random_between(random, -10, 10);
    return xyz;
}

static void check_blocks(const float *xyz, uint32_t count, boxes_of_blocks *kernel)
{
    uint32_t groups = (count + 8 * MOTE_STREAM_BLOCK - 1) / (8 * MOTE_STREAM_BLOCK);
    mote_box8 *expected = calloc(groups, sizeof *expected),
              *actual = calloc(groups, sizeof *actual);
    mote_box whole_expected, whole_actual;
    assert_true(mote_block_boxes_scalar(xyz, count, 0, groups, expected, &whole_expected));
    assert_true(kernel(xyz, count, 0, groups, actual, &whole_actual));
    assert_memory_equal(expected, actual, groups * sizeof *expected);
    assert_memory_equal(&whole_expected, &whole_actual, sizeof whole_actual);
    free(expected);
    free(actual);
}

static void kernels_of_blocks_equal_their_scalar_twin(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < test_count(50, 500, 5000); seed++) {
        mote_random random = mote_random_stream(seed, 2, 0);
        uint32_t count = 1 + mote_random_below(&random, 1500);
        float *xyz = make_positions(&random, count);
        check_blocks(xyz, count, mote_block_boxes_base);
#ifdef MOTE_HAVE_AVX2_KERNELS
        if (mote_cpu_has_avx2()) check_blocks(xyz, count, mote_block_boxes_avx2);
#endif
        free(xyz);
    }
}

// ---------------------------------------------------------------------------------------------
// Codes

enum { OWNERS = 40 };

typedef void clear_codes(const float *xyz, const uint16_t *owner_of, uint32_t count, int axis,
                         bool above, float limit, uint32_t spare, uint8_t *codes);

static void check_codes(mote_random *random, const float *xyz, uint32_t count, clear_codes *kernel)
{
    uint16_t owner_of[200];
    uint8_t expected[OWNERS], actual[OWNERS + 1];
    for (uint32_t v = 0; v < count; v++) owner_of[v] = (uint16_t)mote_random_below(random, OWNERS);
    int axis = (int)mote_random_below(random, 3);
    bool above = mote_random_below(random, 2);
    // Sometimes the coordinate of a vertex, which is within.
    float limit = mote_random_below(random, 2)
                      ? xyz[3 * mote_random_below(random, count) + (uint32_t)axis]
                      : mote_random_between(random, -12, 12);
    memset(expected, 4, sizeof expected);
    memset(actual, 4, sizeof actual);
    for (uint32_t v = 0; v < count; v++) {
        float c = xyz[3 * v + (uint32_t)axis];
        if (above ? c >= limit : c <= limit) expected[owner_of[v]] = 0;
    }
    kernel(xyz, owner_of, count, axis, above, limit, OWNERS, actual);
    assert_memory_equal(expected, actual, sizeof expected);
}

static void codes_are_cleared_for_owners_of_vertices_within(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < test_count(200, 2000, 20000); seed++) {
        mote_random random = mote_random_stream(seed, 3, 0);
        uint32_t count = 1 + mote_random_below(&random, 200);
        float *xyz = make_positions(&random, count);
        check_codes(&random, xyz, count, mote_clear_codes_base);
#ifdef MOTE_HAVE_AVX2_KERNELS
        if (mote_cpu_has_avx2()) check_codes(&random, xyz, count, mote_clear_codes_avx2);
#endif
        free(xyz);
    }
}

// ---------------------------------------------------------------------------------------------
// Listed vertices

static void a_box_of_listed_vertices_holds_them_and_no_more(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < test_count(200, 2000, 20000); seed++) {
        mote_random random = mote_random_stream(seed, 4, 0);
        uint32_t count = 1 + mote_random_below(&random, 100), list[30];
        uint32_t listed = mote_random_below(&random, 30);
        float *xyz = make_positions(&random, count);
        mote_box start = {{1, 2, 3}, {2, 3, 4}}, expected = start;
        for (uint32_t i = 0; i < listed; i++) {
            list[i] = mote_random_below(&random, count);
            const float *p = xyz + 3 * (size_t)list[i];
            mote_box_add_point(&expected, (mote_vec3){p[0], p[1], p[2]});
        }
        mote_box actual = MOTE_PICK_KERNEL(mote_add_vertices)(&start, xyz, list, listed);
        assert_memory_equal(&expected, &actual, sizeof actual);
        free(xyz);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_equal_their_scalar_twin),
        cmocka_unit_test(one_bad_number_anywhere_is_noticed),
        cmocka_unit_test(large_numbers_are_at_most_doubted),
        cmocka_unit_test(kernels_of_blocks_equal_their_scalar_twin),
        cmocka_unit_test(codes_are_cleared_for_owners_of_vertices_within),
        cmocka_unit_test(a_box_of_listed_vertices_holds_them_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
