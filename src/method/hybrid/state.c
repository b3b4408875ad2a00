#include "method/hybrid/state.h"

#include "core/result.h"

mote_result mote_hybrid_admit(void *state, const mote_shape *shape, const mote_settings *settings)
{
    const mote_allocator *allocator = settings->allocator;
    mote_hybrid_body *body = state;
    size_t count = shape->clusters->cluster_count;
    body->shape = shape;
    body->cluster_count = (uint32_t)count;
    body->boxes = mote_allocate(allocator, count, sizeof *body->boxes);
    body->insides = mote_allocate(allocator, count, sizeof *body->insides);
    body->box_stamp = mote_allocate_zeroed(allocator, count, sizeof(uint32_t));
    body->inside_stamp = mote_allocate_zeroed(allocator, count, sizeof(uint32_t));
    body->codes = mote_allocate(allocator, (count + 7) / 8, 8);
    body->group_codes = mote_allocate(allocator, (count + 7) / 8, 1);
    body->wanted_twigs = mote_allocate(allocator, count, 1);
    body->filled_twigs = mote_allocate(allocator, count, 1);
    if (body->boxes && body->insides && body->box_stamp && body->inside_stamp && body->codes &&
        body->group_codes && body->wanted_twigs && body->filled_twigs)
        return MOTE_OK;
    return mote_fail_memory(count * sizeof *body->insides, "the boxes of a body");
}

void mote_hybrid_drop(void *state, const mote_allocator *allocator)
{
    mote_hybrid_body *body = state;
    size_t count = body->cluster_count;
    mote_release(allocator, body->boxes, count, sizeof *body->boxes);
    mote_release(allocator, body->insides, count, sizeof *body->insides);
    mote_release(allocator, body->box_stamp, count, sizeof(uint32_t));
    mote_release(allocator, body->inside_stamp, count, sizeof(uint32_t));
    mote_release(allocator, body->codes, (count + 7) / 8, 8);
    mote_release(allocator, body->group_codes, (count + 7) / 8, 1);
    mote_release(allocator, body->wanted_twigs, count, 1);
    mote_release(allocator, body->filled_twigs, count, 1);
}

void mote_hybrid_prepare(mote_hybrid_world *world)
{
    if (world->ready) return;
    *world = (mote_hybrid_world){.ready = true,
                                 .keys = mote_untyped_of(sizeof(uint64_t)),
                                 .scratch = mote_untyped_of(sizeof(uint64_t)),
                                 .reach_a = mote_untyped_of(sizeof(uint32_t)),
                                 .reach_b = mote_untyped_of(sizeof(uint32_t)),
                                 .node_pairs = mote_untyped_of(sizeof(uint64_t)),
                                 .pairs = mote_untyped_of(sizeof(mote_cluster_pair)),
                                 .fills = mote_untyped_of(sizeof(mote_hybrid_fill))};
}

void mote_hybrid_drop_world(void *state, const mote_allocator *allocator)
{
    mote_hybrid_world *world = state;
    if (!world->ready) return;
    mote_untyped_release(&world->keys, allocator);
    mote_untyped_release(&world->scratch, allocator);
    mote_untyped_release(&world->reach_a, allocator);
    mote_untyped_release(&world->reach_b, allocator);
    mote_box_tree_release(&world->tree, allocator);
    mote_array_release(&world->found, allocator);
    mote_untyped_release(&world->node_pairs, allocator);
    mote_untyped_release(&world->pairs, allocator);
    mote_untyped_release(&world->fills, allocator);
}
