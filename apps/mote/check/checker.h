// The checker: takes an animation frame by frame through a world and says what it finds.

#ifndef MOTE_CHECK_CHECKER_H
#define MOTE_CHECK_CHECKER_H

#include "apps/mote/check/baseline.h"
#include "apps/mote/check/finding.h"
#include "apps/mote/check/rules.h"

// When a check counts as failed: at this severity, and with PENETRATE only deeper than `depth`.
typedef struct check_fail_on {
    check_severity severity;
    float depth; // 0: however deep, and also where no depth is known
} check_fail_on;

typedef struct check_def {
    check_animation *animation; // must outlive the checker
    mote_method method;
    uint32_t threads; // 0: one a processor
    float tolerance;
    bool self; // each part against itself too
    const check_rules *rules;
    double budget;                    // seconds for all frames; 0: no limit
    uint32_t first_frame, last_frame; // both CHECK_REST_FRAME for the rest pose alone
    const check_baseline *baseline;   // what is known already and does not count; may be null
    check_fail_on fail_on;
} check_def;

typedef struct check_checker check_checker;

mote_result check_checker_create(const check_def *def, check_checker **out);

// Null is allowed.
void check_checker_destroy(check_checker *checker);

// One frame, without remembering it. In a check of the rest pose that is frame 0.
mote_result check_checker_look(check_checker *checker, uint32_t number, check_frame *out);

// All frames; each sink hears of each, whether or not there is anything to say. A failure, of a frame
// or of a sink, ends the check. What was found until then stands.
mote_result check_checker_run(check_checker *checker, const check_sink *sinks, uint32_t sink_count);

// After the run, or what there is of it. Views into the checker.
check_outcome check_checker_outcome(check_checker *checker);

#endif
