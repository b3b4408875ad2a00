// Method senin: a few particles on each of two bodies attract those of the other body and repel
// those of their own.
//
// Senin, Kojekine, Savchenko, Hagiwara, "Particle-based Collision Detection", 2003. When the particles have come to rest, the
// closest ones are where the bodies touch, if they do.
// - sites.c: the points where a particle may be (section 3.4).
// - forces.c: attraction and repulsion (3.3), and the cache of distant particles (3.5).
// - movement.c: how particles move until the system is relaxed (3.4, 3.5).
// - query.c: the collision query (3.5); closest_pairs.c: the pairs whose neighborhoods it tests.
// - one_set.c: one set of particles per body against several others (the future work of section 6).
// - own_thread.c: particles that move while the caller moves the bodies (4).
// Each file states the decisions where the paper is silent; docs/methods/senin.md has all of them, with measurements.

#include "papers/senin/senin.h"
#include "core/result.h"
#include "method/drawing.h"
#include "method/methods.h"
#include "papers/particle/longest_route.h"

typedef struct senin_world {
    MOTE_ARRAY(mote_senin_worker) workers;
    mote_senin_thread thread; // with own_thread
    mote_senin_sets sets;     // with one_set
} senin_world;

// ---------------------------------------------------------------------------------------------
// Bodies

static mote_result choose_count(mote_senin_body *body, const mote_mesh *mesh,
                                const mote_settings *settings)
{
    body->particles = mote_senin_options_of(settings)->particles;
    if (body->particles == 0) {
        mote_convex_parts_def def = mote_default_convex_parts_def();
        def.mesh = mesh;
        def.allocator = *settings->allocator;
        mote_result result = mote_count_by_convex_parts(&def, NULL, &body->particles);
        if (result != MOTE_OK) return result;
    }
    if (body->particles > mesh->clusters->vertex_count)
        body->particles = mesh->clusters->vertex_count;
    return MOTE_OK;
}

static mote_result senin_admit(void *state, const mote_shape *shape, const mote_settings *settings)
{
    mote_senin_body *body = state;
    if (!shape->mesh->face_neighbors)
        return mote_fail(MOTE_ERROR_ARGUMENT, "method senin needs meshes with MOTE_MESH_ADJACENCY; "
                                              "the body's mesh was built without it");
    mote_result result = choose_count(body, shape->mesh, settings);
    if (result != MOTE_OK) return result;
    if (!mote_longest_route(shape->mesh, settings->allocator, &body->longest_route))
        return mote_fail_memory(2 * (size_t)shape->mesh->vertex_count * sizeof(uint32_t),
                                "the longest route over a body");
    if (!mote_senin_options_of(settings)->one_set) return MOTE_OK;
    body->sites = mote_allocate(settings->allocator, body->particles, sizeof *body->sites);
    return body->sites ? MOTE_OK
                       : mote_fail_memory(body->particles * sizeof *body->sites, "particles");
}

static void senin_drop(void *state, const mote_allocator *allocator)
{
    mote_senin_body *body = state;
    mote_release(allocator, body->sites, body->particles, sizeof *body->sites);
    body->sites = NULL;
}

// ---------------------------------------------------------------------------------------------
// Pairs

static size_t pair_state_bytes(const mote_settings *settings)
{
    const mote_senin_options *options = mote_senin_options_of(settings);
    size_t sites = 2 * (size_t)mote_senin_capacity(options) + 2 * (size_t)options->closest_pairs;
    return sizeof(mote_senin_pair) + sites * sizeof(mote_site);
}

static bool prepare_workers(senin_world *world, const mote_frame *frame)
{
    const mote_senin_options *options = mote_senin_options_of(frame->settings);
    while (world->workers.count < frame->tasks.worker_count)
        if (!mote_array_push(&world->workers, frame->allocator, (mote_senin_worker){0}))
            return false;
    for (size_t i = 0; i < world->workers.count; i++)
        if (!mote_senin_worker_reserve(&world->workers.data[i], frame->allocator, options))
            return false;
    return true;
}

typedef struct job {
    mote_frame *frame;
    mote_candidate *candidates;
} job;

static void query_candidate(void *argument, uint32_t block, uint32_t worker)
{
    const job *j = argument;
    mote_candidate *candidate = &j->candidates[block];
    senin_world *world = j->frame->state;
    if (mote_senin_can_query(candidate))
        mote_senin_query_run(&world->workers.data[worker], j->frame, &j->frame->sinks[worker],
                             candidate, block);
}

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the particles of a frame");
}

// Copies the particles of all candidates and lets them continue in the thread.
static bool start_thread(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    senin_world *world = frame->state;
    if (!mote_senin_thread_begin(&world->thread, frame->number, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        mote_candidate *c = &candidates[i];
        if (mote_senin_can_query(c) &&
            !mote_senin_thread_add(&world->thread, &world->workers.data[0], frame, c))
            return false;
    }
    mote_senin_thread_start(&world->thread);
    return true;
}

static mote_result senin_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    senin_world *world = frame->state;
    const mote_senin_options *options = mote_senin_options_of(frame->settings);
    bool own_thread = options->own_thread && !options->one_set;
    if (!prepare_workers(world, frame)) return no_memory();
    if (options->one_set && !mote_senin_sets_relax(&world->sets, frame, candidates, count))
        return no_memory();
    if (own_thread && !mote_senin_thread_stop(&world->thread, frame, candidates, count))
        return no_memory();
    job j = {frame, candidates};
    frame->tasks.run(frame->tasks.context, query_candidate, &j, count);
    return own_thread && !start_thread(frame, candidates, count) ? no_memory() : MOTE_OK;
}

static void drop_world(void *state, const mote_allocator *allocator)
{
    senin_world *world = state;
    mote_senin_thread_release(&world->thread, allocator);
    mote_senin_sets_release(&world->sets, allocator);
    for (size_t i = 0; i < world->workers.count; i++)
        mote_senin_worker_release(&world->workers.data[i], allocator);
    mote_array_release(&world->workers, allocator);
}

// ---------------------------------------------------------------------------------------------
// Drawing

static void draw_particles(const mote_interaction *in, int body, mote_body_id id, uint32_t first_id,
                           const mote_debug_draw *draw)
{
    const mote_senin_particles *particles = &in->particles[body];
    for (uint32_t i = 0; i < particles->count; i++) {
        mote_draw_particle(draw, id, first_id + i, particles->at[i]);
        if (draw->vector)
            mote_draw_vector(draw, MOTE_DRAW_PARTICLE, id, particles->at[i],
                             mote_senin_force(in, body, i));
    }
}

// The sites from which the closest pairs continue in the next frame.
static void draw_kept(mote_senin_pair *pair, uint32_t capacity, const mote_interaction *in,
                      const mote_body_id ids[2], const mote_debug_draw *draw)
{
    const mote_site *kept = mote_senin_pair_kept(pair, capacity);
    for (uint32_t i = 0; i < 2 * pair->kept; i++) {
        const mote_senin_surface *surface = in->surfaces[i % 2];
        mote_draw_point(draw, MOTE_DRAW_HINT, ids[i % 2], surface->locate(surface, kept[i]));
    }
}

// Positions are written to the memory of the first worker.
static void draw_pair(const mote_settings *settings, const mote_candidate *candidate,
                      const mote_debug_draw *draw)
{
    const senin_world *world = settings->state;
    const mote_senin_worker *worker = &world->workers.data[0];
    const mote_senin_options *options = mote_senin_options_of(settings);
    const mote_body_id ids[2] = {candidate->estimate.a, candidate->estimate.b};
    mote_senin_shape shapes[2];
    mote_interaction in = mote_senin_interaction(worker, options, candidate, shapes);
    for (int body = 0; body < 2; body++) mote_senin_locate(&in.particles[body], in.surfaces[body]);
    for (int body = 0; body < 2 && !options->one_set; body++)
        draw_particles(&in, body, ids[body], ids[1 - body].index * worker->capacity, draw);
    if (options->pursue && !options->cold_start)
        draw_kept(candidate->pair_state, worker->capacity, &in, ids, draw);
}

// With one_set: the particles of a body, and the forces of all its neighbors if these can be read.
static void draw_body(const mote_settings *settings, const mote_drawn_body *drawn,
                      const mote_debug_draw *draw)
{
    const mote_senin_body *body = drawn->state;
    const senin_world *world = settings->state;
    const mote_senin_options *options = mote_senin_options_of(settings);
    if (!options->one_set || !body->is_placed) return;
    if (drawn->has_company && mote_senin_sets_have(&world->sets, body)) {
        mote_interaction in = mote_senin_sets_interaction(&world->sets, options, body->set);
        draw_particles(&in, 0, drawn->id, 0, draw);
        return;
    }
    mote_senin_shape shape = mote_senin_shape_of(drawn->shape, options->movement);
    for (uint32_t i = 0; i < body->particles; i++)
        mote_draw_particle(draw, drawn->id, i,
                           shape.surface.locate(&shape.surface, body->sites[i]));
}

const mote_method_api mote_method_senin = {
    .info = {.method = MOTE_METHOD_SENIN,
             .name = "senin",
             .summary = "Senin et al. 2003: particles that attract across bodies, repel within one",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_THREADS | MOTE_ABILITY_POINTS},
    .options = &mote_senin_option_table,
    .world_state_bytes = sizeof(senin_world),
    .body_state_bytes = sizeof(mote_senin_body),
    .pair_state_bytes = pair_state_bytes,
    .admit = senin_admit,
    .drop = senin_drop,
    .pairs = senin_pairs,
    .drop_world = drop_world,
    .draw_body = draw_body,
    .draw_pair = draw_pair,
};
