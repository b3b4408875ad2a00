// Sweeps in recordings: the data of a step that follow the data of a frame. The ends of a motion
// are recorded as the positions that the sweep reads, with transforms and deformers applied and
// rounded to float.

#include <math.h>

#include "core/result.h"
#include "core/transform.h"
#include "world/recording.h"
#include "world/sweep.h"

enum {
    MOTE_RECORD_FACE_PAIRS = 1,
    MOTE_RECORD_SWEPT_CONTACTS = 2,
    MOTE_RECORD_VERTEX_STEPS = 4,
    MOTE_RECORD_VERIFY = 8,
    MOTE_RECORD_ALL_SWEEP_FLAGS = 15
};

// ---------------------------------------------------------------------------------------------
// Writing

// Writes positions in the caller's order. Vertices that no triangle uses are at rest.
static void put_end(mote_chunk_writer *out, const mote_shape *shape)
{
    const mote_clusters *clusters = shape->clusters;
    for (uint32_t v = 0; v < shape->mesh->vertex_count; v++) {
        uint32_t place = clusters->place_of[v];
        mote_vec3 p =
            place == MOTE_NONE ? shape->mesh->positions[v] : mote_shape_vertex(shape, place);
        mote_put_floats(out, &p.x, 3);
    }
}

void mote_recording_put_step(mote_chunk_writer *out, const mote_world *world)
{
    const mote_sweep_def *def = &world->sweeper->def;
    mote_put_u32(out, (uint32_t)def->find);
    mote_put_u32(out, (def->face_pairs ? MOTE_RECORD_FACE_PAIRS : 0u) |
                          (def->contacts ? MOTE_RECORD_SWEPT_CONTACTS : 0u) |
                          (def->vertex_steps ? MOTE_RECORD_VERTEX_STEPS : 0u) |
                          (def->verify ? MOTE_RECORD_VERIFY : 0u));
    mote_put_floats(out, &def->separation, 1);
    size_t count_at = mote_put_later(out);
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (!body->generation || !body->sweep->moves) continue;
        mote_put_u32(out, i);
        put_end(out, body->sweep->swept.start);
        put_end(out, body->sweep->swept.end);
        count++;
    }
    mote_fill_in(out, count_at, count);
}

// ---------------------------------------------------------------------------------------------
// Playing

static mote_result read_def(mote_cursor *cursor, mote_sweep_def *def)
{
    size_t start = cursor->at;
    *def = mote_default_sweep_def();
    uint32_t find = mote_cursor_u32(cursor), flags = mote_cursor_u32(cursor);
    mote_cursor_floats(cursor, &def->separation, 1);
    bool all_only = flags & (MOTE_RECORD_FACE_PAIRS | MOTE_RECORD_VERTEX_STEPS);
    if (cursor->overrun || find > MOTE_SWEEP_EARLIEST || flags > MOTE_RECORD_ALL_SWEEP_FLAGS ||
        (find != MOTE_SWEEP_ALL && all_only) ||
        !(def->separation >= 0 && isfinite(def->separation)))
        return mote_fail_at(start, "find %u, flags 0x%x and separation %g are no sweep", find,
                            flags, (double)def->separation);
    def->find = (mote_sweep_find)find;
    def->face_pairs = flags & MOTE_RECORD_FACE_PAIRS;
    def->contacts = flags & MOTE_RECORD_SWEPT_CONTACTS;
    def->vertex_steps = flags & MOTE_RECORD_VERTEX_STEPS;
    def->verify = flags & MOTE_RECORD_VERIFY;
    return MOTE_OK;
}

// Checks that the ends of a body's motion are in the recording. Reads the body's index and leaves
// the cursor at the positions.
static mote_result find_ends(const mote_world *world, mote_cursor *cursor, uint32_t *index)
{
    size_t start = cursor->at;
    *index = mote_cursor_u32(cursor);
    if (cursor->overrun || *index >= world->bodies.count ||
        !mote_world_body_at(world, *index)->generation)
        return mote_fail_at(start, "there is no body %u to move", *index);
    uint64_t count = mote_world_body_at(world, *index)->shape.mesh->vertex_count;
    if (!mote_cursor_holds(cursor, 2 * count, sizeof(mote_vec3)))
        return mote_fail_at(cursor->at, "the motion of body %u ends too early", *index);
    return MOTE_OK;
}

// Reads one end into `room`, in the order in which the body expects positions.
static mote_positions read_end(const mote_shape *shape, mote_cursor *cursor, mote_vec3 *room)
{
    const mote_clusters *clusters = shape->clusters;
    for (uint32_t v = 0; v < shape->mesh->vertex_count; v++) {
        mote_vec3 p;
        mote_cursor_floats(cursor, &p.x, 3);
        uint32_t place = shape->in_mesh_order ? clusters->place_of[v] : v;
        if (place != MOTE_NONE) room[place] = p;
    }
    return (mote_positions){.data = room,
                            .count = shape->in_mesh_order ? clusters->vertex_count
                                                          : shape->mesh->vertex_count};
}

static mote_result move_body(mote_world *world, uint32_t index, mote_cursor *cursor,
                             mote_vec3 *room)
{
    const mote_shape *shape = &mote_world_body_at(world, index)->shape;
    const mote_transform none = MOTE_NO_TRANSFORM;
    mote_motion motion = mote_default_motion();
    motion.start =
        (mote_motion_end){.positions = read_end(shape, cursor, room), .transform = &none};
    motion.end = (mote_motion_end){
        .positions = read_end(shape, cursor, room + shape->mesh->vertex_count), .transform = &none};
    return mote_body_set_motion(world, mote_world_id_of(world, index), &motion);
}

// Counts the vertices of all motions, at both ends. The cursor is a copy.
static mote_result count_vertices(const mote_world *world, mote_cursor cursor, uint32_t bodies,
                                  size_t *total)
{
    *total = 0;
    for (uint32_t i = 0; i < bodies; i++) {
        uint32_t index;
        mote_result result = find_ends(world, &cursor, &index);
        if (result != MOTE_OK) return result;
        size_t count = 2 * (size_t)mote_world_body_at(world, index)->shape.mesh->vertex_count;
        cursor.at += count * sizeof(mote_vec3);
        *total += count;
    }
    return MOTE_OK;
}

mote_result mote_recording_take_step(mote_world *world, mote_cursor *cursor,
                                     const mote_allocator *allocator, mote_vec3_array *room,
                                     mote_sweep_def *def)
{
    size_t total;
    mote_result result = read_def(cursor, def);
    if (result != MOTE_OK) return result;
    uint32_t count = mote_cursor_u32(cursor);
    result = count_vertices(world, *cursor, count, &total);
    if (result != MOTE_OK) return result;
    room->count = 0;
    mote_vec3 *next = mote_array_room(room, allocator, total);
    if (!next) return mote_fail_memory(total * sizeof *next, "the motions of a step");
    for (uint32_t i = 0; i < world->bodies.count; i++)
        mote_body_end_motion(mote_world_body_at(world, i));
    bool can_sweep = world->method->sweep != NULL;
    for (uint32_t i = 0; i < count && result == MOTE_OK; i++) {
        uint32_t index;
        result = find_ends(world, cursor, &index);
        if (result != MOTE_OK) return result;
        uint32_t vertices = mote_world_body_at(world, index)->shape.mesh->vertex_count;
        if (can_sweep) result = move_body(world, index, cursor, next);
        if (!can_sweep) cursor->at += 2 * (size_t)vertices * sizeof *next;
        next += 2 * (size_t)vertices;
    }
    return result;
}
