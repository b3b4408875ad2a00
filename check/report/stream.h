// A caller's sink as a stream of stdio, and what went wrong with it.

#ifndef MOTE_CHECK_STREAM_H
#define MOTE_CHECK_STREAM_H

#include <mote/check.h>
#include <stdio.h>

// All zero is one that is not open. Must not move while it is.
typedef struct check_stream {
    mote_check_sink sink;
    FILE *file;       // null: not open
    bool failed;      // the sink has refused something
    int reason;       // its errno
    uint64_t written; // bytes, without those in the buffer
    char buffer[4096];
} check_stream;

mote_result check_stream_open(check_stream *stream, const mote_check_sink *sink);

// MOTE_ERROR_IO, with the sink's name, if a write has failed so far.
mote_result check_stream_status(const check_stream *stream);

// Closes it without writing anything more.
void check_stream_drop(check_stream *stream);

// Writes what is buffered. Fails if any write failed. Nothing happens to one that is not open.
mote_result check_stream_close(check_stream *stream);

#endif
