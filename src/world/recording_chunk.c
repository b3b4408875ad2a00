// Chunks of a recording: writing numbers to a chunk and sending it, and reading them back.

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/result.h"
#include "world/recording.h"

// ---------------------------------------------------------------------------------------------
// Writing

void mote_chunk_fail(mote_chunk_writer *out, mote_result result, const char *format, ...)
{
    if (out->result != MOTE_OK) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out->message, sizeof out->message, format, arguments);
    va_end(arguments);
    out->result = result;
    if (out->log.write) out->log.write(out->log.context, MOTE_LOG_WARNING, out->message);
}

void mote_chunk_out_of_memory(mote_chunk_writer *out)
{
    mote_chunk_fail(out, MOTE_ERROR_MEMORY, "the recording ended at its frame %llu: no memory",
                    (unsigned long long)out->frame_count);
}

unsigned char *mote_put_room(mote_chunk_writer *out, size_t size)
{
    if (out->result != MOTE_OK) return NULL;
    unsigned char *room = mote_array_room(&out->chunk, out->allocator, size);
    if (!room) {
        mote_chunk_out_of_memory(out);
        return NULL;
    }
    out->chunk.count += size;
    return room;
}

void mote_put_u32(mote_chunk_writer *out, uint32_t value)
{
    unsigned char *room = mote_put_room(out, 4);
    if (room) mote_store_u32(room, value);
}

void mote_put_u64(mote_chunk_writer *out, uint64_t value)
{
    unsigned char *room = mote_put_room(out, 8);
    if (room) mote_store_u64(room, value);
}

void mote_put_double(mote_chunk_writer *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    mote_put_u64(out, bits);
}

void mote_put_floats(mote_chunk_writer *out, const float *values, size_t count)
{
    unsigned char *room = mote_put_room(out, count * 4);
    for (size_t i = 0; room && i < count; i++) {
        uint32_t bits;
        memcpy(&bits, values + i, sizeof bits);
        mote_store_u32(room + 4 * i, bits);
    }
}

void mote_put_indices(mote_chunk_writer *out, const uint32_t *values, size_t count)
{
    unsigned char *room = mote_put_room(out, count * 4);
    for (size_t i = 0; room && i < count; i++) mote_store_u32(room + 4 * i, values[i]);
}

size_t mote_put_later(mote_chunk_writer *out)
{
    size_t at = out->chunk.count;
    mote_put_u32(out, 0);
    return at;
}

void mote_fill_in(mote_chunk_writer *out, size_t at, uint32_t value)
{
    if (out->result == MOTE_OK) mote_store_u32(out->chunk.data + at, value);
}

void mote_chunk_send(mote_chunk_writer *out)
{
    if (out->result != MOTE_OK) return;
    errno = 0;
    if (!out->sink.write(out->sink.context, out->chunk.data, out->chunk.count))
        mote_chunk_fail(out, MOTE_ERROR_IO,
                        "the recording ended at its frame %llu: %zu bytes could not be written%s%s",
                        (unsigned long long)out->frame_count, out->chunk.count, errno ? ": " : "",
                        errno ? strerror(errno) : "");
}

void mote_chunk_send_file_header(mote_chunk_writer *out)
{
    out->chunk.count = 0;
    unsigned char *room = mote_put_room(out, sizeof MOTE_RECORDING_MAGIC - 1);
    if (room) memcpy(room, MOTE_RECORDING_MAGIC, sizeof MOTE_RECORDING_MAGIC - 1);
    mote_put_u32(out, MOTE_RECORDING_VERSION);
    mote_chunk_send(out);
}

void mote_chunk_begin(mote_chunk_writer *out, mote_chunk_kind kind)
{
    out->chunk.count = 0;
    mote_put_u32(out, kind);
    mote_put_u64(out, 0); // the length
}

void mote_chunk_end(mote_chunk_writer *out)
{
    if (out->result != MOTE_OK) return;
    size_t size = out->chunk.count;
    mote_store_u64(out->chunk.data + 4, size - MOTE_CHUNK_HEADER);
    mote_put_u64(out, mote_chunk_checksum(out->chunk.data, size));
    mote_chunk_send(out);
}

// ---------------------------------------------------------------------------------------------
// Reading

bool mote_cursor_holds(mote_cursor *cursor, uint64_t count, size_t size)
{
    if (count <= (cursor->end - cursor->at) / size) return true;
    cursor->overrun = true;
    return false;
}

uint32_t mote_cursor_u32(mote_cursor *cursor)
{
    if (!mote_cursor_holds(cursor, 1, 4)) return 0;
    cursor->at += 4;
    return mote_load_u32(cursor->data + cursor->at - 4);
}

uint64_t mote_cursor_u64(mote_cursor *cursor)
{
    if (!mote_cursor_holds(cursor, 1, 8)) return 0;
    cursor->at += 8;
    return mote_load_u64(cursor->data + cursor->at - 8);
}

void mote_cursor_floats(mote_cursor *cursor, float *out, size_t count)
{
    if (!mote_cursor_holds(cursor, count, 4)) {
        memset(out, 0, count * sizeof *out);
        return;
    }
    for (size_t i = 0; i < count; i++, cursor->at += 4) {
        uint32_t bits = mote_load_u32(cursor->data + cursor->at);
        memcpy(out + i, &bits, sizeof bits);
    }
}

double mote_cursor_double(mote_cursor *cursor)
{
    uint64_t bits = mote_cursor_u64(cursor);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

mote_result mote_fail_at(size_t byte, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return mote_fail(MOTE_ERROR_DATA, "recording, byte %zu: %s", byte, text);
}

mote_result mote_blame_recording(mote_result result, size_t byte, const char *what)
{
    char why[256];
    snprintf(why, sizeof why, "%s", mote_last_message());
    mote_fail_at(byte, "%s: %s", what, why);
    return result == MOTE_ERROR_ARGUMENT ? MOTE_ERROR_DATA : result;
}

mote_result mote_cursor_finish(const mote_cursor *cursor, const char *what)
{
    if (cursor->overrun) return mote_fail_at(cursor->at, "%s ends too early", what);
    if (cursor->at != cursor->end)
        return mote_fail_at(cursor->at, "%s has %zu bytes too many", what,
                            cursor->end - cursor->at);
    return MOTE_OK;
}
