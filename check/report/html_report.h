// The HTML report: the bundled page with the JSON report and pictures embedded, written while the
// check runs.

#ifndef MOTE_CHECK_HTML_REPORT_H
#define MOTE_CHECK_HTML_REPORT_H

#include "check/report/json_report.h"

extern const check_writer_kind check_html_writer;

#endif
