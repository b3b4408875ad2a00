// Where a worker puts the face pairs it finds.

#ifndef MOTE_METHOD_SINK_H
#define MOTE_METHOD_SINK_H

#include <mote/world.h>

#include "core/untyped.h"

// A face pair of candidate number `candidate`; or, when only counting, `face_a` of them.
typedef struct mote_hit {
    uint32_t candidate;
    uint32_t face_a, face_b;
    uint32_t touches; // 0: near, within the tolerance
} mote_hit;

typedef struct mote_sink {
    mote_untyped hits; // mote_hit
    bool counting;
    bool failed; // no memory; what was found is not complete
    // Added up over all workers for mote_stats.
    uint64_t cluster_pairs, candidates, exact_calls, force_evaluations, hops, repartitions;
} mote_sink;

// A face pair, faces in the callers' numbering. With itself: the lower face first.
void mote_sink_add(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate,
                   uint32_t face_a, uint32_t face_b, bool touches);

// Two bodies touch, for methods that do not know where.
void mote_sink_add_touch(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate);

// Says that bodies touch, and names no faces.
static inline bool mote_hit_is_without_faces(const mote_hit *hit)
{
    return hit->face_b == MOTE_NONE;
}

#endif
