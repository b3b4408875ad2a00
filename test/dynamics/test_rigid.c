// One body in motion: what turning and falling conserve.

#include <math.h>
#include <string.h>

#include "core/transform.h"
#include "core/vec.h"
#include "dynamics/mass.h"
#include "support/rigid_cases.h"
#include "support/run.h"

static void advanced(mote_rigid *rigid, mote_dvec3 gravity, double time)
{
    if (mote_rigid_advance(rigid, gravity, time) != MOTE_OK) fail_msg("%s", mote_last_message());
}

static const mote_dvec3 no_gravity = {0, 0, 0};

static void turning_keeps_energy_and_angular_momentum(void **state)
{
    (void)state;
    double worst_energy = 0, worst_momentum = 0;
    size_t steps = test_count(200, 1000, 10000);
    for (uint64_t seed = 0; seed < test_count(50, 200, 1000); seed++) {
        mote_random random = mote_random_stream(60, seed, 0);
        mote_rigid rigid = random_rigid(&random, 1);
        rigid.center = rigid.velocity = (mote_dvec3){0, 0, 0};
        double spin = mote_dvec_length(rigid.angular_velocity);
        double time = random_magnitude(&random, -3, 0.5) / spin; // up to half a turn a step
        mote_momenta start = mote_rigid_momenta(&rigid);
        double length = mote_dvec_length(start.angular_momentum);
        for (size_t i = 0; i < steps; i++) {
            advanced(&rigid, no_gravity, time);
            mote_momenta now = mote_rigid_momenta(&rigid);
            worst_energy = fmax(worst_energy, fabs(now.kinetic_energy / start.kinetic_energy - 1));
            worst_momentum =
                fmax(worst_momentum,
                     dvec_distance(now.angular_momentum, start.angular_momentum) / length);
        }
    }
    print_message("%zu steps without torque: energy off by %.1e, angular momentum by %.1e\n", steps,
                  worst_energy, worst_momentum);
    assert_true(worst_energy < 1e-10 && worst_momentum < 1e-10);
}

// Of second order: half the time a step, a quarter of the error.
static void turning_converges_to_the_true_motion(void **state)
{
    (void)state;
    mote_rigid rigid = mote_default_rigid(), last = rigid;
    rigid.mass.inertia = (mote_inertia){.xx = 1, .yy = 2, .zz = 2.5};
    rigid.angular_velocity = (mote_dvec3){0.2, 1, 0.1}; // tumbles about the middle axis
    double errors[4] = {0};
    for (int level = 4; level >= 0; level--) {
        mote_rigid moved = rigid;
        int steps = 200 << level;
        for (int i = 0; i < steps; i++) advanced(&moved, no_gravity, 20.0 / steps);
        if (level == 4) last = moved;
        if (level < 4) errors[level] = dvec_distance(moved.angular_velocity, last.angular_velocity);
    }
    for (int level = 0; level < 2; level++) {
        double ratio = errors[level] / errors[level + 1];
        print_message("error ratio for half the step: %.2f\n", ratio);
        assert_true(ratio > 3.5 && ratio < 4.6);
    }
}

static void time_can_be_turned_back(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(20, 100, 1000); seed++) {
        mote_random random = mote_random_stream(61, seed, 0);
        mote_rigid start = random_rigid(&random, 1), moved = start;
        mote_dvec3 gravity = random_dvec(&random, 1);
        double time = 0.1 / mote_dvec_length(start.angular_velocity);
        for (int i = 0; i < 100; i++) advanced(&moved, gravity, time);
        for (int i = 0; i < 100; i++) advanced(&moved, gravity, -time);
        double spin = mote_dvec_length(start.angular_velocity);
        assert_true(dvec_distance(moved.angular_velocity, start.angular_velocity) < 1e-9 * spin);
    }
}

static void a_spin_about_a_principal_axis_is_exact(void **state)
{
    (void)state;
    mote_rigid rigid = mote_default_rigid();
    rigid.mass.inertia = (mote_inertia){.xx = 1, .yy = 2, .zz = 2.5};
    rigid.angular_velocity.z = 0.17453292519943295; // 10 degrees
    for (int i = 0; i < 9; i++) advanced(&rigid, no_gravity, 1);
    mote_dvec3 x = mote_rotate(rigid.rotation, (mote_dvec3){1, 0, 0});
    assert_true(dvec_distance(x, (mote_dvec3){0, 1, 0}) < 1e-14);
}

static void falling_keeps_the_energy(void **state)
{
    (void)state;
    mote_rigid rigid = mote_default_rigid();
    rigid.velocity = (mote_dvec3){3, 0, 10};
    mote_dvec3 gravity = {0, 0, -9.81};
    double start = mote_rigid_momenta(&rigid).kinetic_energy;
    for (int i = 0; i < 1000; i++) {
        advanced(&rigid, gravity, 0.01);
        double energy = mote_rigid_momenta(&rigid).kinetic_energy + 9.81 * rigid.center.z;
        assert_true(fabs(energy - start) < 1e-10 * start);
    }
    assert_true(fabs(rigid.center.z - (100 - 9.81 * 50)) < 1e-9);
}

static void wild_spins_stay_finite(void **state)
{
    (void)state;
    mote_rigid rigid = mote_default_rigid();
    rigid.mass.inertia = (mote_inertia){.xx = 1e-3, .yy = 1, .zz = 1};
    rigid.angular_velocity = (mote_dvec3){1e7, 1e6, 1e7};
    mote_momenta start = mote_rigid_momenta(&rigid);
    for (int i = 0; i < 3; i++) advanced(&rigid, no_gravity, 1);
    mote_momenta now = mote_rigid_momenta(&rigid);
    assert_true(dvec_distance(now.angular_momentum, start.angular_momentum) <
                1e-9 * mote_dvec_length(start.angular_momentum));
    assert_true(isfinite(now.kinetic_energy));
}

// What draws itself together turns faster, by as much as its inertia shrinks.
static void another_shape_keeps_the_momenta(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(100, 1000, 10000); seed++) {
        mote_random random = mote_random_stream(62, seed, 0);
        mote_rigid rigid = random_rigid(&random, 1);
        mote_mass mass = random_mass(&random, 1);
        mote_momenta before = mote_rigid_momenta(&rigid);
        mote_dvec3 center = rigid.center;
        assert_int_equal(mote_rigid_set_mass(&rigid, &mass), MOTE_OK);
        mote_momenta after = mote_rigid_momenta(&rigid);
        assert_true(dvec_distance(before.momentum, after.momentum) <=
                    1e-12 * mote_dvec_length(before.momentum));
        assert_true(dvec_distance(before.angular_momentum, after.angular_momentum) <=
                    1e-9 * mote_dvec_length(before.angular_momentum));
        assert_memory_equal(&rigid.center, &center, sizeof center);
    }
}

static void placements_put_the_center_where_it_is(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        mote_random random = mote_random_stream(63, seed, 0);
        mote_rigid rigid = random_rigid(&random, 1);
        mote_placement placement = mote_rigid_placement(&rigid);
        mote_dvec3 arm = mote_rotate(placement.rotation, rigid.mass.center);
        assert_true(dvec_distance(mote_dvec_add(placement.origin, arm), rigid.center) < 1e-14);
    }
}

static void principal_axes_make_the_tensor(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(1000, 10000, 100000); seed++) {
        mote_random random = mote_random_stream(65, seed, 0);
        mote_mass mass = random_mass(&random, 1);
        mote_principal p = mote_inertia_principal(&mass.inertia);
        mote_inertia inverse = mote_inertia_inverse(&mass.inertia);
        double size = mass.inertia.xx + mass.inertia.yy + mass.inertia.zz;
        for (int k = 0; k < 3; k++) {
            mote_dvec3 times = mote_inertia_times(&mass.inertia, p.axis[k]);
            assert_true(dvec_distance(times, mote_dvec_scale(p.axis[k], p.moment[k])) <
                        1e-14 * size);
            mote_dvec3 back = mote_inertia_times(&inverse, times);
            assert_true(dvec_distance(back, p.axis[k]) < 1e-10);
        }
    }
}

static void bad_motion_is_refused_by_name(void **state)
{
    (void)state;
    mote_rigid rigid = mote_default_rigid();
    mote_mass mass = rigid.mass;
    assert_int_equal(mote_rigid_advance(NULL, no_gravity, 1), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_rigid_advance(&rigid, (mote_dvec3){(double)NAN, 0, 0}, 1),
                     MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "gravity"));
    assert_int_equal(mote_rigid_advance(&rigid, no_gravity, HUGE_VAL), MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "time inf"));
    rigid.mass.mass = 0;
    assert_int_equal(mote_rigid_advance(&rigid, no_gravity, 1), MOTE_ERROR_DATA);
    assert_non_null(
        strstr(mote_last_message(), "mote_rigid_advance: rigid: mass is 0, expected above 0"));
    rigid.mass.mass = 1;
    assert_int_equal(mote_rigid_set_mass(&rigid, NULL), MOTE_ERROR_ARGUMENT);
    mass.inertia.zz = -1;
    assert_int_equal(mote_rigid_set_mass(&rigid, &mass), MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "mote_rigid_set_mass: mass: inertia"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turning_keeps_energy_and_angular_momentum),
        cmocka_unit_test(turning_converges_to_the_true_motion),
        cmocka_unit_test(time_can_be_turned_back),
        cmocka_unit_test(a_spin_about_a_principal_axis_is_exact),
        cmocka_unit_test(falling_keeps_the_energy),
        cmocka_unit_test(wild_spins_stay_finite),
        cmocka_unit_test(another_shape_keeps_the_momenta),
        cmocka_unit_test(placements_put_the_center_where_it_is),
        cmocka_unit_test(principal_axes_make_the_tensor),
        cmocka_unit_test(bad_motion_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
