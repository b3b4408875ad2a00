#include "check/report/writer.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/result.h"

mote_result check_writer_create(const check_writer_kind *kind, const mote_check_report_def *def,
                                const check_report_head *head, check_writer **out)
{
    check_writer *writer = calloc(1, kind->size);
    *out = NULL;
    if (!writer) return mote_fail_memory(kind->size, "a report");
    writer->kind = kind;
    writer->def = *def;
    writer->head = *head;
    mote_result result = check_stream_open(&writer->stream, &def->sink);
    if (result)
        free(writer);
    else
        *out = writer;
    return result;
}

void check_writer_destroy(check_writer *writer)
{
    if (!writer) return;
    if (writer->kind->release) writer->kind->release(writer);
    check_stream_drop(&writer->stream);
    free(writer);
}

// Stores the first failure for the end, unless failures end the check.
static mote_result keep(check_writer *writer, mote_result result)
{
    if (!result) result = check_stream_status(&writer->stream);
    if (!result || writer->kind->ends_check) return result;
    if (!writer->failure) {
        writer->failure = result;
        snprintf(writer->message, sizeof writer->message, "%s", mote_last_message());
    }
    return MOTE_OK;
}

mote_result check_writer_begin(check_writer *writer)
{
    return writer->kind->begin ? keep(writer, writer->kind->begin(writer)) : MOTE_OK;
}

mote_result check_writer_frame(check_writer *writer, const mote_check_frame *frame)
{
    if (!writer->kind->frame || writer->failure) return MOTE_OK;
    return keep(writer, writer->kind->frame(writer, frame));
}

mote_result check_writer_end(check_writer *writer, const check_report_tail *tail)
{
    mote_result result = writer->failure;
    if (result) {
        check_stream_drop(&writer->stream);
        return mote_fail(result, "%s", writer->message);
    }
    result = writer->kind->end(writer, tail);
    char message[512];
    snprintf(message, sizeof message, "%s", mote_last_message());
    mote_result closed = check_stream_close(&writer->stream);
    return result && !closed ? mote_fail(result, "%s", message) : closed;
}
