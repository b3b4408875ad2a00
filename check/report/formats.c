// The report formats and their writers.

#include "check/report/html_report.h"
#include "check/report/json_report.h"
#include "check/report/lists.h"
#include "check/report/sqlite_report.h"

static const struct {
    const char *name;
    const check_writer_kind *kind;
} formats[] = {
    [MOTE_CHECK_FORMAT_JSON] = {"json", &check_json_writer},
    [MOTE_CHECK_FORMAT_HTML] = {"html", &check_html_writer},
    [MOTE_CHECK_FORMAT_JUNIT] = {"junit", &check_junit_writer},
    [MOTE_CHECK_FORMAT_SARIF] = {"sarif", &check_sarif_writer},
    [MOTE_CHECK_FORMAT_CSV] = {"csv", &check_csv_writer},
    [MOTE_CHECK_FORMAT_GITHUB] = {"github", &check_github_writer},
    [MOTE_CHECK_FORMAT_SQLITE] = {"sqlite", &check_sqlite_writer},
};

_Static_assert(sizeof formats / sizeof formats[0] == MOTE_CHECK_FORMAT_COUNT,
               "every format has a writer");

const char *mote_check_format_name(mote_check_format format)
{
    return (unsigned)format < MOTE_CHECK_FORMAT_COUNT ? formats[format].name : NULL;
}

const check_writer_kind *check_writer_kind_of(mote_check_format format)
{
    return (unsigned)format < MOTE_CHECK_FORMAT_COUNT ? formats[format].kind : NULL;
}
