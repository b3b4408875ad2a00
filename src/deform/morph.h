// The internals of morph targets.

#ifndef MOTE_DEFORM_MORPH_H
#define MOTE_DEFORM_MORPH_H

#include "deform/deformer.h"

typedef struct mote_morph_delta {
    uint32_t target;
    mote_vec3 by;
} mote_morph_delta;

// The deltas of one target over the vertices of a node. At position s of the rest box, the delta is
// within `error` of mean + s0 slope[0] + s1 slope[1] + s2 slope[2].
typedef struct mote_node_delta {
    uint32_t target;
    mote_vec3 mean;
    mote_vec3 slope[3];
    mote_vec3 error;
} mote_node_delta;

typedef struct mote_morph {
    mote_deformer base;
    uint32_t target_count, delta_count;
    float *weights;           // target_count
    uint32_t *first;          // vertex count + 1: into the deltas
    mote_morph_delta *deltas; // per vertex, by ascending target
    uint32_t *node_first;     // node count + 1: into node_deltas; null without nodes
    mote_node_delta *node_deltas;
    uint32_t node_delta_count;
} mote_morph;

// Returns MOTE_ERROR_MEMORY, or MOTE_ERROR_LIMIT if the nodes need more than UINT32_MAX deltas in
// total.
mote_result mote_morph_prepare_nodes(mote_morph *morph);
mote_result mote_morph_bound(const mote_deformer *self, uint32_t node, mote_node_bound *bound);

#endif
