// The report as JSON, written while the check runs: docs/check.md describes it.

#ifndef MOTE_CHECK_JSON_REPORT_H
#define MOTE_CHECK_JSON_REPORT_H

#include <stdio.h>

#include "apps/mote/check/finding.h"

enum { CHECK_SCHEMA_VERSION = 1 };

// What stands at the head of a report. Texts as they were typed.
typedef struct check_report_head {
    char *const *inputs;
    uint32_t input_count;
    const char *split, *weld, *fail_on;
    const char *baseline; // null for none
    float tolerance;
    bool self, rest;
    uint32_t first_frame, last_frame;
} check_report_head;

// Frames without findings are left out.
typedef struct check_json_report {
    FILE *to;
    const check_animation *animation;
    bool faces; // list every pair of faces
    bool begun; // a frame has been written
} check_json_report;

// Writes the head. A write that fails is told by ferror(to), when the caller asks.
check_json_report check_json_report_begin(FILE *to, const check_animation *animation,
                                          const check_report_head *head, bool faces);
void check_json_report_frame(check_json_report *report, const check_frame *frame);

// A number that is not finite is null.
void check_json_put_float(FILE *to, float number);
void check_json_put_vec3(FILE *to, mote_vec3 v);

// Writes the rest: episodes, views and the summary.
void check_json_report_end(check_json_report *report, const check_outcome *outcome);

#endif
