#include "support/record_story.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "support/run.h"

static bool write_bytes(void *context, const void *data, size_t size)
{
    recorded_bytes *bytes = context;
    if (++bytes->writes == bytes->fail_at) return false;
    unsigned char *grown = realloc(bytes->data, bytes->size + size);
    assert_non_null(grown);
    memcpy(grown + bytes->size, data, size);
    bytes->data = grown;
    bytes->size += size;
    return true;
}

static bool close_bytes(void *context)
{
    recorded_bytes *bytes = context;
    bytes->closed++;
    return !bytes->fails_to_close;
}

mote_record_sink recorded_bytes_sink(recorded_bytes *bytes)
{
    return (mote_record_sink){.write = write_bytes, .close = close_bytes, .context = bytes};
}

void recorded_bytes_release(recorded_bytes *bytes)
{
    free(bytes->data);
    *bytes = (recorded_bytes){0};
}

void repair_recording(unsigned char *data, size_t size)
{
    for (size_t at = 12; at + 20 <= size;) {
        uint64_t length;
        memcpy(&length, data + at + 4, sizeof length);
        if (length > size - at - 20) return;
        uint64_t checksum = mote_hash_bytes(MOTE_HASH_START, data + at, 12 + (size_t)length);
        memcpy(data + at + 12 + length, &checksum, sizeof checksum);
        at += 20 + (size_t)length;
    }
}

// ---------------------------------------------------------------------------------------------

static bool chance(story *s, uint32_t one_in)
{
    return mote_random_below(&s->random, one_in) == 0;
}

static void expect(const story *s, mote_result result)
{
    if (result == MOTE_OK) return;
    if (!s->gentle || result != MOTE_ERROR_MEMORY) fail_msg("%s", mote_last_message());
}

static mote_world_def choose_def(story *s)
{
    mote_world_def def = mote_default_world_def();
    const mote_method_info *info = mote_method_at(mote_random_below(&s->random, 3));
    def.contacts = false;
    def.method = info->method;
    def.detect = (mote_detect)(chance(s, 4) ? mote_random_below(&s->random, 3) : 0);
    if (chance(s, 3)) def.tolerance = s->frames.tolerance;
    if (chance(s, 6)) def.candidate_budget = 1 + mote_random_below(&s->random, 200);
    return def;
}

static void create(story *s, uint32_t i)
{
    mote_body_def def = s->frames.bodies[i].def;
    if (chance(s, 4)) def.category = 1 + mote_random_below(&s->random, 3);
    if (chance(s, 4)) def.mask = 1 + mote_random_below(&s->random, 3);
    expect(s, mote_body_create(s->world, &def, &s->ids[i]));
}

static void destroy(story *s, uint32_t i)
{
    expect(s, mote_body_destroy(s->world, s->ids[i]));
    s->ids[i] = (mote_body_id){0};
}

void story_begin(story *s, uint64_t index, uint32_t faces, const mote_allocator *allocator)
{
    *s = (story){.random = mote_random_stream(77, index, 1), .gentle = allocator != NULL};
    random_frames_begin(&s->frames, 77, index, faces);
    s->def = choose_def(s);
    if (allocator) s->def.allocator = *allocator;
    expect(s, mote_world_create(&s->def, &s->world));
    for (uint32_t i = 0; s->world && i < s->frames.body_count; i++) create(s, i);
}

void story_end(story *s)
{
    mote_world_destroy(s->world);
    random_frames_end(&s->frames);
}

// Some bodies go, some come, some are exchanged for others in the same place.
static void change_bodies(story *s)
{
    for (uint32_t i = 0; i < s->frames.body_count; i++) {
        bool lives = s->ids[i].generation != 0;
        if (lives && chance(s, 6)) destroy(s, i);
        if (lives && chance(s, 12)) continue; // leaves the place to another
        if (!s->ids[i].generation && !chance(s, 3)) create(s, i);
        if (s->ids[i].generation && chance(s, 20)) {
            destroy(s, i);
            create(s, i);
        }
    }
}

static mote_box random_bounds(story *s)
{
    mote_box box;
    float *numbers = (float *)&box;
    for (int k = 0; k < 3; k++) {
        numbers[k] = mote_random_between(&s->random, -2, 1);
        numbers[k + 3] = numbers[k] + mote_random_between(&s->random, 0, 2);
    }
    return box;
}

// What the array holds may change only along with the call.
static void show(story *s, uint32_t i)
{
    random_body *body = &s->frames.bodies[i];
    mote_body_id id = s->ids[i];
    if (body->moved) {
        if (chance(s, 12)) {
            float *buffer = body->buffer;
            buffer[0] = buffer[1] = NAN; // one NaN of either kind
        }
        expect(s, mote_body_set_positions(s->world, id, &body->layout));
    }
    if (body->moved && body->has_transform)
        expect(s, mote_body_set_transform(s->world, id, &body->transform));
    if (chance(s, 10)) expect(s, mote_body_set_transform(s->world, id, NULL));
    if (chance(s, 4)) { // promises, some of them broken
        mote_box bounds = random_bounds(s);
        expect(s, mote_body_set_bounds(s->world, id, chance(s, 4) ? NULL : &bounds));
    }
    if (chance(s, 10)) // looks at the body before detect does
        expect(s, mote_body_get_positions(s->world, id, body->now, body->vertex_count));
}

static void change_ignored(story *s)
{
    uint32_t a = mote_random_below(&s->random, s->frames.body_count);
    uint32_t b = mote_random_below(&s->random, s->frames.body_count);
    if (s->ids[a].generation && s->ids[b].generation && chance(s, 2))
        expect(s, mote_world_ignore_pair(s->world, s->ids[a], s->ids[b], chance(s, 2)));
}

mote_result story_step(story *s)
{
    if (s->step) random_frames_next(&s->frames);
    change_bodies(s);
    for (uint32_t i = 0; i < s->frames.body_count; i++) {
        if (s->ids[i].generation) show(s, i);
    }
    change_ignored(s);
    mote_result result = mote_world_detect(s->world);
    expect(s, result);
    mote_report report;
    assert_int_equal(mote_world_report(s->world, &report), MOTE_OK);
    s->hashes[s->step++] = report.hash;
    return result;
}
