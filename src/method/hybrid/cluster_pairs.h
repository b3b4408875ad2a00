// Which clusters of two bodies have overlapping boxes.

#ifndef MOTE_METHOD_HYBRID_CLUSTER_PAIRS_H
#define MOTE_METHOD_HYBRID_CLUSTER_PAIRS_H

#include "method/hybrid/state.h"

// Appends the pairs of a candidate, whose number is `number`, to those of the world; their boxes are then valid. False for no
// memory.
bool mote_pair_clusters(mote_frame *frame, const mote_candidate *candidate, uint32_t number);

// The clusters of a fresh body that reach into the region: reach_b of the world, and a tree over them. False for no memory.
bool mote_plant_clusters(mote_frame *frame, mote_hybrid_body *body, const mote_box *region);

#endif
