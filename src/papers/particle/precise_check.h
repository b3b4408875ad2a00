// What both particle papers end with: where two particles came close, the faces around them are tested
// against each other exactly. Boxes first, eight pairs of triangles at a time through the filter of
// geometry/tri_tri_batch.h, exact arithmetic where that cannot tell. Only what is confirmed is reported.
//
// One check a worker. Neighborhoods of one candidate may overlap, as those of neighboring particles do;
// each face pair is reported once.

#ifndef MOTE_PAPERS_PARTICLE_PRECISE_CHECK_H
#define MOTE_PAPERS_PARTICLE_PRECISE_CHECK_H

#include "core/array.h"
#include "geometry/tri_tri_batch.h"
#include "method/method.h"
#include "papers/particle/neighborhood.h"

typedef struct mote_precise_check {
    mote_neighborhood a, b; // filled by the caller: mote_neighborhood_gather
    mote_u64_array found;   // face_a << 32 | face_b, of the present candidate
    mote_u64_array scratch;

    // Of the present candidate.
    mote_frame *frame;
    mote_sink *sink;
    mote_candidate *candidate;
    uint32_t number;
    bool stopped; // the budget ran out
    bool failed;  // no memory

    mote_tri_pairs8 pairs;
    uint32_t index_a[8], index_b[8]; // in the neighborhoods
    uint32_t pair_count;
} mote_precise_check;

// Room for neighborhoods of `most_faces` a side; false for no memory. Zeroed memory is a check without
// room.
bool mote_precise_check_reserve(mote_precise_check *check, const mote_allocator *allocator,
                                uint32_t most_faces);
void mote_precise_check_release(mote_precise_check *check, const mote_allocator *allocator);

// The candidate, number `number`, that the neighborhoods belong to.
void mote_precise_check_begin(mote_precise_check *check, mote_frame *frame, mote_sink *sink,
                              mote_candidate *candidate, uint32_t number);

// All faces of `check->a` against all of `check->b`. True if there is nothing more to look for in this
// candidate: one face pair was found and MOTE_DETECT_FIRST asks for no more, or the budget is spent.
bool mote_precise_check_run(mote_precise_check *check);

// Adds what was found to the sink, and where there is something says so in the estimate. Sets `complete`
// of the candidate.
void mote_precise_check_end(mote_precise_check *check);

#endif
