// Opens a recording: checks all chunks up to the first damaged one.

#include "world/recording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/result.h"
#include "world/options.h"
#include "world/world.h"

// ---------------------------------------------------------------------------------------------
// The world

static void read_early_options(mote_cursor *cursor, mote_world_def *def)
{
    mote_recorded_option_set(def, MOTE_RECORD_EARLY_TAG, mote_cursor_u32(cursor));
    uint32_t bits = mote_cursor_u32(cursor);
    for (uint32_t i = 0; i < MOTE_RECORD_EARLY_BITS; i++)
        mote_recorded_option_set(def, MOTE_RECORD_EARLY_TAG + 1 + i, bits >> i & 1);
}

static mote_result check_def(const mote_recording_info *info, size_t at)
{
    const mote_world_def *def = &info->def;
    if (!mote_method_find(def->method))
        return mote_fail_at(at, "method %d is not known", (int)def->method);
    if ((uint32_t)def->detect > MOTE_DETECT_COUNT)
        return mote_fail_at(at, "detect %d is not known", (int)def->detect);
    if (!(def->tolerance >= 0 && isfinite(def->tolerance)))
        return mote_fail_at(at, "tolerance %g is not a finite distance", (double)def->tolerance);
    if (!(info->time_budget >= 0))
        return mote_fail_at(at, "time budget %g is negative or NaN", info->time_budget);
    return MOTE_OK;
}

// Reads the world's chunk. Leaves the cursor at the list of pairs that were together before.
static mote_result read_world(mote_cursor *cursor, mote_recording_info *info, uint64_t *frame)
{
    size_t start = cursor->at;
    mote_world_def *def = &info->def;
    *def = mote_default_world_def();
    def->method = (mote_method)mote_cursor_u32(cursor);
    def->detect = (mote_detect)mote_cursor_u32(cursor);
    mote_cursor_floats(cursor, &def->tolerance, 1);
    uint32_t flags = mote_cursor_u32(cursor);
    def->contacts = flags & MOTE_RECORD_CONTACTS;
    def->containment = flags & MOTE_RECORD_CONTAINMENT;
    info->time_budget = mote_cursor_double(cursor);
    def->candidate_budget = mote_cursor_u64(cursor);
    info->worker_count = mote_cursor_u32(cursor);
    read_early_options(cursor, def);
    *frame = mote_cursor_u64(cursor);
    if (cursor->overrun) return mote_fail_at(cursor->at, "the world ends too early");
    return check_def(info, start);
}

static mote_body_pair read_together(mote_cursor *cursor)
{
    mote_body_pair together;
    together.a.index = mote_cursor_u32(cursor);
    together.a.generation = mote_cursor_u32(cursor);
    together.b.index = mote_cursor_u32(cursor);
    together.b.generation = mote_cursor_u32(cursor);
    return together;
}

// Is `next` after `before` in the order of reports: ascending, with the lower index first?
static bool follows(const mote_body_pair *before, const mote_body_pair *next)
{
    if (next->a.index > next->b.index) return false;
    return !before || mote_pair_key(before->a.index, before->b.index) <
                          mote_pair_key(next->a.index, next->b.index);
}

// Reads the turns. Any numbers are valid: with wrong ones, a class resumes at an arbitrary pair.
static mote_result read_turns(const mote_recording *recording, mote_turns *turns)
{
    if (!recording->turns_at) return MOTE_OK;
    mote_chunk_kind kind;
    size_t next;
    mote_cursor cursor = mote_recording_chunk(recording, recording->turns_at, &kind, &next);
    for (int i = 0; i < MOTE_TURN_CLASSES; i++) {
        turns->cursors[i].key = mote_cursor_u64(&cursor);
        turns->cursors[i].turn.at = mote_cursor_u64(&cursor);
        turns->cursors[i].turn.skip = mote_cursor_u64(&cursor);
    }
    return mote_cursor_finish(&cursor, "the list of turns");
}

mote_result mote_recording_begin_world(const mote_recording *recording, mote_world *world)
{
    mote_chunk_kind kind;
    size_t next;
    mote_cursor cursor = mote_recording_chunk(recording, recording->world_at, &kind, &next);
    mote_recording_info info;
    mote_result result = read_world(&cursor, &info, &world->frame);
    if (result != MOTE_OK) return result;
    uint32_t count = mote_cursor_u32(&cursor);
    if (!mote_cursor_holds(&cursor, count, 16))
        return mote_fail_at(cursor.at, "the chunk is too short for %u pairs of bodies", count);
    mote_body_pair *pairs = mote_array_room(&world->report.before, &world->allocator, count);
    if (!pairs) return mote_fail_memory(count * sizeof *pairs, "pairs of bodies");
    for (uint32_t i = 0; i < count; i++) {
        size_t at = cursor.at;
        pairs[i] = read_together(&cursor);
        if (!follows(i ? &pairs[i - 1] : NULL, &pairs[i]))
            return mote_fail_at(at, "pair %u of bodies is out of order", i);
    }
    world->report.before.count = count;
    result = mote_cursor_finish(&cursor, "the world");
    return result == MOTE_OK ? read_turns(recording, &world->turns) : result;
}

// ---------------------------------------------------------------------------------------------
// Chunks

mote_cursor mote_recording_chunk(const mote_recording *recording, size_t at, mote_chunk_kind *kind,
                                 size_t *next)
{
    const unsigned char *chunk = recording->data + at;
    mote_cursor cursor = {.data = recording->data, .at = at + MOTE_CHUNK_HEADER};
    *kind = (mote_chunk_kind)mote_load_u32(chunk);
    cursor.end = cursor.at + (size_t)mote_load_u64(chunk + 4);
    *next = cursor.end + MOTE_CHUNK_CHECKSUM;
    return cursor;
}

// Returns what is wrong with the chunk at `at`, or null.
static const char *look_at_chunk(const mote_recording *recording, size_t at)
{
    const unsigned char *chunk = recording->data + at;
    size_t left = recording->size - at;
    if (left < MOTE_CHUNK_HEADER + MOTE_CHUNK_CHECKSUM) return "the recording is cut off";
    uint64_t length = mote_load_u64(chunk + 4);
    if (length > left - MOTE_CHUNK_HEADER - MOTE_CHUNK_CHECKSUM) return "the recording is cut off";
    size_t size = MOTE_CHUNK_HEADER + (size_t)length;
    if (mote_load_u64(chunk + size) != mote_chunk_checksum(chunk, size))
        return "the checksum is wrong";
    return NULL;
}

// The state of the check.
typedef struct chunk_walk {
    bool in_frame; // the result of the frame has not been read
    bool ended;
} chunk_walk;

// Is the chunk allowed here? Unknown kinds, from later versions, are allowed anywhere.
static const char *take_chunk(mote_recording *recording, chunk_walk *walk, mote_chunk_kind kind)
{
    if (walk->ended) return "there is more behind the end";
    switch (kind) {
    case MOTE_CHUNK_WORLD: return "a second world";
    case MOTE_CHUNK_FRAME:
    case MOTE_CHUNK_STEP:
        walk->in_frame = true;
        recording->info.frame_count++;
        return NULL;
    case MOTE_CHUNK_DONE:
        if (!walk->in_frame) return "a result without its frame";
        walk->in_frame = false;
        return NULL;
    case MOTE_CHUNK_END: walk->ended = recording->info.complete = true; return NULL;
    case MOTE_CHUNK_TURNS:
    case MOTE_CHUNK_OPTIONS:
    case MOTE_CHUNK_MESH:
    case MOTE_CHUNK_REMESH:
    case MOTE_CHUNK_ORIGIN:
    default: return NULL;
    }
}

static void walk_chunks(mote_recording *recording, size_t at)
{
    chunk_walk walk = {0};
    while (at < recording->size && !recording->damage) {
        recording->damage = look_at_chunk(recording, at);
        if (recording->damage) break;
        mote_chunk_kind kind;
        size_t next;
        mote_recording_chunk(recording, at, &kind, &next);
        recording->damage = take_chunk(recording, &walk, kind);
        if (kind == MOTE_CHUNK_TURNS && !recording->info.frame_count) recording->turns_at = at;
        if (!recording->damage) at = next;
    }
    recording->info.whole_bytes = at;
}

// Reads the chunk of options, which early recordings do not have.
static mote_result read_options(mote_recording *recording, size_t at)
{
    mote_chunk_kind kind;
    size_t next;
    if (at >= recording->size || look_at_chunk(recording, at)) return MOTE_OK;
    mote_cursor cursor = mote_recording_chunk(recording, at, &kind, &next);
    if (kind != MOTE_CHUNK_OPTIONS) return MOTE_OK;
    uint32_t count = mote_cursor_u32(&cursor);
    if (!mote_cursor_holds(&cursor, count, 12))
        return mote_fail_at(cursor.at, "%u options are more than there are", count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t tag = mote_cursor_u32(&cursor);
        mote_recorded_option_set(&recording->info.def, tag, mote_cursor_u64(&cursor));
    }
    return mote_cursor_finish(&cursor, "the list of options");
}

// Drops options without effect, which early worlds accepted. Reports do not change.
static void drop_options_without_effect(mote_world_def *def)
{
    if (def->detect == MOTE_DETECT_COUNT) def->contacts = false;
    if (!def->contacts || def->detect != MOTE_DETECT_ALL) def->manifold_points = 0;
}

// Reports a def that no world accepts as an error of the recording, not of the caller.
static mote_result check_options(const mote_world_def *def, size_t at)
{
    if (mote_world_check_def(def) != MOTE_ERROR_ARGUMENT) return MOTE_OK;
    char why[128];
    snprintf(why, sizeof why, "%s", mote_last_message());
    return mote_fail_at(at, "%s", why);
}

static mote_result read_start(mote_recording *recording)
{
    size_t letters = sizeof MOTE_RECORDING_MAGIC - 1;
    if (recording->size < MOTE_FILE_HEADER ||
        memcmp(recording->data, MOTE_RECORDING_MAGIC, letters) != 0)
        return mote_fail_at(0, "this is not a recording");
    uint32_t version = mote_load_u32(recording->data + letters);
    if (version < MOTE_RECORDING_FIRST_VERSION || version > MOTE_RECORDING_VERSION)
        return mote_fail_at(letters, "version %u, only versions %d to %d can be read", version,
                            MOTE_RECORDING_FIRST_VERSION, MOTE_RECORDING_VERSION);
    recording->version = version;
    recording->world_at = MOTE_FILE_HEADER;
    const char *damage = look_at_chunk(recording, MOTE_FILE_HEADER);
    if (damage) return mote_fail_at(MOTE_FILE_HEADER, "%s", damage);
    mote_chunk_kind kind;
    size_t next;
    mote_cursor cursor = mote_recording_chunk(recording, MOTE_FILE_HEADER, &kind, &next);
    if (kind != MOTE_CHUNK_WORLD) return mote_fail_at(MOTE_FILE_HEADER, "the world is missing");
    uint64_t frame;
    mote_result result = read_world(&cursor, &recording->info, &frame);
    if (result == MOTE_OK) result = read_options(recording, next);
    drop_options_without_effect(&recording->info.def);
    if (result == MOTE_OK) result = check_options(&recording->info.def, next);
    if (result == MOTE_OK) walk_chunks(recording, next);
    return result;
}

mote_result mote_recording_open(const void *data, size_t size, const mote_allocator *allocator,
                                mote_recording **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_recording_open: out is null");
    *out = NULL;
    if (!data && size) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_recording_open: data is null");
    mote_allocator memory = mote_allocator_or_default(allocator ? *allocator : (mote_allocator){0});
    mote_recording *recording = mote_allocate_zeroed(&memory, 1, sizeof *recording);
    if (!recording) return mote_fail_memory(sizeof *recording, "a recording");
    recording->allocator = memory;
    recording->data = data;
    recording->size = size;
    mote_result result = read_start(recording);
    if (result == MOTE_OK) {
        *out = recording;
    } else {
        mote_recording_close(recording);
    }
    return result;
}

void mote_recording_close(mote_recording *recording)
{
    if (!recording) return;
    mote_allocator allocator = recording->allocator;
    mote_array_release(&recording->owned, &allocator);
    mote_release(&allocator, recording, 1, sizeof *recording);
}

void mote_recording_get_info(const mote_recording *recording, mote_recording_info *out)
{
    *out = recording->info;
}
