// The checker: moves an animation through a world and finds the collisions of a frame.
// check/tally.h adds up the frames.

#ifndef MOTE_CHECK_CHECKER_H
#define MOTE_CHECK_CHECKER_H

#include "check/between.h"
#include "check/findings.h"
#include "check/found.h"
#include "check/leaps.h"
#include "check/stepper.h"
#include "core/pool.h"

typedef struct check_checker_def {
    check_animation *animation; // must outlive the checker
    mote_method method;
    uint32_t worker_count; // 0: one per processor
    float tolerance;
    uint64_t max_candidates; // pairs of faces with overlapping boxes in a frame
    bool between;            // also find collisions between frames
    uint32_t substeps;
    bool self; // also test each part against itself
    const check_rules *rules;
    const check_baseline *baseline; // may be null
    const check_allow *allow;       // may be null
    const check_baseline *rest;     // collisions of the rest pose; may be null
    const check_known *known;       // known regions, not reported; may be null
} check_checker_def;

// The state of a part when its body was last updated.
typedef struct check_placed {
    uint32_t version; // version of the part
    bool evaluated;   // the body has positions; otherwise it has bounds only
} check_placed;

typedef struct check_checker {
    check_checker_def def;
    mote_pool *pool;
    mote_tasks tasks;
    mote_world *world;
    mote_body_id *bodies;   // one per part
    uint32_t *part_of_body; // indexed by body index
    check_placed *placed;   // one per part
    check_finder finder;
    check_between between;
    check_leaps leaps;
    check_stepper stepper;
    uint32_t clip, frame; // the current frame of the parts
    // The frame passed to the last check_checker_keep, and the sorted keys (check_pair_key) of the
    // parts that met in it.
    uint32_t kept_clip, kept_frame;
    mote_u64_array kept;
    bool out_of_time; // the deadline cut the last frame short
} check_checker;

mote_result check_checker_create(const check_checker_def *def, check_checker **out);

// Null is allowed.
void check_checker_destroy(check_checker *checker);

// The stepper settings for a checker with this def.
check_stepper_def check_checker_stepping(const check_checker_def *def, const mote_tasks *tasks);

// Checks one frame; CHECK_REST_CLIP selects the rest pose. Evaluates all parts. Stops when
// mote_seconds() reaches `deadline`; 0 means no deadline.
mote_result check_checker_look(check_checker *checker, uint32_t clip, uint32_t number,
                               double deadline, mote_check_frame *out);

// Checks one frame without moving the parts. The caller has moved them to the frame.
mote_result check_checker_look_here(check_checker *checker, uint32_t clip, uint32_t number,
                                    double deadline, mote_check_frame *out);

// Checks one frame and returns the totals beside the findings. If the previous frame was kept, also
// finds what happened in between.
mote_result check_checker_look_on(check_checker *checker, uint32_t clip, uint32_t number,
                                  double deadline, check_found *out);

// Keeps the pairs of parts that met in this frame for the check of the next one.
mote_result check_checker_keep(check_checker *checker, const mote_check_frame *frame);

// The findings of the last checked frame with their totals.
check_found check_checker_found(const check_checker *checker, const mote_check_frame *frame);

// Finds only the crossings between the previous frame and this one.
mote_result check_checker_look_before(check_checker *checker, uint32_t clip, uint32_t number,
                                      double deadline, mote_check_frame *out);

// Then moves the parts to a time, in frames, between the two frames. The last such call must move
// the parts back to the frame before any other function is called.
mote_result check_checker_pose_moment(check_checker *checker, const mote_check_frame *frame,
                                      double at);

#endif
