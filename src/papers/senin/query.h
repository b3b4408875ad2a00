// The collision query: one pair of bodies in one frame.

#ifndef MOTE_PAPERS_SENIN_QUERY_H
#define MOTE_PAPERS_SENIN_QUERY_H

#include "papers/senin/snapshot.h"
#include "papers/senin/worker.h"

// Two crowds as they are kept, on the present shapes, which go to `terrains`; how many particles they have and where
// these are is left to the caller. The places are those of the worker.
mote_interaction mote_senin_interaction(const mote_senin_worker *worker,
                                        const mote_senin_options *options,
                                        const mote_candidate *candidate,
                                        mote_shape_terrain terrains[2]);

// Relaxes the particles of the two bodies, tests the neighborhoods of the closest exactly, and adds what is confirmed to
// the sink.
void mote_senin_query(mote_senin_worker *worker, mote_frame *frame, mote_sink *sink,
                      mote_candidate *candidate, uint32_t number);

// Copies the particles of the two bodies, after their query, for the thread; false for no memory.
bool mote_senin_copy(mote_senin_worker *worker, mote_frame *frame, mote_snapshot *snapshot,
                     mote_candidate *candidate);

// Takes the particles to where the thread has brought them, and adds what that took to the sink.
void mote_senin_take_back(const mote_snapshot *snapshot, uint32_t capacity,
                          mote_senin_memory *memory, mote_sink *sink);

#endif
