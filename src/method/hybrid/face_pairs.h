// From cluster pairs to face pairs.

#ifndef MOTE_METHOD_HYBRID_FACE_PAIRS_H
#define MOTE_METHOD_HYBRID_FACE_PAIRS_H

#include "method/hybrid/state.h"

// Adds the face pairs of all cluster pairs of the world to the sinks, in blocks on the workers. False for no memory.
bool mote_hybrid_test_all(mote_frame *frame, const mote_candidate *candidates);

// Adds the first face pair among the world's cluster pairs, if there is one, to the first sink.
void mote_hybrid_test_first(mote_frame *frame, const mote_candidate *candidates);

#endif
