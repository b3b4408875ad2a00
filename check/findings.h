// Converts the report of a world to findings. Leaves out pairs excluded by the rules, pairs in the
// baseline, and faces that are neighbors across the border of two parts.

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

// Set the fields up to `known` and zero the rest. The buffers are reused from frame to frame.
typedef struct check_finder {
    const check_animation *animation;
    const check_rules *rules;
    const check_baseline *baseline; // may be null
    mote_world *world;
    const uint32_t *part_of_body; // by the body's index
    bool tolerant;                // the world reports faces within the tolerance
    const check_allow *allow;
    const check_baseline *rest; // collisions of the rest pose; null if unknown
    const check_known *known;   // known regions, not reported; may be null
    uint32_t clip, frame;       // the current frame
    check_finding_array findings;
    check_face_pair_array face_pairs;
    check_contact_array contacts;
    MOTE_ARRAY(mote_check_region) regions;
    MOTE_ARRAY(check_region_labels) labels; // of the last finding
    mote_u32_array region_of;               // one per face pair
    MOTE_ARRAY(bool) swapped;
    mote_u32_array contact_of, contact_region, kept, invalid;
    MOTE_ARRAY(check_place) places; // regions of the last finding
    check_grouping grouping;
    check_region_work region_work;
    uint64_t baseline_face_pairs; // pairs of the last frame excluded by the baseline
    uint64_t allowed_face_pairs;  // pairs of the last frame excluded by allow rules
    bool baseline_met;            // the baseline excluded something in any frame
} check_finder;

void check_finder_release(check_finder *finder);

// Returns whether a pair of faces of two parts counts: the faces are not neighbors across the
// border of the parts, and not in the baseline.
bool check_finder_counts(check_finder *finder, uint32_t a, uint32_t b, mote_face_pair faces);

// Fills `out` except for the number, the time and the crossings.
mote_result check_find(check_finder *finder, const mote_report *report, mote_check_frame *out);

#endif
