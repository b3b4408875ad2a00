// The checker: takes an animation through a world and finds what meets in a frame. What is found in all frames together is added up
// elsewhere (check/tally.h).

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
    bool between;            // also what happens between frames
    uint32_t substeps;
    bool self; // each part against itself too
    const check_rules *rules;
    const check_baseline *baseline; // may be null
    const check_allow *allow;       // may be null
    const check_baseline *rest;     // what meets in the rest pose; may be null
    const check_known *known;       // regions that are not to be reported; may be null
} check_checker_def;

// What a body was given last.
typedef struct check_placed {
    uint32_t version; // of the part
    bool evaluated;   // its positions; otherwise its bounds
} check_placed;

typedef struct check_checker {
    check_checker_def def;
    mote_pool *pool;
    mote_tasks tasks;
    mote_world *world;
    mote_body_id *bodies;   // of each part
    uint32_t *part_of_body; // by the body's index
    check_placed *placed;   // of each part
    check_finder finder;
    check_between between;
    check_leaps leaps;
    check_stepper stepper;
    uint32_t clip, frame; // where the parts are
    // The last frame of check_checker_keep, and the pairs of parts that met in it (check_pair_key).
    uint32_t kept_clip, kept_frame;
    mote_u64_array kept;
    bool out_of_time; // the deadline cut the last frame short
} check_checker;

mote_result check_checker_create(const check_checker_def *def, check_checker **out);

// Null is allowed.
void check_checker_destroy(check_checker *checker);

// How a checker of this kind takes steps.
check_stepper_def check_checker_stepping(const check_checker_def *def, const mote_tasks *tasks);

// Checks one frame; that of CHECK_REST_CLIP is the rest pose. All parts are evaluated. `deadline` is a time of mote_seconds, after which
// the frame is cut short; 0 for none.
mote_result check_checker_look(check_checker *checker, uint32_t clip, uint32_t number,
                               double deadline, mote_check_frame *out);

// The same where the parts of the animation have been moved to the frame by others.
mote_result check_checker_look_here(check_checker *checker, uint32_t clip, uint32_t number,
                                    double deadline, mote_check_frame *out);

// The same with what counts beside the findings; if the frame before was kept, also what happened in between.
mote_result check_checker_look_on(check_checker *checker, uint32_t clip, uint32_t number,
                                  double deadline, check_found *out);

// Keeps what the next frame needs of this one: who met.
mote_result check_checker_keep(check_checker *checker, const mote_check_frame *frame);

// What counts beside the findings of the frame that was looked at last.
check_found check_checker_found(const check_checker *checker, const mote_check_frame *frame);

// What happened between the frame before and this one: the crossings alone, in a check of them.
mote_result check_checker_look_before(check_checker *checker, uint32_t clip, uint32_t number,
                                      double deadline, mote_check_frame *out);

// After that, moves the parts to a moment between the two frames, given in frames. The last such call before any other must
// move them back to the frame.
mote_result check_checker_pose_moment(check_checker *checker, const mote_check_frame *frame,
                                      double at);

#endif
