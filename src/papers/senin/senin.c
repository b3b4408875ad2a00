// Senin, Kojekine, Savchenko, Hagiwara 2003: "Particle-based Collision Detection". A few particles on each of two bodies
// are drawn to those of the other and driven apart among themselves; where they come to rest, the closest are where the
// bodies meet, if they do. docs/methods/senin.md tells which rules are the paper's, what it leaves open and what was
// decided; the files of this folder say so each for its part.

#include "core/result.h"
#include "method/methods.h"
#include "papers/senin/body.h"
#include "papers/senin/draw.h"
#include "papers/senin/query.h"

typedef struct senin_world {
    mote_senin_worker *workers;
    uint32_t worker_count;
    mote_snapshot snapshot; // with own_thread
} senin_world;

static size_t pair_state_bytes(const mote_settings *settings)
{
    size_t sites = 2 * (size_t)mote_senin_capacity(mote_senin_options_of(settings)) +
                   2 * (size_t)mote_senin_options_of(settings)->closest_pairs;
    return sizeof(mote_senin_memory) + sites * sizeof(mote_site);
}

static bool prepare_workers(senin_world *world, const mote_frame *frame)
{
    uint32_t count = frame->tasks.worker_count;
    if (world->worker_count < count) {
        mote_senin_worker *workers = mote_allocate_zeroed(frame->allocator, count, sizeof *workers);
        if (!workers) return false;
        for (uint32_t i = 0; i < world->worker_count; i++) workers[i] = world->workers[i];
        mote_release(frame->allocator, world->workers, world->worker_count, sizeof *workers);
        world->workers = workers;
        world->worker_count = count;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!mote_senin_worker_reserve(&world->workers[i], frame->allocator,
                                       mote_senin_options_of(frame->settings)))
            return false;
    return true;
}

typedef struct job {
    mote_frame *frame;
    mote_candidate *candidates;
} job;

static bool is_sound(const mote_shape *shape)
{
    return !mote_shape_is_fresh(shape) || !mote_shape_is_broken(shape);
}

static void query_candidate(void *argument, uint32_t block, uint32_t worker)
{
    const job *j = argument;
    mote_candidate *candidate = &j->candidates[block];
    senin_world *world = j->frame->state;
    if (is_sound(candidate->a) && is_sound(candidate->b))
        mote_senin_query(&world->workers[worker], j->frame, &j->frame->sinks[worker], candidate,
                         block);
}

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the particles of a frame");
}

static bool take_back(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    senin_world *world = frame->state;
    uint32_t capacity = mote_senin_capacity(mote_senin_options_of(frame->settings));
    if (!mote_snapshot_stop(&world->snapshot, frame->allocator)) return false;
    for (uint32_t i = 0; i < count; i++)
        mote_senin_take_back(&world->snapshot, capacity, candidates[i].pair_state,
                             &frame->sinks[0]);
    return true;
}

static bool send_off(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    senin_world *world = frame->state;
    if (!mote_snapshot_begin(&world->snapshot, frame->number, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        mote_candidate *c = &candidates[i];
        if (is_sound(c->a) && is_sound(c->b) &&
            !mote_senin_copy(&world->workers[0], frame, &world->snapshot, c))
            return false;
    }
    mote_snapshot_start(&world->snapshot);
    return true;
}

static mote_result senin_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    bool own_thread = mote_senin_options_of(frame->settings)->own_thread;
    if (!prepare_workers(frame->state, frame)) return no_memory();
    if (own_thread && !take_back(frame, candidates, count)) return no_memory();
    job j = {frame, candidates};
    frame->tasks.run(frame->tasks.context, query_candidate, &j, count);
    return own_thread && !send_off(frame, candidates, count) ? no_memory() : MOTE_OK;
}

static void drop_world(void *state, const mote_allocator *allocator)
{
    senin_world *world = state;
    mote_snapshot_release(&world->snapshot, allocator);
    for (uint32_t i = 0; i < world->worker_count; i++)
        mote_senin_worker_release(&world->workers[i], allocator);
    mote_release(allocator, world->workers, world->worker_count, sizeof *world->workers);
}

static void draw_pair(const mote_settings *settings, const mote_candidate *candidate,
                      const mote_debug_draw *draw)
{
    const senin_world *world = settings->state;
    mote_senin_draw_pair(&world->workers[0], settings, candidate, draw);
}

const mote_method_api mote_method_senin = {
    .info = {.method = MOTE_METHOD_SENIN,
             .name = "senin",
             .summary = "Senin et al. 2003: particles that attract across and repel within",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_THREADS | MOTE_ABILITY_POINTS},
    .world_state_bytes = sizeof(senin_world),
    .body_state_bytes = sizeof(mote_senin_body),
    .pair_state_bytes = pair_state_bytes,
    .check = mote_senin_check,
    .admit = mote_senin_admit,
    .pairs = senin_pairs,
    .drop_world = drop_world,
    .draw_pair = draw_pair,
};
