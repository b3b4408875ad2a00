// A report that is written while the check runs: one kind per format, each in a file of its own (json_report.c, html_report.c,
// junit_report.c, ...), behind this interface.

#ifndef MOTE_CHECK_WRITER_H
#define MOTE_CHECK_WRITER_H

#include "check/animation/animation.h"
#include "check/report/stream.h"
#include "check/report/view.h"

// What a report says of the check before the first frame.
typedef struct check_report_head {
    const mote_check_def *def;
    const check_animation *animation;
    bool self;
} check_report_head;

// What it says at the end.
typedef struct check_report_tail {
    const mote_check_outcome *outcome;
    const check_view *views; // of the first episodes
    size_t view_count;
} check_report_tail;

typedef struct check_writer check_writer;

// Write errors of the stream stay in it; the functions return failures of other kinds.
typedef struct check_writer_kind {
    size_t size; // of the structure, which starts with a check_writer
    // Fails where this build, or this machine, cannot write the format. Null: it can.
    mote_result (*available)(void);
    // Before the first frame. Null: nothing to do.
    mote_result (*begin)(check_writer *writer);
    // Each frame, in order. Null: the report has episodes only.
    mote_result (*frame)(check_writer *writer, const mote_check_frame *frame);
    mote_result (*end)(check_writer *writer, const check_report_tail *tail);
    // Releases what begin and frame made; also called where end was not. Null: nothing.
    void (*release)(check_writer *writer);
    // A frame that cannot be written ends the check. Otherwise the failure is reported at the end, and other reports go on.
    bool ends_check;
} check_writer_kind;

struct check_writer {
    const check_writer_kind *kind;
    mote_check_report_def def;
    check_report_head head;
    check_stream stream;
    mote_result failure; // the first of a frame, where that does not end the check
    char message[512];   // its message
};

// The kind of a format; null past the last.
const check_writer_kind *check_writer_kind_of(mote_check_format format);

// Opens the stream; nothing is written yet. What `head` points at must outlive the writer.
mote_result check_writer_create(const check_writer_kind *kind, const mote_check_report_def *def,
                                const check_report_head *head, check_writer **out);

// Null is allowed. What is not written by then stays unwritten.
void check_writer_destroy(check_writer *writer);

mote_result check_writer_begin(check_writer *writer);
mote_result check_writer_frame(check_writer *writer, const mote_check_frame *frame);

// Writes the rest and closes the stream. Returns the first failure of the writer.
mote_result check_writer_end(check_writer *writer, const check_report_tail *tail);

#endif
