// Makes candidates, as methods see them, from pairs of bodies whose boxes overlap.

#include <math.h>

#include "core/box.h"
#include "core/result.h"
#include "core/timer.h"
#include "shape/readiness.h"
#include "world/world.h"

// The readiness that the method needs for a body in a candidate pair. Methods that read single
// vertices, or none, need a box.
static mote_readiness pairs_level(const mote_world *world, const mote_body *body)
{
    bool needs_a_box = mote_world_reads_points(world) || world->method->bounds;
    return needs_a_box ? MOTE_SHAPE_BOUNDED : mote_world_exact_level(world, body);
}

// Brings the bodies of a pair to the readiness that the method needs. Sets *whole to false if a
// body turns out to be broken.
static mote_result require_for_pair(mote_world *world, uint64_t key, bool *whole)
{
    mote_body *a = mote_world_body_at(world, (uint32_t)(key >> 32));
    mote_body *b = mote_world_body_at(world, (uint32_t)key);
    mote_result result = mote_world_make_room(world, a);
    if (result == MOTE_OK) result = mote_world_make_room(world, b);
    *whole = result == MOTE_OK && mote_world_require(world, a, pairs_level(world, a)) &&
             mote_world_require(world, b, pairs_level(world, b));
    return result;
}

// Calls require_for_pair for all pairs and drops pairs with a broken body.
static mote_result require_for_pairs(mote_world *world)
{
    uint64_t *keys = world->pair_keys.data;
    size_t kept = 0;
    for (size_t i = 0; i < world->pair_keys.count; i++) {
        bool whole;
        mote_result result = require_for_pair(world, keys[i], &whole);
        if (result != MOTE_OK) return result;
        if (whole) keys[kept++] = keys[i];
    }
    world->pair_keys.count = kept;
    return MOTE_OK;
}

// The region in which two bodies can meet. Returns false if their boxes do not overlap.
static bool overlap_region(const mote_world *world, const mote_body *a, const mote_body *b,
                           mote_box *region)
{
    mote_box box_a =
        mote_box_widened(mote_shape_bounds(&a->shape), mote_half_reach(world->def.tolerance));
    mote_box box_b =
        mote_box_widened(mote_shape_bounds(&b->shape), mote_half_reach(world->def.tolerance));
    *region = mote_box_intersection(&box_a, &box_b);
    return mote_world_wants_all_pairs(world) || mote_boxes_overlap(&box_a, &box_b);
}

static mote_result update_method(mote_world *world, mote_frame *frame, mote_body *body)
{
    if (!world->method->update || body->method_version == body->shape.version) return MOTE_OK;
    mote_result result = world->method->update(frame, body->method_state, &body->shape);
    if (result == MOTE_OK) body->method_version = body->shape.version;
    return result;
}

// Fetches the hint and state that the last frame stored for the pair, for methods that use them.
static bool bring_hint(mote_world *world, uint64_t key, mote_candidate *candidate)
{
    if (!world->method->pair_state_bytes) return true;
    mote_pair_hint *kept = mote_hints_get(&world->hints, &world->allocator,
                                          mote_world_id_of(world, (uint32_t)(key >> 32)),
                                          mote_world_id_of(world, (uint32_t)key), world->frame);
    if (!kept) return false;
    candidate->hint = &kept->hint;
    candidate->pair_state = kept->state;
    return true;
}

static mote_candidate candidate_of(const mote_body *a, const mote_body *b, uint64_t key,
                                   const mote_box *region)
{
    return (mote_candidate){.a = &a->shape,
                            .b = &b->shape,
                            .index_a = (uint32_t)(key >> 32),
                            .index_b = (uint32_t)key,
                            .state_a = a->method_state,
                            .state_b = b->method_state,
                            .region = *region,
                            .shared_vertex = a->self_shared_vertex,
                            .shared_edge = a->self_shared_edge,
                            .complete = true,
                            .end = {UINT64_MAX, UINT64_MAX},
                            .estimate = {.a = {(uint32_t)(key >> 32), a->generation},
                                         .b = {(uint32_t)key, b->generation},
                                         .distance = INFINITY,
                                         .face_a = MOTE_NONE,
                                         .face_b = MOTE_NONE}};
}

// Makes a candidate of a pair whose bodies are ready. Sets *made to false if only their promised
// bounds overlap.
static mote_result make_of_ready(mote_world *world, mote_frame *frame, uint64_t key,
                                 mote_candidate *out, bool *made)
{
    mote_body *a = mote_world_body_at(world, (uint32_t)(key >> 32));
    mote_body *b = mote_world_body_at(world, (uint32_t)key);
    mote_box region;
    *made = overlap_region(world, a, b, &region);
    if (!*made) return MOTE_OK;
    mote_shape_require_in_region(&a->shape, &region, &world->tasks);
    mote_shape_require_in_region(&b->shape, &region, &world->tasks);
    mote_result result = update_method(world, frame, a);
    if (result == MOTE_OK) result = update_method(world, frame, b);
    if (result != MOTE_OK) return result;
    *out = candidate_of(a, b, key, &region);
    if (!bring_hint(world, key, out))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the hint of two bodies");
    return MOTE_OK;
}

mote_result mote_candidate_make(mote_world *world, mote_frame *frame, uint64_t key,
                                mote_candidate *out, bool *made)
{
    double start = world->turns.deadline > 0 ? mote_seconds() : 0;
    mote_result result = require_for_pair(world, key, made);
    if (*made) result = make_of_ready(world, frame, key, out, made);
    if (start > 0) world->turns.update_seconds += mote_seconds() - start;
    return result;
}

mote_result mote_candidates_check_count(size_t count)
{
    if (count <= UINT32_MAX) return MOTE_OK;
    return mote_fail(MOTE_ERROR_LIMIT,
                     "mote_world_detect: %zu pairs of bodies are near each other, but a frame can "
                     "number 2^32 - 1",
                     count);
}

mote_result mote_candidates_make_all(mote_world *world, mote_frame *frame)
{
    mote_result result = require_for_pairs(world);
    if (result != MOTE_OK) return result;
    uint64_t *keys = world->pair_keys.data;
    size_t count = world->pair_keys.count, kept = 0;
    world->candidates.count = 0;
    result = mote_candidates_check_count(count);
    if (result != MOTE_OK) return result;
    mote_candidate *out = mote_array_room(&world->candidates, &world->allocator, count);
    if (!out) return mote_fail_memory(count * sizeof *out, "candidate pairs");
    for (size_t i = 0; i < count; i++) {
        bool made;
        result = make_of_ready(world, frame, keys[i], &out[kept], &made);
        if (result != MOTE_OK) return result;
        if (made) keys[kept++] = keys[i];
    }
    world->pair_keys.count = world->candidates.count = kept;
    return MOTE_OK;
}
