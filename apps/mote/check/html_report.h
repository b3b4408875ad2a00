// The report as a page: the bundled page with the JSON report and pictures in it, written while the check
// runs.

#ifndef MOTE_CHECK_HTML_REPORT_H
#define MOTE_CHECK_HTML_REPORT_H

#include "apps/mote/check/json_report.h"

// How many of the worst episodes have a picture and triangles in the page.
enum { CHECK_HTML_VIEWS = 8 };

// All zero is one that was not opened.
typedef struct check_html_report {
    FILE *file;
    const char *path;
    check_json_report json;
    const char *rest; // of the page
    size_t rest_size;
} check_html_report;

// Fails where the command was built without the page, and where the path cannot be written.
mote_result check_html_report_open(check_html_report *report, const char *path,
                                   const check_animation *animation, const check_report_head *head);

// Nobody hears of a write that fails before the end: the other outputs shall be whole.
void check_html_report_frame(check_html_report *report, const check_frame *frame);

// Writes the rest and closes the file. Pictures are made of the outcome's views, which are of its first
// episodes. Fails if anything since the opening failed. Nothing happens to one that was not opened.
mote_result check_html_report_close(check_html_report *report, const check_outcome *outcome);

#endif
