// The search of one pair of bodies: what was kept of the frame before, then starts from the seeds.

#ifndef MOTE_METHOD_PAIRED_SEARCH_H
#define MOTE_METHOD_PAIRED_SEARCH_H

#include "method/paired/descent.h"
#include "method/paired/starts.h"

// What a pair of bodies keeps for the next frame: where descents ended, those that met first, then the
// closest.
typedef struct mote_paired_pair {
    uint32_t count;
    mote_face_pair kept[];
} mote_paired_pair;

size_t mote_paired_pair_bytes(const mote_settings *settings);

// What one worker needs; its memory stays.
typedef struct mote_paired_worker {
    mote_seen_pairs seen; // faces that descents have passed
    mote_untyped region;  // mote_face_pair: the region that is being followed
    mote_untyped ends;    // mote_approach: where descents ended, the closest first
    mote_start_search starts;
} mote_paired_worker;

mote_paired_worker mote_paired_worker_create(void);
void mote_paired_worker_release(mote_paired_worker *worker, const mote_allocator *allocator);

// Fills the candidate's estimate, hint and pair state, and adds what meets to the sink. False for no
// memory.
bool mote_paired_search(mote_frame *frame, mote_candidate *candidate, uint32_t number,
                        mote_sink *sink, mote_paired_worker *worker);

#endif
