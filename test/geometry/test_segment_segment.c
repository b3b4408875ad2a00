#include <math.h>
#include <mote/geometry.h>

#include "core/vec.h"
#include "support/kernel_cases.h"
#include "support/quad_distance.h"
#include "support/run.h"

static double largest_of(const mote_vec3 p[2])
{
    double largest = 0;
    for (int i = 0; i < 2; i++)
        largest = fmax(
            largest, fmax(fabs((double)p[i].x), fmax(fabs((double)p[i].y), fabs((double)p[i].z))));
    return largest;
}

static void distance_is_that_of_collapsed_triangles(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(500, 60000, 1000000); i++) {
        mote_random random = mote_random_stream(1, i, 0);
        mote_vec3 a[3], b[3], on_a, on_b;
        kernel_case_make((kernel_case)(i % CASE_COUNT), &random, a, b);
        a[2] = a[1];
        b[2] = b[1];
        double d = (double)mote_segments_distance(a, b, &on_a, &on_b);
        bool touch = mote_triangles_intersect(a, b);
        assert_true((d == 0) == touch);
        double largest = fmax(largest_of(a), largest_of(b));
        if (!touch) {
            double truth = quad_triangle_distance(a, b).upper;
            assert_true(fabs(d - truth) <= 1.1e-6 * truth + 1e-14 * largest + 1e-45);
        }
        mote_dvec3 w = mote_dvec_sub(mote_vec_widen(on_a), mote_vec_widen(on_b));
        assert_true(fabs(mote_dvec_length(w) - d) <= 1e-6 * largest + 1e-44);
    }
}

static void crossing_parallel_and_pointlike_segments(void **state)
{
    (void)state;
    const mote_vec3 a[2] = {{-1, 0, 0}, {1, 0, 0}};
    const mote_vec3 over[2] = {{0, -1, 2}, {0, 1, 2}}, beside[2] = {{-5, 3, 0}, {5, 3, 0}};
    const mote_vec3 through[2] = {{0, -1, 0}, {0, 1, 0}}, point[2] = {{4, 4, 0}, {4, 4, 0}};
    mote_vec3 p, q;
    assert_true(mote_segments_distance(a, over, &p, &q) == 2);
    assert_true(p.x == 0 && p.z == 0 && q.y == 0 && q.z == 2);
    assert_true(mote_segments_distance(a, beside, &p, &q) == 3);
    assert_true(mote_segments_distance(a, through, NULL, NULL) == 0);
    assert_true(mote_segments_distance(a, point, &p, &q) == 5);
    assert_true(p.x == 1 && q.x == 4);
    const mote_vec3 bad[2] = {{NAN, 0, 0}, {1, 0, 0}};
    assert_true(isnan(mote_segments_distance(a, bad, &p, &q)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_is_that_of_collapsed_triangles),
        cmocka_unit_test(crossing_parallel_and_pointlike_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
