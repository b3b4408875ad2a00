// Stage 2 of hybrid: boxes of triangles, made once per frame and only for clusters that are in some pair.

#include "method/hybrid/hybrid.h"

#include "core/box.h"
#include "core/pool.h"
#include "shape/on_demand.h"
#include "shape/streamed.h"

static uint32_t triangles_of(const mote_hybrid_body *body, uint32_t cluster)
{
    return mote_cluster_end(body->shape->clusters, cluster) - mote_cluster_first(cluster);
}

static const uint32_t *corners_of(const mote_hybrid_body *body, uint32_t cluster)
{
    return body->shape->clusters->corners + 3 * (size_t)mote_cluster_first(cluster);
}

static void empty_inside(const mote_hybrid_body *body, uint32_t cluster)
{
    const mote_box empty = mote_box_empty();
    for (uint32_t leaf = 0; leaf < MOTE_HYBRID_LEAVES; leaf++)
        mote_box8_set(&body->insides[cluster].leaves[leaf / 8], leaf % 8, &empty);
}

// ---------------------------------------------------------------------------------------------
// Fresh bodies

static void fill_inside(const mote_hybrid_body *body, uint32_t cluster, float by)
{
    MOTE_PICK_KERNEL(mote_hybrid_fill_inside)
    (body->shape->xyz, mote_shape_is_padded(body->shape), corners_of(body, cluster),
     triangles_of(body, cluster), by, &body->insides[cluster]);
    if (!body->slabs) return;
    MOTE_PICK_KERNEL(mote_hybrid_fill_slabs)
    (body->shape->xyz, mote_shape_is_padded(body->shape), corners_of(body, cluster),
     triangles_of(body, cluster), &body->insides[cluster],
     body->slabs + (size_t)cluster * MOTE_HYBRID_LEAF_GROUPS,
     body->planes + (size_t)cluster * MOTE_HYBRID_LEAVES);
}

// Marks the cluster's boxes as made for this version, and brings the vertices that they need; false if
// they were already.
static bool claim_inside(mote_hybrid_body *body, uint32_t cluster)
{
    uint32_t version = (uint32_t)body->shape->version;
    if (body->inside_stamp[cluster] == version) return false;
    body->inside_stamp[cluster] = version;
    if (mote_shape_is_streamed(body->shape)) mote_streamed_bring(body->shape, cluster);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Bodies on demand

static void begin_twigs(mote_hybrid_body *body, uint32_t cluster)
{
    empty_inside(body, cluster);
    body->wanted_twigs[cluster] = body->filled_twigs[cluster] = 0;
}

// Requests the vertices of further twigs. True if some now wait to be filled and none did before.
static bool claim_twigs(mote_hybrid_body *body, uint32_t cluster, uint8_t twigs)
{
    if (claim_inside(body, cluster)) begin_twigs(body, cluster);
    uint8_t before = body->wanted_twigs[cluster];
    for (uint32_t bits = (uint32_t)(twigs & ~before); bits; bits &= bits - 1)
        mote_on_demand_want_leaf(body->shape, 8 * cluster + (uint32_t)__builtin_ctz(bits));
    body->wanted_twigs[cluster] = before | twigs;
    return before == body->filled_twigs[cluster] && (twigs & ~before);
}

// Each twig is two leaves: doubles every bit.
static uint32_t leaves_of(uint32_t twigs)
{
    twigs = (twigs | twigs << 4) & 0x0f0fu;
    twigs = (twigs | twigs << 2) & 0x3333u;
    twigs = (twigs | twigs << 1) & 0x5555u;
    return twigs | twigs << 1;
}

static void fill_twigs(mote_hybrid_body *body, uint32_t cluster, float by)
{
    uint32_t twigs = (uint32_t)(body->wanted_twigs[cluster] & ~body->filled_twigs[cluster]);
    body->filled_twigs[cluster] = body->wanted_twigs[cluster];
    MOTE_PICK_KERNEL(mote_hybrid_fill_leaves)
    (body->shape->xyz, corners_of(body, cluster), triangles_of(body, cluster), by, leaves_of(twigs),
     &body->insides[cluster]);
}

// ---------------------------------------------------------------------------------------------
// Either

// True if the caller must now fill the cluster.
static bool claim(mote_hybrid_body *body, uint32_t cluster, uint8_t twigs)
{
    return mote_shape_is_on_demand(body->shape) ? claim_twigs(body, cluster, twigs)
                                                : claim_inside(body, cluster);
}

// A body with positions that are not finite meets nothing.
static void fill(mote_hybrid_body *body, uint32_t cluster, float by)
{
    if (mote_shape_is_broken(body->shape)) {
        empty_inside(body, cluster);
    } else if (mote_shape_is_on_demand(body->shape)) {
        fill_twigs(body, cluster, by);
    } else {
        fill_inside(body, cluster, by);
    }
}

static void evaluate(const mote_hybrid_body *body, const mote_tasks *tasks)
{
    if (mote_shape_is_on_demand(body->shape)) mote_on_demand_evaluate(body->shape, tasks);
}

void mote_hybrid_fill_pair(mote_frame *frame, const mote_candidate *candidate,
                           const mote_cluster_pair *pair)
{
    const mote_tasks alone = mote_inline_tasks();
    float by = 0.5f * frame->tolerance;
    mote_hybrid_body *a = candidate->state_a, *b = candidate->state_b;
    bool fills_a = claim(a, pair->a, pair->twigs_a), fills_b = claim(b, pair->b, pair->twigs_b);
    if (fills_a) {
        evaluate(a, &alone);
        fill(a, pair->a, by);
    }
    if (fills_b) {
        evaluate(b, &alone);
        fill(b, pair->b, by);
    }
}

// ---------------------------------------------------------------------------------------------
// All at once

static bool push_fill(mote_hybrid_world *world, const mote_allocator *allocator,
                      mote_hybrid_body *body, uint32_t cluster, uint8_t twigs)
{
    if (!claim(body, cluster, twigs)) return true;
    bool pushed = mote_array_push(&world->fills, allocator, (mote_hybrid_fill){body, cluster});
    if (!pushed) body->inside_stamp[cluster] = 0; // will not be filled
    return pushed;
}

static bool list_fills(mote_frame *frame, const mote_candidate *candidates)
{
    mote_hybrid_world *world = frame->state;
    const mote_cluster_pair *pairs = world->pairs.data;
    for (size_t i = 0; i < world->pairs.count; i++) {
        const mote_candidate *c = &candidates[pairs[i].candidate];
        if (!push_fill(world, frame->allocator, c->state_a, pairs[i].a, pairs[i].twigs_a) ||
            !push_fill(world, frame->allocator, c->state_b, pairs[i].b, pairs[i].twigs_b))
            return false;
    }
    return true;
}

// After memory ran out: the listed clusters were not filled, so they must not count as filled.
static void forget_fills(mote_hybrid_world *world)
{
    const mote_hybrid_fill *fills = world->fills.data;
    for (size_t i = world->filled; i < world->fills.count; i++)
        fills[i].body->inside_stamp[fills[i].cluster] = 0;
    world->fills.count = world->filled;
}

enum { FILLS_PER_BLOCK = 16 };

static void fill_block(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const mote_frame *frame = argument;
    const mote_hybrid_world *world = frame->state;
    const mote_hybrid_fill *fills = world->fills.data;
    size_t first = world->filled + (size_t)block * FILLS_PER_BLOCK, end = first + FILLS_PER_BLOCK;
    for (size_t i = first; i < end && i < world->fills.count; i++)
        fill(fills[i].body, fills[i].cluster, 0.5f * frame->tolerance);
}

bool mote_hybrid_fill_all(mote_frame *frame, const mote_candidate *candidates)
{
    mote_hybrid_world *world = frame->state;
    if (!list_fills(frame, candidates)) {
        forget_fills(world);
        return false;
    }
    const mote_hybrid_fill *fills = world->fills.data;
    for (size_t i = world->filled; i < world->fills.count; i++)
        evaluate(fills[i].body, &frame->tasks);
    size_t blocks = (world->fills.count - world->filled + FILLS_PER_BLOCK - 1) / FILLS_PER_BLOCK;
    frame->tasks.run(frame->tasks.context, fill_block, frame, (uint32_t)blocks);
    world->filled = world->fills.count;
    return true;
}

const mote_hybrid_boxes *mote_hybrid_inside_of(mote_frame *frame, mote_hybrid_body *body,
                                               uint32_t cluster)
{
    mote_hybrid_world *world = frame->state;
    if (!claim_inside(body, cluster)) return &body->insides[cluster];
    if (!mote_array_push(&world->fills, frame->allocator, (mote_hybrid_fill){body, cluster})) {
        body->inside_stamp[cluster] = 0;
        return NULL;
    }
    world->filled = world->fills.count;
    fill_inside(body, cluster, 0.5f * frame->tolerance);
    return &body->insides[cluster];
}
