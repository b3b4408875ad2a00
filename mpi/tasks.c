// Finds the pieces that may meet and their clusters that may meet. One rank, the manager, decides
// about a pair of pieces: the owner of both pieces, or the owner of the piece with more clusters.
// The other owner sends the manager the boxes of its clusters that reach the manager's piece.

#include <string.h>

#include "core/box.h"
#include "core/morton.h"
#include "core/sort.h"
#include "mpi/world.h"

void mpi_tasks_release(mpi_tasks *tasks, const mote_allocator *allocator)
{
    mote_array_release(&tasks->tasks, allocator);
    mote_array_release(&tasks->links, allocator);
    mote_array_release(&tasks->parts, allocator);
    mote_array_release(&tasks->cross, allocator);
    mote_array_release(&tasks->own, allocator);
    mote_box_tree_release(&tasks->tree, allocator);
    mote_array_release(&tasks->order, allocator);
    mote_array_release(&tasks->scratch, allocator);
    mote_array_release(&tasks->found, allocator);
    mote_array_release(&tasks->clusters_a, allocator);
    mote_array_release(&tasks->clusters_b, allocator);
    mote_array_release(&tasks->boxes_a, allocator);
    mote_array_release(&tasks->boxes_b, allocator);
    mote_array_release(&tasks->loads, allocator);
}

// ---------------------------------------------------------------------------------------------
// Pairs of pieces

static bool may_collide(const mpi_entry *a, const mpi_entry *b)
{
    if (a->body == b->body) return a->flags & MPI_PIECE_SELF;
    return (a->category & b->mask) && (b->category & a->mask);
}

// A tree over all valid pieces, in the order of a space-filling curve.
static bool build_tree(mote_mpi_world *world)
{
    const mpi_table *table = &world->table;
    mpi_tasks *tasks = &world->tasks;
    size_t count = table->entries.count;
    tasks->order.count = tasks->scratch.count = 0;
    uint64_t *order = mote_array_room(&tasks->order, &world->allocator, count);
    uint64_t *scratch = mote_array_room(&tasks->scratch, &world->allocator, count);
    if (!order || !scratch) return false;
    mote_box all = mote_box_empty();
    for (size_t i = 0; i < count; i++) {
        if (table->is_valid.data[i]) mote_box_add_box(&all, &table->boxes.data[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!table->is_valid.data[i]) continue;
        uint32_t code = mote_morton_code(&table->boxes.data[i], &all);
        order[tasks->order.count++] = (uint64_t)code << 32 | i;
    }
    mote_sort_keys(order, tasks->order.count, scratch);
    uint32_t leaves = (uint32_t)tasks->order.count;
    if (!mote_box_tree_begin(&tasks->tree, &world->allocator, leaves)) return false;
    for (uint32_t i = 0; i < leaves; i++)
        mote_box_tree_set(&tasks->tree, i, &table->boxes.data[(uint32_t)order[i]]);
    mote_box_tree_finish(&tasks->tree);
    return true;
}

// Makes the world of whole pieces ignore two pieces of one body, because it would treat them as
// different bodies. False for no memory.
static bool leave_to_visits(mote_mpi_world *world, uint32_t a, uint32_t b)
{
    const mpi_entry *entries = world->table.entries.data;
    if (a == b || entries[a].body != entries[b].body || !mpi_is_own(world, b)) return true;
    uint64_t key = mpi_local_key(mpi_own_piece(world, a), mpi_own_piece(world, b));
    return mote_array_push(&world->to_ignore, &world->allocator, key);
}

static bool find_partners(mote_mpi_world *world, uint32_t entry)
{
    const mpi_table *table = &world->table;
    mpi_tasks *tasks = &world->tasks;
    mote_box reach = mote_box_widened(&table->boxes.data[entry], world->def.tolerance);
    tasks->found.count = 0;
    if (!mote_box_tree_query(&tasks->tree, &reach, &world->allocator, &tasks->found)) return false;
    for (size_t i = 0; i < tasks->found.count; i++) {
        uint32_t other = (uint32_t)tasks->order.data[tasks->found.data[i]];
        bool is_own = mpi_is_own(world, other);
        if (is_own && other < entry) continue;
        if (!leave_to_visits(world, entry, other)) return false;
        if (!may_collide(&table->entries.data[entry], &table->entries.data[other])) continue;
        uint64_t key = (uint64_t)entry << 32 | other;
        if (!mote_array_push(is_own ? &tasks->own : &tasks->cross, &world->allocator, key))
            return false;
    }
    return true;
}

static bool find_pairs(mote_mpi_world *world)
{
    world->tasks.own.count = world->tasks.cross.count = world->to_ignore.count = 0;
    if (!build_tree(world)) return false;
    for (uint32_t i = world->table.own_first; i < world->table.own_end; i++) {
        if (world->table.is_valid.data[i] && !find_partners(world, i)) return false;
    }
    return true;
}

// Returns the entry whose owner is the manager; all ranks compute the same.
static uint32_t manager_of(const mpi_table *table, uint32_t a, uint32_t b)
{
    uint32_t count_a = table->entries.data[a].cluster_count;
    uint32_t count_b = table->entries.data[b].cluster_count;
    if (count_a != count_b) return count_a > count_b ? a : b;
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return (low + high) / 2 % 2 ? low : high; // alternates between neighbors in a row or grid
}

// ---------------------------------------------------------------------------------------------
// Clusters

mote_result mpi_clip_clusters(mote_mpi_world *world, uint32_t entry, const mote_box *box,
                              mote_u32_array *clusters, mpi_box_array *boxes)
{
    mpi_piece *piece = mpi_own_piece(world, entry);
    mote_box reach = mote_box_widened(box, world->def.tolerance);
    if (!mpi_piece_find_boxes(piece, &world->allocator)) return mpi_no_memory("boxes of clusters");
    for (uint32_t i = 0; i < piece->clusters.count; i++) {
        if (!mote_boxes_overlap(&piece->boxes[i], &reach)) continue;
        if (!mote_array_push(clusters, &world->allocator, i) ||
            !mote_array_push(boxes, &world->allocator, piece->boxes[i]))
            return mpi_no_memory("boxes of clusters");
    }
    return MOTE_OK;
}

// Sends the boxes of this rank's clusters that reach a piece of another rank to that rank, the
// manager.
static mote_result push_boxes(mote_mpi_world *world, uint32_t mine, uint32_t other)
{
    mpi_tasks *tasks = &world->tasks;
    tasks->clusters_a.count = tasks->boxes_a.count = 0;
    mote_result result = mpi_clip_clusters(world, mine, &world->table.boxes.data[other],
                                           &tasks->clusters_a, &tasks->boxes_a);
    size_t count = tasks->clusters_a.count;
    if (result || count == 0) return result;
    uint32_t header[3] = {mine, other, (uint32_t)count};
    mpi_bytes *out = &world->exchange.out[world->table.entries.data[other].rank];
    bool done =
        mpi_bytes_push_value(out, &world->allocator, header) &&
        mpi_bytes_push(out, &world->allocator, tasks->clusters_a.data, count * sizeof(uint32_t)) &&
        mpi_bytes_push(out, &world->allocator, tasks->boxes_a.data, count * sizeof(mote_box));
    return done ? MOTE_OK : mpi_no_memory("boxes of clusters");
}

static mote_result push_all_boxes(mote_mpi_world *world)
{
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < world->tasks.cross.count && !result; i++) {
        uint32_t mine = (uint32_t)(world->tasks.cross.data[i] >> 32);
        uint32_t other = (uint32_t)world->tasks.cross.data[i];
        if (manager_of(&world->table, mine, other) == other)
            result = push_boxes(world, mine, other);
    }
    return result;
}

// Appends the pairs of clusters_a and clusters_b whose boxes overlap; for a piece with itself, each
// pair once.
static mote_result find_links(mote_mpi_world *world, bool is_self)
{
    mpi_tasks *tasks = &world->tasks;
    const mote_allocator *allocator = &world->allocator;
    uint32_t count_b = (uint32_t)tasks->clusters_b.count;
    if (!mote_box_tree_begin(&tasks->tree, allocator, count_b))
        return mpi_no_memory("pairs of clusters");
    for (uint32_t i = 0; i < count_b; i++)
        mote_box_tree_set(&tasks->tree, i, &tasks->boxes_b.data[i]);
    mote_box_tree_finish(&tasks->tree);
    for (size_t i = 0; i < tasks->clusters_a.count; i++) {
        mote_box reach = mote_box_widened(&tasks->boxes_a.data[i], world->def.tolerance);
        tasks->found.count = 0;
        if (!mote_box_tree_query(&tasks->tree, &reach, allocator, &tasks->found))
            return mpi_no_memory("pairs of clusters");
        for (size_t k = 0; k < tasks->found.count; k++) {
            mpi_link link = {tasks->clusters_a.data[i],
                             tasks->clusters_b.data[tasks->found.data[k]]};
            if (is_self && link.b < link.a) continue;
            if (!mote_array_push(&tasks->links, allocator, link))
                return mpi_no_memory("pairs of clusters");
        }
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Tasks

// Makes a task of the overlapping clusters in clusters_a and clusters_b; no task if none overlap.
static mote_result add_task(mote_mpi_world *world, uint32_t a, uint32_t b, bool is_local)
{
    mpi_tasks *tasks = &world->tasks;
    mpi_task task = {.a = a, .b = b, .is_local = is_local, .first_link = tasks->links.count};
    mote_result result = find_links(world, a == b);
    if (result) return result;
    task.link_count = tasks->links.count - task.first_link;
    if (task.link_count == 0) return MOTE_OK;
    return mote_array_push(&tasks->tasks, &world->allocator, task) ? MOTE_OK
                                                                   : mpi_no_memory("tasks");
}

// Adds a task for two pieces of this rank, or a piece with itself. The worlds of whole pieces test
// the task, unless the two pieces are of one body, because these worlds would treat them as
// different bodies.
static mote_result add_own_task(mote_mpi_world *world, uint32_t a, uint32_t b)
{
    mpi_tasks *tasks = &world->tasks;
    const mpi_table *table = &world->table;
    bool is_local = a == b || table->entries.data[a].body != table->entries.data[b].body;
    bool may_be_shared = world->rank_count > 1 && world->def.share_work;
    if (is_local && !may_be_shared) return MOTE_OK;
    tasks->clusters_a.count = tasks->clusters_b.count = 0;
    tasks->boxes_a.count = tasks->boxes_b.count = 0;
    mote_result result =
        mpi_clip_clusters(world, a, &table->boxes.data[b], &tasks->clusters_a, &tasks->boxes_a);
    if (!result)
        result =
            mpi_clip_clusters(world, b, &table->boxes.data[a], &tasks->clusters_b, &tasks->boxes_b);
    return result ? result : add_task(world, a, b, is_local);
}

// Adds a task for `mine`, a piece of this rank, and `other`, whose cluster boxes were received.
static mote_result add_cross_task(mote_mpi_world *world, uint32_t mine, uint32_t other,
                                  const unsigned char *clusters, uint32_t count)
{
    mpi_tasks *tasks = &world->tasks;
    const mote_allocator *allocator = &world->allocator;
    tasks->clusters_a.count = tasks->clusters_b.count = 0;
    tasks->boxes_a.count = tasks->boxes_b.count = 0;
    bool is_mine_a = mine < other;
    mote_u32_array *their_clusters = is_mine_a ? &tasks->clusters_b : &tasks->clusters_a;
    mpi_box_array *their_boxes = is_mine_a ? &tasks->boxes_b : &tasks->boxes_a;
    uint32_t *to = mote_array_room(their_clusters, allocator, count);
    mote_box *boxes_to = mote_array_room(their_boxes, allocator, count);
    if (!to || !boxes_to) return mpi_no_memory("boxes of clusters");
    memcpy(to, clusters, count * sizeof *to);
    memcpy(boxes_to, clusters + count * sizeof *to, count * sizeof *boxes_to);
    their_clusters->count = their_boxes->count = count;
    mote_result result = mpi_clip_clusters(world, mine, &world->table.boxes.data[other],
                                           is_mine_a ? &tasks->clusters_a : &tasks->clusters_b,
                                           is_mine_a ? &tasks->boxes_a : &tasks->boxes_b);
    if (result) return result;
    return is_mine_a ? add_task(world, mine, other, false) : add_task(world, other, mine, false);
}

static mote_result read_boxes(mote_mpi_world *world)
{
    const mpi_exchange *x = &world->exchange;
    mote_result result = MOTE_OK;
    for (int rank = 0; rank < world->rank_count && !result; rank++) {
        const unsigned char *at = x->in.data + x->in_first[rank];
        const unsigned char *end = at + x->counts[world->rank_count + rank];
        while (at < end && !result) {
            uint32_t header[3];
            memcpy(header, at, sizeof header);
            at += sizeof header;
            result = add_cross_task(world, header[1], header[0], at, header[2]);
            at += header[2] * (sizeof(uint32_t) + sizeof(mote_box));
        }
    }
    return result;
}

mote_result mpi_find_tasks(mote_mpi_world *world, mote_result status)
{
    mpi_tasks *tasks = &world->tasks;
    tasks->tasks.count = tasks->links.count = tasks->parts.count = 0;
    mpi_exchange_clear(world, &world->exchange);
    if (!status && !find_pairs(world)) status = mpi_no_memory("pairs of pieces");
    if (!status) status = push_all_boxes(world);
    mote_result result = mpi_exchange_run(world, &world->exchange, status, &world->stats.box_bytes);
    for (size_t i = 0; i < tasks->own.count && !result; i++)
        result =
            add_own_task(world, (uint32_t)(tasks->own.data[i] >> 32), (uint32_t)tasks->own.data[i]);
    return result ? result : read_boxes(world);
}
