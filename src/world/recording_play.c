// Plays a recording: applies each frame's chunk to a world, detects, and compares the hashes.

#include <string.h>

#include "core/result.h"
#include "world/options.h"
#include "world/recording.h"
#include "world/sweep.h"

// ---------------------------------------------------------------------------------------------
// Creation and destruction

static bool is_exact(const mote_world_def *def)
{
    return mote_method_find(def->method)->info.abilities & MOTE_ABILITY_EXACT &&
           !(mote_world_options_effects(def) & MOTE_OPTION_IS_INEXACT);
}

// Do two defs give the same reports? Methods that are not exact depend on earlier frames: the
// player must have played all of them.
static bool asks_the_same(const mote_world_def *a, const mote_world_def *b, bool from_the_start)
{
    if (a->detect != b->detect || a->tolerance != b->tolerance || a->containment != b->containment)
        return false;
    if (is_exact(a) && is_exact(b)) return a->method == b->method || a->detect != MOTE_DETECT_FIRST;
    if (mote_world_options_effects(a) & MOTE_OPTION_USES_THE_CLOCK) return false;
    bool remembers = !(mote_method_find(a->method)->info.abilities & MOTE_ABILITY_EXACT);
    return a->method == b->method && mote_recorded_options_equal(a, b, a->method) &&
           (from_the_start || !remembers);
}

mote_result mote_player_create(const mote_recording *recording, const mote_world_def *def,
                               mote_player **out)
{
    if (!recording || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_player_create: %s is null",
                         recording ? "out" : "recording");
    *out = NULL;
    mote_world *world;
    mote_result result = mote_world_create(def ? def : &recording->info.def, &world);
    if (result != MOTE_OK)
        return def ? result : mote_blame_recording(result, recording->world_at, "the world");
    if (!def) def = &recording->info.def;
    mote_allocator allocator = world->memory.source;
    mote_player *player = mote_allocate_zeroed(&allocator, 1, sizeof *player);
    if (player) {
        *player = (mote_player){.recording = recording,
                                .allocator = allocator,
                                .world = world,
                                .at = recording->world_at,
                                .exact_before = true};
        result = mote_recording_begin_world(recording, world);
        player->same_question = asks_the_same(def, &recording->info.def, world->frame == 0);
    } else {
        mote_world_destroy(world);
        return mote_fail_memory(sizeof *player, "a player");
    }
    if (result == MOTE_OK) {
        *out = player;
    } else {
        mote_player_destroy(player);
    }
    return result;
}

static mote_played_body *body_at(const mote_player *player, uint32_t index)
{
    return player->bodies.data + index;
}

static void release_positions(mote_player *player, uint32_t index)
{
    mote_played_body *body = body_at(player, index);
    mote_release(&player->allocator, body->positions, body->vertex_count, sizeof(mote_vec3));
    *body = (mote_played_body){0};
}

void mote_player_destroy(mote_player *player)
{
    if (!player) return;
    mote_allocator allocator = player->allocator;
    mote_world_destroy(player->world);
    for (uint32_t i = 0; i < player->bodies.count; i++) release_positions(player, i);
    mote_mesh **meshes = player->meshes.data;
    for (size_t i = 0; i < player->meshes.count; i++) mote_mesh_destroy(meshes[i]);
    mote_array_release(&player->bodies, &allocator);
    mote_array_release(&player->meshes, &allocator);
    mote_array_release(&player->scratch, &allocator);
    mote_array_release(&player->motions, &allocator);
    mote_array_release(&player->map, &allocator);
    mote_release(&allocator, player, 1, sizeof *player);
}

mote_world *mote_player_world(mote_player *player)
{
    return player ? player->world : NULL;
}

// ---------------------------------------------------------------------------------------------
// Slots and bodies

static mote_result take_slots(mote_player *player, mote_cursor *cursor)
{
    size_t start = cursor->at;
    uint32_t count = mote_cursor_u32(cursor);
    if (!mote_cursor_holds(cursor, count, 4))
        return mote_fail_at(start, "the chunk is too short for %u bodies", count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t generation = mote_cursor_u32(cursor);
        if (generation > INT32_MAX)
            return mote_fail_at(cursor->at - 4, "generation %u is too large", generation);
        if (!mote_array_push(&player->bodies, &player->allocator, (mote_played_body){0}))
            return mote_fail_memory(sizeof(mote_played_body), "a body");
        mote_body *place = mote_world_add_slot(player->world);
        if (!place) return mote_fail_memory(sizeof *place, "a body");
        place->last_generation = generation;
    }
    return MOTE_OK;
}

static mote_result take_destroyed(mote_player *player, mote_cursor *cursor)
{
    uint32_t count = mote_cursor_u32(cursor);
    for (uint32_t i = 0; i < count && !cursor->overrun; i++) {
        size_t at = cursor->at;
        uint32_t index = mote_cursor_u32(cursor);
        if (index >= player->bodies.count || !body_at(player, index)->positions)
            return mote_fail_at(at, "there is no body %u to destroy", index);
        mote_body_id id = mote_world_id_of(player->world, index);
        player->triangles -= mote_world_body_at(player->world, index)->shape.mesh->triangle_count;
        mote_result result = mote_body_destroy(player->world, id);
        if (result != MOTE_OK) return result;
        release_positions(player, index);
    }
    return cursor->overrun ? mote_fail_at(cursor->at, "the frame ends too early") : MOTE_OK;
}

static mote_result read_body_def(mote_player *player, mote_cursor *cursor, mote_body_def *def,
                                 uint32_t *generation)
{
    size_t start = cursor->at;
    *def = mote_default_body_def();
    *generation = mote_cursor_u32(cursor);
    uint32_t mesh = mote_cursor_u32(cursor), flags = mote_cursor_u32(cursor);
    def->self_collision = flags & MOTE_RECORD_SELF;
    def->self_shared_vertex = flags & MOTE_RECORD_SHARED_VERTEX;
    def->self_shared_edge = flags & MOTE_RECORD_SHARED_EDGE;
    def->positions_in_mesh_order = flags & MOTE_RECORD_MESH_ORDER;
    def->category = mote_cursor_u64(cursor);
    def->mask = mote_cursor_u64(cursor);
    if (cursor->overrun) return mote_fail_at(cursor->at, "the frame ends too early");
    if (mesh >= player->meshes.count) return mote_fail_at(start, "there is no mesh %u", mesh);
    if (flags > MOTE_RECORD_ALL_BODY_FLAGS)
        return mote_fail_at(start, "flags 0x%x of a body are not known", flags);
    def->mesh = player->meshes.data[mesh];
    return MOTE_OK;
}

// Checks the slot, the positions and the limit on the number of triangles before allocating
// anything.
static mote_result check_new_body(const mote_player *player, mote_cursor *cursor, uint32_t index,
                                  uint32_t generation, const mote_body_def *def)
{
    mote_mesh_info mesh;
    mote_mesh_get_info(def->mesh, &mesh);
    uint32_t last = mote_world_body_at(player->world, index)->last_generation;
    if (body_at(player, index)->positions)
        return mote_fail_at(cursor->at, "body %u exists already", index);
    if (generation <= last || generation > INT32_MAX)
        return mote_fail_at(cursor->at, "generation %u of body %u does not follow %u", generation,
                            index, last);
    if (!mote_cursor_holds(cursor, mesh.vertex_count, sizeof(mote_vec3)))
        return mote_fail_at(cursor->at, "the positions of body %u end too early", index);
    return mote_player_check_triangles(player, cursor, player->triangles + mesh.triangle_count);
}

static mote_result create_body(mote_player *player, mote_cursor *cursor, uint32_t index)
{
    size_t start = cursor->at;
    mote_body_def def;
    uint32_t generation;
    mote_result result = read_body_def(player, cursor, &def, &generation);
    if (result == MOTE_OK) result = check_new_body(player, cursor, index, generation, &def);
    if (result != MOTE_OK) return result;
    mote_world_body_at(player->world, index)->last_generation = generation - 1;
    mote_body_id id;
    result = mote_world_fill_slot(player->world, &def, index, &id);
    if (result != MOTE_OK) return mote_blame_recording(result, start, "a body");
    result = mote_player_make_room(player, index);
    if (result != MOTE_OK) return result;
    player->triangles += mote_world_body_at(player->world, index)->shape.mesh->triangle_count;
    return MOTE_OK;
}

static mote_result take_positions(mote_player *player, mote_cursor *cursor, uint32_t index)
{
    const mote_shape *shape = &mote_world_body_at(player->world, index)->shape;
    const mote_played_body *body = body_at(player, index);
    uint32_t count = shape->mesh->vertex_count;
    if (!mote_cursor_holds(cursor, count, sizeof(mote_vec3)))
        return mote_fail_at(cursor->at, "the positions of body %u end too early", index);
    if (!shape->in_mesh_order) {
        mote_cursor_floats(cursor, body->positions, 3 * (size_t)count);
    } else {
        mote_vec3 *given = mote_array_room(&player->scratch, &player->allocator, count);
        if (!given) return mote_fail_memory(count * sizeof *given, "positions");
        mote_cursor_floats(cursor, (float *)given, 3 * (size_t)count);
        mote_vec3 *ordered = (mote_vec3 *)body->positions;
        for (uint32_t v = 0; v < body->vertex_count; v++)
            ordered[v] = given[shape->clusters->vertex_of[v]];
    }
    mote_positions positions = {
        .data = body->positions, .count = body->vertex_count, .persistent = true};
    return mote_body_set_positions(player->world, mote_world_id_of(player->world, index),
                                   &positions);
}

// Reads the transform and the bounds, which require that positions are set.
static mote_result take_placement(mote_player *player, mote_cursor *cursor, uint32_t index,
                                  uint32_t what)
{
    mote_world *world = player->world;
    mote_body_id id = mote_world_id_of(world, index);
    size_t start = cursor->at;
    mote_transform transform;
    mote_box bounds;
    mote_result result = MOTE_OK;
    if (what & MOTE_RECORD_TRANSFORM) {
        mote_cursor_floats(cursor, (float *)&transform, 12);
        result = mote_body_set_transform(world, id, &transform);
    }
    if (result == MOTE_OK && what & MOTE_RECORD_NO_TRANSFORM)
        result = mote_body_set_transform(world, id, NULL);
    if (result == MOTE_OK && what & MOTE_RECORD_BOUNDS) {
        mote_cursor_floats(cursor, (float *)&bounds, 6);
        result = mote_body_set_bounds(world, id, &bounds);
    }
    if (result == MOTE_OK && what & MOTE_RECORD_NO_BOUNDS)
        result = mote_body_set_bounds(world, id, NULL);
    return result == MOTE_OK ? MOTE_OK : mote_blame_recording(result, start, "the place of a body");
}

static mote_result take_body(mote_player *player, mote_cursor *cursor)
{
    size_t start = cursor->at;
    uint32_t index = mote_cursor_u32(cursor), what = mote_cursor_u32(cursor);
    if (cursor->overrun) return mote_fail_at(cursor->at, "the frame ends too early");
    if (what > MOTE_RECORD_ALL_BITS ||
        (what & MOTE_RECORD_CREATED && !(what & MOTE_RECORD_POSITIONS)))
        return mote_fail_at(start, "0x%x is not a valid change of a body", what);
    bool created = what & MOTE_RECORD_CREATED;
    if (index >= player->bodies.count || !(created || body_at(player, index)->positions))
        return mote_fail_at(start, "there is no %s %u", created ? "slot" : "body", index);
    mote_result result = MOTE_OK;
    if (created) result = create_body(player, cursor, index);
    if (result == MOTE_OK && what & MOTE_RECORD_POSITIONS)
        result = take_positions(player, cursor, index);
    if (result == MOTE_OK) result = take_placement(player, cursor, index, what);
    return result;
}

static mote_result take_bodies(mote_player *player, mote_cursor *cursor)
{
    uint32_t count = mote_cursor_u32(cursor);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < count && result == MOTE_OK; i++) result = take_body(player, cursor);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Frames

static bool lives(const mote_player *player, uint32_t index)
{
    return index < player->bodies.count && body_at(player, index)->positions;
}

static mote_result take_ignored(mote_player *player, mote_cursor *cursor)
{
    mote_world *world = player->world;
    size_t start = cursor->at;
    uint32_t told = mote_cursor_u32(cursor);
    if (told > 1) return mote_fail_at(start, "%u is not a boolean", told);
    if (!told) return MOTE_OK;
    uint32_t count = mote_cursor_u32(cursor);
    if (!mote_cursor_holds(cursor, count, 8))
        return mote_fail_at(start, "the chunk is too short for %u ignored pairs", count);
    world->ignored.count = 0;
    uint64_t *keys = mote_array_room(&world->ignored, &world->allocator, count);
    if (!keys) return mote_fail_memory(count * sizeof *keys, "ignored pairs");
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = mote_cursor_u64(cursor);
        uint32_t a = (uint32_t)(keys[i] >> 32), b = (uint32_t)keys[i];
        if (a > b || !lives(player, a) || !lives(player, b) || (i && keys[i] <= keys[i - 1]))
            return mote_fail_at(cursor->at - 8, "bodies %u and %u are no pair, or out of order", a,
                                b);
    }
    world->ignored.count = count;
    return MOTE_OK;
}

static mote_result take_frame(mote_player *player, mote_cursor *cursor, bool is_sweep)
{
    mote_result result = take_slots(player, cursor);
    if (result == MOTE_OK) result = take_destroyed(player, cursor);
    if (result == MOTE_OK) result = take_bodies(player, cursor);
    if (result == MOTE_OK) result = take_ignored(player, cursor);
    if (result == MOTE_OK && is_sweep)
        result = mote_recording_take_step(player->world, cursor, &player->allocator,
                                          &player->motions, &player->step);
    return result == MOTE_OK ? mote_cursor_finish(cursor, "the frame") : result;
}

// Applies a chunk between frames.
static mote_result take_between(mote_player *player, mote_cursor *cursor, mote_chunk_kind kind)
{
    if (kind == MOTE_CHUNK_MESH) return mote_player_take_mesh(player, cursor);
    if (kind == MOTE_CHUNK_REMESH) return mote_player_take_remesh(player, cursor);
    if (kind == MOTE_CHUNK_ORIGIN) return mote_player_take_origin(player, cursor);
    return MOTE_OK;
}

// Advances to the next frame or step. Applies chunks before it and skips chunks of unknown kinds.
static mote_result find_frame(mote_player *player, mote_cursor *cursor, bool *is_sweep)
{
    const mote_recording *recording = player->recording;
    while (player->at < recording->info.whole_bytes) {
        mote_chunk_kind kind;
        *cursor = mote_recording_chunk(recording, player->at, &kind, &player->at);
        *is_sweep = kind == MOTE_CHUNK_STEP;
        if (kind == MOTE_CHUNK_FRAME || *is_sweep) return MOTE_OK;
        mote_result result = take_between(player, cursor, kind);
        if (result != MOTE_OK) return result;
    }
    if (recording->damage) return mote_fail_at(player->at, "%s", recording->damage);
    return mote_fail(MOTE_ERROR_STATE, "mote_player_step: the recording ends after %llu frames",
                     (unsigned long long)recording->info.frame_count);
}

// Reads the result of the frame, if it was recorded.
static mote_result take_done(mote_player *player, mote_played_frame *out, bool *cut_short)
{
    const mote_recording *recording = player->recording;
    *cut_short = false;
    for (size_t at = player->at, next; at < recording->info.whole_bytes; at = next) {
        mote_chunk_kind kind;
        mote_cursor cursor = mote_recording_chunk(recording, at, &kind, &next);
        if (kind == MOTE_CHUNK_FRAME || kind == MOTE_CHUNK_STEP) return MOTE_OK;
        if (kind != MOTE_CHUNK_DONE) continue;
        out->finished = true;
        out->recorded_result = (mote_result)mote_cursor_u32(&cursor);
        *cut_short = mote_cursor_u32(&cursor) & MOTE_RECORD_CUT_SHORT;
        out->recorded_hash = mote_cursor_u64(&cursor);
        out->recorded_face_pairs = mote_cursor_u64(&cursor);
        return mote_cursor_finish(&cursor, "a result");
    }
    return MOTE_OK;
}

// A method tests the same candidates for any number of workers, but time differs between runs.
// Version 1 does not store where a budget resumes, and budgets resumed at other pairs. After a
// failed frame the position is unknown.
static bool budget_repeats(const mote_player *player)
{
    const mote_world_def *def = &player->world->def;
    const mote_recording_info *info = &player->recording->info;
    return player->recording->version > 1 && !player->turns_lost && info->time_budget == 0 &&
           def->time_budget == 0 && def->method == info->def.method &&
           def->candidate_budget == info->def.candidate_budget;
}

static mote_result detect(mote_player *player, mote_played_frame *out, bool cut_short)
{
    mote_result result = mote_world_detect(player->world);
    if (result != MOTE_OK) return result;
    const mote_report_data *report = &player->world->report;
    out->hash = report->hash;
    out->face_pairs = report->stats.face_pairs;
    player->turns_lost |= out->finished && out->recorded_result != MOTE_OK;
    bool exact = out->finished && out->recorded_result == MOTE_OK &&
                 (!(cut_short || report->cut_short) || budget_repeats(player));
    out->compared = player->same_question && exact && player->exact_before;
    out->equal = out->compared && out->hash == out->recorded_hash;
    player->exact_before = exact;
    return MOTE_OK;
}

// Plays a sweep, which does not depend on earlier frames.
static mote_result sweep(mote_player *player, mote_played_frame *out, bool cut_short)
{
    if (!player->world->method->sweep) return MOTE_OK;
    mote_result result = mote_world_sweep(player->world, &player->step);
    if (result != MOTE_OK) return result;
    const mote_sweeper *report = player->world->sweeper;
    out->hash = report->hash;
    out->face_pairs = report->impacts.count;
    out->compared = out->finished && out->recorded_result == MOTE_OK &&
                    (!(cut_short || report->cut_short) || budget_repeats(player));
    out->equal = out->compared && out->hash == out->recorded_hash;
    return MOTE_OK;
}

mote_result mote_player_step(mote_player *player, mote_played_frame *out)
{
    if (!player || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_player_step: %s is null",
                         player ? "out" : "player");
    *out = (mote_played_frame){0};
    if (player->failed)
        return mote_fail(MOTE_ERROR_STATE, "mote_player_step: an earlier step failed");
    mote_played_frame played = {.frame = player->frame};
    mote_cursor cursor = {0};
    bool cut_short = false;
    mote_result result = find_frame(player, &cursor, &played.is_sweep);
    if (result == MOTE_OK) result = take_frame(player, &cursor, played.is_sweep);
    if (result == MOTE_OK) result = take_done(player, &played, &cut_short);
    if (result == MOTE_OK) result = (played.is_sweep ? sweep : detect)(player, &played, cut_short);
    player->failed = result != MOTE_OK;
    if (result != MOTE_OK) return result;
    player->frame++;
    *out = played;
    return MOTE_OK;
}
