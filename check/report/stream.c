#define _GNU_SOURCE // fopencookie
#include "check/report/stream.h"

#include <errno.h>
#include <string.h>

#include "core/result.h"
#include "io/name.h"

static ssize_t write_to_sink(void *context, const char *bytes, size_t size)
{
    check_stream *stream = context;
    if (stream->failed) return 0;
    errno = 0;
    if (stream->sink.write(stream->sink.context, bytes, size)) {
        stream->written += size;
        return (ssize_t)size;
    }
    stream->failed = true;
    stream->reason = errno;
    return 0; // 0 reports a failure
}

mote_result check_stream_open(check_stream *stream, const mote_check_sink *sink)
{
    *stream = (check_stream){.sink = *sink};
    if (!stream->sink.name) stream->sink.name = "the report";
    stream->file = fopencookie(stream, "w", (cookie_io_functions_t){.write = write_to_sink});
    if (!stream->file) return mote_fail_memory(sizeof stream->buffer, "a report");
    setvbuf(stream->file, stream->buffer, _IOFBF, sizeof stream->buffer);
    return MOTE_OK;
}

mote_result check_stream_status(const check_stream *stream)
{
    char room[IO_SHORT_NAME];
    if (!stream->failed) return MOTE_OK;
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be written%s%s",
                     io_short_name(stream->sink.name, room), stream->reason ? ": " : "",
                     stream->reason ? strerror(stream->reason) : "");
}

void check_stream_drop(check_stream *stream)
{
    stream->failed = true;
    if (stream->file) fclose(stream->file);
    stream->file = NULL;
}

mote_result check_stream_close(check_stream *stream)
{
    if (!stream->file) return MOTE_OK;
    if (fclose(stream->file)) stream->failed = true;
    stream->file = NULL;
    return check_stream_status(stream);
}
