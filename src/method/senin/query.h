// The collision query: one pair of bodies in one frame.

#ifndef MOTE_METHOD_SENIN_QUERY_H
#define MOTE_METHOD_SENIN_QUERY_H

#include "method/senin/worker.h"

// Relaxes the particles of the two bodies, tests the neighbourhoods of the closest exactly, and adds what is confirmed to
// the sink.
void mote_senin_query(mote_senin_worker *worker, mote_frame *frame, mote_sink *sink,
                      mote_candidate *candidate, uint32_t number);

#endif
