// Dynamics of the bodies of a world.

#include <math.h>
#include <stdlib.h>

#include "bindings/js/module/world.h"
#include "core/result.h"
#include "core/transform.h"
#include "core/vec.h"

struct js_dynamics {
    js_world *world;         // null after the world was destroyed
    mote_dynamics *dynamics; // likewise
    js_dynamics *next;       // the next one of the same world
};

// ---------------------------------------------------------------------------------------------
// Creating and destroying

void js_dynamics_defaults(js_dynamics_options *out)
{
    mote_dynamics_def def = mote_default_dynamics_def();
    *out = (js_dynamics_options){.response = def.response,
                                 .restitution = def.restitution,
                                 .gravity = def.gravity,
                                 .has_walls = def.has_walls,
                                 .wall_restitution = def.wall_restitution,
                                 .push_apart = def.push_apart,
                                 .surface_velocity = def.surface_velocity,
                                 .look_ahead = def.look_ahead,
                                 .passes = def.passes};
}

// Checked before the conversion to an integer, which traps in WebAssembly if the number does not
// fit.
static bool is_whole(double value, double min, double max)
{
    return value >= min && value <= max && value == floor(value);
}

static mote_result read_options(const js_dynamics_options *options, mote_dynamics_def *def)
{
    if (!is_whole(options->response, 0, MOTE_RESPONSE_REFLECT))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "dynamics: response is %g, expected a whole number from 0 to %d",
                         options->response, MOTE_RESPONSE_REFLECT);
    if (!is_whole(options->passes, 1, UINT32_MAX))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "dynamics: passes is %g, expected a whole number from 1", options->passes);
    *def = mote_default_dynamics_def();
    def->response = (mote_response)options->response;
    def->restitution = options->restitution;
    def->gravity = options->gravity;
    def->has_walls = options->has_walls != 0;
    def->walls.min = mote_dvec_narrow(options->walls_min);
    def->walls.max = mote_dvec_narrow(options->walls_max);
    def->wall_restitution = options->wall_restitution;
    def->push_apart = options->push_apart;
    def->surface_velocity = options->surface_velocity != 0;
    def->look_ahead = options->look_ahead != 0;
    def->passes = (uint32_t)options->passes;
    return MOTE_OK;
}

mote_result js_dynamics_create(js_world *world, const js_dynamics_options *options,
                               js_dynamics **out)
{
    *out = NULL;
    mote_dynamics_def def;
    mote_result result = js_expect_own(world);
    if (!result) result = read_options(options, &def);
    if (result) return result;
    js_dynamics *d = calloc(1, sizeof *d);
    if (!d) return mote_fail_memory(sizeof *d, "a dynamics");
    def.world = world->world;
    result = mote_dynamics_create(&def, &d->dynamics);
    if (result) {
        free(d);
        return result;
    }
    d->world = world;
    d->next = world->dynamics;
    world->dynamics = d;
    *out = d;
    return MOTE_OK;
}

void js_dynamics_destroy(js_dynamics *dynamics)
{
    if (!dynamics) return;
    if (dynamics->world) {
        js_dynamics **link = &dynamics->world->dynamics;
        while (*link != dynamics) link = &(*link)->next;
        *link = dynamics->next;
    }
    mote_dynamics_destroy(dynamics->dynamics);
    free(dynamics);
}

void js_dynamics_leave(js_world *world)
{
    while (world->dynamics) {
        js_dynamics *d = world->dynamics;
        mote_dynamics_destroy(d->dynamics);
        world->dynamics = d->next;
        *d = (js_dynamics){0};
    }
}

bool js_dynamics_have(const js_world *world, mote_body_id body)
{
    mote_rigid rigid;
    for (const js_dynamics *d = world->dynamics; d; d = d->next)
        if (mote_dynamics_get(d->dynamics, body, &rigid) == MOTE_OK) return true;
    return false;
}

// ---------------------------------------------------------------------------------------------
// Bodies

static mote_result find(const js_dynamics *dynamics, uint32_t body, js_body **out)
{
    *out = NULL;
    if (!dynamics->world)
        return mote_fail(MOTE_ERROR_STALE, "the world of the dynamics has been disposed of");
    *out = js_body_at(dynamics->world, body);
    return *out ? MOTE_OK : MOTE_ERROR_STALE;
}

bool js_placement_of(const mote_transform *transform, mote_placement *out)
{
    mote_affine m = mote_affine_of(transform);
    out->origin = m.t;
    return mote_rotation_of_matrix(&m, &out->rotation);
}

static mote_placement placement_of(const js_rigid *rigid)
{
    return (mote_placement){rigid->position,
                            {.w = rigid->w, .x = rigid->x, .y = rigid->y, .z = rigid->z}};
}

// The placement that is given, completed from where the body is.
static mote_result find_placement(js_world *world, mote_body_id body, const js_rigid *rigid,
                                  mote_placement *out)
{
    const uint32_t both = JS_GIVEN_POSITION | JS_GIVEN_ROTATION;
    *out = placement_of(rigid);
    if ((rigid->given & both) == both) return MOTE_OK;
    mote_transform transform;
    mote_placement now;
    mote_result result = mote_body_get_transform(world->world, body, &transform);
    if (result) return result;
    if (!js_placement_of(&transform, &now))
        return mote_fail(
            MOTE_ERROR_DATA,
            "body %u: its transform is not a rotation and a translation: give position "
            "and rotation",
            body.index);
    if (!(rigid->given & JS_GIVEN_POSITION)) out->origin = now.origin;
    if (!(rigid->given & JS_GIVEN_ROTATION)) out->rotation = now.rotation;
    return MOTE_OK;
}

// With a density, the mass follows the shape. With a mass, it stays.
static mote_result set_mass(const js_rigid *rigid, const js_mass *present, mote_mass *storage,
                            mote_rigid_def *def)
{
    bool has_mass = rigid->given & JS_GIVEN_MASS;
    bool has_density = rigid->given & JS_GIVEN_DENSITY;
    double density = has_density ? rigid->density : def->density;
    double mass = has_mass ? rigid->mass : density * present->mass.mass;
    if (!(mass > 0 && (has_mass || mass < HUGE_VAL)))
        return mote_fail(MOTE_ERROR_DATA, "body %u: its %s is %g, expected a mass above 0",
                         def->body.index, has_mass ? "mass" : "density", has_mass ? mass : density);
    def->density = mass / present->mass.mass;
    *storage = js_scale_mass(&present->mass, mass);
    if (!present->is_solid || isinf(mass)) def->mass = storage;
    return MOTE_OK;
}

// A deformer may extend beyond the rest shape. Setting the mass explicitly tells the dynamics not
// to rely on it.
static mote_result add(js_dynamics *dynamics, const js_body *b, mote_rigid_def def,
                       const mote_mass *mass)
{
    mote_positions positions = {
        .data = b->positions, .count = b->mesh->vertex_count, .persistent = true};
    if (b->on_demand)
        def.mass = mass;
    else if (b->positions)
        def.positions = &positions;
    mote_result result = mote_dynamics_add(dynamics->dynamics, &def);
    if (result || !b->on_demand) return result;
    return mote_dynamics_set_mass(dynamics->dynamics, b->id, mass);
}

mote_result js_dynamics_add(js_dynamics *dynamics, uint32_t body, const js_rigid *rigid)
{
    js_body *b;
    js_mass present;
    mote_mass mass;
    mote_rigid_def def = mote_default_rigid_def();
    mote_result result = find(dynamics, body, &b);
    if (result) return result;
    def.body = b->id;
    if (rigid->given & JS_GIVEN_VELOCITY) def.velocity = rigid->velocity;
    if (rigid->given & JS_GIVEN_SPIN) def.angular_velocity = rigid->angular_velocity;
    result = find_placement(dynamics->world, b->id, rigid, &def.placement);
    if (!result) result = js_body_mass(b, &present);
    if (!result) result = set_mass(rigid, &present, &mass, &def);
    return result ? result : add(dynamics, b, def, &mass);
}

mote_result js_dynamics_remove(js_dynamics *dynamics, uint32_t body)
{
    js_body *b;
    mote_result result = find(dynamics, body, &b);
    return result ? result : mote_dynamics_remove(dynamics->dynamics, b->id);
}

// ---------------------------------------------------------------------------------------------
// State

mote_result js_dynamics_get(const js_dynamics *dynamics, uint32_t body, js_rigid *out)
{
    js_body *b;
    mote_rigid rigid;
    mote_result result = find(dynamics, body, &b);
    if (!result) result = mote_dynamics_get(dynamics->dynamics, b->id, &rigid);
    if (result) return result;
    mote_placement placement = mote_rigid_placement(&rigid);
    const mote_rotation *q = &placement.rotation;
    *out = (js_rigid){.position = placement.origin,
                      .x = q->x,
                      .y = q->y,
                      .z = q->z,
                      .w = q->w,
                      .velocity = rigid.velocity,
                      .angular_velocity = rigid.angular_velocity,
                      .mass = rigid.mass.mass};
    return MOTE_OK;
}

// The center of mass of a body whose frame is at `origin`.
static mote_dvec3 center_at(mote_rigid rigid, mote_dvec3 origin)
{
    rigid.center = (mote_dvec3){0, 0, 0};
    return mote_dvec_sub(origin, mote_rigid_placement(&rigid).origin);
}

// From an infinite mass to a finite one, the inertia must be computed again.
static mote_result change_mass(mote_mass *mass, const js_body *body, double to)
{
    js_mass present = {.mass = *mass};
    if (isinf(mass->mass) && isfinite(to)) {
        mote_result result = js_body_mass(body, &present);
        if (result) return result;
        present.mass.center = mass->center;
    }
    *mass = js_scale_mass(&present.mass, to);
    return MOTE_OK;
}

static mote_result change(mote_rigid *rigid, const js_body *body, const js_rigid *to)
{
    mote_placement given = placement_of(to);
    if (to->given & (JS_GIVEN_POSITION | JS_GIVEN_ROTATION)) {
        mote_dvec3 origin = mote_rigid_placement(rigid).origin;
        if (to->given & JS_GIVEN_POSITION) origin = given.origin;
        if (to->given & JS_GIVEN_ROTATION) rigid->rotation = given.rotation;
        rigid->center = center_at(*rigid, origin);
    }
    if (to->given & JS_GIVEN_VELOCITY) rigid->velocity = to->velocity;
    if (to->given & JS_GIVEN_SPIN) rigid->angular_velocity = to->angular_velocity;
    return to->given & JS_GIVEN_MASS ? change_mass(&rigid->mass, body, to->mass) : MOTE_OK;
}

mote_result js_dynamics_set(js_dynamics *dynamics, uint32_t body, const js_rigid *rigid)
{
    js_body *b;
    mote_rigid changed;
    mote_result result = find(dynamics, body, &b);
    if (!result) result = mote_dynamics_get(dynamics->dynamics, b->id, &changed);
    if (!result) result = change(&changed, b, rigid);
    return result ? result : mote_dynamics_set(dynamics->dynamics, b->id, &changed);
}

mote_result js_dynamics_set_shape(js_dynamics *dynamics, uint32_t body)
{
    js_body *b;
    mote_vec3 *data;
    mote_result result = find(dynamics, body, &b);
    if (!result) result = js_world_positions(dynamics->world, body, &data);
    if (result) return result;
    mote_positions positions = {.data = data, .count = b->mesh->vertex_count, .persistent = true};
    return mote_dynamics_set_shape(dynamics->dynamics, b->id, &positions);
}

// ---------------------------------------------------------------------------------------------
// Held bodies

mote_result js_dynamics_hold(js_dynamics *dynamics, uint32_t body)
{
    js_body *b;
    mote_result result = find(dynamics, body, &b);
    return result ? result : mote_dynamics_hold(dynamics->dynamics, b->id);
}

mote_result js_dynamics_move_held(js_dynamics *dynamics, uint32_t body, const js_rigid *rigid)
{
    js_body *b;
    mote_placement placement = placement_of(rigid);
    mote_result result = find(dynamics, body, &b);
    return result ? result : mote_dynamics_move_held(dynamics->dynamics, b->id, &placement);
}

mote_result js_dynamics_release(js_dynamics *dynamics, uint32_t body)
{
    js_body *b;
    mote_result result = find(dynamics, body, &b);
    return result ? result : mote_dynamics_release(dynamics->dynamics, b->id);
}

mote_result js_dynamics_is_held(const js_dynamics *dynamics, uint32_t body, uint32_t *out)
{
    js_body *b;
    mote_result result = find(dynamics, body, &b);
    if (!result) *out = mote_dynamics_is_held(dynamics->dynamics, b->id);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Steps

static mote_result check_world(const js_dynamics *dynamics)
{
    if (dynamics->world) return MOTE_OK;
    return mote_fail(MOTE_ERROR_STALE, "the world of the dynamics has been disposed of");
}

mote_result js_dynamics_step(js_dynamics *dynamics, double time)
{
    mote_result stale = check_world(dynamics);
    if (stale) return stale;
    js_begin_marking(dynamics->world);
    mote_result result = mote_dynamics_step(dynamics->dynamics, time);
    js_end_marking(dynamics->world);
    return result;
}

mote_result js_dynamics_advance(js_dynamics *dynamics, double time)
{
    mote_result stale = check_world(dynamics);
    return stale ? stale : mote_dynamics_advance(dynamics->dynamics, time);
}

mote_result js_dynamics_react(js_dynamics *dynamics, double time)
{
    mote_result result = check_world(dynamics);
    const mote_report *report;
    if (!result) result = js_world_report(dynamics->world, &report);
    return result ? result : mote_dynamics_react(dynamics->dynamics, report, time);
}

mote_result js_dynamics_report(const js_dynamics *dynamics, mote_dynamics_report *out)
{
    mote_result stale = check_world(dynamics);
    if (stale) return stale;
    return mote_dynamics_get_report(dynamics->dynamics, out);
}
