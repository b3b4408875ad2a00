// The checker: takes an animation frame by frame through a world and says what it finds.

#ifndef MOTE_CHECK_CHECKER_H
#define MOTE_CHECK_CHECKER_H

#include "apps/mote/check/baseline.h"
#include "apps/mote/check/finding.h"
#include "apps/mote/check/rules.h"

// When a check counts as failed: at this severity, and with PENETRATE only deeper than `depth`.
typedef struct mote_fail_on {
    mote_severity severity;
    float depth; // 0: however deep, and also where no depth is known
} mote_fail_on;

typedef struct mote_check_def {
    mote_animation *animation; // must outlive the checker
    mote_method method;
    uint32_t threads; // 0: one a processor
    float tolerance;
    bool self; // each part against itself too
    const mote_rules *rules;
    double budget;                    // seconds for all frames; 0: no limit
    uint32_t first_frame, last_frame; // both MOTE_REST_FRAME for the rest pose alone
    const mote_baseline *baseline;    // what is known already and does not count; may be null
    mote_fail_on fail_on;
} mote_check_def;

typedef struct mote_checker mote_checker;

mote_result mote_checker_create(const mote_check_def *def, mote_checker **out);

// Null is allowed.
void mote_checker_destroy(mote_checker *checker);

// One frame, without remembering it. In a check of the rest pose that is frame 0.
mote_result mote_checker_look(mote_checker *checker, uint32_t number, mote_frame *out);

// All frames; each sink hears of each, whether or not there is anything to say. A failure, of a frame
// or of a sink, ends the check. What was found until then stands.
mote_result mote_checker_run(mote_checker *checker, const mote_sink *sinks, uint32_t sink_count);

// After the run, or what there is of it. Views into the checker.
mote_check_outcome mote_checker_outcome(mote_checker *checker);

#endif
