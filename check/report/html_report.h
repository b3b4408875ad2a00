// The report as a page: the bundled page with the JSON report and pictures in it, written while the check
// runs.

#ifndef MOTE_CHECK_HTML_REPORT_H
#define MOTE_CHECK_HTML_REPORT_H

#include "check/report/json_report.h"

// How many of the worst episodes have a picture and triangles in the page.
enum { CHECK_HTML_VIEWS = 8 };

typedef struct check_html_report {
    FILE *to;
    const mote_check_def *def;
    const check_animation *animation;
    check_json_report json;
    const char *rest; // of the page
    size_t rest_size;
} check_html_report;

// MOTE_ERROR_REFUSED where the library was built without the page.
mote_result check_html_report_check(void);

// Write errors stay in the stream, here and below. The page must be there: see check_html_report_check.
check_html_report check_html_report_begin(FILE *to, const check_report_head *head);
void check_html_report_frame(check_html_report *report, const mote_check_frame *frame);

// Writes the rest, with a picture of each view; views are of the first episodes. A picture that fails is left out of
// a page that is complete otherwise.
mote_result check_html_report_end(check_html_report *report, const mote_check_outcome *outcome,
                                  const check_view *views, size_t view_count);

#endif
