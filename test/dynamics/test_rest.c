// A box that is dropped on a floor comes to rest on a face, whatever it lands on first.

#include <math.h>
#include <stdlib.h>

#include "core/random.h"
#include "core/transform.h"
#include "core/vec.h"
#include "support/bouncing.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/run.h"
#include "support/stage.h"

#include <mote/dynamics.h>

enum { ON_FACE, ON_EDGE, ON_CORNER, ANYHOW, POSES };
enum { WALL, OBSTACLE, HEAVY_BODY, FLOORS };

static const char *const pose_names[POSES] = {"face", "edge", "corner", "anyhow"};
static const char *const floor_names[FLOORS] = {"wall", "obstacle", "heavy body"};

static void must(mote_result result)
{
    if (result != MOTE_OK) fail_msg("%s", mote_last_message());
}

// A box above a floor whose top is at z = 0.
typedef struct drop {
    mote_world *world;
    mote_dynamics *dynamics;
    mote_mesh *box, *floor;
    mote_body_id body;
    int steps_per_second;
    double energy; // after the last step
} drop;

static mote_mesh *box_mesh(mote_vec3 size, mote_vec3 center)
{
    io_model model = made_model("box");
    for (uint32_t v = 0; v < model.vertex_count; v++) {
        mote_vec3 *p = &model.positions[v];
        *p = (mote_vec3){p->x * size.x + center.x, p->y * size.y + center.y,
                         p->z * size.z + center.z};
    }
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model.positions, .count = model.vertex_count};
    def.indices = model.triangles;
    def.index_count = 3 * (size_t)model.triangle_count;
    mote_mesh *mesh = test_mesh_create(&def);
    io_model_release(&model);
    return mesh;
}

static void add_floor(drop *d, bool heavy)
{
    mote_body_def def = mote_default_body_def();
    mote_body_id id;
    def.mesh = d->floor;
    must(mote_body_create(d->world, &def, &id));
    if (!heavy) return;
    mote_mass mass = {.mass = HUGE_VAL};
    mote_rigid_def rigid = mote_default_rigid_def();
    rigid.body = id;
    rigid.mass = &mass;
    must(mote_dynamics_add(d->dynamics, &rigid));
}

static mote_rotation rotation_of(int pose, mote_random *random)
{
    mote_dvec3 axis = mote_vec_widen(mote_random_direction(random));
    switch (pose) {
    case ON_FACE: return MOTE_NO_ROTATION;
    case ON_EDGE: return mote_rotation_exp((mote_dvec3){0, 0.785398163397448, 0});
    case ON_CORNER: // about (1, -1, 0), by the angle between the diagonal and z
        return mote_rotation_exp(mote_dvec_scale(
            (mote_dvec3){0.707106781186548, -0.707106781186548, 0}, 0.955316618124509));
    default: return mote_rotation_exp(mote_dvec_scale(axis, 3));
    }
}

static double energy_of(const drop *d)
{
    mote_dynamics_report report;
    must(mote_dynamics_get_report(d->dynamics, &report));
    return report.momenta.kinetic_energy + report.potential_energy;
}

// What is dropped on what, and how.
typedef struct trial {
    int floor, pose;
    mote_vec3 size;
    mote_response response;
    double restitution;
    int steps_per_second;
} trial;

static void drop_begin(drop *d, const trial *t, mote_random *random)
{
    *d = (drop){.box = box_mesh(t->size, (mote_vec3){0, 0, 0}),
                .steps_per_second = t->steps_per_second,
                .floor = box_mesh((mote_vec3){20, 20, 1}, (mote_vec3){0, 0, -0.5f})};
    mote_world_def world = mote_default_world_def();
    must(mote_world_create(&world, &d->world));
    mote_dynamics_def def = mote_default_dynamics_def();
    def.world = d->world;
    def.response = t->response;
    def.gravity.z = -9.81;
    def.restitution = def.wall_restitution = t->restitution;
    def.has_walls = t->floor == WALL;
    def.walls = (mote_box){{-9, -9, 0}, {9, 9, 9}};
    must(mote_dynamics_create(&def, &d->dynamics));
    mote_body_def body = mote_default_body_def();
    body.mesh = d->box;
    must(mote_body_create(d->world, &body, &d->body));
    mote_rigid_def rigid = mote_default_rigid_def();
    rigid.body = d->body;
    rigid.placement.origin = (mote_dvec3){0.1, 0.2, 2};
    rigid.placement.rotation = rotation_of(t->pose, random);
    must(mote_dynamics_add(d->dynamics, &rigid));
    if (t->floor != WALL) add_floor(d, t->floor == HEAVY_BODY);
    d->energy = energy_of(d);
}

static void drop_end(drop *d)
{
    mote_dynamics_destroy(d->dynamics);
    mote_world_destroy(d->world);
    mote_mesh_destroy(d->box);
    mote_mesh_destroy(d->floor);
}

static mote_rigid box_of(const drop *d)
{
    mote_rigid rigid;
    must(mote_dynamics_get(d->dynamics, d->body, &rigid));
    return rigid;
}

// Energy never grows.
static void step(drop *d)
{
    must(mote_dynamics_step(d->dynamics, 1.0 / d->steps_per_second));
    double energy = energy_of(d);
    if (energy > d->energy + 1e-5 * box_of(d).mass.mass) // positions are floats
        fail_msg("energy grows by %g", energy - d->energy);
    d->energy = energy;
}

static double speed_of(const drop *d)
{
    mote_rigid rigid = box_of(d);
    return mote_dvec_length(rigid.velocity) + mote_dvec_length(rigid.angular_velocity);
}

// How far the lowest corner is below the floor, and the sine of the angle between a face and it.
static void look_at(const drop *d, double *depth, double *tilt)
{
    mote_vec3 corners[8];
    must(mote_body_get_positions(d->world, d->body, corners, 8));
    *depth = -HUGE_VAL;
    for (int i = 0; i < 8; i++) *depth = fmax(*depth, -(double)corners[i].z);
    mote_affine m = mote_rotation_matrix(box_of(d).rotation);
    const double up[3] = {fabs(m.cx.z), fabs(m.cy.z), fabs(m.cz.z)};
    double most = fmax(up[0], fmax(up[1], up[2]));
    *tilt = sqrt(fmax(0, 1 - most * most));
}

typedef struct outcome {
    double rests_at; // seconds
    double fastest;  // speed and spin after 5 seconds
    double deepest, depth, tilt;
} outcome;

static outcome watch(drop *d)
{
    outcome o = {0};
    for (int i = 0; i < 7 * d->steps_per_second; i++) {
        step(d);
        look_at(d, &o.depth, &o.tilt);
        o.deepest = fmax(o.deepest, o.depth);
        if (speed_of(d) > 1e-3) o.rests_at = (i + 1.0) / d->steps_per_second;
        if (i >= 5 * d->steps_per_second) o.fastest = fmax(o.fastest, speed_of(d));
    }
    return o;
}

// At rest within 5 seconds and for 2 more, flat on the floor and never deep in it.
static void check_outcome(const outcome *o, const char *floor, const char *pose)
{
    if (o->rests_at < 5 && o->fastest < 1e-3 && o->tilt < 1e-3 && o->depth > -1e-3 &&
        o->depth < 0.01 && o->deepest < 0.1)
        return;
    fail_msg("%s, %s: moves until %g s, then at %g; deepest %g, in the end %g, tilted by %g", floor,
             pose, o->rests_at, o->fastest, o->deepest, o->depth, o->tilt);
}

static void a_dropped_box_comes_to_rest_on_a_face(void **state)
{
    (void)state;
    const double restitutions[] = {0, 0.2, 0.4, 0.5};
    for (int floor = 0; floor < FLOORS; floor++) {
        for (int pose = 0; pose < ANYHOW; pose++) {
            outcome worst = {0};
            for (int i = 0; i < 8; i++) {
                drop d;
                mote_random random = mote_random_stream(41, 0, 0);
                const trial t = {.floor = floor,
                                 .pose = pose,
                                 .size = {1, 1, 1},
                                 .response = i % 2 ? MOTE_RESPONSE_GENERAL : MOTE_RESPONSE_SENIN,
                                 .restitution = restitutions[i / 2],
                                 .steps_per_second = 60};
                drop_begin(&d, &t, &random);
                outcome o = watch(&d);
                check_outcome(&o, floor_names[floor], pose_names[pose]);
                worst.rests_at = fmax(worst.rests_at, o.rests_at);
                worst.deepest = fmax(worst.deepest, o.deepest);
                drop_end(&d);
            }
            print_message("%s, %s: rests after at most %.2f s, deepest %.4f\n", floor_names[floor],
                          pose_names[pose], worst.rests_at, worst.deepest);
        }
    }
}

static void a_box_dropped_anyhow_comes_to_rest_on_a_face(void **state)
{
    (void)state;
    double rests_at = 0, deepest = 0;
    for (size_t i = 0; i < test_count(6, 60, 1000); i++) {
        drop d;
        mote_random random = mote_random_stream(42, i, 0);
        const trial t = {.floor = (int)(i % FLOORS),
                         .pose = ANYHOW,
                         .size = {mote_random_between(&random, 0.4f, 1.6f),
                                  mote_random_between(&random, 0.4f, 1.6f),
                                  mote_random_between(&random, 0.4f, 1.6f)},
                         .response = i % 2 ? MOTE_RESPONSE_GENERAL : MOTE_RESPONSE_SENIN,
                         .restitution = (double)mote_random_between(&random, 0, 0.5f),
                         .steps_per_second = i % 5 == 4   ? 240
                                             : i % 5 == 3 ? 30
                                                          : 60};
        drop_begin(&d, &t, &random);
        outcome o = watch(&d);
        check_outcome(&o, floor_names[t.floor], pose_names[ANYHOW]);
        rests_at = fmax(rests_at, o.rests_at);
        deepest = fmax(deepest, o.deepest);
        drop_end(&d);
    }
    print_message("rests after at most %.2f s, deepest %.4f\n", rests_at, deepest);
}

static mote_dynamics_def falling_within(mote_box walls)
{
    mote_dynamics_def def = mote_default_dynamics_def();
    def.gravity.z = -9.81;
    def.wall_restitution = 0.5;
    def.has_walls = true;
    def.walls = walls;
    return def;
}

// Without friction nothing stops the spin of a ball, but it stays on the floor.
static void a_dropped_ball_stops_bouncing(void **state)
{
    (void)state;
    mote_world_def world = mote_default_world_def();
    mote_dynamics_def def = falling_within((mote_box){{-9, -9, 0}, {9, 9, 9}});
    bouncing b;
    bouncing_begin(&b, "icosphere-4", &world, &def);
    bouncing_add(&b, (mote_dvec3){0, 0, 3}, (mote_dvec3){0, 0, 0}, (mote_dvec3){0, 0, 0});
    for (int i = 0; i < 300; i++) bouncing_step(&b, 1.0 / 60);
    mote_rigid ball = bouncing_get(&b, 0);
    print_message("velocity %.1e, spin %.1e\n", mote_dvec_length(ball.velocity),
                  mote_dvec_length(ball.angular_velocity));
    assert_true(mote_dvec_length(ball.velocity) < 1e-2);
    assert_true(fabs((double)bouncing_bounds(&b, 0).min.z) < 1e-3);
    bouncing_end(&b);
}

// Elastic bodies, and bodies without gravity, do not come to rest.
static void restitution_and_gravity_decide_who_comes_to_rest(void **state)
{
    (void)state;
    for (int elastic = 0; elastic < 2; elastic++) {
        mote_world_def world = mote_default_world_def();
        mote_dynamics_def def = mote_default_dynamics_def();
        if (elastic) def.gravity.z = -9.81;
        def.wall_restitution = elastic ? 1 : 0.9;
        def.has_walls = true;
        def.walls = (mote_box){{-2, -2, 0}, {2, 2, 9}};
        bouncing b;
        bouncing_begin(&b, "box", &world, &def);
        bouncing_add(&b, (mote_dvec3){0, 0, 0.55}, (mote_dvec3){0, 0, -0.01},
                     (mote_dvec3){0, 0, 0});
        for (int i = 0; i < 300; i++) bouncing_step(&b, 1.0 / 60);
        mote_dynamics_report report = bouncing_report(&b);
        mote_rigid box = bouncing_get(&b, 0);
        double energy = report.momenta.kinetic_energy + report.potential_energy;
        if (elastic) assert_true(energy > 9.81 * 0.549);
        if (!elastic) assert_true(fabs(box.velocity.z) > 0.0089);
        bouncing_end(&b);
    }
}

// A body that is put into a wall comes out of it in one step.
static void a_body_put_into_a_wall_is_moved_back(void **state)
{
    (void)state;
    mote_world_def world = mote_default_world_def();
    mote_dynamics_def def = falling_within((mote_box){{-2, -2, 0}, {2, 2, 9}});
    bouncing b;
    bouncing_begin(&b, "box", &world, &def);
    bouncing_add(&b, (mote_dvec3){0, 1.8, 0.2}, (mote_dvec3){0, 0, 0}, (mote_dvec3){0, 0, 0});
    bouncing_step(&b, 1.0 / 60);
    mote_box bounds = bouncing_bounds(&b, 0);
    assert_true((double)bounds.min.z > -1e-5 && (double)bounds.max.y < 2 + 1e-5);
    bouncing_end(&b);
}

// ---------------------------------------------------------------------------------------------
// Memory

static void no_memory_is_survived_and_needed_only_once(void **state)
{
    (void)state;
    for (int on_wall = 0; on_wall < 2; on_wall++) {
        failing_allocator memory = {0};
        mote_world_def world = mote_default_world_def();
        mote_dynamics_def def = mote_default_dynamics_def();
        def.allocator = failing_allocator_hook(&memory);
        def.gravity.z = -9.81;
        def.restitution = def.wall_restitution = 0;
        def.has_walls = on_wall;
        def.walls = (mote_box){{-9, -9, 0}, {9, 9, 9}};
        bouncing b;
        bouncing_begin(&b, "box", &world, &def);
        bouncing_add(&b, (mote_dvec3){0, 0, on_wall ? 0.5 : 1}, (mote_dvec3){0, 0, 0},
                     (mote_dvec3){0, 0, 0});
        mote_body_def floor = mote_default_body_def();
        floor.mesh = b.mesh;
        mote_body_id id;
        if (!on_wall) must(mote_body_create(b.world, &floor, &id));
        memory.fail_at = memory.calls + 1;
        assert_int_equal(mote_dynamics_step(b.dynamics, 1.0 / 60), MOTE_ERROR_MEMORY);
        bouncing_step(&b, 1.0 / 60);
        size_t calls = memory.calls;
        for (int i = 0; i < 60; i++) bouncing_step(&b, 1.0 / 60);
        assert_int_equal(memory.calls, calls);
        assert_int_equal(mote_dynamics_bytes(b.dynamics), memory.bytes);
        bouncing_end(&b);
        assert_int_equal(memory.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dropped_box_comes_to_rest_on_a_face),
        cmocka_unit_test(a_box_dropped_anyhow_comes_to_rest_on_a_face),
        cmocka_unit_test(a_dropped_ball_stops_bouncing),
        cmocka_unit_test(restitution_and_gravity_decide_who_comes_to_rest),
        cmocka_unit_test(a_body_put_into_a_wall_is_moved_back),
        cmocka_unit_test(no_memory_is_survived_and_needed_only_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
