// Bodies that are let move through bindings/js, natively under the sanitizers: in any order with
// worlds and bodies that go, open surfaces, bodies on demand.

#include <math.h>

#include "bindings/js/module/world.h"
#include "core/vec.h"
#include "support/js_world.h"
#include "support/rigid_cases.h"
#include "support/run.h"

static js_dynamics *create_dynamics(js_world *world, bool has_walls)
{
    js_dynamics_options options;
    js_dynamics *dynamics;
    js_dynamics_defaults(&options);
    options.has_walls = has_walls;
    options.walls_min = (mote_dvec3){-50, -50, -50};
    options.walls_max = (mote_dvec3){50, 50, 50};
    options.push_apart = 0.5;
    assert_int_equal(js_dynamics_create(world, &options, &dynamics), MOTE_OK);
    return dynamics;
}

static void add_all(js_dynamics *dynamics, js_world *world)
{
    const js_rigid moving = {.velocity = {3, 2, 1}, .given = JS_GIVEN_VELOCITY};
    uint32_t body = js_world_next_body(world, 0);
    for (; body != MOTE_NONE; body = js_world_next_body(world, body + 1))
        if (js_dynamics_add(dynamics, body, &moving) != MOTE_OK)
            fail_msg("body %u: %s", body, mote_last_message());
}

static void scenes_are_let_go(void **state)
{
    (void)state;
    const char *const names[] = {"crowd-5", "cloth-ball", "teapot-sphere", "blobs", "letters-tt"};
    for (size_t i = 0; i < 2 * sizeof names / sizeof *names; i++) {
        js_scene *scene = js_open_scene(names[i / 2]);
        js_world *world = js_create_world("hybrid");
        js_fill(world, scene);
        for (uint32_t body = 0; i % 2 && body < js_scene_body_count(scene); body++)
            if (js_scene_has_deformer(scene, body))
                assert_int_equal(js_world_put_on_demand(world, body, scene, body), MOTE_OK);
        js_detect(world, scene, 5);
        js_dynamics *dynamics = create_dynamics(world, true);
        add_all(dynamics, world);
        for (uint64_t step = 0; step < test_count(10, 60, 600); step++)
            assert_int_equal(js_dynamics_step(dynamics, 0.1), MOTE_OK);
        mote_dynamics_report report;
        assert_int_equal(js_dynamics_report(dynamics, &report), MOTE_OK);
        assert_true(report.stopped == 0);
        js_scene_close(scene);
        js_dynamics_destroy(dynamics);
        assert_int_equal(js_world_detect(world), MOTE_OK);
        js_world_destroy(world);
    }
}

static void everything_goes_in_any_order(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("spheres-6");
    for (int first = 0; first < 3; first++) {
        js_world *world = js_create_world("hybrid");
        js_fill(world, scene);
        js_dynamics *all[3];
        for (int i = 0; i < 3; i++) all[i] = create_dynamics(world, false);
        add_all(all[first], world);
        assert_int_equal(js_dynamics_hold(all[first], 1), MOTE_OK);
        assert_int_equal(js_world_remove(world, 0), MOTE_OK);
        assert_int_equal(js_dynamics_step(all[first], 0.1), MOTE_OK);
        js_dynamics_destroy(all[(first + 1) % 3]);
        js_world_destroy(world);
        js_rigid rigid;
        assert_int_equal(js_dynamics_step(all[first], 0.1), MOTE_ERROR_STALE);
        assert_int_equal(js_dynamics_get(all[first], 1, &rigid), MOTE_ERROR_STALE);
        js_dynamics_destroy(all[first]);
        js_dynamics_destroy(all[(first + 2) % 3]);
    }
    js_scene_close(scene);
}

static void placements_come_back_from_transforms(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(1000, 10000, 1000000); seed++) {
        mote_random random = mote_random_stream(610, seed, 0);
        mote_placement placement = {random_dvec(&random, 10), random_rotation(&random)}, found;
        if (seed % 2) placement.rotation.w = 0; // half a turn
        mote_rotation *q = &placement.rotation;
        double length = sqrt(q->w * q->w + q->x * q->x + q->y * q->y + q->z * q->z);
        if (!(length > 0.1)) continue;
        *q = (mote_rotation){q->w / length, q->x / length, q->y / length, q->z / length};
        mote_transform transform = mote_placement_transform(&placement);
        assert_true(js_placement_of(&transform, &found));
        double dot = q->w * found.rotation.w + q->x * found.rotation.x + q->y * found.rotation.y +
                     q->z * found.rotation.z;
        assert_true(fabs(fabs(dot) - 1) < 1e-6);
        assert_true(dvec_distance(placement.origin, found.origin) < 1e-5);
        transform.cy = mote_vec_scale(transform.cy, seed % 4 < 2 ? -1 : 1.01f);
        assert_false(js_placement_of(&transform, &found));
    }
}

// A box of sides 1, 2, 3 is as heavy with a side missing as without.
static void boxes_weigh_the_same_open_or_closed(void **state)
{
    (void)state;
    const mote_vec3 corners[8] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0},
                                  {0, 0, 3}, {1, 0, 3}, {0, 2, 3}, {1, 2, 3}};
    const uint32_t faces[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    js_mass weights[2];
    for (uint32_t missing = 0; missing < 2; missing++) {
        js_body body = {0};
        assert_int_equal(js_mesh_create(corners, 8, faces, 12 - 2 * missing, false, &body.mesh),
                         MOTE_OK);
        assert_int_equal(js_body_mass(&body, &weights[missing]), MOTE_OK);
        assert_int_equal(weights[missing].is_solid, !missing);
        js_mesh_release(body.mesh);
    }
    const mote_mass *solid = &weights[0].mass, *open = &weights[1].mass;
    assert_true(fabs(solid->mass - 6) < 1e-9 && fabs(open->mass - 6) < 1e-9);
    assert_true(dvec_distance(solid->center, open->center) < 1e-9);
    assert_true(fabs(solid->inertia.xx - open->inertia.xx) < 1e-9);
    assert_true(fabs(solid->inertia.yy - open->inertia.yy) < 1e-9);
    assert_true(fabs(solid->inertia.zz - open->inertia.zz) < 1e-9);
    mote_mass doubled = js_scale_mass(solid, 12);
    assert_true(fabs(doubled.inertia.xx - 2 * solid->inertia.xx) < 1e-9);
}

// From heavy to immovable and back: what a body does after a blow depends on its mass alone.
static void masses_become_infinite_and_finite_again(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("spheres-6");
    js_world *world = js_create_world("hybrid");
    js_fill(world, scene);
    js_dynamics *dynamics = create_dynamics(world, false);
    const double masses[] = {5, HUGE_VAL, HUGE_VAL, 3, HUGE_VAL, 5};
    js_rigid rigid = {.mass = HUGE_VAL, .angular_velocity = {1, 2, 3}};
    rigid.given = JS_GIVEN_MASS | JS_GIVEN_SPIN;
    mote_dynamics_report reports[6];
    assert_int_equal(js_dynamics_add(dynamics, 0, &rigid), MOTE_OK);
    for (int i = 0; i < 6; i++) {
        rigid.mass = masses[i];
        if (js_dynamics_set(dynamics, 0, &rigid)) fail_msg("%d: %s", i, mote_last_message());
        assert_int_equal(js_dynamics_get(dynamics, 0, &rigid), MOTE_OK);
        rigid.given = JS_GIVEN_MASS | JS_GIVEN_SPIN;
        assert_true(rigid.mass == masses[i]);
        assert_int_equal(js_dynamics_report(dynamics, &reports[i]), MOTE_OK);
    }
    double energy = reports[0].momenta.kinetic_energy;
    assert_true(energy > 0);
    assert_true(fabs(reports[3].momenta.kinetic_energy - 0.6 * energy) < 1e-9 * energy);
    assert_true(fabs(reports[5].momenta.kinetic_energy - energy) < 1e-9 * energy);
    rigid.mass = 0;
    assert_int_equal(js_dynamics_set(dynamics, 0, &rigid), MOTE_ERROR_DATA);
    js_dynamics_destroy(dynamics);
    js_world_destroy(world);
    js_scene_close(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_are_let_go),
        cmocka_unit_test(everything_goes_in_any_order),
        cmocka_unit_test(placements_come_back_from_transforms),
        cmocka_unit_test(boxes_weigh_the_same_open_or_closed),
        cmocka_unit_test(masses_become_infinite_and_finite_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
