// Recordings in files. A separate source file: programs that do not use files need not link it.

#include <errno.h>
#include <mote/recording.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/result.h"
#include "world/recording.h"

static bool write_file(void *context, const void *data, size_t size)
{
    return fwrite(data, 1, size, context) == size;
}

static bool close_file(void *context)
{
    return fclose(context) == 0;
}

mote_result mote_world_record_to_file(mote_world *world, const char *path)
{
    if (!path) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_record_to_file: path is null");
    FILE *file = fopen(path, "wb");
    if (!file) return mote_fail(MOTE_ERROR_IO, "cannot write %.200s: %s", path, strerror(errno));
    // Unbuffered: chunks are written whole, and must reach the system before a detect that may
    // crash.
    setvbuf(file, NULL, _IONBF, 0);
    mote_record_sink sink = {.write = write_file, .close = close_file, .context = file};
    mote_result result = mote_world_record(world, &sink);
    if (result != MOTE_OK) fclose(file);
    return result;
}

// Reads to the end of the file. Pipes have no size.
static mote_result read_all(FILE *file, const mote_allocator *allocator, mote_byte_array *bytes)
{
    enum { PIECE = 1 << 16 };
    for (;;) {
        unsigned char *room = mote_array_room(bytes, allocator, PIECE);
        if (!room) return mote_fail_memory(bytes->count + PIECE, "a recording");
        size_t read = fread(room, 1, PIECE, file);
        bytes->count += read;
        if (read < PIECE) break;
    }
    if (ferror(file)) return mote_fail(MOTE_ERROR_IO, "%s", strerror(errno));
    return MOTE_OK;
}

mote_result mote_recording_open_file(const char *path, const mote_allocator *allocator,
                                     mote_recording **out)
{
    if (!path || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_recording_open_file: %s is null",
                         path ? "out" : "path");
    *out = NULL;
    FILE *file = fopen(path, "rb");
    if (!file) return mote_fail(MOTE_ERROR_IO, "cannot read %.200s: %s", path, strerror(errno));
    mote_allocator memory = mote_allocator_or_default(allocator ? *allocator : (mote_allocator){0});
    mote_byte_array bytes = {0};
    mote_result result = read_all(file, &memory, &bytes);
    fclose(file);
    if (result == MOTE_OK) result = mote_recording_open(bytes.data, bytes.count, allocator, out);
    if (result == MOTE_OK) {
        (*out)->owned = bytes;
        return MOTE_OK;
    }
    mote_array_release(&bytes, &memory);
    char why[400];
    snprintf(why, sizeof why, "%s", mote_last_message());
    return mote_fail(result, "%.100s: %s", path, why);
}
