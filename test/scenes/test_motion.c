#include <math.h>

#include "core/random.h"
#include "core/transform.h"
#include "core/vec.h"
#include "scenes/motion.h"
#include "scenes/trig.h"
#include "support/run.h"

#define TWO_PI 6.283185307179586

static double between(mote_random *random, double low, double high)
{
    return low + (high - low) * (double)mote_random_unit(random);
}

static mote_dvec3 any_point(mote_random *random)
{
    double x = between(random, -2.0, 2.0), y = between(random, -2.0, 2.0);
    return (mote_dvec3){x, y, between(random, -2.0, 2.0)};
}

static void sines_agree_with_libm(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(1, 0, 0);
    for (size_t i = 0; i < test_count(1000, 100000, 1000000); i++) {
        double turns = between(&random, -3.0, 3.0);
        assert_true(fabs(scene_sin_turns(turns) - sin(turns * TWO_PI)) < 1e-14);
        assert_true(fabs(scene_cos_turns(turns) - cos(turns * TWO_PI)) < 1e-14);
    }
}

static void quarter_turns_are_exact(void **state)
{
    (void)state;
    for (int i = -8; i <= 8; i++) {
        double turns = 0.25 * i;
        double expected_sin[] = {0.0, 1.0, 0.0, -1.0}, expected_cos[] = {1.0, 0.0, -1.0, 0.0};
        assert_true(scene_sin_turns(turns) == expected_sin[(i + 8) % 4]);
        assert_true(scene_cos_turns(turns) == expected_cos[(i + 8) % 4]);
    }
}

static void sines_keep_their_bits(void **state)
{
    (void)state;
    // Bits of a few values, the same on every target.
    assert_true(scene_sin_turns(1.0 / 12.0) == 0x1.fffffffffffffp-2);
    assert_true(scene_cos_turns(0.1) == 0x1.9e3779b97f4a8p-1);
    assert_true(scene_sin_turns(1000.3) == 0x1.e6f0e1344581bp-1);
}

static void poses_are_rotations(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(2, 0, 0);
    for (size_t i = 0; i < test_count(100, 10000, 10000); i++) {
        mote_rotation q = mote_rotation_product(
            scene_rotation_about(any_point(&random), between(&random, -1.0, 1.0)),
            scene_rotation_about(any_point(&random), between(&random, -1.0, 1.0)));
        mote_transform m = scene_rigid_pose(q, any_point(&random));
        assert_true(fabsf(mote_vec_length(m.cx) - 1.0f) < 1e-6f);
        assert_true(fabsf(mote_vec_dot(m.cx, m.cy)) < 1e-6f);
        mote_vec3 z = mote_vec_cross(m.cx, m.cy);
        assert_true(mote_vec_length(mote_vec_sub(z, m.cz)) < 1e-6f);
    }
    mote_transform none =
        scene_rigid_pose(scene_rotation_about((mote_dvec3){0, 0, 0}, 0.3), (mote_dvec3){1, 2, 3});
    mote_vec3 p = mote_transform_point(&none, (mote_vec3){4.0f, 5.0f, 6.0f});
    assert_true(p.x == 5.0f && p.y == 7.0f && p.z == 9.0f);
}

static void a_quarter_about_z_takes_x_to_y(void **state)
{
    (void)state;
    mote_transform m =
        scene_rigid_pose(scene_rotation_about((mote_dvec3){0, 0, 2}, 0.25), (mote_dvec3){0, 0, 0});
    mote_vec3 p = mote_transform_point(&m, (mote_vec3){1.0f, 0.0f, 0.0f});
    assert_true(fabsf(p.x) < 1e-7f && fabsf(p.y - 1.0f) < 1e-7f && p.z == 0.0f);
}

// As a ball that is stepped and turned around at the walls would fly.
static void reflection_equals_stepping(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(3, 0, 0);
    for (size_t i = 0; i < test_count(20, 1000, 1000); i++) {
        double low = between(&random, -3.0, 0.0), high = low + between(&random, 0.5, 3.0);
        double start = between(&random, low, high), step = between(&random, -0.2, 0.2);
        double x = start, velocity = step;
        for (int frame = 1; frame < 200; frame++) {
            x += velocity;
            if (x > high) x = 2.0 * high - x, velocity = -velocity;
            if (x < low) x = 2.0 * low - x, velocity = -velocity;
            assert_true(fabs(scene_reflect(start, frame * step, low, high) - x) < 1e-9);
        }
    }
    assert_true(scene_reflect(1.0, 5.0, 2.0, 2.0) == 2.0);
}

static void bending_keeps_the_length_of_the_middle_line(void **state)
{
    (void)state;
    const double curvature = 0.7;
    double length = 0.0;
    mote_dvec3 last = scene_bend((mote_dvec3){-1.0, 0.0, 0.0}, curvature);
    for (int i = 1; i <= 1000; i++) {
        mote_dvec3 next = scene_bend((mote_dvec3){-1.0 + 0.002 * i, 0.0, 0.0}, curvature);
        length += mote_dvec_length(mote_dvec_sub(next, last));
        last = next;
    }
    assert_true(fabs(length - 2.0) < 1e-5);
    mote_dvec3 straight = scene_bend((mote_dvec3){1.0, 2.0, 3.0}, 0.0);
    assert_true(straight.x == 1.0 && straight.y == 2.0 && straight.z == 3.0);
}

static void twisting_keeps_height_and_distance_from_the_axis(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(4, 0, 0);
    for (int i = 0; i < 1000; i++) {
        mote_dvec3 p = any_point(&random), q = scene_twist(p, 0.3);
        assert_true(q.y == p.y);
        assert_true(fabs(q.x * q.x + q.z * q.z - p.x * p.x - p.z * p.z) < 1e-12);
    }
}

static void breathing_swells_the_axes_and_shrinks_the_diagonals(void **state)
{
    (void)state;
    mote_dvec3 axis = scene_breathe((mote_dvec3){0.0, 2.0, 0.0}, 0.1);
    assert_true(fabs(axis.y - 2.2) < 1e-12);
    mote_dvec3 diagonal = scene_breathe((mote_dvec3){1.0, 1.0, 1.0}, 0.1);
    assert_true(fabs(diagonal.x - 0.9) < 1e-12);
    mote_dvec3 middle = scene_breathe((mote_dvec3){0.0, 0.0, 0.0}, 0.1);
    assert_true(middle.x == 0.0 && middle.y == 0.0 && middle.z == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_agree_with_libm),
        cmocka_unit_test(quarter_turns_are_exact),
        cmocka_unit_test(sines_keep_their_bits),
        cmocka_unit_test(poses_are_rotations),
        cmocka_unit_test(a_quarter_about_z_takes_x_to_y),
        cmocka_unit_test(reflection_equals_stepping),
        cmocka_unit_test(bending_keeps_the_length_of_the_middle_line),
        cmocka_unit_test(twisting_keeps_height_and_distance_from_the_axis),
        cmocka_unit_test(breathing_swells_the_axes_and_shrinks_the_diagonals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
