// From the report of a world to findings: without the pairs that are not asked for, without what is
// known already, and without faces that are neighbours across the border of two parts.

#ifndef MOTE_CHECK_EXTRACT_H
#define MOTE_CHECK_EXTRACT_H

#include "apps/mote/check/baseline.h"
#include "apps/mote/check/finding.h"
#include "apps/mote/check/rules.h"
#include "core/array.h"

// Buffers are kept from frame to frame.
typedef struct mote_extractor {
    const mote_animation *animation;
    const mote_rules *rules;
    const mote_baseline *baseline; // may be null
    mote_world *world;
    const uint32_t *part_of_body; // by the body's index
    bool tolerant;                // the world reports faces that do not touch
    mote_array findings, face_pairs, contacts, kept, invalid;
    uint64_t baseline_face_pairs; // left out because the baseline has them, in all frames
} mote_extractor;

mote_extractor mote_extractor_create(void);
void mote_extractor_release(mote_extractor *extractor);

// Fills all of `out` but number and time.
mote_result mote_extract(mote_extractor *extractor, const mote_report *report, mote_frame *out);

#endif
