// A recording that is read: its chunks one by one, and their numbers.

#ifndef MOTE_WORLD_RECORDING_H
#define MOTE_WORLD_RECORDING_H

#include <mote/recording.h>

#include "world/recording_format.h"
#include "world/world.h"

struct mote_recording {
    mote_allocator allocator;
    const unsigned char *data;
    size_t size;
    mote_byte_array owned; // bytes of a file; empty where the caller lends them
    size_t world_at;       // where the world's chunk is
    const char *damage;    // of the bytes behind the whole ones; null for none
    mote_recording_info info;
};

// Numbers of a chunk. Reading past the end gives zero and is remembered.
typedef struct mote_cursor {
    const unsigned char *data; // of the whole recording
    size_t at, end;            // bytes of the recording
    bool overrun;
} mote_cursor;

// The chunk at `at`, which is known to be whole: a cursor over what it holds. `next` is where the
// next one is.
mote_cursor mote_recording_chunk(const mote_recording *recording, size_t at, mote_chunk_kind *kind,
                                 size_t *next);

uint32_t mote_cursor_u32(mote_cursor *cursor);
uint64_t mote_cursor_u64(mote_cursor *cursor);
void mote_cursor_floats(mote_cursor *cursor, float *out, size_t count);

// Whether so many things of so many bytes each are left; fails the cursor if not.
bool mote_cursor_holds(mote_cursor *cursor, uint64_t count, size_t size);

// MOTE_ERROR_DATA with the byte before the message.
__attribute__((format(printf, 2, 3))) mote_result mote_fail_at(size_t byte, const char *format,
                                                               ...);

// MOTE_OK when all was read and nothing more.
mote_result mote_cursor_finish(const mote_cursor *cursor, const char *what);

// Fills `frame` and `before` of a world that is about to be played into.
mote_result mote_recording_begin_world(const mote_recording *recording, mote_world *world);

// ---------------------------------------------------------------------------------------------
// What a world does while it is recorded. Nothing here fails: a recording that does is over, and
// says so when it is stopped.

// Of a world that is being recorded: what the detect is about to look at, and what it found.
void mote_recorder_begin_frame(mote_world *world);
void mote_recorder_end_frame(mote_world *world, mote_result result);

// Stops the recording, if there is one, without a word.
void mote_recorder_drop(mote_world *world);

#endif
