// The last step of both particle papers: where two particles are close, the faces around them are
// tested against each other exactly. Senin et al. 2003, section 3.5: "the exact test should be
// performed in order to find the intersection of particles' neighbor faces". Saenghaengtham and
// Kanongchaiyos 2006: "the collision at the corresponding area is precisely checked".
//
// Boxes are tested first, then eight pairs of triangles at a time by the filter of
// geometry/tri_tri_batch.h, then exact arithmetic decides the uncertain ones. Only confirmed face
// pairs are reported.
//
// There is one check per worker. The neighborhoods of one candidate may overlap; each face pair is
// reported once.

#ifndef MOTE_PAPERS_PARTICLE_PRECISE_CHECK_H
#define MOTE_PAPERS_PARTICLE_PRECISE_CHECK_H

#include "core/array.h"
#include "geometry/tri_tri_batch.h"
#include "method/method.h"
#include "papers/particle/neighborhood.h"

typedef struct mote_precise_check {
    mote_neighborhood a, b; // filled by the caller with mote_neighborhood_gather
    mote_u64_array found;   // face_a << 32 | face_b of the current candidate
    mote_u64_array scratch;

    // The current candidate.
    mote_frame *frame;
    mote_sink *sink;
    mote_candidate *candidate;
    uint32_t number;
    bool stopped; // the budget is spent
    bool failed;  // there was no memory

    mote_tri_pairs8 pairs;
    uint32_t index_a[8], index_b[8]; // in the neighborhoods, per lane
    uint32_t pair_count;
} mote_precise_check;

// Room for two neighborhoods of `faces` each. False if there is no memory. All zero is a check
// without room.
bool mote_precise_check_reserve(mote_precise_check *check, const mote_allocator *allocator,
                                uint32_t faces);
void mote_precise_check_release(mote_precise_check *check, const mote_allocator *allocator);

// Starts the check of a candidate, whose index is `number`.
void mote_precise_check_begin(mote_precise_check *check, mote_frame *frame, mote_sink *sink,
                              mote_candidate *candidate, uint32_t number);

// Tests all faces of `check->a` against all faces of `check->b`. True if the candidate needs no
// further check: a face pair was found and the mode is MOTE_DETECT_FIRST, the budget is spent, or
// there was no memory.
bool mote_precise_check_run(mote_precise_check *check);

// Adds the face pairs that were found to the sink, sets the verdict of the estimate if there are
// any, and sets `complete` of the candidate.
void mote_precise_check_end(mote_precise_check *check);

#endif
