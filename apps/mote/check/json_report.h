// The report as JSON, written while the check runs: docs/check.md describes it.

#ifndef MOTE_CHECK_JSON_REPORT_H
#define MOTE_CHECK_JSON_REPORT_H

#include <stdio.h>

#include "apps/mote/check/finding.h"

enum { MOTE_CHECK_SCHEMA_VERSION = 1 };

// What stands at the head of a report. Texts as they were typed.
typedef struct mote_report_head {
    char *const *inputs;
    uint32_t input_count;
    const char *split, *weld, *fail_on;
    const char *baseline; // null for none
    float tolerance;
    bool self, rest;
    uint32_t first_frame, last_frame;
} mote_report_head;

// Frames without findings are left out.
typedef struct mote_json_report {
    FILE *to;
    const mote_animation *animation;
    bool faces; // list every pair of faces
    bool begun; // a frame has been written
} mote_json_report;

// Writes the head. A write that fails is told by ferror(to), when the caller asks.
mote_json_report mote_json_report_begin(FILE *to, const mote_animation *animation,
                                        const mote_report_head *head, bool faces);
void mote_json_report_frame(mote_json_report *report, const mote_frame *frame);

// A number that is not finite is null.
void mote_json_put_float(FILE *to, float number);
void mote_json_put_vec3(FILE *to, mote_vec3 v);

// Writes the rest: episodes, views and the summary.
void mote_json_report_end(mote_json_report *report, const mote_check_outcome *outcome);

#endif
