// The JSON report, written while the check runs. docs/check.md describes it.

#ifndef MOTE_CHECK_JSON_REPORT_H
#define MOTE_CHECK_JSON_REPORT_H

#include "check/report/writer.h"
#include "io/json_write.h"

enum { CHECK_SCHEMA_VERSION = 2 };

extern const check_writer_kind check_json_writer;

// Frames without findings are omitted.
typedef struct check_json_report {
    io_json_writer writer;
    bool faces;  // list every pair of faces
    bool places; // list the regions and contacts of each pair of parts
    const check_animation *animation;
} check_json_report;

// Writes the head. The stream records write errors, also in the functions below.
check_json_report check_json_report_begin(FILE *to, const check_report_head *head, bool faces);
void check_json_report_frame(check_json_report *report, const mote_check_frame *frame);

// Writes the remaining sections: episodes, views and the summary.
void check_json_report_end(check_json_report *report, const mote_check_outcome *outcome,
                           const check_view *views, size_t view_count);

#endif
