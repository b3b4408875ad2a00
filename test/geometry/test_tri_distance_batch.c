#include "geometry/tri_distance.h"

#include <math.h>
#include <string.h>

#include "support/kernel_cases.h"
#include "support/run.h"

enum { TRIANGLES = 48, MAX_PAIRS = 300 };

static void fill(mote_random *random, mote_vec3 *a, mote_vec3 *b)
{
    for (int i = 0; i < TRIANGLES; i++)
        kernel_case_make((kernel_case)(i % CASE_COUNT), random, a + 3 * i, b + 3 * i);
}

static size_t random_pairs(mote_random *random, mote_index_pair *pairs)
{
    size_t count = mote_random_below(random, MAX_PAIRS + 1);
    for (size_t i = 0; i < count; i++) {
        pairs[i].a = mote_random_below(random, TRIANGLES);
        bool partner = mote_random_below(random, 2) == 0;
        pairs[i].b = partner ? pairs[i].a : mote_random_below(random, TRIANGLES);
    }
    return count;
}

static void batch_gives_the_bits_of_the_single_form(void **state)
{
    (void)state;
    for (size_t round = 0; round < test_count(10, 400, 10000); round++) {
        mote_random random = mote_random_stream(1, round, 0);
        mote_vec3 a[3 * TRIANGLES], b[3 * TRIANGLES];
        mote_index_pair pairs[MAX_PAIRS];
        float distances[MAX_PAIRS];
        fill(&random, a, b);
        size_t count = random_pairs(&random, pairs);
        size_t nearest = mote_triangles_distance_pairs(a, b, pairs, count, distances);
        size_t expected = count;
        for (size_t i = 0; i < count; i++) {
            float one = mote_triangles_distance(a + 3 * pairs[i].a, b + 3 * pairs[i].b, NULL, NULL);
            assert_memory_equal(&one, &distances[i], sizeof one);
            if (expected == count || one < distances[expected]) expected = i;
        }
        assert_int_equal(nearest, expected);
    }
}

#ifdef MOTE_HAVE_AVX2_KERNELS
static void assert_same(const mote_tri_features *one, const mote_tri_features *other)
{
    assert_true(one->squared == other->squared && one->feature == other->feature);
    assert_true(one->u == other->u && one->v == other->v);
}
#endif

static void every_kernel_gives_the_same_bits(void **state)
{
    (void)state;
    for (size_t round = 0; round < test_count(10, 400, 10000); round++) {
        mote_random random = mote_random_stream(2, round, 0);
        mote_vec3 a[3 * TRIANGLES], b[3 * TRIANGLES];
        mote_index_pair pairs[MAX_PAIRS];
        double squared[MAX_PAIRS + 4], base[MAX_PAIRS + 4];
        fill(&random, a, b);
        size_t count = random_pairs(&random, pairs);
        MOTE_PICK_KERNEL(mote_tri_distance_batch)(a, b, pairs, count, squared);
        mote_tri_distance_batch_base(a, b, pairs, count, base);
        assert_memory_equal(squared, base, count * sizeof squared[0]);
        for (size_t i = 0; i < count; i++) {
            const mote_vec3 *ta = a + 3 * pairs[i].a, *tb = b + 3 * pairs[i].b;
            mote_tri_features scalar;
            mote_tri_distance_one_scalar(ta, tb, &scalar);
            assert_true(scalar.squared == squared[i]);
#ifdef MOTE_HAVE_AVX2_KERNELS
            if (!mote_cpu_has_avx2()) continue;
            mote_tri_features found;
            mote_tri_distance_one_avx2(ta, tb, &found);
            assert_same(&scalar, &found);
#endif
        }
    }
}

static void an_empty_batch_has_no_nearest(void **state)
{
    (void)state;
    assert_int_equal(mote_triangles_distance_pairs(NULL, NULL, NULL, 0, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_gives_the_bits_of_the_single_form),
        cmocka_unit_test(every_kernel_gives_the_same_bits),
        cmocka_unit_test(an_empty_batch_has_no_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
