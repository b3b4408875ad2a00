// The two faces that another method, such as paired, came closest with: where one pair of faces is enough they
// are tried before anything else.

#ifndef MOTE_METHOD_HYBRID_HINTED_PAIR_H
#define MOTE_METHOD_HYBRID_HINTED_PAIR_H

#include "method/method.h"

// True where there is a hint and its faces meet: then they are in the sink.
bool mote_hinted_pair_meets(mote_frame *frame, const mote_candidate *candidate, uint32_t number);

#endif
