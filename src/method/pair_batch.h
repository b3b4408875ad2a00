// Faces whose boxes overlap wait here until there are eight pairs of them, which the filter of
// geometry/tri_tri_batch.h then judges together. One batch a worker. The caller has entered
// core/float_env.h, as mote_world_detect does. Methods that meet faces one pair at a time use it; hybrid,
// which meets them a cluster pair at a time, has a leaner one of its own (hybrid/face_pairs.c).

#ifndef MOTE_METHOD_PAIR_BATCH_H
#define MOTE_METHOD_PAIR_BATCH_H

#include "geometry/tri_tri_batch.h"
#include "method/method.h"

typedef struct mote_pair_batch {
    mote_frame *frame;
    mote_sink *sink;
    const mote_candidate *candidates;
    uint8_t *found; // per candidate: has a face pair; read and written with MOTE_DETECT_FIRST only
    mote_tri_tri_filter *filter;
    mote_tri_pairs8 pairs;
    uint32_t candidate[8], slot_a[8], slot_b[8];
    uint32_t count;
    bool stopped; // the budget ran out and pairs were thrown away
} mote_pair_batch;

void mote_pair_batch_begin(mote_pair_batch *batch, mote_frame *frame, mote_sink *sink,
                           const mote_candidate *candidates, uint8_t *found);

// Two faces of candidate number `candidate`, with overlapping boxes. Faces of one body that cannot
// meet by the rules of face_pair.h are left out here. When it returns, the pair may still be
// waiting.
void mote_pair_batch_add(mote_pair_batch *batch, uint32_t candidate, uint32_t slot_a,
                         uint32_t slot_b);

// Judges what is waiting.
void mote_pair_batch_flush(mote_pair_batch *batch);

#endif
