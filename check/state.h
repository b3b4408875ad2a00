// The state of a check, shared by the functions of mote/check.h. One file per task: def.c,
// opening.c, info.c, reports.c, telling.c, and check.c for the run.

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
    check_baseline *baseline; // pairs not to report; may be null
    check_baseline *rest;     // collisions of the rest pose, which are still reported; may be null
    check_known known;        // regions not to report
    check_rules rules;
    check_allow allow;
    bool self;
    check_frames frames;    // results of each frame
    check_tally tally;      // totals over the frames
    check_found_next *next; // replaces the frames as the source of results; may be null
    void *next_context;
    check_found_take *take; // called with each frame's results; may be null
    void *take_context;
    double rest_seconds; // time of the rest pose, part of the budget
    double deadline;     // 0: none
    check_stage stage;
    check_failure failure;        // failure of a frame
    check_failure report_failure; // failure of a report; may be the same one
    check_remarks remarks;
    mote_check_frame frame;
    check_writer *writers[MOTE_CHECK_FORMAT_COUNT]; // by format; null if not requested
    check_stream baseline_stream;                   // closed if not requested
    check_baseline *found; // baseline to write; null to write the episodes as regions
};

// def.c: fails with a message that names the field.
mote_result check_def_validate(const mote_check_def *def);
check_import_limits check_def_limits(const mote_check_def *def);

// Fails if the run has begun.
mote_result check_need_ready(const mote_check *check, const char *function);

// telling.c: adds the remarks about all frames.
mote_result check_tell_all(mote_check *check);

#endif
