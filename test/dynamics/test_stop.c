// Bodies that stop at impacts: nothing passes through anything, however fast.

#include <math.h>

#include "core/random.h"
#include "core/vec.h"
#include "support/bouncing.h"
#include "support/run.h"

static mote_dynamics_def stopping(void)
{
    mote_dynamics_def def = mote_default_dynamics_def();
    def.stop_at_impacts = true;
    return def;
}

static size_t face_pairs_of(const bouncing *b)
{
    mote_report report;
    assert_int_equal(mote_world_report(b->world, &report), MOTE_OK);
    return report.face_pair_count;
}

// An obstacle without thickness: a sheet from -1 to 1 along x and y, in the plane z = 0.
static void add_sheet(bouncing *b)
{
    bouncing_load_other(b, "cloth-50");
    mote_body_def def = mote_default_body_def();
    mote_body_id id;
    def.mesh = b->other_mesh;
    assert_int_equal(mote_body_create(b->world, &def, &id), MOTE_OK);
}

static double some(mote_random *random, double most)
{
    return (double)mote_random_between(random, (float)-most, (float)most);
}

// Unit balls from above, 0.1 to 10^6 of their lengths per step; the middle of each meets the sheet.
static void no_bullet_passes_a_sheet(void **state)
{
    (void)state;
    size_t bounced = 0;
    for (size_t i = 0; i < test_count(20, 200, 10000); i++) {
        mote_random random = mote_random_stream(61, i, 0);
        mote_world_def world = mote_default_world_def();
        mote_dynamics_def def = stopping();
        bouncing b;
        bouncing_begin(&b, "icosphere-1", &world, &def);
        double speed = 2 * pow(10, (double)mote_random_between(&random, -1, 6));
        mote_dvec3 velocity = {some(&random, 0.02) * speed, some(&random, 0.02) * speed, -speed};
        mote_dvec3 spin = {some(&random, 3), some(&random, 3), some(&random, 3)};
        double height = 1.5 + 4 * (double)mote_random_unit(&random);
        bouncing_add(&b, (mote_dvec3){some(&random, 0.2), some(&random, 0.2), height}, velocity,
                     spin);
        add_sheet(&b);
        for (int step = 0; step < 60 && bouncing_get(&b, 0).center.z < 20; step++) {
            bouncing_step(&b, 1);
            mote_rigid now = bouncing_get(&b, 0);
            if (!(now.center.z > 0))
                fail_msg("ball %zu of speed %g passes in step %d", i, speed, step);
            assert_int_equal(face_pairs_of(&b), 0);
            if (now.velocity.z > 0) {
                bounced++;
                break;
            }
        }
        bouncing_end(&b);
    }
    assert_true(bounced > test_count(20, 200, 10000) / 2);
}

// Balls against each other in a box, so fast that most would pass through several others in a step.
static void fast_balls_never_meet(void **state)
{
    (void)state;
    enum { BALLS = 12 };
    mote_world_def world = mote_default_world_def();
    mote_dynamics_def def = stopping();
    def.has_walls = true;
    def.walls = bouncing_box(BALLS);
    bouncing b;
    bouncing_begin(&b, "icosphere-1", &world, &def);
    bouncing_add_crowd(&b, BALLS, 3);
    double energy = bouncing_report(&b).momenta.kinetic_energy;
    uint64_t impacts = 0;
    for (size_t i = 0; i < test_count(10, 60, 2000); i++) {
        bouncing_step(&b, 40); // two radii and more than a turn
        mote_dynamics_report report = bouncing_report(&b);
        assert_int_equal(face_pairs_of(&b), 0);
        assert_true(fabs(report.momenta.kinetic_energy / energy - 1) < 1e-9);
        impacts += report.impacts;
    }
    assert_true(impacts > 0);
    bouncing_end(&b);
}

// A heap that comes to rest under gravity never falls through its floor.
static void what_falls_stays_on_the_sheet(void **state)
{
    (void)state;
    mote_world_def world = mote_default_world_def();
    mote_dynamics_def def = stopping();
    def.restitution = 0.3;
    def.gravity = (mote_dvec3){0, 0, -10};
    bouncing b;
    bouncing_begin(&b, "box", &world, &def);
    bouncing_add(&b, (mote_dvec3){0, 0, 2}, (mote_dvec3){0, 0, 0}, (mote_dvec3){0.5, 0.2, 0});
    add_sheet(&b);
    double lowest = 2;
    for (size_t i = 0; i < test_count(60, 300, 3000); i++) {
        bouncing_step(&b, 1.0 / 60);
        double z = bouncing_get(&b, 0).center.z;
        assert_true(z > 0.45);
        lowest = fmin(lowest, z);
    }
    assert_true(lowest < 1.2);
    bouncing_end(&b);
}

static void methods_without_sweeps_refuse(void **state)
{
    (void)state;
    mote_world_def world = mote_default_world_def();
    world.method = MOTE_METHOD_REFIT;
    mote_dynamics_def def = stopping();
    bouncing b;
    bouncing_begin(&b, "box", &world, &def);
    bouncing_add(&b, (mote_dvec3){0, 0, 2}, (mote_dvec3){0, 0, 0}, (mote_dvec3){0, 0, 0});
    assert_int_equal(mote_dynamics_step(b.dynamics, 1), MOTE_ERROR_REFUSED);
    bouncing_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bullet_passes_a_sheet),
        cmocka_unit_test(fast_balls_never_meet),
        cmocka_unit_test(what_falls_stays_on_the_sheet),
        cmocka_unit_test(methods_without_sweeps_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
