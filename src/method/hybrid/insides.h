// Boxes of triangles, made once a frame and only for clusters that are in some pair.

#ifndef MOTE_METHOD_HYBRID_INSIDES_H
#define MOTE_METHOD_HYBRID_INSIDES_H

#include "method/hybrid/state.h"

// Makes what the world's cluster pairs need, in blocks on the workers. False for no memory.
bool mote_hybrid_fill_all(mote_frame *frame, const mote_candidate *candidates);

// Makes what one cluster pair needs, on the calling thread.
void mote_hybrid_fill_pair(mote_frame *frame, const mote_candidate *candidate,
                           const mote_cluster_pair *pair);

// The inside of one cluster of a fresh body, made if it is not there yet; null for no memory.
const mote_hybrid_inside *mote_hybrid_inside_of(mote_frame *frame, mote_hybrid_body *body,
                                                uint32_t cluster);

#endif
