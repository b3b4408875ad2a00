// Records a world: each frame is stored as the difference from the last one.

#include <errno.h>
#include <mote/recording.h>
#include <string.h>

#include "core/result.h"
#include "world/options.h"
#include "world/recording.h"
#include "world/sweep.h"

// ---------------------------------------------------------------------------------------------
// The world

static void put_early_options(mote_world *world)
{
    mote_chunk_writer *out = &world->recorder->out;
    const mote_world_def *def = &world->def;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < MOTE_RECORD_EARLY_BITS; i++)
        bits |= (uint32_t)mote_recorded_option_get(def, MOTE_RECORD_EARLY_TAG + 1 + i) << i;
    mote_put_u32(out, (uint32_t)mote_recorded_option_get(def, MOTE_RECORD_EARLY_TAG));
    mote_put_u32(out, bits);
}

static void write_world(mote_world *world)
{
    mote_chunk_writer *out = &world->recorder->out;
    const mote_world_def *def = &world->def;
    mote_chunk_begin(out, MOTE_CHUNK_WORLD);
    mote_put_u32(out, (uint32_t)def->method);
    mote_put_u32(out, (uint32_t)def->detect);
    mote_put_floats(out, &def->tolerance, 1);
    mote_put_u32(out, (def->contacts ? MOTE_RECORD_CONTACTS : 0u) |
                          (def->containment ? MOTE_RECORD_CONTAINMENT : 0u));
    mote_put_double(out, def->time_budget);
    mote_put_u64(out, def->candidate_budget);
    mote_put_u32(out, world->tasks.worker_count);
    put_early_options(world);
    mote_put_u64(out, world->frame);
    // The pairs of the last frame, which the next detect compares with.
    const mote_body_pair *together = world->report.before.data;
    mote_put_u32(out, (uint32_t)world->report.before.count);
    for (size_t i = 0; i < world->report.before.count; i++) {
        mote_put_u32(out, together[i].a.index);
        mote_put_u32(out, together[i].a.generation);
        mote_put_u32(out, together[i].b.index);
        mote_put_u32(out, together[i].b.generation);
    }
    mote_chunk_end(out);
}

static void write_options(mote_world *world)
{
    mote_chunk_writer *out = &world->recorder->out;
    mote_chunk_begin(out, MOTE_CHUNK_OPTIONS);
    size_t count_at = mote_put_later(out);
    uint32_t count = 0, tag;
    uint64_t bits;
    for (; mote_recorded_option_at(&world->def, count, &tag, &bits); count++) {
        mote_put_u32(out, tag);
        mote_put_u64(out, bits);
    }
    mote_fill_in(out, count_at, count);
    mote_chunk_end(out);
}

// Writes the pairs at which budgets resume.
static void write_turns(mote_world *world)
{
    mote_chunk_writer *out = &world->recorder->out;
    if (!mote_turns_are_limited(world)) return;
    mote_chunk_begin(out, MOTE_CHUNK_TURNS);
    for (int i = 0; i < MOTE_TURN_CLASSES; i++) {
        const mote_turn_cursor *cursor = &world->turns.cursors[i];
        mote_put_u64(out, cursor->key);
        mote_put_u64(out, cursor->turn.at);
        mote_put_u64(out, cursor->turn.skip);
    }
    mote_chunk_end(out);
}

// ---------------------------------------------------------------------------------------------
// Frames

static mote_known_slot *place_at(const mote_world *world, uint32_t index)
{
    return (mote_known_slot *)world->recorder->places.data + index;
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

static bool add_known_slots(mote_world *world)
{
    mote_recorder *recorder = world->recorder;
    while (recorder->places.count < world->bodies.count) {
        if (!mote_array_push(&recorder->places, recorder->out.allocator, (mote_known_slot){0}))
            return false;
    }
    return true;
}

// Bodies that share a mesh often have adjacent indices: then the mesh is not hashed again.
static void write_new_meshes(mote_world *world)
{
    const mote_mesh *last = NULL;
    uint32_t number = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        if (!is_new(world, i)) continue;
        const mote_mesh *mesh = mote_world_body_at(world, i)->shape.mesh;
        if (mesh != last) number = mote_recorder_number_of_mesh(world, mesh);
        last = mesh;
        place_at(world, i)->mesh = number;
    }
}

// Writes for each new slot the generation before that of the body, or of the last body if the slot
// is free.
static void put_new_slots(mote_world *world, uint32_t first)
{
    mote_chunk_writer *out = &world->recorder->out;
    mote_put_u32(out, (uint32_t)world->bodies.count - first);
    for (uint32_t i = first; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        mote_put_u32(out, body->last_generation - (body->generation ? 1 : 0));
    }
}

static uint32_t put_destroyed(mote_world *world)
{
    mote_chunk_writer *out = &world->recorder->out;
    size_t count_at = mote_put_later(out);
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        if (!is_gone(world, i)) continue;
        mote_put_u32(out, i);
        count++;
    }
    mote_fill_in(out, count_at, count);
    return count;
}

static void put_body_def(mote_world *world, uint32_t index)
{
    mote_chunk_writer *out = &world->recorder->out;
    const mote_body *body = mote_world_body_at(world, index);
    mote_put_u32(out, body->generation);
    mote_put_u32(out, place_at(world, index)->mesh);
    mote_put_u32(out, (body->self_collision ? MOTE_RECORD_SELF : 0u) |
                          (body->self_shared_vertex ? MOTE_RECORD_SHARED_VERTEX : 0u) |
                          (body->self_shared_edge ? MOTE_RECORD_SHARED_EDGE : 0u) |
                          (body->shape.in_mesh_order ? MOTE_RECORD_MESH_ORDER : 0u));
    mote_put_u64(out, body->category);
    mote_put_u64(out, body->mask);
}

static void put_positions(mote_world *world, uint32_t index)
{
    const mote_shape *shape = &mote_world_body_at(world, index)->shape;
    mote_chunk_writer *out = &world->recorder->out;
    mote_recorder *recorder = world->recorder;
    if (!mote_array_reserve(&recorder->positions, recorder->out.allocator,
                            shape->mesh->vertex_count)) {
        mote_chunk_out_of_memory(out);
        return;
    }
    if (!mote_shape_read_source(shape, recorder->positions.data)) {
        mote_chunk_fail(out, MOTE_ERROR_STATE,
                        "recording: the positions of body %u were set before the last "
                        "mote_world_detect, and the library has no copy of them; set them again "
                        "before the first detect that is recorded",
                        index);
        return;
    }
    mote_put_floats(out, (const float *)recorder->positions.data,
                    3 * (size_t)shape->mesh->vertex_count);
}

static uint32_t what_changed(const mote_world *world, uint32_t index)
{
    const mote_body *body = mote_world_body_at(world, index);
    const mote_known_slot *place = place_at(world, index);
    bool created = is_new(world, index);
    bool promised = body->shape.readiness < MOTE_SHAPE_STREAMED && body->shape.has_promise;
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
    mote_chunk_writer *out = &world->recorder->out;
    mote_body *body = mote_world_body_at(world, index);
    mote_known_slot *place = place_at(world, index);
    mote_put_u32(out, index);
    mote_put_u32(out, what);
    if (what & MOTE_RECORD_CREATED) put_body_def(world, index);
    if (what & MOTE_RECORD_POSITIONS) put_positions(world, index);
    if (what & MOTE_RECORD_TRANSFORM)
        mote_put_floats(out, (const float *)&body->shape.transform, 12);
    if (what & MOTE_RECORD_BOUNDS) mote_put_floats(out, (const float *)&body->shape.promise, 6);
    place->generation = body->generation;
    place->promised = body->shape.readiness < MOTE_SHAPE_STREAMED && body->shape.has_promise;
    body->unrecorded = 0;
}

static void put_bodies(mote_world *world)
{
    mote_chunk_writer *out = &world->recorder->out;
    size_t count_at = mote_put_later(out);
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        if (!mote_world_body_at(world, i)->generation) {
            *place_at(world, i) = (mote_known_slot){0};
            continue;
        }
        uint32_t what = what_changed(world, i);
        if (!what) continue;
        put_body(world, i, what);
        count++;
    }
    mote_fill_in(out, count_at, count);
}

static bool ignored_changed(const mote_world *world)
{
    const mote_u64_array *known = &world->recorder->ignored;
    return known->count != world->ignored.count ||
           (known->count &&
            memcmp(known->data, world->ignored.data, known->count * sizeof(uint64_t)) != 0);
}

// Writes all ignored pairs, or a flag that they are unchanged. Destroying a body removes its pairs
// on both sides, but pairs of a later body in its slot may have the same keys.
static void put_ignored(mote_world *world, bool some_destroyed)
{
    mote_chunk_writer *out = &world->recorder->out;
    mote_recorder *recorder = world->recorder;
    bool told = some_destroyed || ignored_changed(world);
    mote_put_u32(out, told);
    if (!told) return;
    size_t count = world->ignored.count;
    mote_put_u32(out, (uint32_t)count);
    recorder->ignored.count = 0;
    uint64_t *copy = mote_array_room(&recorder->ignored, recorder->out.allocator, count);
    if (!copy) {
        mote_chunk_out_of_memory(out);
        return;
    }
    const uint64_t *keys = world->ignored.data;
    for (size_t i = 0; i < count; i++) mote_put_u64(out, copy[i] = keys[i]);
    recorder->ignored.count = count;
}

// Begins a chunk with all changes since the last frame or step. Returns false if the recording has
// failed.
static bool begin_chunk(mote_world *world, mote_chunk_kind kind)
{
    mote_recorder *recorder = world->recorder;
    mote_chunk_writer *out = &recorder->out;
    if (out->result != MOTE_OK) return false;
    uint32_t known = (uint32_t)recorder->places.count;
    if (!add_known_slots(world)) {
        mote_chunk_out_of_memory(out);
        return false;
    }
    write_new_meshes(world);
    mote_chunk_begin(out, kind);
    put_new_slots(world, known);
    uint32_t destroyed = put_destroyed(world);
    put_bodies(world);
    put_ignored(world, destroyed > 0);
    return true;
}

void mote_recorder_begin_frame(mote_world *world)
{
    if (begin_chunk(world, MOTE_CHUNK_FRAME)) mote_chunk_end(&world->recorder->out);
}

void mote_recorder_begin_sweep(mote_world *world)
{
    if (!begin_chunk(world, MOTE_CHUNK_STEP)) return;
    mote_recording_put_step(&world->recorder->out, world);
    mote_chunk_end(&world->recorder->out);
}

static void write_done(mote_chunk_writer *out, mote_result result, bool cut_short, uint64_t hash,
                       uint64_t found)
{
    mote_chunk_begin(out, MOTE_CHUNK_DONE);
    mote_put_u32(out, (uint32_t)result);
    mote_put_u32(out, cut_short ? MOTE_RECORD_CUT_SHORT : 0u);
    mote_put_u64(out, hash);
    mote_put_u64(out, found);
    mote_chunk_end(out);
    if (out->result == MOTE_OK) out->frame_count++;
}

void mote_recorder_end_frame(mote_world *world, mote_result result)
{
    const mote_report_data *report = &world->report;
    write_done(&world->recorder->out, result, report->cut_short, report->hash,
               report->stats.face_pairs);
}

void mote_recorder_end_sweep(mote_world *world, mote_result result)
{
    const mote_sweeper *sweeper = world->sweeper;
    write_done(&world->recorder->out, result, sweeper->cut_short, sweeper->hash,
               sweeper->impacts.count);
}

// ---------------------------------------------------------------------------------------------
// Starting and stopping

static void release_recorder(mote_world *world)
{
    mote_recorder *recorder = world->recorder;
    const mote_allocator *allocator = recorder->out.allocator;
    mote_array_release(&recorder->out.chunk, allocator);
    mote_array_release(&recorder->places, allocator);
    mote_array_release(&recorder->meshes, allocator);
    mote_array_release(&recorder->ignored, allocator);
    mote_array_release(&recorder->positions, allocator);
    mote_release(allocator, recorder, 1, sizeof *recorder);
    world->recorder = NULL;
}

// Returns the reason why a recording cannot hold the options of the world's method, or null if it
// can.
static const char *unrecordable(const mote_world *world)
{
    const mote_option_table *table = world->method->options;
    return table && table->unrecordable ? table->unrecordable(world->settings.options) : NULL;
}

static mote_result start(mote_world *world, const mote_record_sink *sink)
{
    if (world->recorder)
        return mote_fail(MOTE_ERROR_STATE,
                         "mote_world_record: the world is being recorded already");
    const char *reason = unrecordable(world);
    if (reason) return mote_fail(MOTE_ERROR_REFUSED, "mote_world_record: %s", reason);
    mote_recorder *recorder = mote_allocate_zeroed(&world->allocator, 1, sizeof *recorder);
    if (!recorder) return mote_fail_memory(sizeof *recorder, "a recording");
    recorder->out =
        (mote_chunk_writer){.sink = *sink, .allocator = &world->allocator, .log = world->def.log};
    world->recorder = recorder;
    mote_chunk_send_file_header(&recorder->out);
    write_world(world);
    write_options(world);
    write_turns(world);
    if (recorder->out.result == MOTE_OK) return MOTE_OK;
    mote_result result = mote_fail(recorder->out.result, "%s", recorder->out.message);
    release_recorder(world);
    return result;
}

mote_result mote_world_record(mote_world *world, const mote_record_sink *sink)
{
    if (!world || !sink || !sink->write)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_record: %s is null",
                         !world  ? "world"
                         : !sink ? "sink"
                                 : "sink->write");
    mote_result result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    result = start(world, sink);
    mote_world_leave(world);
    return result;
}

static mote_result stop(mote_world *world)
{
    mote_chunk_writer *out = &world->recorder->out;
    mote_chunk_begin(out, MOTE_CHUNK_END);
    mote_put_u64(out, out->frame_count);
    mote_chunk_end(out);
    errno = 0;
    if (out->sink.close && !out->sink.close(out->sink.context))
        mote_chunk_fail(out, MOTE_ERROR_IO, "the recording could not be closed%s%s",
                        errno ? ": " : "", errno ? strerror(errno) : "");
    mote_result result = out->result;
    if (result != MOTE_OK) mote_fail(result, "%s", out->message);
    release_recorder(world);
    return result;
}

mote_result mote_world_record_stop(mote_world *world)
{
    mote_result result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    result = world->recorder ? stop(world)
                             : mote_fail(MOTE_ERROR_STATE,
                                         "mote_world_record_stop: the world is not being recorded");
    mote_world_leave(world);
    return result;
}

void mote_recorder_drop(mote_world *world)
{
    if (world->recorder) stop(world);
}

void mote_recorder_trim(mote_world *world)
{
    mote_recorder *recorder = world->recorder;
    if (!recorder) return;
    mote_array_release(&recorder->out.chunk, recorder->out.allocator);
    mote_array_release(&recorder->positions, recorder->out.allocator);
}
