// Regions that may meet: mote_check_def.allow. A rule is
//
//     SIDE [x SIDE] [, clip=NAME] [, frames=A:B] [, depth<D]
//
// A side is a pattern of names (check/rules.h), with part=, bone=, material= or attribute= before
// it; without, it is the name of a bone or of a part. One side alone is that side with anything.
// Frames are numbered as in reports.

#ifndef MOTE_CHECK_ALLOW_H
#define MOTE_CHECK_ALLOW_H

#include "check/animation/animation.h"
#include "check/regions.h"

typedef enum check_label_kind {
    CHECK_LABEL_NAME, // the name of a bone or of a part
    CHECK_LABEL_PART,
    CHECK_LABEL_BONE,
    CHECK_LABEL_MATERIAL,
    CHECK_LABEL_ATTRIBUTE
} check_label_kind;

typedef struct check_allow_side {
    check_label_kind kind;
    const char *pattern; // null: anything
    size_t length;
} check_allow_side;

typedef struct check_allow_rule {
    check_allow_side sides[2];
    const char *clip; // a pattern; null: any
    size_t clip_length;
    int64_t first, last; // frames
    float depth;         // contacts known to be this deep or deeper are not allowed
} check_allow_rule;

typedef struct check_allow {
    check_allow_rule *rules;
    uint32_t count;
} check_allow;

// Fails with a message that names the rule and what was expected, also if no name matches a
// pattern. The texts must outlive the list.
mote_result check_allow_create(const char *const *texts, uint32_t count,
                               const check_animation *animation, check_allow *out);
void check_allow_release(check_allow *allow);

// The parts and the frame of a region.
typedef struct check_allow_place {
    const check_animation *animation;
    uint32_t a, b, clip, frame;
} check_allow_place;

// Does a rule allow the region?
bool check_allow_has(const check_allow *allow, const check_allow_place *place,
                     const mote_check_region *region, const check_region_labels *labels);

#endif
