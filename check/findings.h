// From the report of a world to findings: without the pairs that were not requested, without those in the
// baseline, and without faces that are neighbors across the border of two parts.

#ifndef MOTE_CHECK_FINDINGS_H
#define MOTE_CHECK_FINDINGS_H

#include <mote/check.h>

#include "check/allow.h"
#include "check/animation/animation.h"
#include "check/baseline.h"
#include "check/grouping.h"
#include "check/known.h"
#include "check/regions.h"
#include "check/rules.h"
#include "core/array.h"

typedef MOTE_ARRAY(mote_check_finding) check_finding_array;
typedef MOTE_ARRAY(mote_face_pair) check_face_pair_array;
typedef MOTE_ARRAY(mote_contact) check_contact_array;

// Starts with the fields up to `known` set and the rest zero. Buffers are kept from frame to frame.
typedef struct check_finder {
    const check_animation *animation;
    const check_rules *rules;
    const check_baseline *baseline; // may be null
    mote_world *world;
    const uint32_t *part_of_body; // by the body's index
    bool tolerant;                // the world reports faces that do not touch
    const check_allow *allow;
    const check_baseline *rest; // what meets in the rest pose; null: not known
    const check_known *known;   // regions that are not to be reported; may be null
    uint32_t clip, frame;       // that are looked at
    check_finding_array findings;
    check_face_pair_array face_pairs;
    check_contact_array contacts;
    MOTE_ARRAY(mote_check_region) regions;
    MOTE_ARRAY(check_region_labels) labels; // of the finding that was made last
    mote_u32_array region_of;               // of each face pair
    MOTE_ARRAY(bool) swapped;
    mote_u32_array contact_of, contact_region, kept, invalid;
    MOTE_ARRAY(check_place) places; // of the regions of the finding that was made last
    check_grouping grouping;
    check_region_work region_work;
    uint64_t baseline_face_pairs; // left out of the last frame because the baseline has them
    uint64_t allowed_face_pairs;  // and because their regions are allowed
    bool baseline_met;            // something in any frame was left out because of it
} check_finder;

void check_finder_release(check_finder *finder);

// Does a pair of faces of two parts count? It does not if they are neighbors across the border of the parts, or in the
// baseline.
bool check_finder_counts(check_finder *finder, uint32_t a, uint32_t b, mote_face_pair faces);

// Fills all of `out` but number and time, and what happened before the frame.
mote_result check_find(check_finder *finder, const mote_report *report, mote_check_frame *out);

#endif
