// Which clusters of two bodies have overlapping boxes.

#ifndef MOTE_METHOD_HYBRID_CLUSTER_PAIRS_H
#define MOTE_METHOD_HYBRID_CLUSTER_PAIRS_H

#include "method/hybrid/state.h"

// Appends the pairs of a candidate, whose number is `number`, to those of the world; their boxes are then valid. False for no
// memory.
bool mote_pair_clusters(mote_frame *frame, const mote_candidate *candidate, uint32_t number);

#endif
