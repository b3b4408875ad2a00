// Memory of a world and its bodies for sweeps: allocated by the first motion or sweep, and released
// with them.

#include "core/pool.h"
#include "world/sweep.h"

static bool make_sinks(mote_world *world, mote_sweeper *sweeper)
{
    for (uint32_t i = 0; i < world->tasks.worker_count; i++) {
        if (!mote_array_push(&sweeper->sinks, &world->allocator, (mote_sweep_sink){0}))
            return false;
    }
    return true;
}

mote_sweeper *mote_sweeper_of(mote_world *world)
{
    if (world->sweeper) return world->sweeper;
    const mote_allocator *allocator = &world->allocator;
    size_t state_bytes = world->method->sweep->world_state_bytes;
    mote_sweeper *sweeper = mote_allocate_zeroed(allocator, 1, sizeof *sweeper);
    if (!sweeper) return NULL;
    sweeper->method_state = mote_allocate_zeroed(allocator, 1, state_bytes);
    if (sweeper->method_state && make_sinks(world, sweeper)) return world->sweeper = sweeper;
    mote_array_release(&sweeper->sinks, allocator);
    mote_release(allocator, sweeper->method_state, 1, state_bytes);
    mote_release(allocator, sweeper, 1, sizeof *sweeper);
    return NULL;
}

static void drop_incidence(mote_world *world, mote_shared_incidence *shared)
{
    if (!shared || --shared->user_count > 0) return;
    mote_sweeper *sweeper = world->sweeper;
    size_t i = 0;
    while (sweeper->incidences.data[i] != shared) i++;
    sweeper->incidences.data[i] = sweeper->incidences.data[--sweeper->incidences.count];
    mote_incidence_release(&shared->incidence, &world->allocator);
    mote_release(&world->allocator, shared, 1, sizeof *shared);
}

static mote_shared_incidence *make_incidence(mote_world *world, const mote_mesh *mesh)
{
    const mote_allocator *allocator = &world->allocator;
    mote_shared_incidence *shared = mote_allocate_zeroed(allocator, 1, sizeof *shared);
    if (!shared) return NULL;
    shared->mesh = mesh;
    if (mote_incidence_build(mesh->clusters, allocator, &shared->incidence) &&
        mote_array_push(&world->sweeper->incidences, allocator, shared))
        return shared;
    mote_incidence_release(&shared->incidence, allocator);
    mote_release(allocator, shared, 1, sizeof *shared);
    return NULL;
}

// Returns the incidence of a mesh, shared by all bodies with that mesh.
static mote_shared_incidence *take_incidence(mote_world *world, const mote_mesh *mesh)
{
    mote_sweeper *sweeper = world->sweeper;
    mote_shared_incidence *shared = NULL;
    for (size_t i = 0; i < sweeper->incidences.count && !shared; i++) {
        if (sweeper->incidences.data[i]->mesh == mesh) shared = sweeper->incidences.data[i];
    }
    if (!shared) shared = make_incidence(world, mesh);
    if (shared) shared->user_count++;
    return shared;
}

static bool admit(mote_world *world, mote_body *body)
{
    const mote_sweep_api *api = world->method->sweep;
    mote_body_sweep *sweep = body->sweep;
    sweep->incidence = take_incidence(world, body->shape.mesh);
    sweep->swept.state = mote_allocate_zeroed(&world->allocator, 1, api->body_state_bytes);
    if (!sweep->incidence || !sweep->swept.state) return false;
    sweep->swept.incidence = &sweep->incidence->incidence;
    return !api->admit || api->admit(sweep->swept.state, body->shape.clusters, &world->allocator);
}

mote_body_sweep *mote_body_sweep_of(mote_world *world, mote_body *body)
{
    if (body->sweep) return body->sweep;
    if (!mote_sweeper_of(world)) return NULL;
    body->sweep = mote_allocate_zeroed(&world->allocator, 1, sizeof *body->sweep);
    if (!body->sweep) return NULL;
    if (admit(world, body)) return body->sweep;
    mote_body_sweep_release(world, body);
    return NULL;
}

void mote_body_sweep_release(mote_world *world, mote_body *body)
{
    const mote_allocator *allocator = &world->allocator;
    const mote_sweep_api *api = world->method->sweep;
    mote_body_sweep *sweep = body->sweep;
    if (!sweep) return;
    const mote_shape *shape = &body->shape;
    for (int i = 0; i < MOTE_MOTION_SHAPES; i++) mote_shape_destroy(&sweep->shapes[i], allocator);
    mote_release(allocator, sweep->swept.united, shape->group_count, sizeof(mote_box8));
    mote_release(allocator, sweep->positions, shape->vertex_count, sizeof(mote_vec3));
    mote_release(allocator, sweep->vertex_steps, shape->vertex_count, sizeof(double));
    if (api->drop && sweep->swept.state) api->drop(sweep->swept.state, allocator);
    mote_release(allocator, sweep->swept.state, 1, api->body_state_bytes);
    drop_incidence(world, sweep->incidence);
    mote_release(allocator, sweep, 1, sizeof *sweep);
    body->sweep = NULL;
}

// ---------------------------------------------------------------------------------------------
// Releasing memory

static void release_scratch(mote_world *world)
{
    const mote_allocator *allocator = &world->allocator;
    mote_sweeper *sweeper = world->sweeper;
    for (size_t i = 0; i < sweeper->sinks.count; i++) {
        mote_array_release(&sweeper->sinks.data[i].base.hits, allocator);
        mote_array_release(&sweeper->sinks.data[i].impacts, allocator);
    }
    mote_array_release(&sweeper->pair_keys, allocator);
    mote_array_release(&sweeper->candidates, allocator);
    mote_array_release(&sweeper->limits, allocator);
    mote_array_release(&sweeper->impact_scratch, allocator);
    mote_array_release(&sweeper->meetings, allocator);
    mote_array_release(&sweeper->meeting_scratch, allocator);
    if (world->method->sweep->drop_world)
        world->method->sweep->drop_world(sweeper->method_state, allocator);
}

void mote_sweeper_trim(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    if (!sweeper) return;
    release_scratch(world);
    mote_array_shrink(&sweeper->pairs, &world->allocator);
    mote_array_shrink(&sweeper->impacts, &world->allocator);
    mote_array_shrink(&sweeper->contacts, &world->allocator);
    mote_array_shrink(&sweeper->face_pairs, &world->allocator);
    mote_array_shrink(&sweeper->body_steps, &world->allocator);
    mote_array_shrink(&sweeper->invalid, &world->allocator);
}

void mote_sweeper_release(mote_world *world)
{
    const mote_allocator *allocator = &world->allocator;
    mote_sweeper *sweeper = world->sweeper;
    if (!sweeper) return;
    release_scratch(world);
    mote_array_release(&sweeper->sinks, allocator);
    mote_array_release(&sweeper->incidences, allocator);
    mote_array_release(&sweeper->pairs, allocator);
    mote_array_release(&sweeper->impacts, allocator);
    mote_array_release(&sweeper->contacts, allocator);
    mote_array_release(&sweeper->face_pairs, allocator);
    mote_array_release(&sweeper->body_steps, allocator);
    mote_array_release(&sweeper->invalid, allocator);
    mote_release(allocator, sweeper->method_state, 1, world->method->sweep->world_state_bytes);
    mote_release(allocator, sweeper, 1, sizeof *sweeper);
    world->sweeper = NULL;
}
