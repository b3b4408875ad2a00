// Creates a dynamics, and adds, reads and changes bodies.

#include "dynamics/dynamics.h"

#include <string.h>

#include "core/float_env.h"
#include "core/result.h"
#include "core/transform.h"
#include "dynamics/mass.h"
#include "dynamics/rigid.h"

#define COOKIE 0x64796e61u       // "dyna"
#define RIGID_COOKIE 0x72696764u // "rigd"

// ---------------------------------------------------------------------------------------------
// Creating

mote_dynamics_def mote_default_dynamics_def(void)
{
    return (mote_dynamics_def){
        .cookie = COOKIE, .restitution = 1, .wall_restitution = 1, .passes = 8};
}

static mote_result check_share(double share, const char *name)
{
    if (share >= 0 && share <= 1) return MOTE_OK;
    return mote_fail(MOTE_ERROR_DATA, "mote_dynamics_create: def.%s is %g, expected 0 to 1", name,
                     share);
}

static mote_result check_walls(const mote_dynamics_def *def)
{
    if (!def->has_walls) return MOTE_OK;
    const mote_box *w = &def->walls;
    bool finite = mote_vec_finite(w->min) && mote_vec_finite(w->max);
    if (finite && w->min.x < w->max.x && w->min.y < w->max.y && w->min.z < w->max.z) return MOTE_OK;
    return mote_fail(
        MOTE_ERROR_DATA,
        "mote_dynamics_create: def.walls from (%g, %g, %g) to (%g, %g, %g) enclose no space",
        (double)w->min.x, (double)w->min.y, (double)w->min.z, (double)w->max.x, (double)w->max.y,
        (double)w->max.z);
}

static mote_result check_def(const mote_dynamics_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_create: def is null");
    if (def->cookie != COOKIE)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_dynamics_create: def.cookie is not set: start from mote_default_dynamics_def()");
    if (!def->world)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_create: def.world is null");
    if ((uint32_t)def->response > MOTE_RESPONSE_REFLECT)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_create: def.response %u is unknown",
                         (unsigned)def->response);
    if (!def->passes)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_create: def.passes is 0");
    mote_result result = mote_allocator_check(&def->allocator, "mote_dynamics_create");
    if (result == MOTE_OK) result = check_share(def->restitution, "restitution");
    if (result == MOTE_OK) result = check_share(def->wall_restitution, "wall_restitution");
    if (result == MOTE_OK) result = check_share(def->push_apart, "push_apart");
    if (result == MOTE_OK)
        result = mote_check_dvec(def->gravity, "mote_dynamics_create: def", "gravity");
    return result == MOTE_OK ? check_walls(def) : result;
}

mote_result mote_dynamics_create(const mote_dynamics_def *def, mote_dynamics **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_create: out is null");
    *out = NULL;
    mote_result result = check_def(def);
    if (result != MOTE_OK) return result;
    mote_allocator source = mote_allocator_or_default(def->allocator);
    mote_dynamics *dynamics = mote_allocate_zeroed(&source, 1, sizeof *dynamics);
    if (!dynamics) return mote_fail_memory(sizeof *dynamics, "a dynamics");
    dynamics->def = *def;
    dynamics->allocator = mote_memory_begin(&dynamics->memory, source, sizeof *dynamics);
    *out = dynamics;
    return MOTE_OK;
}

void mote_mover_release(mote_dynamics *dynamics, mote_mover *mover)
{
    const mote_allocator *allocator = &dynamics->allocator;
    mote_release(allocator, mover->surface, mover->vertex_count, sizeof(mote_vec3));
    mote_release(allocator, mover->surface_before, mover->vertex_count, sizeof(mote_vec3));
}

void mote_dynamics_destroy(mote_dynamics *dynamics)
{
    if (!dynamics) return;
    for (size_t i = 0; i < dynamics->movers.count; i++)
        mote_mover_release(dynamics, &dynamics->movers.data[i]);
    mote_array_release(&dynamics->movers, &dynamics->allocator);
    mote_array_release(&dynamics->mover_of, &dynamics->allocator);
    mote_array_release(&dynamics->points, &dynamics->allocator);
    mote_array_release(&dynamics->supports, &dynamics->allocator);
    mote_array_release(&dynamics->stop_pairs, &dynamics->allocator);
    mote_array_release(&dynamics->stop_contacts, &dynamics->allocator);
    mote_array_release(&dynamics->stop_points, &dynamics->allocator);
    mote_allocator source = dynamics->memory.source;
    mote_release(&source, dynamics, 1, sizeof *dynamics);
}

size_t mote_dynamics_bytes(const mote_dynamics *dynamics)
{
    return mote_memory_bytes(&dynamics->memory);
}

// ---------------------------------------------------------------------------------------------
// Finding

mote_mover *mote_dynamics_find(const mote_dynamics *dynamics, mote_body_id body)
{
    const uint32_t *mover_of = dynamics->mover_of.data;
    if (body.index >= dynamics->mover_of.count || mover_of[body.index] == MOTE_NONE) return NULL;
    mote_mover *mover = &dynamics->movers.data[mover_of[body.index]];
    return mover->body.generation == body.generation ? mover : NULL;
}

mote_result mote_dynamics_expect(const mote_dynamics *dynamics, mote_body_id body,
                                 const char *function, mote_mover **out)
{
    if (!dynamics) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: dynamics is null", function);
    *out = mote_dynamics_find(dynamics, body);
    if (*out) return MOTE_OK;
    return mote_fail(MOTE_ERROR_STALE, "%s: body %u of generation %u was not added to the dynamics",
                     function, body.index, body.generation);
}

void mote_dynamics_number(mote_dynamics *dynamics)
{
    uint32_t *mover_of = dynamics->mover_of.data;
    const mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; i < dynamics->mover_of.count; i++) mover_of[i] = MOTE_NONE;
    for (uint32_t i = 0; i < dynamics->movers.count; i++) mover_of[movers[i].body.index] = i;
}

// ---------------------------------------------------------------------------------------------
// Shapes

static void copy_surface(mote_mover *mover, const mote_surface *surface, mote_vec3 *to)
{
    for (uint32_t v = 0; v < surface->vertex_count; v++)
        to[v] = mote_dvec_narrow(
            mote_dvec_sub(mote_surface_read(surface, v), mover->rigid.mass.center));
}

// The mass of a shape. `kept` is the present mass of the body; if 0, the mass follows from the
// density.
static mote_result mass_of_shape(const mote_mesh *mesh, const mote_positions *positions,
                                 double density, double kept, mote_mass *out)
{
    mote_result result = mote_mass_of_mesh(mesh, positions, density, out);
    if (result != MOTE_OK || kept == 0) return result;
    double s = kept / out->mass;
    mote_inertia *i = &out->inertia;
    *i = (mote_inertia){i->xx * s, i->yy * s, i->zz * s, i->xy * s, i->xz * s, i->yz * s};
    out->mass = kept;
    return MOTE_OK;
}

// Updates the state that depends on both the shape and the mass.
static void take_shape(mote_mover *mover, const mote_surface *surface)
{
    mover->reach = mote_surface_reach(surface, mover->rigid.mass.center);
    if (!mover->surface) return;
    copy_surface(mover, surface, mover->surface);
    mover->surface_has_changed = true;
}

// ---------------------------------------------------------------------------------------------
// Adding

mote_rigid_def mote_default_rigid_def(void)
{
    return (mote_rigid_def){
        .cookie = RIGID_COOKIE, .density = 1, .placement = {.rotation = MOTE_NO_ROTATION}};
}

static mote_result check_rigid_def(const mote_dynamics *dynamics, const mote_rigid_def *def)
{
    if (!dynamics || !def)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_add: %s is null",
                         dynamics ? "def" : "dynamics");
    if (def->cookie != RIGID_COOKIE)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_dynamics_add: def.cookie is not set: start from mote_default_rigid_def()");
    if (mote_dynamics_find(dynamics, def->body))
        return mote_fail(MOTE_ERROR_STATE, "mote_dynamics_add: body %u was added already",
                         def->body.index);
    return mote_check_placement(&def->placement, "mote_dynamics_add: def.placement");
}

static mote_result make_rigid(const mote_rigid_def *def, const mote_mesh *mesh, mote_rigid *out)
{
    *out = (mote_rigid){.rotation = def->placement.rotation,
                        .velocity = def->velocity,
                        .angular_velocity = def->angular_velocity};
    mote_result result = MOTE_OK;
    if (def->mass) {
        out->mass = *def->mass;
    } else {
        result = mass_of_shape(mesh, def->positions, def->density, 0, &out->mass);
    }
    if (result == MOTE_OK) result = mote_check_rigid(out, "mote_dynamics_add: def");
    if (result != MOTE_OK) return result;
    mote_dvec3 arm = mote_rotate(out->rotation, out->mass.center);
    out->center = mote_dvec_add(def->placement.origin, arm);
    return mote_check_dvec(out->center, "mote_dynamics_add: def", "center in the world");
}

static mote_result make_surfaces(mote_dynamics *dynamics, mote_mover *mover,
                                 const mote_surface *surface)
{
    mover->vertex_count = (uint32_t)surface->vertex_count;
    if (dynamics->def.surface_velocity) {
        const mote_allocator *allocator = &dynamics->allocator;
        size_t count = mover->vertex_count, bytes = sizeof(mote_vec3);
        mover->surface = mote_allocate_zeroed(allocator, count, bytes);
        mover->surface_before = mote_allocate_zeroed(allocator, count, bytes);
        if (!mover->surface || !mover->surface_before)
            return mote_fail_memory(count * bytes, "the last shapes of a body");
        copy_surface(mover, surface, mover->surface_before);
    }
    take_shape(mover, surface);
    mover->surface_has_changed = false;
    return MOTE_OK;
}

// Allocates all memory that a step needs for the body, so that adding the body cannot fail later.
static bool reserve(mote_dynamics *dynamics, const mote_mover *mover)
{
    const mote_allocator *allocator = &dynamics->allocator;
    mote_u32_array *mover_of = &dynamics->mover_of;
    size_t places = (size_t)mover->body.index + 1;
    if (!mote_array_reserve(&dynamics->movers, allocator, dynamics->movers.count + 1) ||
        !mote_array_reserve(mover_of, allocator, places) ||
        !mote_array_reserve(&dynamics->points, allocator, mover->vertex_count))
        return false;
    while (mover_of->count < places) mover_of->data[mover_of->count++] = MOTE_NONE;
    return true;
}

static mote_result add_mover(mote_dynamics *dynamics, mote_mover *mover, const mote_rigid_def *def)
{
    mote_surface surface;
    mote_result result = mote_surface_open(mover->mesh, def->positions,
                                           "mote_dynamics_add: def.positions", &surface);
    if (result == MOTE_OK) result = make_surfaces(dynamics, mover, &surface);
    if (result == MOTE_OK && !reserve(dynamics, mover))
        result = mote_fail_memory(sizeof *mover, "a rigid body");
    if (result == MOTE_OK && def->positions)
        result = mote_body_set_positions(dynamics->def.world, mover->body, def->positions);
    if (result == MOTE_OK) result = mote_mover_place(dynamics, mover);
    if (result != MOTE_OK) return result;
    // reserve() made room for the body. An earlier body with this index was removed.
    dynamics->mover_of.data[mover->body.index] = (uint32_t)dynamics->movers.count;
    dynamics->movers.data[dynamics->movers.count++] = *mover;
    return MOTE_OK;
}

mote_result mote_dynamics_add(mote_dynamics *dynamics, const mote_rigid_def *def)
{
    mote_result result = check_rigid_def(dynamics, def);
    if (result != MOTE_OK) return result;
    mote_mover mover = {.body = def->body, .mass_is_given = def->mass};
    result = mote_body_get_mesh(dynamics->def.world, def->body, &mover.mesh);
    if (result == MOTE_OK) result = make_rigid(def, mover.mesh, &mover.rigid);
    if (result == MOTE_OK) result = add_mover(dynamics, &mover, def);
    if (result != MOTE_OK) mote_mover_release(dynamics, &mover);
    return result;
}

mote_result mote_dynamics_remove(mote_dynamics *dynamics, mote_body_id body)
{
    mote_mover *mover;
    mote_result result = mote_dynamics_expect(dynamics, body, __func__, &mover);
    if (result != MOTE_OK) return result;
    mote_mover_release(dynamics, mover);
    mote_mover *end = dynamics->movers.data + dynamics->movers.count;
    memmove(mover, mover + 1, (size_t)(end - mover - 1) * sizeof *mover);
    dynamics->movers.count--;
    mote_dynamics_number(dynamics);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Reading and changing

mote_result mote_dynamics_get(const mote_dynamics *dynamics, mote_body_id body, mote_rigid *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_get: out is null");
    mote_mover *mover;
    mote_result result = mote_dynamics_expect(dynamics, body, __func__, &mover);
    if (result == MOTE_OK) *out = mover->rigid;
    return result;
}

mote_result mote_dynamics_set(mote_dynamics *dynamics, mote_body_id body, const mote_rigid *rigid)
{
    mote_mover *mover;
    mote_result result = mote_dynamics_expect(dynamics, body, __func__, &mover);
    if (result != MOTE_OK) return result;
    if (!rigid) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_set: rigid is null");
    mote_mover changed = *mover;
    changed.rigid = *rigid;
    changed.has_stopped = false;
    result = mote_check_rigid(&changed.rigid, "mote_dynamics_set: rigid");
    if (result == MOTE_OK) result = mote_mover_place(dynamics, &changed);
    if (result == MOTE_OK) *mover = changed;
    return result;
}

static double spin_energy2(const mote_rigid *rigid)
{
    return mote_dvec_dot(rigid->angular_velocity, mote_rigid_spin_momentum(rigid));
}

static void change_mass(mote_dynamics *dynamics, mote_mover *mover, const mote_mass *mass)
{
    double before = mote_mover_energy(dynamics, mover);
    double spin_before = spin_energy2(&mover->rigid);
    mote_rigid *rigid = &mover->rigid;
    mote_rigid_exchange_mass(rigid, mass);
    double spin = spin_energy2(rigid);
    if (dynamics->def.shape_keeps_energy && spin > 0)
        rigid->angular_velocity =
            mote_dvec_scale(rigid->angular_velocity, sqrt(spin_before / spin));
    dynamics->shape_energy += mote_mover_energy(dynamics, mover) - before;
}

mote_result mote_dynamics_set_shape(mote_dynamics *dynamics, mote_body_id body,
                                    const mote_positions *positions)
{
    mote_mover *mover;
    mote_result result = mote_dynamics_expect(dynamics, body, __func__, &mover);
    if (result != MOTE_OK) return result;
    if (!positions)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_set_shape: positions is null");
    mote_mass mass = mover->rigid.mass;
    mote_surface surface;
    result =
        mote_surface_open(mover->mesh, positions, "mote_dynamics_set_shape: positions", &surface);
    if (result == MOTE_OK && !mover->mass_is_given)
        result = mass_of_shape(mover->mesh, positions, 1, mass.mass, &mass);
    if (result == MOTE_OK) result = mote_body_set_positions(dynamics->def.world, body, positions);
    if (result != MOTE_OK) return result;
    mote_float_env env = mote_float_env_enter();
    if (!mover->mass_is_given) change_mass(dynamics, mover, &mass);
    take_shape(mover, &surface);
    mote_float_env_leave(env);
    return mote_mover_place(dynamics, mover);
}

mote_result mote_dynamics_set_mass(mote_dynamics *dynamics, mote_body_id body,
                                   const mote_mass *mass)
{
    mote_mover *mover;
    mote_result result = mote_dynamics_expect(dynamics, body, __func__, &mover);
    if (result != MOTE_OK) return result;
    if (!mass) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_set_mass: mass is null");
    result = mote_check_mass(mass, "mote_dynamics_set_mass: mass");
    if (result != MOTE_OK) return result;
    change_mass(dynamics, mover, mass);
    mover->mass_is_given = true;
    mover->reach = HUGE_VAL; // the shape may have changed in the world
    return mote_mover_place(dynamics, mover);
}
