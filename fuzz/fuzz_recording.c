// Any bytes as a recording, as they are and with right checksums: opened, played to the first
// failure, and recorded again while they play.

#include <mote/options.h>
#include <mote/recording.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/memory.h"

enum { FILE_HEADER = 12, CHUNK_HEADER = 12, CHECKSUM = 8 };

// Else nearly every change would end at a checksum.
static void repair(uint8_t *data, size_t size)
{
    for (size_t at = FILE_HEADER; at + CHUNK_HEADER + CHECKSUM <= size;) {
        uint64_t length;
        memcpy(&length, data + at + 4, sizeof length);
        if (length > size - at - CHUNK_HEADER - CHECKSUM) return;
        size_t covered = CHUNK_HEADER + (size_t)length;
        uint64_t checksum = mote_hash_bytes(MOTE_HASH_START, data + at, covered);
        memcpy(data + at + covered, &checksum, sizeof checksum);
        at += covered + CHECKSUM;
    }
}

// Memory that is counted, and limited by what reading a recording promises.
typedef struct memory {
    size_t held, most;
} memory;

static void *allocate(void *context, size_t size, size_t alignment)
{
    memory *m = context;
    m->held += size;
    if (m->held > m->most) abort();
    return mote_libc_allocator.allocate(NULL, size, alignment);
}

static void release(void *context, void *pointer, size_t size)
{
    memory *m = context;
    m->held -= size;
    mote_libc_allocator.release(NULL, pointer, size);
}

static bool count_bytes(void *context, const void *data, size_t size)
{
    *(uint64_t *)context = mote_hash_bytes(*(uint64_t *)context, data, size);
    return true;
}

static void play(const mote_recording *recording, const mote_allocator *allocator)
{
    mote_recording_info info;
    mote_recording_get_info(recording, &info);
    mote_world_def def = info.def;
    def.allocator = *allocator;
    mote_world_option_set(&def, "smith.level", 6); // deep octrees are slow, not wrong
    // What is found may be as many as all pairs of faces.
    if (!def.candidate_budget || def.candidate_budget > 4096) def.candidate_budget = 4096;
    mote_player *player;
    if (mote_player_create(recording, &def, &player)) return;
    uint64_t written = MOTE_HASH_START;
    mote_record_sink sink = {.write = count_bytes, .context = &written};
    if (mote_world_record(mote_player_world(player), &sink)) abort();
    mote_played_frame frame;
    uint64_t played = 0;
    mote_result result;
    while ((result = mote_player_step(player, &frame)) == MOTE_OK) played++;
    if (played > info.frame_count || mote_last_message()[0] == '\0') abort();
    if (result == MOTE_ERROR_ARGUMENT || result == MOTE_ERROR_STALE) abort();
    mote_player_destroy(player);
}

static void try_bytes(const uint8_t *data, size_t size)
{
    memory m = {.most = ((size_t)4 << 20) + 200 * size};
    mote_allocator allocator = {.allocate = allocate, .release = release, .context = &m};
    mote_recording *recording;
    if (mote_recording_open(data, size, &allocator, &recording) == MOTE_OK) {
        play(recording, &allocator);
    } else if (recording || mote_last_message()[0] == '\0') {
        abort();
    }
    mote_recording_close(recording);
    if (m.held) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // Copies of that very size, so that a sanitizer sees a byte too far.
    uint8_t *copy = calloc(size ? size : 1, 1);
    if (!copy) return 0;
    if (size) memcpy(copy, data, size);
    try_bytes(copy, size);
    repair(copy, size);
    try_bytes(copy, size);
    free(copy);
    return 0;
}
