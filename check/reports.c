// Creates the reports and prints the text summaries.

#include "check/report/html_report.h"
#include "check/report/json_report.h"
#include "check/report/painting.h"
#include "check/report/summary.h"
#include "check/state.h"
#include "core/result.h"

static mote_result check_sink(const mote_check *check, const mote_check_sink *sink, bool taken,
                              const char *function)
{
    mote_result result = check_need_ready(check, function);
    if (result) return result;
    if (!sink || !sink->write)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: the sink has no write function", function);
    if (taken)
        return mote_fail(MOTE_ERROR_STATE, "%s: a report of this kind was already added", function);
    return MOTE_OK;
}

static mote_result add_writer(mote_check *check, const check_writer_kind *kind,
                              const mote_check_report_def *def, const char *function)
{
    const check_report_head head = {
        .def = &check->def, .animation = check->animation, .self = check->self};
    mote_result result = kind->available ? kind->available() : MOTE_OK;
    if (!result) result = check_sink(check, &def->sink, check->writers[def->format], function);
    return result ? result : check_writer_create(kind, def, &head, &check->writers[def->format]);
}

mote_result mote_check_add_report(mote_check *check, const mote_check_report_def *def)
{
    const check_writer_kind *kind = def ? check_writer_kind_of(def->format) : NULL;
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_add_report: def is null");
    if (!kind)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_add_report: def.format is %d, expected a mote_check_format",
                         def->format);
    return add_writer(check, kind, def, "mote_check_add_report");
}

mote_result mote_check_add_json(mote_check *check, const mote_check_json_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_add_json: def is null");
    mote_check_report_def report = mote_check_default_report_def(MOTE_CHECK_FORMAT_JSON);
    report.sink = def->sink;
    report.faces = def->faces;
    report.view_count = def->view_count;
    return add_writer(check, &check_json_writer, &report, "mote_check_add_json");
}

mote_result mote_check_add_html(mote_check *check, const mote_check_sink *sink)
{
    mote_check_report_def report = mote_check_default_report_def(MOTE_CHECK_FORMAT_HTML);
    if (sink) report.sink = *sink;
    return add_writer(check, &check_html_writer, &report, "mote_check_add_html");
}

mote_result mote_check_add_baseline(mote_check *check, const mote_check_sink *sink)
{
    mote_result result =
        check_sink(check, sink, check->baseline_stream.file, "mote_check_add_baseline");
    if (!result) result = check_stream_open(&check->baseline_stream, sink);
    return result ? result : check_baseline_create(&check->found);
}

mote_result mote_check_add_region_baseline(mote_check *check, const mote_check_sink *sink)
{
    mote_result result =
        check_sink(check, sink, check->baseline_stream.file, "mote_check_add_region_baseline");
    if (!result) result = check_stream_open(&check->baseline_stream, sink);
    if (!result) check->tally.episodes.has_places = true;
    return result;
}

// Prints the head, or the results if there is an outcome.
static mote_result write_text(const mote_check *check, const mote_check_sink *sink, bool color,
                              const mote_check_outcome *outcome)
{
    check_stream stream;
    mote_result result = check_stream_open(&stream, sink);
    if (result) return result;
    check_summary summary = {
        .to = stream.file, .color = color, .def = &check->def, .animation = check->animation};
    if (outcome)
        check_summary_print(&summary, outcome);
    else
        check_summary_print_head(&summary);
    return check_stream_close(&stream);
}

mote_result mote_check_write_heading(const mote_check *check, const mote_check_sink *sink,
                                     bool color)
{
    return write_text(check, sink, color, NULL);
}

mote_result mote_check_write_summary(const mote_check *check, const mote_check_sink *sink,
                                     bool color)
{
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    return write_text(check, sink, color, &outcome);
}

mote_result mote_check_write_ply(const mote_check *check, const mote_check_frame *frame,
                                 const char *path)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < check->animation->part_count && !result; i++)
        result = check_frames_evaluate(&check->frames, i);
    return result ? result : check_paint_frame(check->animation, frame, path);
}
