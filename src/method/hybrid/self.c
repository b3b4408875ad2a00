// A body with itself: most of its triangles whose boxes overlap are neighbors, which share a vertex and so are not tested.
// Which ones never changes: masks of them are made once. And most of the others belong to sheets that lie close to each
// other, which the slabs of their leaves tell apart (hybrid_simd.c).

#include "method/hybrid/hybrid.h"

static size_t leaf_count(const mote_hybrid_body *body)
{
    return (size_t)body->cluster_count * MOTE_HYBRID_LEAVES;
}

static size_t group_count(const mote_hybrid_body *body)
{
    return (size_t)body->cluster_count * MOTE_HYBRID_LEAF_GROUPS;
}

void mote_hybrid_drop_self(mote_hybrid_body *body, const mote_allocator *allocator)
{
    mote_release(allocator, body->slabs, group_count(body), sizeof *body->slabs);
    mote_release(allocator, body->planes, leaf_count(body), sizeof *body->planes);
    mote_neighbors_release(&body->neighbors, body->cluster_count, allocator);
    body->slabs = NULL;
    body->planes = NULL;
}

static bool prepare(mote_hybrid_body *body, const mote_allocator *allocator)
{
    body->slabs = mote_allocate_zeroed(allocator, group_count(body), sizeof *body->slabs);
    body->planes = mote_allocate_zeroed(allocator, leaf_count(body), sizeof *body->planes);
    if (!body->slabs || !body->planes ||
        mote_neighbors_build(body->shape->clusters, allocator, &body->neighbors)) {
        mote_hybrid_drop_self(body, allocator);
        return false;
    }
    // Boxes that were made before have no slabs.
    for (uint32_t i = 0; i < body->cluster_count; i++) body->inside_stamp[i] = 0;
    return true;
}

bool mote_hybrid_prepare_self(mote_frame *frame, const mote_candidate *candidates, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        mote_hybrid_body *body = candidates[i].state_a;
        if (mote_candidate_is_self(&candidates[i]) && !body->slabs &&
            !prepare(body, frame->allocator))
            return false;
    }
    return true;
}
