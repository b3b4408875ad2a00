// The bodies of a world in motion: walls, hands, shapes that change, what is refused, memory.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "core/vec.h"
#include "support/bouncing.h"
#include "support/failing_allocator.h"
#include "support/rigid_cases.h"
#include "support/run.h"

static const mote_dvec3 none = {0, 0, 0};

static void begin(bouncing *b, const char *model, const mote_dynamics_def *def)
{
    mote_world_def world = mote_default_world_def();
    bouncing_begin(b, model, &world, def);
}

static mote_box cube(float half)
{
    return (mote_box){{-half, -half, -half}, {half, half, half}};
}

static double total_energy(const bouncing *b)
{
    mote_dynamics_report report = bouncing_report(b);
    return report.momenta.kinetic_energy + report.potential_energy;
}

// ---------------------------------------------------------------------------------------------
// Free bodies

// Three unequal tumbling letters meet in free space: what a closed system keeps is kept.
static void free_impacts_keep_all_momenta(void **state)
{
    (void)state;
    for (int r = 0; r <= 1; r++)
        for (int elastic = 0; elastic <= 1; elastic++) {
            mote_dynamics_def def = mote_default_dynamics_def();
            def.response = (mote_response)r;
            def.restitution = elastic ? 1 : 0.3;
            bouncing b;
            begin(&b, "letter-t", &def);
            bouncing_add(&b, (mote_dvec3){-1.5, 0, 0}, (mote_dvec3){1, 0, 0},
                         (mote_dvec3){1, 2, 3});
            bouncing_add(&b, (mote_dvec3){1.5, 0.2, 0}, (mote_dvec3){-1, 0, 0},
                         (mote_dvec3){3, 1, 0});
            bouncing_add(&b, (mote_dvec3){0, 1.5, 0}, (mote_dvec3){0, -1, 0.1},
                         (mote_dvec3){0, 1, 1});
            mote_dynamics_report start = bouncing_report(&b);
            double energy = start.momenta.kinetic_energy, most = 0;
            uint32_t impacts = 0;
            for (size_t i = 0; i < 400; i++) {
                bouncing_step(&b, 0.01);
                mote_dynamics_report now = bouncing_report(&b);
                impacts += now.impacts;
                most = fmax(most, dvec_distance(now.momenta.momentum, start.momenta.momentum) +
                                      dvec_distance(now.momenta.angular_momentum,
                                                    start.momenta.angular_momentum));
                double change = now.momenta.kinetic_energy - energy;
                assert_true(fabs(change - now.impact_energy) < 1e-11 * energy);
                assert_true(elastic ? fabs(change) < 1e-11 * energy : change < 1e-11 * energy);
                energy = now.momenta.kinetic_energy;
            }
            assert_true(impacts > 2);
            assert_true(most < 1e-11);
            bouncing_end(&b);
        }
}

static void the_same_steps_give_the_same_bits(void **state)
{
    (void)state;
    mote_rigid last[2][5];
    for (int run = 0; run < 2; run++) {
        mote_dynamics_def def = mote_default_dynamics_def();
        def.has_walls = true;
        def.walls = bouncing_box(5);
        bouncing b;
        begin(&b, "sphere-48", &def);
        bouncing_add_crowd(&b, 5, 3);
        for (int i = 0; i < 500; i++) bouncing_step(&b, 1);
        for (uint32_t i = 0; i < 5; i++) last[run][i] = bouncing_get(&b, i);
        bouncing_end(&b);
    }
    assert_memory_equal(last[0], last[1], sizeof last[0]);
}

// ---------------------------------------------------------------------------------------------
// Walls and gravity

static void a_ball_under_gravity_keeps_its_energy(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    def.gravity.z = -9.81;
    def.has_walls = true;
    def.walls = cube(3);
    bouncing b;
    begin(&b, "sphere-528", &def);
    bouncing_add(&b, (mote_dvec3){0, 0, 1}, (mote_dvec3){0.3, 0.2, 0}, (mote_dvec3){0, 1, 0});
    double start = total_energy(&b), worst = 0;
    uint64_t bounces = 0;
    for (size_t i = 0; i < test_count(1000, 10000, 100000); i++) {
        bouncing_step(&b, 1.0 / 60);
        worst = fmax(worst, fabs(total_energy(&b) / start - 1));
        bounces += bouncing_report(&b).wall_impacts;
        assert_true((double)bouncing_bounds(&b, 0).min.z > -3 - 1e-5);
    }
    print_message("%llu bounces, energy off by %.1e\n", (unsigned long long)bounces, worst);
    assert_true(bounces > 10 && worst < 1e-9);
    bouncing_end(&b);
}

// A cube that falls on its face gets no spin, and comes back to where it was dropped.
static void a_cube_bounces_to_the_same_height_for_ever(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    def.gravity.z = -9.81;
    def.has_walls = true;
    def.walls = cube(3);
    bouncing b;
    begin(&b, "box", &def);
    bouncing_add(&b, (mote_dvec3){0, 0, 1}, none, none);
    double highest = -3;
    size_t steps = test_count(1000, 10000, 100000);
    for (size_t i = 0; i < steps; i++) {
        bouncing_step(&b, 1.0 / 60);
        if (i > steps - 300) highest = fmax(highest, bouncing_get(&b, 0).center.z);
    }
    assert_true(fabs(highest - 1) < 0.002); // as far as it falls in half a step from the top
    bouncing_end(&b);
}

static void a_cube_without_restitution_comes_to_rest(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    def.gravity.z = -9.81;
    def.has_walls = true;
    def.walls = cube(3);
    def.wall_restitution = 0;
    bouncing b;
    begin(&b, "box", &def);
    bouncing_add(&b, none, none, none);
    double last = total_energy(&b);
    for (int i = 0; i < 300; i++) {
        bouncing_step(&b, 1.0 / 60);
        assert_true(total_energy(&b) < last + 1e-5); // positions are floats
        last = total_energy(&b);
    }
    assert_true(mote_dvec_length(bouncing_get(&b, 0).velocity) < 1e-6);
    assert_true(fabs((double)bouncing_bounds(&b, 0).min.z + 3) < 1e-5);
    bouncing_end(&b);
}

static void smiths_walls_reflect(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    def.response = MOTE_RESPONSE_EXCHANGE;
    def.has_walls = true;
    def.walls = cube(3);
    bouncing b;
    begin(&b, "letter-t", &def);
    bouncing_add(&b, none, (mote_dvec3){1, 0.5, 0}, (mote_dvec3){0, 1, 1});
    for (int i = 0; i < 1000; i++) {
        bouncing_step(&b, 0.05);
        mote_rigid rigid = bouncing_get(&b, 0);
        assert_true(fabs(fabs(rigid.velocity.x) - 1) < 1e-9);
        assert_true(fabs(fabs(rigid.velocity.y) - 0.5) < 1e-9);
    }
    bouncing_end(&b);
}

// Steps until something is hit, and what the hardest impact of that step gave, in units of a body's
// mass.
static double first_impulse(bouncing *b)
{
    for (int i = 0; i < 100; i++) {
        bouncing_step(b, 0.05);
        mote_dynamics_report report = bouncing_report(b);
        if (report.impacts + report.wall_impacts)
            return report.largest_impulse / bouncing_get(b, 0).mass.mass;
        assert_true(report.largest_impulse == 0);
    }
    fail_msg("nothing is hit");
    return 0;
}

// A ball of velocity 1 hits another that rests, or a wall.
static void the_largest_impulse_is_that_of_the_hardest_impact(void **state)
{
    (void)state;
    for (int response = MOTE_RESPONSE_SENIN; response <= MOTE_RESPONSE_REFLECT; response++) {
        for (int on_wall = 0; on_wall < 2; on_wall++) {
            mote_dynamics_def def = mote_default_dynamics_def();
            def.response = (mote_response)response;
            def.has_walls = true;
            def.walls = cube(4);
            bouncing b;
            begin(&b, "sphere-528", &def);
            bouncing_add(&b, (mote_dvec3){1, 0, 0}, (mote_dvec3){-1, 0, 0}, none);
            if (!on_wall) bouncing_add(&b, (mote_dvec3){-2, 0, 0}, none, none);
            // What turns back gets twice its momentum; a polyhedron hands some of it to its spin.
            double expected = on_wall || response == MOTE_RESPONSE_REFLECT ? 2 : 1;
            double found = first_impulse(&b);
            assert_true(found > 0.8 * expected && found < 1.001 * expected);
            bouncing_step(&b, 0.001);
            assert_true(bouncing_report(&b).largest_impulse < 0.2 * expected); // of this step alone
            bouncing_end(&b);
        }
    }
}

// Bodies that lie in each other are moved apart, and their common center of mass stays.
static void overlapping_bodies_are_pushed_apart(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    def.push_apart = 0.5;
    bouncing b;
    begin(&b, "sphere-168", &def);
    bouncing_add(&b, (mote_dvec3){-0.8, 0, 0}, none, none);
    bouncing_add(&b, (mote_dvec3){0.8, 0, 0}, none, none);
    for (int i = 0; i < 40; i++) bouncing_step(&b, 0.1);
    mote_rigid first = bouncing_get(&b, 0), second = bouncing_get(&b, 1);
    assert_true(dvec_distance(first.center, second.center) > 1.9);
    assert_true(mote_dvec_length(mote_dvec_add(first.center, second.center)) < 1e-6);
    assert_true(mote_dvec_length(first.velocity) == 0);
    bouncing_end(&b);
}

static void count_box(void *context, mote_draw_kind kind, const mote_box *box)
{
    (void)box;
    *(uint32_t *)context += kind == MOTE_DRAW_BODY;
}

// Drawing shows only bodies that have not moved since they were detected.
static uint32_t bodies_drawn(const bouncing *b)
{
    uint32_t count = 0;
    mote_debug_draw draw = {.box = count_box, .context = &count};
    assert_int_equal(mote_world_draw(b->world, &draw), MOTE_OK);
    return count;
}

static void only_bodies_that_overlap_are_pushed(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    def.push_apart = 0.5;
    bouncing b;
    begin(&b, "sphere-168", &def);
    bouncing_add(&b, (mote_dvec3){-5, 0, 0}, (mote_dvec3){0, 1, 0}, none);
    bouncing_add(&b, (mote_dvec3){5, 0, 0}, none, none);
    bouncing_step(&b, 0.1);
    assert_int_equal(bodies_drawn(&b), 2);
    assert_int_equal(mote_world_detect(b.world), MOTE_OK);
    mote_report report;
    assert_int_equal(mote_world_report(b.world, &report), MOTE_OK);
    assert_int_equal(report.stats.moved_vertices, 0);
    bouncing_add(&b, (mote_dvec3){5, 1, 0}, none, none);
    bouncing_step(&b, 0.1);
    assert_int_equal(bodies_drawn(&b), 1); // the two that overlap were pushed
    bouncing_end(&b);
}

// ---------------------------------------------------------------------------------------------
// Shapes that change

static void stretch(const bouncing *b, double by, mote_vec3 *out)
{
    for (uint32_t v = 0; v < b->model.vertex_count; v++) {
        out[v] = b->model.positions[v];
        out[v].z = (float)((double)out[v].z * by);
    }
}

static void set_shape(bouncing *b, uint32_t body, const mote_vec3 *shape)
{
    mote_positions positions = {.data = shape, .count = b->model.vertex_count, .persistent = true};
    mote_result result = mote_dynamics_set_shape(b->dynamics, b->ids[body], &positions);
    if (result != MOTE_OK) fail_msg("%s", mote_last_message());
}

static void a_body_that_draws_itself_together_turns_faster(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    bouncing b;
    begin(&b, "sphere-528", &def);
    bouncing_add(&b, none, none, (mote_dvec3){0.3, 0, 0});
    mote_vec3 *shape = calloc(b.model.vertex_count, sizeof *shape);
    mote_dynamics_report start = bouncing_report(&b);
    mote_mass rest = bouncing_get(&b, 0).mass;
    double energy = start.momenta.kinetic_energy, slowest = 1;
    for (int i = 0; i < 100; i++) {
        stretch(&b, 1 + 0.01 * i, shape);
        set_shape(&b, 0, shape);
        bouncing_step(&b, 0.1);
        mote_dynamics_report now = bouncing_report(&b);
        double change = now.momenta.kinetic_energy - energy;
        assert_true(fabs(change - now.shape_energy) < 1e-12);
        energy = now.momenta.kinetic_energy;
        slowest = fmin(slowest, mote_dvec_length(bouncing_get(&b, 0).angular_velocity));
        assert_true(dvec_distance(now.momenta.angular_momentum, start.momenta.angular_momentum) <
                    1e-12);
    }
    assert_true(slowest < 0.15);
    assert_true(bouncing_get(&b, 0).mass.mass == rest.mass);
    stretch(&b, 1, shape);
    set_shape(&b, 0, shape);
    bouncing_step(&b, 0.1);
    assert_true(fabs(mote_dvec_length(bouncing_get(&b, 0).angular_velocity) - 0.3) < 1e-4);
    bouncing_end(&b);
    free(shape);
}

// A resting ball swells into a resting neighbor. Senin's response does not see that anything
// approaches; the general one, told of the surface, throws the neighbor.
static double speed_after_swelling(mote_response response, bool surface_velocity)
{
    mote_dynamics_def def = mote_default_dynamics_def();
    def.response = response;
    def.surface_velocity = surface_velocity;
    bouncing b;
    begin(&b, "sphere-528", &def);
    bouncing_add(&b, none, none, none);
    bouncing_add(&b, (mote_dvec3){0, 0, 2.1}, none, none);
    mote_vec3 *shape = calloc(b.model.vertex_count, sizeof *shape);
    for (int i = 1; i <= 20; i++) {
        stretch(&b, 1 + 0.01 * i, shape);
        set_shape(&b, 0, shape);
        bouncing_step(&b, 1);
    }
    double speed = bouncing_get(&b, 1).velocity.z;
    bouncing_end(&b);
    free(shape);
    return speed;
}

static void surface_velocity_matters_where_bodies_rest(void **state)
{
    (void)state;
    double senin = speed_after_swelling(MOTE_RESPONSE_SENIN, true);
    double blind = speed_after_swelling(MOTE_RESPONSE_GENERAL, false);
    double general = speed_after_swelling(MOTE_RESPONSE_GENERAL, true);
    print_message("surface at 0.01 a step: neighbor at %g (senin), %g (general), %g (general that "
                  "knows)\n",
                  senin, blind, general);
    assert_true(fabs(senin) < 1e-12 && fabs(blind) < 1e-12);
    assert_true(general > 0.009 &&
                general < 0.021); // equal masses: at most twice half the surface's
}

// ---------------------------------------------------------------------------------------------
// Hands

static void a_held_body_goes_where_it_is_told(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    def.gravity.z = -1;
    bouncing b;
    begin(&b, "sphere-168", &def);
    bouncing_add(&b, none, none, none);
    bouncing_add(&b, (mote_dvec3){1.98, 0, 0}, none, none);
    assert_false(mote_dynamics_is_held(b.dynamics, b.ids[0]));
    assert_int_equal(mote_dynamics_hold(b.dynamics, b.ids[0]), MOTE_OK);
    assert_true(mote_dynamics_is_held(b.dynamics, b.ids[0]));
    assert_false(mote_dynamics_is_held(b.dynamics, (mote_body_id){99, 1}));
    mote_placement to = {{0.1, 0, 0}, mote_rotation_exp((mote_dvec3){0, 0, 0.2})};
    assert_int_equal(mote_dynamics_move_held(b.dynamics, b.ids[0], &to), MOTE_OK);
    bouncing_step(&b, 0.1);
    mote_rigid hand = bouncing_get(&b, 0), ball = bouncing_get(&b, 1);
    assert_true(dvec_distance(hand.velocity, (mote_dvec3){1, 0, 0}) < 1e-6);
    assert_true(dvec_distance(hand.angular_velocity, (mote_dvec3){0, 0, 2}) < 1e-12);
    assert_true(dvec_distance(mote_rigid_placement(&hand).origin, to.origin) < 1e-15);
    assert_true(ball.velocity.x > 1.5); // struck by something that moves at 1 and is not moved
    bouncing_step(&b, 0.1);
    assert_true(mote_dvec_length(bouncing_get(&b, 0).velocity) == 0);
    assert_true(bouncing_report(&b).momenta.momentum.x > 0); // of the ball alone
    to.origin.y = 0.5;
    assert_int_equal(mote_dynamics_move_held(b.dynamics, b.ids[0], &to), MOTE_OK);
    bouncing_step(&b, 0.1);
    assert_int_equal(mote_dynamics_release(b.dynamics, b.ids[0]), MOTE_OK);
    assert_false(mote_dynamics_is_held(b.dynamics, b.ids[0]));
    bouncing_step(&b, 0.1); // thrown
    hand = bouncing_get(&b, 0);
    assert_true(fabs(hand.velocity.y - 5) < 1e-6 && fabs(hand.velocity.z + 0.1) < 1e-6);
    assert_int_equal(mote_dynamics_release(b.dynamics, b.ids[0]), MOTE_ERROR_STATE);
    assert_int_equal(mote_dynamics_move_held(b.dynamics, b.ids[0], &to), MOTE_ERROR_STATE);
    bouncing_end(&b);
}

// ---------------------------------------------------------------------------------------------
// What is there and what is not

static void bodies_that_were_not_added_are_obstacles(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    bouncing b;
    begin(&b, "sphere-168", &def);
    bouncing_add(&b, none, none, none);
    bouncing_add(&b, (mote_dvec3){2.5, 0, 0}, (mote_dvec3){-1, 0, 0}, none);
    assert_int_equal(mote_dynamics_remove(b.dynamics, b.ids[0]), MOTE_OK);
    for (int i = 0; i < 20; i++) bouncing_step(&b, 0.1);
    assert_true(fabs(bouncing_get(&b, 1).velocity.x - 1) < 0.05);
    mote_rigid out;
    assert_int_equal(mote_dynamics_get(b.dynamics, b.ids[0], &out), MOTE_ERROR_STALE);
    assert_int_equal(mote_body_destroy(b.world, b.ids[1]), MOTE_OK);
    bouncing_step(&b, 0.1);
    assert_int_equal(mote_dynamics_get(b.dynamics, b.ids[1], &out), MOTE_ERROR_STALE);
    assert_non_null(strstr(mote_last_message(), "was not added to the dynamics"));
    bouncing_end(&b);
}

static void a_motion_too_large_for_numbers_stops_the_body_alone(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    bouncing b;
    begin(&b, "sphere-48", &def);
    bouncing_add(&b, none, (mote_dvec3){1e38, 0, 0}, none);
    bouncing_add(&b, (mote_dvec3){0, 9, 0}, (mote_dvec3){0, 1, 0}, none);
    for (int i = 0; i < 10; i++) bouncing_step(&b, 1);
    mote_dynamics_report report = bouncing_report(&b);
    assert_int_equal(report.stopped, 1);
    assert_int_equal(report.last_stopped.index, b.ids[0].index);
    assert_true(fabs(bouncing_get(&b, 1).center.y - 19) < 1e-6);
    mote_rigid rigid = bouncing_get(&b, 0);
    assert_true(isfinite(rigid.center.x) && rigid.velocity.x == 0);
    rigid.center = none;
    rigid.velocity.x = 1;
    assert_int_equal(mote_dynamics_set(b.dynamics, b.ids[0], &rigid), MOTE_OK); // and it goes again
    bouncing_step(&b, 1);
    assert_true(bouncing_get(&b, 0).center.x == 1);
    bouncing_end(&b);
}

// ---------------------------------------------------------------------------------------------
// Refusals

#define EXPECT_MESSAGE(call, expected, message)                                                    \
    do {                                                                                           \
        assert_int_equal(call, expected);                                                          \
        if (!strstr(mote_last_message(), message)) fail_msg("message: %s", mote_last_message());   \
    } while (0)

#define EXPECT_REFUSAL(change, expected, message)                                                  \
    do {                                                                                           \
        mote_dynamics_def changed = def;                                                           \
        changed.change;                                                                            \
        EXPECT_MESSAGE(mote_dynamics_create(&changed, &out), expected, message);                   \
        assert_null(out);                                                                          \
    } while (0)

static void free_nothing(void *context, void *pointer, size_t size)
{
    (void)context, (void)pointer, (void)size;
}

static void bad_dynamics_are_refused_by_name(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    mote_dynamics *out;
    bouncing b;
    begin(&b, "sphere-48", &def);
    def.world = b.world;
    EXPECT_REFUSAL(cookie = 0, MOTE_ERROR_ARGUMENT, "cookie");
    EXPECT_REFUSAL(world = NULL, MOTE_ERROR_ARGUMENT, "world is null");
    EXPECT_REFUSAL(response = (mote_response)7, MOTE_ERROR_ARGUMENT, "response 7");
    EXPECT_REFUSAL(passes = 0, MOTE_ERROR_ARGUMENT, "passes");
    EXPECT_REFUSAL(allocator.release = free_nothing, MOTE_ERROR_ARGUMENT,
                   "mote_dynamics_create: def.allocator: only one of allocate and release is set");
    EXPECT_REFUSAL(restitution = -1, MOTE_ERROR_DATA,
                   "mote_dynamics_create: def.restitution is -1, expected 0 to 1");
    EXPECT_REFUSAL(wall_restitution = (double)NAN, MOTE_ERROR_DATA, "wall_restitution");
    EXPECT_REFUSAL(push_apart = 2, MOTE_ERROR_DATA, "push_apart is 2");
    EXPECT_REFUSAL(gravity.y = (double)NAN, MOTE_ERROR_DATA, "gravity");
    EXPECT_REFUSAL(has_walls = true, MOTE_ERROR_DATA, "walls from");
    EXPECT_MESSAGE(mote_dynamics_create(NULL, &out), MOTE_ERROR_ARGUMENT, "null");
    EXPECT_MESSAGE(mote_dynamics_create(&def, NULL), MOTE_ERROR_ARGUMENT, "null");
    bouncing_end(&b);
}

#define EXPECT_NOT_ADDED(change, expected, message)                                                \
    do {                                                                                           \
        mote_rigid_def changed = def;                                                              \
        changed.change;                                                                            \
        EXPECT_MESSAGE(mote_dynamics_add(b.dynamics, &changed), expected, message);                \
    } while (0)

static void bad_bodies_are_refused_by_name(void **state)
{
    (void)state;
    mote_dynamics_def dynamics_def = mote_default_dynamics_def();
    bouncing b;
    begin(&b, "sphere-48", &dynamics_def);
    bouncing_add(&b, none, none, none);
    mote_rigid_def def = mote_default_rigid_def();
    def.body = b.ids[0];
    EXPECT_NOT_ADDED(cookie = 0, MOTE_ERROR_ARGUMENT, "cookie");
    EXPECT_NOT_ADDED(density = 1, MOTE_ERROR_STATE, "was added already");
    assert_int_equal(mote_dynamics_remove(b.dynamics, b.ids[0]), MOTE_OK);
    mote_mass mass = {0};
    EXPECT_NOT_ADDED(mass = &mass, MOTE_ERROR_DATA,
                     "mote_dynamics_add: def: mass is 0, expected above 0");
    EXPECT_NOT_ADDED(body.generation = 9, MOTE_ERROR_STALE, "body 0");
    EXPECT_NOT_ADDED(density = -1, MOTE_ERROR_ARGUMENT, "density is -1");
    EXPECT_NOT_ADDED(velocity.x = (double)NAN, MOTE_ERROR_DATA, "velocity");
    EXPECT_NOT_ADDED(angular_velocity.x = (double)NAN, MOTE_ERROR_DATA, "angular velocity");
    EXPECT_NOT_ADDED(placement.rotation.w = 0, MOTE_ERROR_DATA, "rotation");
    EXPECT_NOT_ADDED(placement.origin.z = HUGE_VAL, MOTE_ERROR_DATA, "origin");
    EXPECT_NOT_ADDED(placement.origin.z = 1e300, MOTE_ERROR_DATA, "overflows float");
    mote_positions positions = {.count = 3};
    EXPECT_NOT_ADDED(positions = &positions, MOTE_ERROR_ARGUMENT, "data is null");
    EXPECT_NOT_ADDED(positions = &positions; changed.mass = &(mote_mass){.mass = HUGE_VAL},
                                             MOTE_ERROR_ARGUMENT, "data is null");
    assert_int_equal(mote_dynamics_add(b.dynamics, &def), MOTE_OK);
    EXPECT_MESSAGE(mote_dynamics_add(NULL, &def), MOTE_ERROR_ARGUMENT, "null");
    EXPECT_MESSAGE(mote_dynamics_add(b.dynamics, NULL), MOTE_ERROR_ARGUMENT, "null");
    bouncing_end(&b);
}

static void bad_calls_are_refused_by_name(void **state)
{
    (void)state;
    mote_dynamics_def def = mote_default_dynamics_def();
    bouncing b;
    begin(&b, "sphere-48", &def);
    bouncing_add(&b, none, none, none);
    mote_dynamics *d = b.dynamics;
    mote_body_id body = b.ids[0];
    mote_rigid rigid = bouncing_get(&b, 0);
    EXPECT_MESSAGE(mote_dynamics_step(d, 0), MOTE_ERROR_ARGUMENT,
                   "time is 0, expected a finite number above 0");
    EXPECT_MESSAGE(mote_dynamics_step(d, (double)NAN), MOTE_ERROR_ARGUMENT, "time");
    EXPECT_MESSAGE(mote_dynamics_step(NULL, 1), MOTE_ERROR_ARGUMENT, "null");
    EXPECT_MESSAGE(mote_dynamics_react(d, NULL, 1), MOTE_ERROR_ARGUMENT,
                   "mote_dynamics_react: report is null");
    EXPECT_MESSAGE(mote_dynamics_get(d, body, NULL), MOTE_ERROR_ARGUMENT, "null");
    EXPECT_MESSAGE(mote_dynamics_get_report(d, NULL), MOTE_ERROR_ARGUMENT, "null");
    EXPECT_MESSAGE(mote_dynamics_set(d, body, NULL), MOTE_ERROR_ARGUMENT, "null");
    rigid.mass.mass = (double)NAN;
    EXPECT_MESSAGE(mote_dynamics_set(d, body, &rigid), MOTE_ERROR_DATA, "mass");
    EXPECT_MESSAGE(mote_dynamics_set_mass(d, body, &rigid.mass), MOTE_ERROR_DATA,
                   "mote_dynamics_set_mass: mass: mass is");
    EXPECT_MESSAGE(mote_dynamics_set_mass(d, body, NULL), MOTE_ERROR_ARGUMENT, "null");
    EXPECT_MESSAGE(mote_dynamics_set_shape(d, body, NULL), MOTE_ERROR_ARGUMENT, "null");
    mote_vec3 *flat = calloc(b.model.vertex_count, sizeof *flat);
    mote_positions positions = {.data = flat, .count = b.model.vertex_count};
    EXPECT_MESSAGE(mote_dynamics_set_shape(d, body, &positions), MOTE_ERROR_DATA, "no volume");
    free(flat); // the world must not have been told of it
    bouncing_step(&b, 1);
    assert_int_equal(mote_dynamics_hold(d, body), MOTE_OK);
    mote_placement placement = {none, {(double)NAN, 0, 0, 0}};
    EXPECT_MESSAGE(mote_dynamics_move_held(d, body, &placement), MOTE_ERROR_DATA, "rotation");
    EXPECT_MESSAGE(mote_dynamics_move_held(d, body, NULL), MOTE_ERROR_ARGUMENT, "null");
    bouncing_end(&b);
}

static void a_world_without_contacts_is_refused(void **state)
{
    (void)state;
    mote_world_def world = mote_default_world_def();
    world.contacts = false;
    mote_dynamics_def def = mote_default_dynamics_def();
    bouncing b;
    bouncing_begin(&b, "sphere-48", &world, &def);
    bouncing_add(&b, none, none, none);
    bouncing_add(&b, (mote_dvec3){1, 0, 0}, none, none);
    EXPECT_MESSAGE(mote_dynamics_step(b.dynamics, 1), MOTE_ERROR_STATE, "created without them");
    bouncing_end(&b);
}

// ---------------------------------------------------------------------------------------------
// Memory

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_dynamics_def def = mote_default_dynamics_def();
    def.surface_velocity = true;
    bouncing b;
    begin(&b, "sphere-48", &def);
    mote_body_def body_def = mote_default_body_def();
    body_def.mesh = b.mesh;
    mote_rigid_def rigid_def = mote_default_rigid_def();
    assert_int_equal(mote_body_create(b.world, &body_def, &rigid_def.body), MOTE_OK);
    def.world = b.world;
    def.allocator = failing_allocator_hook(&memory);
    for (size_t n = 1;; n++) {
        memory = (failing_allocator){.fail_at = n};
        mote_dynamics *dynamics;
        mote_result result = mote_dynamics_create(&def, &dynamics);
        if (result == MOTE_OK) {
            result = mote_dynamics_add(dynamics, &rigid_def);
            if (result == MOTE_OK) {
                assert_int_equal(mote_dynamics_step(dynamics, 1), MOTE_OK);
                assert_int_equal(mote_dynamics_bytes(dynamics), memory.bytes);
            } else {
                assert_int_equal(mote_dynamics_remove(dynamics, rigid_def.body), MOTE_ERROR_STALE);
            }
        } else {
            assert_null(dynamics);
        }
        mote_dynamics_destroy(dynamics);
        assert_int_equal(memory.live, 0);
        if (result == MOTE_OK) break;
        assert_int_equal(result, MOTE_ERROR_MEMORY);
        assert_true(n < 20);
    }
    bouncing_end(&b);
}

static void steps_allocate_nothing(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_dynamics_def def = mote_default_dynamics_def();
    def.allocator = failing_allocator_hook(&memory);
    def.has_walls = true;
    def.walls = bouncing_box(8);
    def.surface_velocity = true;
    def.response = MOTE_RESPONSE_GENERAL;
    bouncing b;
    begin(&b, "sphere-48", &def);
    bouncing_add_crowd(&b, 8, 2);
    mote_vec3 *shape = calloc(b.model.vertex_count, sizeof *shape);
    size_t calls = memory.calls;
    for (int i = 0; i < 300; i++) {
        stretch(&b, i % 2 ? 1 : 1.01, shape);
        set_shape(&b, (uint32_t)i % 8, shape);
        bouncing_step(&b, 1);
        memory.fail_at = memory.calls + 1; // and it would not help
    }
    assert_int_equal(memory.calls, calls);
    bouncing_end(&b);
    assert_int_equal(memory.live, 0);
    free(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_impacts_keep_all_momenta),
        cmocka_unit_test(the_same_steps_give_the_same_bits),
        cmocka_unit_test(a_ball_under_gravity_keeps_its_energy),
        cmocka_unit_test(a_cube_bounces_to_the_same_height_for_ever),
        cmocka_unit_test(a_cube_without_restitution_comes_to_rest),
        cmocka_unit_test(smiths_walls_reflect),
        cmocka_unit_test(the_largest_impulse_is_that_of_the_hardest_impact),
        cmocka_unit_test(overlapping_bodies_are_pushed_apart),
        cmocka_unit_test(only_bodies_that_overlap_are_pushed),
        cmocka_unit_test(a_body_that_draws_itself_together_turns_faster),
        cmocka_unit_test(surface_velocity_matters_where_bodies_rest),
        cmocka_unit_test(a_held_body_goes_where_it_is_told),
        cmocka_unit_test(bodies_that_were_not_added_are_obstacles),
        cmocka_unit_test(a_motion_too_large_for_numbers_stops_the_body_alone),
        cmocka_unit_test(bad_dynamics_are_refused_by_name),
        cmocka_unit_test(bad_bodies_are_refused_by_name),
        cmocka_unit_test(bad_calls_are_refused_by_name),
        cmocka_unit_test(a_world_without_contacts_is_refused),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(steps_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
