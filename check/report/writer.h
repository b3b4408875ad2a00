// A report that is written while the check runs. Each format is in a file of its own
// (json_report.c, html_report.c, junit_report.c, ...) behind this interface.

#ifndef MOTE_CHECK_WRITER_H
#define MOTE_CHECK_WRITER_H

#include "check/animation/animation.h"
#include "check/report/stream.h"
#include "check/report/view.h"

// The data about the check that is known before the first frame.
typedef struct check_report_head {
    const mote_check_def *def;
    const check_animation *animation;
    bool self;
} check_report_head;

// The data that is known at the end.
typedef struct check_report_tail {
    const mote_check_outcome *outcome;
    const check_view *views; // of the first episodes
    size_t view_count;
} check_report_tail;

typedef struct check_writer check_writer;

// The stream records write errors. The functions return other failures.
typedef struct check_writer_kind {
    size_t size; // of the structure, which starts with a check_writer
    // Fails if this build or machine cannot write the format. Null: it always can.
    mote_result (*available)(void);
    // Called before the first frame. May be null.
    mote_result (*begin)(check_writer *writer);
    // Called for each frame in order. Null if the report lists episodes only.
    mote_result (*frame)(check_writer *writer, const mote_check_frame *frame);
    mote_result (*end)(check_writer *writer, const check_report_tail *tail);
    // Releases what begin and frame allocated. Also called if end was not. May be null.
    void (*release)(check_writer *writer);
    // A failed frame ends the check. Otherwise the failure is reported at the end, and other
    // reports continue.
    bool ends_check;
} check_writer_kind;

struct check_writer {
    const check_writer_kind *kind;
    mote_check_report_def def;
    check_report_head head;
    check_stream stream;
    mote_result failure; // the first failure of a frame, if it does not end the check
    char message[512];   // of the failure
};

// The writer of a format. Null past the last format.
const check_writer_kind *check_writer_kind_of(mote_check_format format);

// Opens the stream without writing. `head` and everything it points at must outlive the writer.
mote_result check_writer_create(const check_writer_kind *kind, const mote_check_report_def *def,
                                const check_report_head *head, check_writer **out);

// Null is allowed. Discards unwritten data.
void check_writer_destroy(check_writer *writer);

mote_result check_writer_begin(check_writer *writer);
mote_result check_writer_frame(check_writer *writer, const mote_check_frame *frame);

// Writes the rest and closes the stream. Returns the first failure of the writer.
mote_result check_writer_end(check_writer *writer, const check_report_tail *tail);

#endif
