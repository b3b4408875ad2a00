// Wraps a caller's sink in a stdio stream and records errors.

#ifndef MOTE_CHECK_STREAM_H
#define MOTE_CHECK_STREAM_H

#include <mote/check.h>
#include <stdio.h>

// Zero-initialized means closed. Must not move while open.
typedef struct check_stream {
    mote_check_sink sink;
    FILE *file;       // null: closed
    bool failed;      // the sink failed a write
    int reason;       // errno of the failure
    uint64_t written; // bytes, without the buffered ones
    char buffer[4096];
} check_stream;

mote_result check_stream_open(check_stream *stream, const mote_check_sink *sink);

// Returns MOTE_ERROR_IO with the sink's name if a write has failed.
mote_result check_stream_status(const check_stream *stream);

// Closes the stream and discards the buffer.
void check_stream_drop(check_stream *stream);

// Flushes the buffer and closes the stream. Fails if any write failed. Does nothing if the stream
// is closed.
mote_result check_stream_close(check_stream *stream);

#endif
