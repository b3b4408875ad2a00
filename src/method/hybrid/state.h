// What hybrid keeps for each body and each world.
//
// Bodies on demand (shape/on_demand.h) are looked at by runs of 16 triangles, eight a cluster: the leaves
// of their nodes. They are called twigs here, because hybrid's own leaves have eight triangles.

#ifndef MOTE_METHOD_HYBRID_STATE_H
#define MOTE_METHOD_HYBRID_STATE_H

#include "core/box_tree.h"
#include "method/hybrid/kernels.h"
#include "method/method.h"

typedef struct mote_hybrid_body {
    const mote_shape *shape;
    uint32_t cluster_count;
    mote_box *boxes; // per cluster, with borders, widened; valid where the stamp says so
    mote_hybrid_inside *insides;        // per cluster, widened; likewise
    uint32_t *box_stamp, *inside_stamp; // per cluster: the shape's version they were made for
    uint8_t *codes, *group_codes;       // per cluster, rounded up to whole groups, and per group
    // Of a body on demand, per cluster with a valid inside: the twigs that are wanted, and that are filled.
    // The boxes of the others are empty.
    uint8_t *wanted_twigs, *filled_twigs;
} mote_hybrid_body;

// Two clusters whose boxes overlap.
typedef struct mote_cluster_pair {
    uint32_t candidate;
    uint32_t a, b;
    uint8_t twigs_a, twigs_b; // of bodies on demand, those that may meet
} mote_cluster_pair;

// A cluster whose triangle boxes are made in this frame.
typedef struct mote_hybrid_fill {
    mote_hybrid_body *body;
    uint32_t cluster;
} mote_hybrid_fill;

typedef struct mote_hybrid_world {
    bool ready;
    mote_untyped keys, scratch;    // uint64_t: candidates while they are ordered
    mote_untyped reach_a, reach_b; // uint32_t clusters
    mote_box_tree tree;
    mote_u32_array found;    // leaves
    mote_untyped node_pairs; // uint64_t: cluster pairs of bodies on demand while they are ordered
    mote_untyped pairs;      // mote_cluster_pair, of the present chunk of work
    mote_untyped fills;      // mote_hybrid_fill, of the whole frame
    size_t filled;           // of them
} mote_hybrid_world;

mote_result mote_hybrid_admit(void *body_state, const mote_shape *shape,
                              const mote_settings *settings);
void mote_hybrid_drop(void *body_state, const mote_allocator *allocator);

void mote_hybrid_prepare(mote_hybrid_world *world);
void mote_hybrid_drop_world(void *world_state, const mote_allocator *allocator);

#endif
