// The report as a page: the bundled page with the JSON report and pictures in it, written while the check
// runs.

#ifndef MOTE_CHECK_HTML_REPORT_H
#define MOTE_CHECK_HTML_REPORT_H

#include "apps/mote/check/json_report.h"

// How many of the worst episodes have a picture and triangles in the page.
enum { MOTE_HTML_VIEWS = 8 };

// All zero is one that was not opened.
typedef struct mote_html_report {
    FILE *file;
    const char *path;
    mote_json_report json;
    const char *rest; // of the page
    size_t rest_size;
} mote_html_report;

// Fails where the command was built without the page, and where the path cannot be written.
mote_result mote_html_report_open(mote_html_report *report, const char *path,
                                  const mote_animation *animation, const mote_report_head *head);

// Nobody hears of a write that fails before the end: the other outputs shall be whole.
void mote_html_report_frame(mote_html_report *report, const mote_frame *frame);

// Writes the rest and closes the file. Pictures are made of the outcome's views, which are of its first
// episodes. Fails if anything since the opening failed. Nothing happens to one that was not opened.
mote_result mote_html_report_close(mote_html_report *report, const mote_check_outcome *outcome);

#endif
