// Impacts over a step: runs the stages in order and owns their state.

#include "method/hybrid/sweep.h"

#include "core/result.h"
#include "method/methods.h"

// Cluster pairs per worker and chunk. Between chunks, boxes are shortened to the current horizon.
enum { PAIRS_PER_CHUNK = 128 };

static bool admit(void *state, const mote_clusters *clusters, const mote_allocator *allocator)
{
    mote_sweep_body *body = state;
    size_t count = clusters->cluster_count;
    body->cluster_count = clusters->cluster_count;
    body->boxes = mote_allocate(allocator, count, sizeof *body->boxes);
    body->box_stamp = mote_allocate_zeroed(allocator, count, sizeof *body->box_stamp);
    body->codes = mote_allocate(allocator, (count + 7) / 8, 8);
    body->group_codes = mote_allocate(allocator, (count + 7) / 8, 1);
    body->inside_stamp = mote_allocate_zeroed(allocator, count, sizeof *body->inside_stamp);
    body->horizon = mote_allocate(allocator, count, sizeof *body->horizon);
    body->inside_tree = mote_allocate(allocator, count, sizeof *body->inside_tree);
    body->inside_first = mote_allocate(allocator, count, sizeof *body->inside_first);
    body->wanted_twigs = mote_allocate(allocator, count, 1);
    body->filled_twigs = mote_allocate(allocator, count, 1);
    return body->boxes && body->box_stamp && body->codes && body->group_codes &&
           body->inside_stamp && body->horizon && body->inside_tree && body->inside_first &&
           body->wanted_twigs && body->filled_twigs;
}

static void drop(void *state, const mote_allocator *allocator)
{
    mote_sweep_body *body = state;
    size_t count = body->cluster_count;
    mote_release(allocator, body->boxes, count, sizeof *body->boxes);
    mote_release(allocator, body->box_stamp, count, sizeof *body->box_stamp);
    mote_release(allocator, body->codes, (count + 7) / 8, 8);
    mote_release(allocator, body->group_codes, (count + 7) / 8, 1);
    mote_release(allocator, body->inside_stamp, count, sizeof *body->inside_stamp);
    mote_release(allocator, body->horizon, count, sizeof *body->horizon);
    mote_release(allocator, body->inside_tree, count, sizeof *body->inside_tree);
    mote_release(allocator, body->inside_first, count, sizeof *body->inside_first);
    mote_release(allocator, body->wanted_twigs, count, 1);
    mote_release(allocator, body->filled_twigs, count, 1);
}

static void drop_world(void *state, const mote_allocator *allocator)
{
    mote_sweep_world *world = state;
    mote_array_release(&world->reach_a, allocator);
    mote_array_release(&world->reach_b, allocator);
    mote_box_tree_release(&world->tree, allocator);
    mote_array_release(&world->found, allocator);
    mote_array_release(&world->pairs, allocator);
    mote_array_release(&world->fills, allocator);
    mote_array_release(&world->trees, allocator);
    mote_array_release(&world->boxes, allocator);
    mote_array_release(&world->testers, allocator);
}

// Tests the listed cluster pairs, chunk by chunk. False for no memory.
static bool test_listed(mote_sweep_frame *frame, mote_sweep_candidate *candidates)
{
    mote_sweep_world *world = frame->state;
    size_t chunk = (size_t)PAIRS_PER_CHUNK * frame->tasks.worker_count, count = world->pairs.count;
    for (size_t first = 0; first < count; first += chunk) {
        size_t end = count - first < chunk ? count : first + chunk;
        if (!mote_sweep_fill_insides(frame, candidates, first, end)) return false;
        mote_sweep_test_pairs(frame, candidates, first, end);
    }
    world->pairs.count = 0;
    return true;
}

static mote_result impacts(mote_sweep_frame *frame, mote_sweep_candidate *candidates,
                           uint32_t count)
{
    mote_sweep_world *world = frame->state;
    size_t chunk = (size_t)PAIRS_PER_CHUNK * frame->tasks.worker_count;
    world->pairs.count = world->trees.count = world->boxes.count = 0;
    bool has_memory =
        mote_array_reserve(&world->testers, frame->allocator, frame->tasks.worker_count);
    for (uint32_t i = 0; i < count && has_memory; i++) {
        has_memory = mote_sweep_pair_clusters(frame, &candidates[i], i);
        if (has_memory && (world->pairs.count >= chunk || i + 1 == count))
            has_memory = test_listed(frame, candidates);
    }
    return has_memory ? MOTE_OK : mote_fail(MOTE_ERROR_MEMORY, "no memory for cluster pairs");
}

const mote_sweep_api mote_hybrid_sweep = {.world_state_bytes = sizeof(mote_sweep_world),
                                          .body_state_bytes = sizeof(mote_sweep_body),
                                          .admit = admit,
                                          .drop = drop,
                                          .drop_world = drop_world,
                                          .impacts = impacts};
