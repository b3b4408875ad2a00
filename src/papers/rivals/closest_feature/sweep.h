// Sweep and prune: which of a few hundred boxes overlap. The order along x is kept from frame to frame,
// so that sorting it anew costs little more than looking at it.

#ifndef MOTE_PAPERS_RIVALS_CLOSEST_FEATURE_SWEEP_H
#define MOTE_PAPERS_RIVALS_CLOSEST_FEATURE_SWEEP_H

#include "core/box.h"
#include "core/untyped.h"

typedef struct mote_swept_box {
    mote_box box;
    uint32_t body; // what the caller knows it by
} mote_swept_box;

// Puts the boxes in order along x by insertion.
void mote_sweep_sort(mote_swept_box *boxes, uint32_t count);

// For sorted boxes: those behind `first` that overlap it begin before this one.
uint32_t mote_sweep_end(const mote_swept_box *boxes, uint32_t count, uint32_t first);

#endif
