#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "core/vec.h"
#include "support/kernel_cases.h"
#include "support/run.h"

typedef struct tally {
    size_t pairs, hits, missed, invented;
} tally;

static void count_pair(tally *sum, const mote_vec3 a[3], const mote_vec3 b[3])
{
    bool truth = mote_triangles_intersect(a, b), found = mote_smith_face_pair(a, b);
    sum->pairs++;
    sum->hits += truth;
    sum->missed += truth && !found;
    sum->invented += found && !truth;
}

static tally count_case(kernel_case which, size_t count)
{
    tally sum = {0};
    mote_random random = mote_random_stream(1, (uint64_t)which, 0);
    for (size_t i = 0; i < count; i++) {
        mote_vec3 a[3], b[3];
        kernel_case_make(which, &random, a, b);
        count_pair(&sum, a, b);
    }
    printf("%-10s %7zu pairs, %6zu meet, %6zu missed, %5zu invented\n", kernel_case_name(which),
           sum.pairs, sum.hits, sum.missed, sum.invented);
    return sum;
}

static void agrees_with_exact_on_generic_input(void **state)
{
    (void)state;
    tally sum = count_case(CASE_GENERIC, test_count(10000, 500000, 5000000));
    assert_true(sum.hits > sum.pairs / 100);
    assert_true(sum.missed + sum.invented <= sum.pairs / 50000);
}

static void errs_on_touching_and_degenerate_input(void **state)
{
    (void)state;
    size_t count = test_count(5000, 100000, 1000000);
    const kernel_case hard[] = {CASE_SHARED, CASE_DEGENERATE, CASE_GRID, CASE_PARALLEL, CASE_MIXED};
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++) {
        tally sum = count_case(hard[i], count);
        bool touching = hard[i] == CASE_SHARED || hard[i] == CASE_GRID;
        if (touching) assert_true(sum.missed > 0);
    }
}

static mote_vec3 on_plane(float u, float v)
{
    const mote_vec3 e = {0.3f, 0.7f, -0.2f}, f = {-0.6f, 0.1f, 0.9f};
    return mote_vec_add(mote_vec_scale(e, u), mote_vec_scale(f, v));
}

// In a plane that floats cannot represent, rounding moves the corners of one triangle to one side
// of the other.
static void misses_coplanar_overlaps_by_rounding(void **state)
{
    (void)state;
    tally aligned = {0}, slanted = {0};
    mote_random random = mote_random_stream(2, 0, 0);
    for (size_t i = 0; i < test_count(2000, 20000, 200000); i++) {
        mote_vec3 a[3], b[3], c[3], d[3];
        for (int k = 0; k < 3; k++) {
            mote_vec3 p = random_point(&random), q = random_point(&random);
            a[k] = (mote_vec3){p.x, p.y, 0.5f};
            b[k] = (mote_vec3){q.x, q.y, 0.5f};
            c[k] = on_plane(p.x, p.y);
            d[k] = on_plane(q.x, q.y);
        }
        count_pair(&aligned, a, b);
        count_pair(&slanted, c, d);
    }
    printf("coplanar, across z: %zu of %zu missed; slanted: %zu of %zu\n", aligned.missed,
           aligned.hits, slanted.missed, slanted.hits);
    assert_true(aligned.missed + aligned.invented <= aligned.pairs / 1000);
    assert_true(slanted.missed > 0 || slanted.invented > 0);
}

static void plain_pairs(void **state)
{
    (void)state;
    const mote_vec3 flat[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const mote_vec3 through[3] = {{1, 1, -1}, {1, 1, 1}, {2, 1, 2}};
    const mote_vec3 over[3] = {{1, 1, 1}, {2, 1, 1}, {1, 2, 2}};
    const mote_vec3 beside[3] = {{3, 3, -1}, {3, 3, 1}, {4, 4, 0}};
    const mote_vec3 inside[3] = {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}};
    assert_true(mote_smith_face_pair(flat, through) && mote_smith_face_pair(through, flat));
    assert_false(mote_smith_face_pair(flat, over) || mote_smith_face_pair(over, flat));
    assert_false(mote_smith_face_pair(flat, beside) || mote_smith_face_pair(beside, flat));
    assert_true(mote_smith_face_pair(flat, inside) && mote_smith_face_pair(inside, flat));
    const mote_vec3 bad[3] = {{NAN, 1, -1}, {1, 1, 1}, {2, 1, 2}};
    (void)mote_smith_face_pair(flat, bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_exact_on_generic_input),
        cmocka_unit_test(errs_on_touching_and_degenerate_input),
        cmocka_unit_test(misses_coplanar_overlaps_by_rounding),
        cmocka_unit_test(plain_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
