#include <math.h>
#include <stdlib.h>

#include "core/random.h"
#include "core/vec.h"
#include "scenes/bounce.h"
#include "scenes/scenes.h"
#include "support/run.h"

#define TWO_PI 6.283185307179586

static double between(mote_random *random, double low, double high)
{
    return low + (high - low) * (double)mote_random_unit(random);
}

static mote_dvec3 any_vector(mote_random *random, double size)
{
    double x = between(random, -size, size), y = between(random, -size, size);
    return (mote_dvec3){x, y, between(random, -size, size)};
}

static scene_bouncer any_body(mote_random *random)
{
    scene_bouncer body = {.form = {.joint_count = 1 + mote_random_below(random, 4), .radius = 0.3},
                          .place = any_vector(random, 1.5),
                          .velocity = any_vector(random, 0.05),
                          .spin = any_vector(random, 0.01),
                          .inertia = between(random, 0.2, 2.0)};
    body.rotation = scene_rotation_about(any_vector(random, 1.0), between(random, 0.0, 1.0));
    for (uint32_t i = 0; i < body.form.joint_count; i++)
        body.form.joints[i] = any_vector(random, 0.8);
    return body;
}

static double energy(const scene_bouncer *bodies, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const scene_bouncer *b = &bodies[i];
        double turning = TWO_PI * TWO_PI * b->inertia * mote_dvec_dot(b->spin, b->spin);
        sum += 0.5 * mote_dvec_dot(b->velocity, b->velocity) + 0.5 * turning;
    }
    return sum;
}

static mote_dvec3 momentum(const scene_bouncer *bodies, uint32_t count)
{
    mote_dvec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < count; i++) sum = mote_dvec_add(sum, bodies[i].velocity);
    return sum;
}

static mote_dvec3 angular_momentum(const scene_bouncer *bodies, uint32_t count)
{
    mote_dvec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < count; i++) {
        const scene_bouncer *b = &bodies[i];
        sum = mote_dvec_add(sum, mote_dvec_cross(b->place, b->velocity));
        sum = mote_dvec_add(sum, mote_dvec_scale(b->spin, TWO_PI * b->inertia));
    }
    return sum;
}

static bool are_near(mote_dvec3 a, mote_dvec3 b)
{
    return mote_dvec_length(mote_dvec_sub(a, b)) < 1e-12;
}

static scene_bounce in_open_space(scene_bouncer *bodies, uint32_t count, uint32_t cycles)
{
    return (scene_bounce){.bodies = bodies,
                          .body_count = count,
                          .low = {-1e9, -1e9, -1e9},
                          .high = {1e9, 1e9, 1e9},
                          .cycles = cycles,
                          .response = SCENE_BOUNCE_PULSE};
}

static void run(const scene_bounce *bounce)
{
    scene_tracks tracks;
    assert_int_equal(scene_bounce_run(bounce, &tracks), MOTE_OK);
    scene_tracks_release(&tracks);
}

static void pulses_conserve_what_they_should(void **state)
{
    (void)state;
    size_t hits = 0;
    for (uint64_t i = 0; i < test_count(200, 2000, 100000); i++) {
        mote_random random = mote_random_stream(3, i, 0);
        scene_bouncer bodies[3] = {any_body(&random), any_body(&random), any_body(&random)};
        scene_bouncer start = bodies[0];
        double before = energy(bodies, 3);
        mote_dvec3 p = momentum(bodies, 3), l = angular_momentum(bodies, 3);
        scene_bounce bounce = in_open_space(bodies, 3, 60);
        run(&bounce);
        assert_true(fabs(energy(bodies, 3) - before) < 1e-12);
        assert_true(are_near(momentum(bodies, 3), p));
        assert_true(are_near(angular_momentum(bodies, 3), l));
        hits += !are_near(bodies[0].velocity, start.velocity);
    }
    assert_true(hits > test_count(40, 400, 20000));
}

static void exchange_swaps_velocities_of_those_that_approach(void **state)
{
    (void)state;
    scene_bouncer bodies[2] = {{.form = {.joint_count = 1, .radius = 1.0},
                                .place = {-1.5, 0, 0},
                                .velocity = {0.1, 0.02, 0}},
                               {.form = {.joint_count = 1, .radius = 1.0},
                                .place = {1.5, 0, 0},
                                .velocity = {-0.1, 0, 0}}};
    bodies[0].rotation = bodies[1].rotation = (mote_rotation){1.0, 0.0, 0.0, 0.0};
    scene_bounce bounce = in_open_space(bodies, 2, 20);
    bounce.response = SCENE_BOUNCE_EXCHANGE;
    run(&bounce);
    assert_true(are_near(bodies[0].velocity, (mote_dvec3){-0.1, 0.0, 0.0}));
    assert_true(are_near(bodies[1].velocity, (mote_dvec3){0.1, 0.02, 0.0}));
}

static void walls_hold_all_places(void **state)
{
    (void)state;
    scene_bouncer bodies[12];
    mote_random random = mote_random_stream(8, 0, 0);
    for (int i = 0; i < 12; i++) bodies[i] = any_body(&random);
    scene_bounce bounce = in_open_space(bodies, 12, 2000);
    bounce.low = (mote_dvec3){-1.6, -1.6, -1.6};
    bounce.high = (mote_dvec3){1.6, 1.6, 1.6};
    scene_tracks tracks;
    assert_int_equal(scene_bounce_run(&bounce, &tracks), MOTE_OK);
    for (uint32_t time = 0; time <= 2000; time++) {
        for (uint32_t i = 0; i < 12; i++) {
            mote_dvec3 p = scene_tracks_key(&tracks, i, time)->place;
            assert_true(fabs(p.x) <= 1.6 && fabs(p.y) <= 1.6 && fabs(p.z) <= 1.6);
        }
    }
    scene_tracks_release(&tracks);
}

static void backwards_is_the_same_seen_from_the_end(void **state)
{
    (void)state;
    scene_bouncer forth[3], back[3];
    mote_random random = mote_random_stream(5, 0, 0);
    for (int i = 0; i < 3; i++) forth[i] = back[i] = any_body(&random);
    scene_bounce bounce = in_open_space(forth, 3, 50), reversed = in_open_space(back, 3, 50);
    reversed.backwards = true;
    scene_tracks a, b;
    assert_int_equal(scene_bounce_run(&bounce, &a), MOTE_OK);
    assert_int_equal(scene_bounce_run(&reversed, &b), MOTE_OK);
    for (uint32_t time = 0; time <= 50; time++) {
        for (uint32_t i = 0; i < 3; i++)
            assert_memory_equal(scene_tracks_key(&a, i, time), scene_tracks_key(&b, i, 50 - time),
                                sizeof(scene_track_key));
    }
    scene_tracks_release(&a);
    scene_tracks_release(&b);
}

static void stand_still(void *context, uint32_t cycle, scene_bouncer *bodies)
{
    (void)cycle;
    bodies[0].place = *(const mote_dvec3 *)context;
}

static void carried_bodies_are_walls(void **state)
{
    (void)state;
    mote_dvec3 here = {0.0, 0.0, 0.0};
    scene_bouncer bodies[2] = {{.form = {.joint_count = 1, .radius = 1.0}, .carried = true},
                               {.form = {.joint_count = 1, .radius = 1.0},
                                .place = {2.5, 0.0, 0.0},
                                .velocity = {-0.1, 0.03, 0.0},
                                .inertia = HUGE_VAL}};
    bodies[0].rotation = bodies[1].rotation = (mote_rotation){1.0, 0.0, 0.0, 0.0};
    scene_bounce bounce = in_open_space(bodies, 2, 40);
    bounce.steer = stand_still;
    bounce.context = &here;
    run(&bounce);
    assert_true(bodies[1].velocity.x > 0.0);
    assert_true(fabs(mote_dvec_length(bodies[1].velocity) - sqrt(0.0109)) < 1e-12);
    assert_true(are_near(bodies[0].velocity, here));
}

// Points along both chains, against the distance of the chains.
static double sampled_distance(const scene_bouncer *a, const scene_bouncer *b)
{
    enum { SAMPLES = 60 };
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < a->form.joint_count; i++) {
        for (uint32_t j = 0; j < b->form.joint_count; j++) {
            for (int k = 0; k < SAMPLES * SAMPLES; k++) {
                uint32_t ni = i + 1 < a->form.joint_count ? i + 1 : i;
                uint32_t nj = j + 1 < b->form.joint_count ? j + 1 : j;
                int first = k % SAMPLES, second = k / SAMPLES;
                double s = first / (SAMPLES - 1.0), t = second / (SAMPLES - 1.0);
                mote_dvec3 p = mote_dvec_add(mote_dvec_scale(a->form.joints[i], 1.0 - s),
                                             mote_dvec_scale(a->form.joints[ni], s));
                mote_dvec3 q = mote_dvec_add(mote_dvec_scale(b->form.joints[j], 1.0 - t),
                                             mote_dvec_scale(b->form.joints[nj], t));
                least = fmin(least, mote_dvec_length(mote_dvec_sub(p, q)));
            }
        }
    }
    return least;
}

static void proxies_touch_where_sampling_says(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_count(20, 300, 3000); i++) {
        mote_random random = mote_random_stream(4, i, 0);
        scene_bouncer a = any_body(&random), b = any_body(&random);
        a.rotation = b.rotation = (mote_rotation){1.0, 0.0, 0.0, 0.0};
        a.place = b.place = (mote_dvec3){0.0, 0.0, 0.0};
        double distance = sampled_distance(&a, &b);
        a.form.radius = 0.0, b.form.radius = 1.001 * distance + 1e-9;
        assert_true(scene_bouncers_touch(&a, &b));
        b.form.radius = 0.9 * distance - 0.03;
        assert_false(scene_bouncers_touch(&a, &b));
    }
}

static void radii_hold_what_they_should(void **state)
{
    (void)state;
    io_model box;
    assert_int_equal(scene_model_make("box", &box), MOTE_OK);
    scene_proxy middle = {.joint_count = 1};
    assert_true(fabs(scene_radius_around(&middle, box.positions, box.vertex_count) - sqrt(0.75)) <
                1e-6);
    assert_true(fabs(scene_radius_inside(box.positions, box.triangles, box.triangle_count) - 0.5) <
                1e-6);
    io_model_release(&box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pulses_conserve_what_they_should),
        cmocka_unit_test(exchange_swaps_velocities_of_those_that_approach),
        cmocka_unit_test(walls_hold_all_places),
        cmocka_unit_test(backwards_is_the_same_seen_from_the_end),
        cmocka_unit_test(carried_bodies_are_walls),
        cmocka_unit_test(proxies_touch_where_sampling_says),
        cmocka_unit_test(radii_hold_what_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
