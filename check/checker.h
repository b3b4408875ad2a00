// The checker: takes an animation frame by frame through a world and adds up what it finds.

#ifndef MOTE_CHECK_CHECKER_H
#define MOTE_CHECK_CHECKER_H

#include "check/episodes.h"
#include "check/findings.h"
#include "core/pool.h"

typedef struct check_checker_def {
    check_animation *animation; // must outlive the checker
    mote_method method;
    uint32_t worker_count; // 0: one per processor
    float tolerance;
    bool self; // each part against itself too
    const check_rules *rules;
    const check_baseline *baseline; // may be null
    mote_check_severity fail_on;
    float fail_depth;
    bool pass_unknown_depth;
} check_checker_def;

typedef struct check_checker {
    check_checker_def def;
    mote_pool *pool;
    mote_tasks tasks;
    mote_world *world;
    mote_body_id *bodies;   // of each part
    uint32_t *part_of_body; // by the body's index
    check_finder finder;
    check_episodes episodes;
    MOTE_ARRAY(mote_check_frame_sum) frames;
    mote_check_total total;
    bool failed;
    bool out_of_time; // the deadline cut the last frame short
} check_checker;

mote_result check_checker_create(const check_checker_def *def, check_checker **out);

// Null is allowed.
void check_checker_destroy(check_checker *checker);

// Checks one frame; that of CHECK_REST_CLIP is the rest pose. `deadline` is a time of mote_seconds, after which
// the frame is cut short; 0 for none.
mote_result check_checker_look(check_checker *checker, uint32_t clip, uint32_t number,
                               double deadline, mote_check_frame *out);

// Adds up a frame that was just looked at. Clips, and the frames of a clip, come in rising order.
mote_result check_checker_count(check_checker *checker, const mote_check_frame *frame);

#endif
