#include <math.h>
#include <mote/geometry.h>

#include "core/vec.h"
#include "support/kernel_cases.h"
#include "support/quad_distance.h"
#include "support/run.h"

static double largest_of(const mote_vec3 *p, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++)
        largest = fmax(
            largest, fmax(fabs((double)p[i].x), fmax(fabs((double)p[i].y), fabs((double)p[i].z))));
    return largest;
}

static void distance_is_that_of_a_triangle_without_extent(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(500, 60000, 1000000); i++) {
        mote_random random = mote_random_stream(1, i, 0);
        mote_vec3 t[3], b[3], closest;
        kernel_case_make((kernel_case)(i % CASE_COUNT), &random, t, b);
        mote_vec3 point[3] = {b[0], b[0], b[0]};
        double d = (double)mote_point_triangle_distance(b[0], t, &closest);
        bool touches = mote_triangles_intersect(t, point);
        assert_true((d == 0) == touches);
        double largest = fmax(largest_of(t, 3), largest_of(b, 1));
        if (!touches) {
            double truth = quad_triangle_distance(t, point).upper;
            assert_true(fabs(d - truth) <= 1.1e-6 * truth + 1e-14 * largest + 1e-45);
        }
        mote_dvec3 w = mote_dvec_sub(mote_vec_widen(b[0]), mote_vec_widen(closest));
        assert_true(fabs(mote_dvec_length(w) - d) <= 1e-6 * largest + 1e-44);
    }
}

static void the_foot_falls_on_face_edge_or_corner(void **state)
{
    (void)state;
    const mote_vec3 t[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    mote_vec3 c;
    assert_true(mote_point_triangle_distance((mote_vec3){1, 1, -7}, t, &c) == 7);
    assert_true(c.x == 1 && c.y == 1 && c.z == 0);
    assert_true(mote_point_triangle_distance((mote_vec3){3, -4, 0}, t, &c) == 4);
    assert_true(c.x == 3 && c.y == 0 && c.z == 0);
    assert_true(mote_point_triangle_distance((mote_vec3){-3, -4, 0}, t, &c) == 5);
    assert_true(c.x == 0 && c.y == 0 && c.z == 0);
    assert_true(mote_point_triangle_distance((mote_vec3){1, 2, 0}, t, NULL) == 0);
    assert_true(isnan(mote_point_triangle_distance((mote_vec3){NAN, 2, 0}, t, &c)));
    assert_true(isnan(mote_point_triangle_distance((mote_vec3){0, INFINITY, 0}, t, &c)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_is_that_of_a_triangle_without_extent),
        cmocka_unit_test(the_foot_falls_on_face_edge_or_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
