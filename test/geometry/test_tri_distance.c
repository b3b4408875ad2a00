#include "geometry/tri_distance.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "core/vec.h"
#include "support/kernel_cases.h"
#include "support/quad_distance.h"
#include "support/run.h"

static double largest_coordinate(const mote_vec3 a[3], const mote_vec3 b[3])
{
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        const float c[6] = {a[i].x, a[i].y, a[i].z, b[i].x, b[i].y, b[i].z};
        for (int k = 0; k < 6; k++) largest = fmax(largest, fabs((double)c[k]));
    }
    return largest;
}

static double half_ulp(double x)
{
    return fmax(x * 0x1p-24, (double)FLT_TRUE_MIN / 2);
}

// What mote_triangles_distance promises, without the rounding to float.
static double promised_error(double distance, double largest)
{
    return 1e-6 * distance + 1e-14 * largest;
}

static void print_case(const char *why, const mote_vec3 a[3], const mote_vec3 b[3])
{
    fprintf(stderr, "%s:\n", why);
    for (int i = 0; i < 3; i++)
        fprintf(stderr, "  {%a, %a, %a}  {%a, %a, %a}\n", (double)a[i].x, (double)a[i].y,
                (double)a[i].z, (double)b[i].x, (double)b[i].y, (double)b[i].z);
}

// The points are as far apart as the distance says, up to their rounding to float, each on its
// triangle.
static bool points_fit(const mote_vec3 a[3], const mote_vec3 b[3], double distance, mote_vec3 on_a,
                       mote_vec3 on_b, double largest)
{
    double rounding = 1e-6 * largest + 4 * (double)FLT_TRUE_MIN;
    mote_dvec3 between = mote_dvec_sub(mote_vec_widen(on_a), mote_vec_widen(on_b));
    if (fabs(mote_dvec_length(between) - distance) > rounding) return false;
    return (double)mote_point_triangle_distance(on_a, a, NULL) <= rounding &&
           (double)mote_point_triangle_distance(on_b, b, NULL) <= rounding;
}

// Returns the error as a part of what is promised. The oracle must prove itself, but for distances
// below 1e-16 of the coordinates and for exponents spread over sixty decades, where its direction
// is noise.
static double check_pair(kernel_case which, const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_vec3 on_a, on_b;
    double largest = largest_coordinate(a, b);
    double distance = (double)mote_triangles_distance(a, b, &on_a, &on_b);
    bool fits = points_fit(a, b, distance, on_a, on_b, largest);
    if (!fits) print_case("closest points", a, b);
    assert_true(fits);
    if (mote_triangles_intersect(a, b)) {
        assert_true(distance == 0);
        return 0;
    }
    assert_true(distance >= (double)FLT_TRUE_MIN);
    mote_tri_distance found;
    mote_tri_distance_find(a, b, &found);
    assert_true(distance == (double)mote_tri_distance_round(found.squared));
    quad_distance truth = quad_triangle_distance(a, b);
    if (which != CASE_MIXED && truth.upper > 1e-16 * largest)
        assert_true(truth.upper - truth.lower <= 0.01 * promised_error(truth.upper, largest));
    double error = fabs(sqrt(found.squared) - truth.upper);
    double promise = promised_error(truth.upper, largest);
    if (error > promise || fabs(distance - truth.upper) > promise + half_ulp(truth.upper))
        print_case("distance", a, b);
    assert_true(error <= promise);
    assert_true(fabs(distance - truth.upper) <= promise + half_ulp(truth.upper));
    return promise > 0 ? error / promise : 0;
}

static void distance_keeps_its_promise(void **state)
{
    (void)state;
    size_t count = test_count(150, 10000, 1000000);
    for (int which = 0; which < CASE_COUNT; which++) {
        double worst = 0;
        mote_random random = mote_random_stream(1, (uint64_t)which, 0);
        for (size_t i = 0; i < count; i++) {
            mote_vec3 a[3], b[3];
            kernel_case_make((kernel_case)which, &random, a, b);
            worst = fmax(worst, check_pair((kernel_case)which, a, b));
        }
        printf("%-10s worst error %.3g of what is promised\n", kernel_case_name((kernel_case)which),
               worst);
    }
}

static void order_of_corners_and_triangles_does_not_matter(void **state)
{
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (size_t i = 0; i < test_count(300, 20000, 200000); i++) {
        mote_random random = mote_random_stream(2, i, 0);
        mote_vec3 a[3], b[3];
        kernel_case_make((kernel_case)(i % CASE_COUNT), &random, a, b);
        const int *pa = orders[mote_random_below(&random, 6)],
                  *pb = orders[mote_random_below(&random, 6)];
        mote_vec3 c[3] = {a[pa[0]], a[pa[1]], a[pa[2]]}, d[3] = {b[pb[0]], b[pb[1]], b[pb[2]]};
        double one = (double)mote_triangles_distance(a, b, NULL, NULL);
        double other = (double)mote_triangles_distance(d, c, NULL, NULL);
        assert_true((one == 0) == (other == 0));
        double largest = largest_coordinate(a, b);
        assert_true(fabs(one - other) <= 2 * (promised_error(one, largest) + half_ulp(one)));
    }
}

static void known_distances(void **state)
{
    (void)state;
    const mote_vec3 flat[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const mote_vec3 over_face[3] = {{1, 1, 3}, {1, 1, 5}, {2, 1, 5}};
    const mote_vec3 beside_edge[3] = {{1, -2, -1}, {1, -2, 1}, {1, -9, 0}};
    const mote_vec3 beyond_corner[3] = {{7, -4, 0}, {9, -4, 0}, {9, -9, 0}};
    const mote_vec3 through[3] = {{1, 1, -1}, {1, 1, 1}, {2, 1, 1}};
    mote_vec3 p, q;
    assert_true(mote_triangles_distance(flat, over_face, &p, &q) == 3);
    assert_true(p.x == 1 && p.y == 1 && p.z == 0 && q.x == 1 && q.y == 1 && q.z == 3);
    assert_true(mote_triangles_distance(flat, beside_edge, &p, &q) == 2);
    assert_true(p.x == 1 && p.y == 0 && q.y == -2);
    assert_true(mote_triangles_distance(flat, beyond_corner, &p, &q) == 5);
    assert_true(p.x == 4 && p.y == 0 && q.x == 7 && q.y == -4);
    assert_true(mote_triangles_distance(flat, through, &p, &q) == 0);
    assert_true(p.z == q.z && fabsf(p.z) < 1e-6f);
}

static void what_is_not_finite_gives_nan(void **state)
{
    (void)state;
    const float bad[3] = {NAN, INFINITY, -INFINITY};
    for (int corner = 0; corner < 6; corner++) {
        for (int k = 0; k < 3; k++) {
            mote_vec3 t[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 3}, {1, 0, 3}, {0, 1, 3}};
            if (corner % 3 == 0) t[corner].x = bad[k];
            if (corner % 3 == 1) t[corner].y = bad[k];
            if (corner % 3 == 2) t[corner].z = bad[k];
            assert_true(isnan(mote_triangles_distance(t, t + 3, NULL, NULL)));
            mote_index_pair pair = {0, 1};
            float distance = 0;
            assert_int_equal(mote_triangles_distance_pairs(t, t, &pair, 1, &distance), 1);
            assert_true(isnan(distance));
        }
    }
}

static void below_agrees_with_find(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(300, 20000, 200000); i++) {
        mote_random random = mote_random_stream(3, i, 0);
        mote_vec3 a[3], b[3];
        kernel_case_make((kernel_case)(i % CASE_COUNT), &random, a, b);
        mote_tri_distance found, below;
        mote_tri_distance_find(a, b, &found);
        double bound = found.squared * (double)mote_random_between(&random, 0.5f, 1.5f);
        assert_int_equal(mote_tri_distance_below(a, b, bound, &below), found.squared < bound);
        assert_false(mote_tri_distance_below(a, b, found.squared, &below));
    }
}

static void the_rounding_mode_of_the_caller_does_not_matter(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(300, 6000, 60000); i++) {
        mote_random random = mote_random_stream(4, i, 0);
        mote_vec3 a[3], b[3];
        kernel_case_make((kernel_case)(i % CASE_COUNT), &random, a, b);
        float nearest = mote_triangles_distance(a, b, NULL, NULL);
        fesetround(FE_UPWARD);
        float upward = mote_triangles_distance(a, b, NULL, NULL);
        bool kept = fegetround() == FE_UPWARD;
        fesetround(FE_TONEAREST);
        assert_true(kept);
        assert_memory_equal(&nearest, &upward, sizeof nearest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_keeps_its_promise),
        cmocka_unit_test(order_of_corners_and_triangles_does_not_matter),
        cmocka_unit_test(known_distances),
        cmocka_unit_test(what_is_not_finite_gives_nan),
        cmocka_unit_test(below_agrees_with_find),
        cmocka_unit_test(the_rounding_mode_of_the_caller_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
