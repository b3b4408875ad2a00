// The worlds of whole pieces: one with all pieces of this rank, and one for each piece that
// collides with itself.

#include "core/sort.h"
#include "mpi/world.h"

// ---------------------------------------------------------------------------------------------
// Moved pieces

static mote_result tell_positions(const mote_mpi_world *world, mpi_piece *piece)
{
    if (!piece->is_moved) return MOTE_OK;
    mote_positions positions = {
        .data = piece->now, .count = piece->vertex_count, .persistent = true};
    mote_result result = mote_body_set_positions(world->local, piece->body, &positions);
    // The world need not read the vertices of pieces that no other piece is near.
    if (!result && world->table.is_valid.data[piece->table_index])
        result = mote_body_set_bounds(world->local, piece->body, &piece->box);
    if (!result && piece->self_world)
        result = mote_body_set_positions(piece->self_world, piece->self_body, &positions);
    if (!result) piece->is_moved = false;
    return result;
}

static mote_result ignore(mote_mpi_world *world, uint64_t key, bool is_ignored)
{
    const mpi_piece *a = world->pieces.data[world->piece_of.data[key >> 32]];
    const mpi_piece *b = world->pieces.data[world->piece_of.data[(uint32_t)key]];
    return mote_world_ignore_pair(world->local, a->body, b->body, is_ignored);
}

// Lists the pairs that visits test, in sorted order.
static mote_result list_ignored(mote_mpi_world *world)
{
    mpi_tasks *tasks = &world->tasks;
    for (size_t i = 0; i < tasks->tasks.count; i++) {
        const mpi_task *task = &tasks->tasks.data[i];
        if (task->is_local || !mpi_is_own(world, task->a) || !mpi_is_own(world, task->b)) continue;
        mpi_piece *a = mpi_own_piece(world, task->a), *b = mpi_own_piece(world, task->b);
        if (a == b)
            a->is_self_given = true;
        else if (!mote_array_push(&world->to_ignore, &world->allocator, mpi_local_key(a, b)))
            return mpi_no_memory("pairs of pieces");
    }
    tasks->scratch.count = 0;
    size_t count = world->to_ignore.count;
    uint64_t *scratch = mote_array_room(&tasks->scratch, &world->allocator, count);
    if (!scratch || !mote_array_reserve(&world->ignored, &world->allocator, count))
        return mpi_no_memory("pairs of pieces");
    mote_sort_keys(world->to_ignore.data, count, scratch);
    return MOTE_OK;
}

static bool has_key(const mote_u64_array *keys, uint64_t key)
{
    size_t place = mote_sorted_place(keys->data, keys->count, key);
    return place < keys->count && keys->data[place] == key;
}

// Passes the changes of the list since the last frame to the world. `ignored` always matches the
// world's ignored pairs.
static mote_result tell_ignored(mote_mpi_world *world)
{
    mote_result result = MOTE_OK;
    size_t kept = 0;
    for (size_t i = 0; i < world->ignored.count; i++) {
        uint64_t key = world->ignored.data[i];
        if (!result && !has_key(&world->to_ignore, key)) {
            result = ignore(world, key, false);
            if (!result) continue;
        }
        world->ignored.data[kept++] = key;
    }
    world->ignored.count = kept;
    for (size_t i = 0; i < world->to_ignore.count && !result; i++) {
        uint64_t key = world->to_ignore.data[i];
        size_t before = kept;
        mote_u64_array known = {.data = world->ignored.data, .count = before};
        bool is_known = i && key == world->to_ignore.data[i - 1];
        if (is_known || has_key(&known, key)) continue;
        result = ignore(world, key, true);
        if (!result) world->ignored.data[world->ignored.count++] = key;
    }
    size_t count = world->ignored.count;
    world->tasks.scratch.count = 0;
    uint64_t *scratch = mote_array_room(&world->tasks.scratch, &world->allocator, count);
    if (!scratch) return mpi_no_memory("pairs of pieces");
    mote_sort_keys(world->ignored.data, count, scratch);
    return result;
}

static mote_result tell(mote_mpi_world *world)
{
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < world->pieces.count && !result; i++) {
        mpi_piece *piece = world->pieces.data[i];
        piece->is_self_given = false;
        if (piece->is_live) result = tell_positions(world, piece);
    }
    if (!result) result = list_ignored(world);
    return result ? result : tell_ignored(world);
}

// ---------------------------------------------------------------------------------------------
// Detect

static bool push_faces(mote_mpi_world *world, const mote_report *report,
                       const mote_pair_report *pair, const mpi_piece *a, const mpi_piece *b)
{
    mpi_record record;
    if (!mpi_record_begin(world, a->entry.body, b->entry.body, pair->relation, &record))
        return false;
    for (uint64_t i = 0; i < pair->face_pair_count; i++) {
        mote_face_pair faces = report->face_pairs[pair->first_face_pair + i];
        uint32_t p = mpi_piece_face(a, faces.face_a), q = mpi_piece_face(b, faces.face_b);
        bool is_swapped = a == b && q < p;
        if (!mpi_record_push(world, &record, is_swapped ? q : p, is_swapped ? p : q)) return false;
    }
    mpi_record_end(&record);
    return true;
}

static mote_result detect_pairs(mote_mpi_world *world)
{
    mote_report report;
    mote_result result = mote_world_detect(world->local);
    if (!result) result = mote_world_report(world->local, &report);
    for (size_t i = 0; !result && i < report.pair_count; i++) {
        const mote_pair_report *pair = &report.pairs[i];
        if (pair->state == MOTE_PAIR_END) continue;
        const mpi_piece *a = world->pieces.data[world->piece_of.data[pair->a.index]];
        const mpi_piece *b = world->pieces.data[world->piece_of.data[pair->b.index]];
        bool are_valid = world->table.is_valid.data[a->table_index] &&
                         world->table.is_valid.data[b->table_index];
        // Pairs of two pieces of one body are ignored from the first frame in which their boxes
        // overlap.
        if (!are_valid || a->entry.body == b->entry.body) continue;
        if (!push_faces(world, &report, pair, a, b)) result = mpi_no_memory("face pairs");
    }
    return result;
}

static mote_result detect_self(mote_mpi_world *world, const mpi_piece *piece)
{
    mote_report report;
    mote_result result = mote_world_detect(piece->self_world);
    if (!result) result = mote_world_report(piece->self_world, &report);
    for (size_t i = 0; !result && i < report.pair_count; i++) {
        const mote_pair_report *pair = &report.pairs[i];
        if (pair->state == MOTE_PAIR_END) continue;
        if (!push_faces(world, &report, pair, piece, piece)) result = mpi_no_memory("face pairs");
    }
    return result;
}

mote_result mpi_local_detect(mote_mpi_world *world)
{
    mote_result result = tell(world);
    if (!result) result = detect_pairs(world);
    for (size_t i = 0; i < world->pieces.count && !result; i++) {
        const mpi_piece *piece = world->pieces.data[i];
        if (!piece->is_live || !piece->self_world || piece->is_self_given) continue;
        if (world->table.is_valid.data[piece->table_index]) result = detect_self(world, piece);
    }
    return result;
}
