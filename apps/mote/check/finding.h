// What a check finds, and who hears of it.

#ifndef MOTE_CHECK_FINDING_H
#define MOTE_CHECK_FINDING_H

#include <mote/world.h>

#include "apps/mote/animation/animation.h"

// How bad it is. Each includes those before it.
typedef enum check_severity {
    CHECK_SEVERITY_NONE = 0,
    CHECK_SEVERITY_NEAR,     // no faces meet, some are within the tolerance
    CHECK_SEVERITY_TOUCH,    // faces share points, but no more than points and borders
    CHECK_SEVERITY_PENETRATE // faces cross, or one part lies inside the other
} check_severity;

// "near" and so on; never null.
const char *check_severity_name(check_severity severity);

// Two parts in one frame.
typedef struct check_finding {
    uint32_t a, b; // parts; a < b, or a == b for a part with itself
    check_severity severity;
    mote_relation relation; // TOUCH, NEAR, A_IN_B or B_IN_A
    float depth;            // the greatest of the contacts', or minus the least separation
    mote_depth_kind depth_kind;
    const mote_face_pair *face_pairs; // in the parts' triangle order, sorted
    uint32_t face_pair_count;
    const mote_contact *contacts; // pair, first_segment and segment_count mean nothing here
    uint32_t contact_count;
    bool cut_short;
} check_finding;

// One frame. Views, valid until the next one.
typedef struct check_frame {
    uint32_t number;
    double time;                   // seconds
    const check_finding *findings; // by (a, b)
    uint32_t finding_count;
    const uint32_t *invalid; // parts with a position that is not finite: left out
    uint32_t invalid_count;
    bool cut_short; // by the budget: there may be more
} check_frame;

// The same two parts in successive frames.
typedef struct check_episode {
    uint32_t a, b;
    uint32_t first, last; // frames
    check_severity severity;
    // Of the worst frame.
    uint32_t worst_frame;
    uint32_t face_pair_count;
    float depth;
    mote_depth_kind depth_kind;
    mote_relation relation;
    mote_vec3 point; // of the deepest contact; where nothing touches, the middle of the inner part
} check_episode;

// What a frame came to, for strips and time lines.
typedef struct check_frame_sum {
    uint32_t face_pair_count;
    uint16_t finding_count; // at most 65,535 are counted
    uint8_t severity;
    uint8_t flags; // 1 cut short, 2 a part left out
} check_frame_sum;

typedef struct check_total {
    uint32_t first_frame, last_frame;              // asked for
    uint32_t checked;                              // frames
    uint32_t frames[CHECK_SEVERITY_PENETRATE + 1]; // by their worst severity
    uint64_t findings, face_pairs, baseline_face_pairs;
    float deepest; // 0 where no depth is known
    bool cut_short;
    uint32_t invalid_frames; // in which a part was left out
} check_total;

typedef struct check_view check_view; // see view.h

// All that a check says at its end. Views.
typedef struct check_outcome {
    const check_total *total;
    const check_episode *episodes; // worst first
    size_t episode_count;
    const check_frame_sum *frames; // total->checked of them, from first_frame
    const check_view *views;       // pictures of the worst episodes, as many as were asked for
    size_t view_count;
    bool failed;       // something as bad as --fail-on, or worse
    const char *error; // what ended the check before its time; null if nothing did
} check_outcome;

// Who hears of each frame. A sink that fails ends the check.
typedef struct check_sink {
    void *context;
    mote_result (*frame)(void *context, const check_frame *frame);
} check_sink;

#endif
