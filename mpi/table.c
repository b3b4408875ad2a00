// The table of all pieces. Boxes are gathered in every call, entries only after a piece was created
// or destroyed.

#include <math.h>
#include <string.h>

#include "core/result.h"
#include "core/sort.h"
#include "mpi/world.h"

void mpi_table_release(mpi_table *table, const mote_allocator *allocator)
{
    mote_array_release(&table->entries, allocator);
    mote_array_release(&table->boxes, allocator);
    mote_array_release(&table->is_valid, allocator);
    mote_array_release(&table->by_body, allocator);
    mote_array_release(&table->invalid, allocator);
    mote_array_release(&table->own, allocator);
}

size_t mpi_table_find_body(const mpi_table *table, uint32_t body)
{
    return mote_sorted_place(table->by_body.data, table->by_body.count, (uint64_t)body << 32);
}

// ---------------------------------------------------------------------------------------------
// Gathering

static mote_result push_entries(mote_mpi_world *world)
{
    mpi_bytes *own = &world->exchange.out[world->rank];
    world->table.own.count = 0;
    for (size_t i = 0; i < world->pieces.count; i++) {
        const mpi_piece *piece = world->pieces.data[i];
        if (!piece->is_live) continue;
        if (!mpi_bytes_push_value(own, &world->allocator, piece->entry) ||
            !mote_array_push(&world->table.own, &world->allocator, (uint32_t)i))
            return mpi_no_memory("the table of pieces");
    }
    return MOTE_OK;
}

static mote_result read_entries(mote_mpi_world *world)
{
    mpi_table *table = &world->table;
    const mpi_exchange *x = &world->exchange;
    size_t count = (size_t)(x->in_first[world->rank_count] / sizeof(mpi_entry));
    table->entries.count = table->by_body.count = table->boxes.count = 0;
    world->tasks.scratch.count = 0;
    mpi_entry *entries = mote_array_room(&table->entries, &world->allocator, count);
    uint64_t *by_body = mote_array_room(&table->by_body, &world->allocator, count);
    uint64_t *scratch = mote_array_room(&world->tasks.scratch, &world->allocator, count);
    if (!entries || !by_body || !scratch ||
        !mote_array_reserve(&table->boxes, &world->allocator, count) ||
        !mote_array_reserve(&table->is_valid, &world->allocator, count))
        return mpi_no_memory("the table of pieces");
    if (count >= UINT32_MAX)
        return mote_fail(MOTE_ERROR_LIMIT, "libmote_mpi: %zu pieces, expected less than 2^32 - 1",
                         count);
    if (count) memcpy(entries, x->in.data, count * sizeof *entries);
    table->own_first = (uint32_t)(x->in_first[world->rank] / sizeof(mpi_entry));
    table->own_end = (uint32_t)(x->in_first[world->rank + 1] / sizeof(mpi_entry));
    for (uint32_t i = 0; i < count; i++) by_body[i] = (uint64_t)entries[i].body << 32 | i;
    mote_sort_keys(by_body, count, scratch);
    table->entries.count = table->by_body.count = count;
    for (uint32_t i = table->own_first; i < table->own_end; i++)
        mpi_own_piece(world, i)->table_index = i;
    return MOTE_OK;
}

// Checks that the pieces of each body agree. Returns the same on all ranks.
static mote_result check_bodies(const mpi_table *table)
{
    for (size_t i = 1; i < table->by_body.count; i++) {
        const mpi_entry *a = &table->entries.data[(uint32_t)table->by_body.data[i - 1]];
        const mpi_entry *b = &table->entries.data[(uint32_t)table->by_body.data[i]];
        if (a->body != b->body) continue;
        if (!(a->flags & b->flags & MPI_PIECE_PART))
            return mote_fail(MOTE_ERROR_ARGUMENT,
                             "libmote_mpi: body %u is there twice, on ranks %d and %d, and not in "
                             "parts",
                             a->body, a->rank, b->rank);
        if (a->flags != b->flags || a->category != b->category || a->mask != b->mask)
            return mote_fail(MOTE_ERROR_ARGUMENT,
                             "libmote_mpi: pieces of body %u, on ranks %d and %d, differ in "
                             "category, mask or self-collision",
                             a->body, a->rank, b->rank);
    }
    return MOTE_OK;
}

static mote_result gather_entries(mote_mpi_world *world)
{
    uint64_t is_changed = world->are_pieces_changed;
    mote_result result = mpi_agree(world->comm, MOTE_OK, &is_changed);
    if (result || !is_changed) return result;
    world->are_pieces_changed = true; // cleared on success
    world->are_homes_changed = true;
    mpi_forget_entries(world);
    mpi_exchange_clear(world, &world->exchange);
    result = mpi_exchange_gather(world, &world->exchange, push_entries(world),
                                 &world->stats.control_bytes);
    if (!result) result = read_entries(world);
    result = mpi_agree(world->comm, result, NULL);
    if (!result) result = check_bodies(&world->table);
    if (!result) world->are_pieces_changed = false;
    return result;
}

static mote_result push_boxes(mote_mpi_world *world)
{
    mpi_bytes *own = &world->exchange.out[world->rank];
    for (size_t i = 0; i < world->pieces.count; i++) {
        mpi_piece *piece = world->pieces.data[i];
        if (!piece->is_live) continue;
        mpi_piece_find_box(piece);
        world->stats.vertices += piece->vertex_count;
        world->stats.clusters += piece->clusters.count;
        if (!mpi_bytes_push_value(own, &world->allocator, piece->box))
            return mpi_no_memory("boxes of pieces");
    }
    return MOTE_OK;
}

// A body is valid if all its pieces are.
static mote_result judge_bodies(mote_mpi_world *world)
{
    mpi_table *table = &world->table;
    size_t count = table->by_body.count;
    table->invalid.count = 0;
    for (size_t first = 0, end; first < count; first = end) {
        uint32_t body = (uint32_t)(table->by_body.data[first] >> 32);
        bool is_valid = true;
        for (end = first; end < count && table->by_body.data[end] >> 32 == body; end++)
            is_valid &= !isnan(table->boxes.data[(uint32_t)table->by_body.data[end]].min.x);
        for (size_t i = first; i < end; i++)
            table->is_valid.data[(uint32_t)table->by_body.data[i]] = is_valid;
        if (!is_valid && !mote_array_push(&table->invalid, &world->allocator, body))
            return mpi_no_memory("the list of invalid bodies");
    }
    return MOTE_OK;
}

mote_result mpi_gather(mote_mpi_world *world)
{
    world->call++;
    mote_result result = gather_entries(world);
    if (result) return result;
    mpi_exchange_clear(world, &world->exchange);
    result =
        mpi_exchange_gather(world, &world->exchange, push_boxes(world), &world->stats.box_bytes);
    if (result) return result;
    mpi_table *table = &world->table;
    table->boxes.count = table->is_valid.count = table->entries.count;
    if (table->boxes.count)
        memcpy(table->boxes.data, world->exchange.in.data,
               table->boxes.count * sizeof *table->boxes.data);
    return judge_bodies(world);
}
