// The checker: takes an animation frame by frame through a world and adds up what it finds.

#ifndef MOTE_CHECK_CHECKER_H
#define MOTE_CHECK_CHECKER_H

#include "check/between.h"
#include "check/episodes.h"
#include "check/findings.h"
#include "check/leaps.h"
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
    check_thresholds thresholds;
} check_checker_def;

typedef struct check_checker {
    check_checker_def def;
    mote_pool *pool;
    mote_tasks tasks;
    mote_world *world;
    mote_body_id *bodies;   // of each part
    uint32_t *part_of_body; // by the body's index
    check_finder finder;
    check_between between;
    check_leaps leaps;
    uint32_t clip, frame;   // where the parts are
    mote_vec3_array before; // the vertices of all parts, in the frame before
    // The frame that was counted last, and the pairs of parts that met in it (check_pair_key).
    uint32_t counted_clip, counted_frame;
    mote_u64_array counted;
    check_episodes episodes;
    MOTE_ARRAY(mote_check_frame_sum) frames;
    mote_check_total total;
    bool out_of_time; // the deadline cut the last frame short
} check_checker;

mote_result check_checker_create(const check_checker_def *def, check_checker **out);

// Null is allowed.
void check_checker_destroy(check_checker *checker);

// Checks one frame; that of CHECK_REST_CLIP is the rest pose. `deadline` is a time of mote_seconds, after which
// the frame is cut short; 0 for none.
mote_result check_checker_look(check_checker *checker, uint32_t clip, uint32_t number,
                               double deadline, mote_check_frame *out);

// The same where the parts of the animation have been moved to the frame by others.
mote_result check_checker_look_here(check_checker *checker, uint32_t clip, uint32_t number,
                                    double deadline, mote_check_frame *out);

// The same for the frame after the one that was counted last, with what happened in between.
mote_result check_checker_look_on(check_checker *checker, uint32_t clip, uint32_t number,
                                  double deadline, mote_check_frame *out);

// What happened between the frame before and this one: the crossings alone, in a check of them.
mote_result check_checker_look_before(check_checker *checker, uint32_t clip, uint32_t number,
                                      double deadline, mote_check_frame *out);

// After that, moves the parts to a moment between the two frames, given in frames. The last such call before any other must
// move them back to the frame.
mote_result check_checker_pose_moment(check_checker *checker, const mote_check_frame *frame,
                                      double at);

// Adds up a frame that was just looked at. Clips, and the frames of a clip, come in rising order.
mote_result check_checker_count(check_checker *checker, const mote_check_frame *frame);

#endif
