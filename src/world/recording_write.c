// Recording: each frame is the difference between the world and what was recorded of it before.

#include <errno.h>
#include <mote/recording.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/result.h"
#include "world/options.h"
#include "world/recording.h"
#include "world/recording_format.h"

// What the recording knows of a place for bodies.
typedef struct known_place {
    uint32_t generation; // 0 while it is free
    uint32_t mesh;       // the number of the body's mesh
    bool promised;       // bounds that the next detect may rely on
} known_place;

// Meshes are told apart by what they hold: an address may come to hold another mesh.
typedef struct known_mesh {
    uint64_t hash;
    uint32_t vertex_count, triangle_count, flags;
} known_mesh;

typedef struct mote_recorder {
    mote_record_sink sink;
    const mote_allocator *allocator;
    uint64_t frame_count;
    mote_byte_array chunk;          // the chunk in the making
    MOTE_ARRAY(known_place) places; // parallel to the world's bodies
    MOTE_ARRAY(known_mesh) meshes;
    mote_u64_array ignored;    // the keys last written
    mote_vec3_array positions; // of one body
    mote_result result;        // other than MOTE_OK: the recording is over
    char message[256];
} mote_recorder;

__attribute__((format(printf, 3, 4))) static void give_up(mote_world *world, mote_result result,
                                                          const char *format, ...)
{
    mote_recorder *recorder = world->recorder;
    if (recorder->result != MOTE_OK) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(recorder->message, sizeof recorder->message, format, arguments);
    va_end(arguments);
    recorder->result = result;
    const mote_log *log = &world->def.log;
    if (log->write) log->write(log->context, MOTE_LOG_WARNING, recorder->message);
}

static void give_up_for_memory(mote_world *world)
{
    give_up(world, MOTE_ERROR_MEMORY, "the recording ended at its frame %llu: no memory",
            (unsigned long long)world->recorder->frame_count);
}

// ---------------------------------------------------------------------------------------------
// Chunks

static unsigned char *put_room(mote_world *world, size_t size)
{
    mote_recorder *recorder = world->recorder;
    if (recorder->result != MOTE_OK) return NULL;
    unsigned char *room = mote_array_room(&recorder->chunk, recorder->allocator, size);
    if (!room) {
        give_up_for_memory(world);
        return NULL;
    }
    recorder->chunk.count += size;
    return room;
}

static void put_u32(mote_world *world, uint32_t value)
{
    unsigned char *room = put_room(world, 4);
    if (room) mote_store_u32(room, value);
}

static void put_u64(mote_world *world, uint64_t value)
{
    unsigned char *room = put_room(world, 8);
    if (room) mote_store_u64(room, value);
}

static void put_double(mote_world *world, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u64(world, bits);
}

static void put_floats(mote_world *world, const float *values, size_t count)
{
    unsigned char *room = put_room(world, count * 4);
    for (size_t i = 0; room && i < count; i++) {
        uint32_t bits;
        memcpy(&bits, values + i, sizeof bits);
        mote_store_u32(room + 4 * i, bits);
    }
}

static void put_indices(mote_world *world, const uint32_t *values, size_t count)
{
    unsigned char *room = put_room(world, count * 4);
    for (size_t i = 0; room && i < count; i++) mote_store_u32(room + 4 * i, values[i]);
}

// A number that is not known yet; returns where it is.
static size_t put_later(mote_world *world)
{
    size_t at = world->recorder->chunk.count;
    put_u32(world, 0);
    return at;
}

static void fill_in(mote_world *world, size_t at, uint32_t value)
{
    mote_recorder *recorder = world->recorder;
    if (recorder->result == MOTE_OK) mote_store_u32(recorder->chunk.data + at, value);
}

static void send(mote_world *world)
{
    mote_recorder *recorder = world->recorder;
    if (recorder->result != MOTE_OK) return;
    errno = 0;
    if (!recorder->sink.write(recorder->sink.context, recorder->chunk.data, recorder->chunk.count))
        give_up(world, MOTE_ERROR_IO,
                "the recording ended at its frame %llu: %zu bytes could not be written%s%s",
                (unsigned long long)recorder->frame_count, recorder->chunk.count, errno ? ": " : "",
                errno ? strerror(errno) : "");
}

static void begin_chunk(mote_world *world, mote_chunk_kind kind)
{
    world->recorder->chunk.count = 0;
    put_u32(world, kind);
    put_u64(world, 0); // the length
}

static void end_chunk(mote_world *world)
{
    mote_recorder *recorder = world->recorder;
    if (recorder->result != MOTE_OK) return;
    unsigned char *chunk = recorder->chunk.data;
    size_t size = recorder->chunk.count;
    mote_store_u64(chunk + 4, size - MOTE_CHUNK_HEADER);
    put_u64(world, mote_chunk_checksum(chunk, size));
    send(world);
}

// ---------------------------------------------------------------------------------------------
// The world

static void put_early_options(mote_world *world)
{
    const mote_world_def *def = &world->def;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < MOTE_RECORD_EARLY_BITS; i++)
        bits |= (uint32_t)mote_recorded_option_get(def, MOTE_RECORD_EARLY_TAG + 1 + i) << i;
    put_u32(world, (uint32_t)mote_recorded_option_get(def, MOTE_RECORD_EARLY_TAG));
    put_u32(world, bits);
}

static void write_world(mote_world *world)
{
    const mote_world_def *def = &world->def;
    begin_chunk(world, MOTE_CHUNK_WORLD);
    put_u32(world, (uint32_t)def->method);
    put_u32(world, (uint32_t)def->detect);
    put_floats(world, &def->tolerance, 1);
    put_u32(world, (def->contacts ? MOTE_RECORD_CONTACTS : 0u) |
                       (def->containment ? MOTE_RECORD_CONTAINMENT : 0u));
    put_double(world, def->time_budget);
    put_u64(world, def->candidate_budget);
    put_u32(world, world->tasks.worker_count);
    put_early_options(world);
    put_u64(world, world->frame);
    // What the next detect tells from what begins.
    const mote_together *together = world->report.before.data;
    put_u32(world, (uint32_t)world->report.before.count);
    for (size_t i = 0; i < world->report.before.count; i++) {
        put_u32(world, together[i].a.index);
        put_u32(world, together[i].a.generation);
        put_u32(world, together[i].b.index);
        put_u32(world, together[i].b.generation);
    }
    end_chunk(world);
}

static void write_options(mote_world *world)
{
    begin_chunk(world, MOTE_CHUNK_OPTIONS);
    size_t count_at = put_later(world);
    uint32_t count = 0, tag;
    uint64_t bits;
    for (; mote_recorded_option_at(&world->def, count, &tag, &bits); count++) {
        put_u32(world, tag);
        put_u64(world, bits);
    }
    fill_in(world, count_at, count);
    end_chunk(world);
}

static void write_file_header(mote_world *world)
{
    world->recorder->chunk.count = 0;
    unsigned char *room = put_room(world, sizeof MOTE_RECORDING_MAGIC - 1);
    if (room) memcpy(room, MOTE_RECORDING_MAGIC, sizeof MOTE_RECORDING_MAGIC - 1);
    put_u32(world, MOTE_RECORDING_VERSION);
    send(world);
}

// ---------------------------------------------------------------------------------------------
// Meshes

static known_mesh identity_of(const mote_mesh *mesh)
{
    known_mesh identity = {.vertex_count = mesh->vertex_count,
                           .triangle_count = mesh->triangle_count,
                           .flags = mesh->flags};
    uint64_t hash = mote_hash_bytes(MOTE_HASH_START, mesh->positions,
                                    mesh->vertex_count * sizeof *mesh->positions);
    identity.hash = mote_hash_bytes(hash, mesh->triangles,
                                    3 * (size_t)mesh->triangle_count * sizeof *mesh->triangles);
    return identity;
}

static bool same_mesh(const known_mesh *a, const known_mesh *b)
{
    return a->hash == b->hash && a->vertex_count == b->vertex_count &&
           a->triangle_count == b->triangle_count && a->flags == b->flags;
}

static void write_mesh(mote_world *world, const mote_mesh *mesh)
{
    begin_chunk(world, MOTE_CHUNK_MESH);
    put_u32(world, mesh->flags);
    put_u32(world, mesh->vertex_count);
    put_u32(world, mesh->triangle_count);
    put_floats(world, (const float *)mesh->positions, 3 * (size_t)mesh->vertex_count);
    put_indices(world, mesh->triangles, 3 * (size_t)mesh->triangle_count);
    end_chunk(world);
}

static uint32_t number_of_mesh(mote_world *world, const mote_mesh *mesh)
{
    mote_recorder *recorder = world->recorder;
    known_mesh identity = identity_of(mesh);
    const known_mesh *known = recorder->meshes.data;
    uint32_t count = (uint32_t)recorder->meshes.count;
    for (uint32_t i = 0; i < count; i++) {
        if (same_mesh(&known[i], &identity)) return i;
    }
    write_mesh(world, mesh);
    if (!mote_array_push(&recorder->meshes, recorder->allocator, identity))
        give_up_for_memory(world);
    return count;
}

// ---------------------------------------------------------------------------------------------
// Frames

static known_place *place_at(const mote_world *world, uint32_t index)
{
    return (known_place *)world->recorder->places.data + index;
}

static bool is_new(const mote_world *world, uint32_t index)
{
    uint32_t generation = mote_world_body_at(world, index)->generation;
    return generation && generation != place_at(world, index)->generation;
}

static bool is_gone(const mote_world *world, uint32_t index)
{
    uint32_t known = place_at(world, index)->generation;
    return known && known != mote_world_body_at(world, index)->generation;
}

static bool know_places(mote_world *world)
{
    mote_recorder *recorder = world->recorder;
    while (recorder->places.count < world->bodies.count) {
        if (!mote_array_push(&recorder->places, recorder->allocator, (known_place){0}))
            return false;
    }
    return true;
}

// Bodies that share a mesh are often neighbors: those need no second look at it.
static void write_new_meshes(mote_world *world)
{
    const mote_mesh *last = NULL;
    uint32_t number = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        if (!is_new(world, i)) continue;
        const mote_mesh *mesh = mote_world_body_at(world, i)->shape.mesh;
        if (mesh != last) number = number_of_mesh(world, mesh);
        last = mesh;
        place_at(world, i)->mesh = number;
    }
}

// The generation before that of the body, or of the last body in a place that is free again.
static void put_new_places(mote_world *world, uint32_t first)
{
    put_u32(world, (uint32_t)world->bodies.count - first);
    for (uint32_t i = first; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        put_u32(world, body->last_generation - (body->generation ? 1 : 0));
    }
}

static uint32_t put_destroyed(mote_world *world)
{
    size_t count_at = put_later(world);
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        if (!is_gone(world, i)) continue;
        put_u32(world, i);
        count++;
    }
    fill_in(world, count_at, count);
    return count;
}

static void put_body_def(mote_world *world, uint32_t index)
{
    const mote_body *body = mote_world_body_at(world, index);
    put_u32(world, body->generation);
    put_u32(world, place_at(world, index)->mesh);
    put_u32(world, (body->self_collision ? MOTE_RECORD_SELF : 0u) |
                       (body->self_shared_vertex ? MOTE_RECORD_SHARED_VERTEX : 0u) |
                       (body->shape.in_mesh_order ? MOTE_RECORD_MESH_ORDER : 0u));
    put_u64(world, body->category);
    put_u64(world, body->mask);
}

static void put_positions(mote_world *world, const mote_shape *shape)
{
    mote_recorder *recorder = world->recorder;
    if (!mote_array_reserve(&recorder->positions, recorder->allocator, shape->mesh->vertex_count)) {
        give_up_for_memory(world);
        return;
    }
    mote_shape_read_source(shape, recorder->positions.data);
    put_floats(world, (const float *)recorder->positions.data,
               3 * (size_t)shape->mesh->vertex_count);
}

static uint32_t what_changed(const mote_world *world, uint32_t index)
{
    const mote_body *body = mote_world_body_at(world, index);
    const known_place *place = place_at(world, index);
    bool created = is_new(world, index);
    bool promised = !mote_shape_is_fresh(&body->shape) && body->shape.has_promise;
    uint32_t what = created ? MOTE_RECORD_CREATED | MOTE_RECORD_POSITIONS : 0u;
    if (body->unrecorded & MOTE_UNRECORDED_POSITIONS) what |= MOTE_RECORD_POSITIONS;
    if (body->shape.has_transform && (created || body->unrecorded & MOTE_UNRECORDED_TRANSFORM))
        what |= MOTE_RECORD_TRANSFORM;
    if (!body->shape.has_transform && !created && body->unrecorded & MOTE_UNRECORDED_TRANSFORM)
        what |= MOTE_RECORD_NO_TRANSFORM;
    if (promised && (created || !place->promised || body->unrecorded)) what |= MOTE_RECORD_BOUNDS;
    if (!promised && !created && place->promised) what |= MOTE_RECORD_NO_BOUNDS;
    return what;
}

static void put_body(mote_world *world, uint32_t index, uint32_t what)
{
    mote_body *body = mote_world_body_at(world, index);
    known_place *place = place_at(world, index);
    put_u32(world, index);
    put_u32(world, what);
    if (what & MOTE_RECORD_CREATED) put_body_def(world, index);
    if (what & MOTE_RECORD_POSITIONS) put_positions(world, &body->shape);
    if (what & MOTE_RECORD_TRANSFORM) put_floats(world, (const float *)&body->shape.transform, 12);
    if (what & MOTE_RECORD_BOUNDS) put_floats(world, (const float *)&body->shape.promise, 6);
    place->generation = body->generation;
    place->promised = !mote_shape_is_fresh(&body->shape) && body->shape.has_promise;
    body->unrecorded = 0;
}

static void put_bodies(mote_world *world)
{
    size_t count_at = put_later(world);
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        if (!mote_world_body_at(world, i)->generation) {
            *place_at(world, i) = (known_place){0};
            continue;
        }
        uint32_t what = what_changed(world, i);
        if (!what) continue;
        put_body(world, i, what);
        count++;
    }
    fill_in(world, count_at, count);
}

static bool ignored_changed(const mote_world *world)
{
    const mote_u64_array *known = &world->recorder->ignored;
    return known->count != world->ignored.count ||
           (known->count &&
            memcmp(known->data, world->ignored.data, known->count * sizeof(uint64_t)) != 0);
}

// All of them, or word that they are as before. Destroying a body forgets its pairs on both sides,
// but pairs of a later body in its place may look like them.
static void put_ignored(mote_world *world, bool some_destroyed)
{
    mote_recorder *recorder = world->recorder;
    bool told = some_destroyed || ignored_changed(world);
    put_u32(world, told);
    if (!told) return;
    size_t count = world->ignored.count;
    put_u32(world, (uint32_t)count);
    recorder->ignored.count = 0;
    uint64_t *copy = mote_array_room(&recorder->ignored, recorder->allocator, count);
    if (!copy) {
        give_up_for_memory(world);
        return;
    }
    const uint64_t *keys = world->ignored.data;
    for (size_t i = 0; i < count; i++) put_u64(world, copy[i] = keys[i]);
    recorder->ignored.count = count;
}

void mote_recorder_begin_frame(mote_world *world)
{
    mote_recorder *recorder = world->recorder;
    if (recorder->result != MOTE_OK) return;
    uint32_t known = (uint32_t)recorder->places.count;
    if (!know_places(world)) {
        give_up_for_memory(world);
        return;
    }
    write_new_meshes(world);
    begin_chunk(world, MOTE_CHUNK_FRAME);
    put_new_places(world, known);
    uint32_t destroyed = put_destroyed(world);
    put_bodies(world);
    put_ignored(world, destroyed > 0);
    end_chunk(world);
}

void mote_recorder_end_frame(mote_world *world, mote_result result)
{
    const mote_report_data *report = &world->report;
    begin_chunk(world, MOTE_CHUNK_DONE);
    put_u32(world, (uint32_t)result);
    put_u32(world, report->cut_short ? MOTE_RECORD_CUT_SHORT : 0u);
    put_u64(world, report->hash);
    put_u64(world, report->stats.face_pairs);
    end_chunk(world);
    if (world->recorder->result == MOTE_OK) world->recorder->frame_count++;
}

// ---------------------------------------------------------------------------------------------
// Starting and stopping

static void release_recorder(mote_world *world)
{
    mote_recorder *recorder = world->recorder;
    const mote_allocator *allocator = recorder->allocator;
    mote_array_release(&recorder->chunk, allocator);
    mote_array_release(&recorder->places, allocator);
    mote_array_release(&recorder->meshes, allocator);
    mote_array_release(&recorder->ignored, allocator);
    mote_array_release(&recorder->positions, allocator);
    mote_release(allocator, recorder, 1, sizeof *recorder);
    world->recorder = NULL;
}

// Why a recording cannot hold the options of the world's method, or null if it can.
static const char *unrecordable(const mote_world *world)
{
    const mote_option_table *table = world->method->options;
    return table && table->unrecordable ? table->unrecordable(world->settings.options) : NULL;
}

mote_result mote_world_record(mote_world *world, const mote_record_sink *sink)
{
    if (!world || !sink || !sink->write)
        return mote_fail(MOTE_ERROR_ARGUMENT, "recording: the %s is null",
                         !world  ? "world"
                         : !sink ? "sink"
                                 : "sink's write");
    if (world->recorder) return mote_fail(MOTE_ERROR_STATE, "the world is being recorded already");
    const char *reason = unrecordable(world);
    if (reason) return mote_fail(MOTE_ERROR_REFUSED, "mote_world_record: %s", reason);
    mote_recorder *recorder = mote_allocate_zeroed(&world->allocator, 1, sizeof *recorder);
    if (!recorder) return mote_fail_memory(sizeof *recorder, "a recording");
    recorder->sink = *sink;
    recorder->allocator = &world->allocator;
    world->recorder = recorder;
    write_file_header(world);
    write_world(world);
    write_options(world);
    if (recorder->result == MOTE_OK) return MOTE_OK;
    mote_result result = mote_fail(recorder->result, "%s", recorder->message);
    release_recorder(world);
    return result;
}

mote_result mote_world_record_stop(mote_world *world)
{
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "the world is null");
    mote_recorder *recorder = world->recorder;
    if (!recorder) return mote_fail(MOTE_ERROR_STATE, "the world is not being recorded");
    begin_chunk(world, MOTE_CHUNK_END);
    put_u64(world, recorder->frame_count);
    end_chunk(world);
    errno = 0;
    if (recorder->sink.close && !recorder->sink.close(recorder->sink.context))
        give_up(world, MOTE_ERROR_IO, "the recording could not be closed%s%s", errno ? ": " : "",
                errno ? strerror(errno) : "");
    mote_result result = recorder->result;
    if (result != MOTE_OK) mote_fail(result, "%s", recorder->message);
    release_recorder(world);
    return result;
}

void mote_recorder_drop(mote_world *world)
{
    if (world->recorder) mote_world_record_stop(world);
}
