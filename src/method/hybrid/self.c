// A body with itself. Most of its triangles whose boxes overlap are neighbors: they share a vertex
// and so are not tested. Neighbors never change, so their masks are computed once. Most other such
// triangles belong to sheets that lie close to each other; the slabs of their leaves separate the
// sheets (self_simd.c).

#include "method/hybrid/hybrid.h"

void mote_hybrid_drop_self(mote_hybrid_body *body, const mote_allocator *allocator)
{
    mote_neighbors_release(&body->neighbors, body->cluster_count, allocator);
    body->tests_itself = false;
}

static bool prepare(mote_hybrid_body *body, const mote_allocator *allocator)
{
    if (mote_neighbors_build(body->shape->clusters, allocator, &body->neighbors)) {
        mote_hybrid_drop_self(body, allocator);
        return false;
    }
    body->tests_itself = true;
    body->key = 0; // insides computed before have no slabs
    return true;
}

bool mote_hybrid_prepare_self(mote_frame *frame, const mote_candidate *candidates, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        mote_hybrid_body *body = candidates[i].state_a;
        if (mote_candidate_is_self(&candidates[i]) && !body->tests_itself &&
            !prepare(body, frame->allocator))
            return false;
    }
    return true;
}
