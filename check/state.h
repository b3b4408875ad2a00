// A check, as the functions of mote/check.h share it. One file per task: def.c, opening.c, info.c, reports.c, telling.c, and
// check.c for its run.

#ifndef MOTE_CHECK_STATE_H
#define MOTE_CHECK_STATE_H

#include <mote/check.h>

#include "check/animation/remarks.h"
#include "check/frames.h"
#include "check/pieces.h"
#include "check/report/writer.h"
#include "check/tally.h"

// A run has three stages, in this order.
typedef enum check_stage { CHECK_READY, CHECK_RUNNING, CHECK_FINISHED } check_stage;

// The first failure, and its message.
typedef struct check_failure {
    mote_result result;
    char message[512];
} check_failure;

struct mote_check {
    mote_check_def def;
    check_animation *animation;
    check_baseline *baseline; // not to report; may be null
    check_baseline *rest;     // what meets in the rest pose, reported all the same; may be null
    check_known known;        // regions not to report
    check_rules rules;
    check_allow allow;
    bool self;
    check_frames frames;    // what is found in each frame
    check_tally tally;      // what that is together
    check_found_next *next; // who found it, in place of the frames (check/pieces.h); may be null
    void *next_context;
    check_found_take *take; // who is told of it; may be null
    void *take_context;
    double rest_seconds; // spent on the rest pose, of the budget
    double deadline;     // 0: none
    check_stage stage;
    check_failure failure;        // of a frame
    check_failure report_failure; // of a report; may be the same
    check_remarks remarks;
    mote_check_frame frame;
    check_writer *writers[MOTE_CHECK_FORMAT_COUNT]; // by format; null: not wanted
    check_stream baseline_stream;                   // not open: not wanted
    check_baseline *found; // what goes there; null: the episodes do, as regions
};

// def.c: fails with a message that names the field.
mote_result check_def_validate(const mote_check_def *def);
check_import_limits check_def_limits(const mote_check_def *def);

// What must be done before the first frame.
mote_result check_need_ready(const mote_check *check, const char *function);

// telling.c: the remarks about all frames together.
mote_result check_tell_all(mote_check *check);

#endif
