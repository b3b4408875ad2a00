// From the report of a world to findings: without the pairs that are not asked for, without what is
// known already, and without faces that are neighbors across the border of two parts.

#ifndef MOTE_CHECK_EXTRACT_H
#define MOTE_CHECK_EXTRACT_H

#include "apps/mote/check/baseline.h"
#include "apps/mote/check/finding.h"
#include "apps/mote/check/rules.h"
#include "core/untyped.h"

// Buffers are kept from frame to frame.
typedef struct check_extractor {
    const check_animation *animation;
    const check_rules *rules;
    const check_baseline *baseline; // may be null
    mote_world *world;
    const uint32_t *part_of_body; // by the body's index
    bool tolerant;                // the world reports faces that do not touch
    mote_untyped findings, face_pairs, contacts, kept, invalid;
    uint64_t baseline_face_pairs; // left out because the baseline has them, in all frames
} check_extractor;

check_extractor check_extractor_create(void);
void check_extractor_release(check_extractor *extractor);

// Fills all of `out` but number and time.
mote_result check_extract(check_extractor *extractor, const mote_report *report, check_frame *out);

#endif
