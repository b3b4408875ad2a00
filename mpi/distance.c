// The distance of two bodies. One rank, the manager, gets the boxes of all their clusters, which
// bound the distance from above. Only clusters within this bound of a cluster of the other body
// travel to the manager, and the library computes the distance.

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/hash.h"
#include "core/result.h"
#include "mpi/world.h"

enum {
    BLOCK = 32,                 // clusters per bounding box
    DISTANCE_NUMBER = INT32_MAX // part number that detects do not use
};

// A cluster of one of the bodies, as sent to the manager.
typedef struct candidate {
    uint32_t entry, cluster;
    mote_box box;
} candidate;

typedef MOTE_ARRAY(candidate) candidate_array;

typedef struct search {
    candidate_array sides[2];
    mpi_box_array blocks[2]; // of BLOCK candidates each
    double bound;            // upper bound of the squared distance
} search;

// ---------------------------------------------------------------------------------------------
// The manager

static mote_result check_arguments(uint32_t a, uint32_t b, float limit, const mote_distance *out)
{
    const char *f = "mote_mpi_world_distance";
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: out is null", f);
    if (a == b) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: body %u with itself", f, a);
    if (!(limit >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: limit is %g, expected 0 or more", f,
                         (double)limit);
    return MOTE_OK;
}

// Returns the same on all ranks.
static mote_result check_body(const mpi_table *table, uint32_t body)
{
    size_t place = mpi_table_find_body(table, body);
    if (place == table->by_body.count || table->by_body.data[place] >> 32 != body)
        return mote_fail(MOTE_ERROR_STALE, "mote_mpi_world_distance: no rank has body %u", body);
    if (!table->is_valid.data[(uint32_t)table->by_body.data[place]])
        return mote_fail(MOTE_ERROR_DATA,
                         "mote_mpi_world_distance: body %u has a position that is NaN or infinite",
                         body);
    return MOTE_OK;
}

// The owner of the piece with the most clusters.
static int find_manager(const mpi_table *table, uint32_t a, uint32_t b)
{
    uint32_t most = 0;
    int manager = 0;
    for (size_t i = 0; i < table->entries.count; i++) {
        const mpi_entry *e = &table->entries.data[i];
        if ((e->body != a && e->body != b) || e->cluster_count <= most) continue;
        most = e->cluster_count;
        manager = e->rank;
    }
    return manager;
}

static mote_result send_boxes(mote_mpi_world *world, uint32_t a, uint32_t b, int manager)
{
    mpi_bytes *out = &world->exchange.out[manager];
    for (uint32_t i = world->table.own_first; i < world->table.own_end; i++) {
        uint32_t body = world->table.entries.data[i].body;
        if (body != a && body != b) continue;
        mpi_piece *piece = mpi_own_piece(world, i);
        if (!mpi_piece_find_boxes(piece, &world->allocator))
            return mpi_no_memory("boxes of clusters");
        for (uint32_t k = 0; k < piece->clusters.count; k++) {
            candidate c = {.entry = i, .cluster = k, .box = piece->boxes[k]};
            if (!mpi_bytes_push_value(out, &world->allocator, c))
                return mpi_no_memory("boxes of clusters");
        }
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// The manager's search

static mote_result read_candidates(mote_mpi_world *world, uint32_t a, search *s)
{
    const mpi_exchange *x = &world->exchange;
    size_t count = x->in.count / sizeof(candidate);
    for (size_t i = 0; i < count; i++) {
        candidate c;
        memcpy(&c, x->in.data + i * sizeof c, sizeof c);
        int side = world->table.entries.data[c.entry].body == a ? 0 : 1;
        if (!mote_array_push(&s->sides[side], &world->allocator, c))
            return mpi_no_memory("boxes of clusters");
    }
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < s->sides[side].count; i++) {
            if (i % BLOCK == 0 &&
                !mote_array_push(&s->blocks[side], &world->allocator, mote_box_empty()))
                return mpi_no_memory("boxes of clusters");
            mote_box_add_box(&s->blocks[side].data[i / BLOCK], &s->sides[side].data[i].box);
        }
    }
    return MOTE_OK;
}

static double farthest(float min_a, float max_a, float min_b, float max_b)
{
    double above = (double)max_a - (double)min_b, below = (double)max_b - (double)min_a;
    return above > below ? above : below;
}

// The largest squared distance between points of the two boxes, rounded upwards.
static double far_squared(const mote_box *a, const mote_box *b)
{
    double x = farthest(a->min.x, a->max.x, b->min.x, b->max.x);
    double y = farthest(a->min.y, a->max.y, b->min.y, b->max.y);
    double z = farthest(a->min.z, a->max.z, b->min.z, b->max.z);
    return (x * x + y * y + z * z) * (1 + 0x1p-48);
}

typedef mote_result visit_pair(mote_mpi_world *world, search *s, const candidate *a,
                               const candidate *b);

// Calls `visit` for all pairs within the bound. `visit` may lower the bound.
static mote_result for_near_pairs(mote_mpi_world *world, search *s, visit_pair *visit)
{
    mote_result result = MOTE_OK;
    const candidate_array *of_a = &s->sides[0], *of_b = &s->sides[1];
    for (size_t p = 0; p < s->blocks[0].count; p++) {
        for (size_t q = 0; q < s->blocks[1].count; q++) {
            const mote_box *block_a = &s->blocks[0].data[p], *block_b = &s->blocks[1].data[q];
            if (mote_box_distance_squared(block_a, block_b) > s->bound) continue;
            for (size_t i = p * BLOCK; i < (p + 1) * BLOCK && i < of_a->count; i++) {
                const candidate *a = &of_a->data[i];
                for (size_t k = q * BLOCK; k < (q + 1) * BLOCK && k < of_b->count; k++) {
                    const candidate *b = &of_b->data[k];
                    if (mote_box_distance_squared(&a->box, &b->box) > s->bound) continue;
                    result = visit(world, s, a, b);
                    if (result) return result;
                }
            }
        }
    }
    return result;
}

static mote_result lower_bound(mote_mpi_world *world, search *s, const candidate *a,
                               const candidate *b)
{
    (void)world;
    double far = far_squared(&a->box, &b->box);
    if (far < s->bound) s->bound = far;
    return MOTE_OK;
}

// Adds a pair as a link, with one task per pair of pieces. Links of a pair of pieces are added
// consecutively.
static mote_result add_link(mote_mpi_world *world, search *s, const candidate *a,
                            const candidate *b)
{
    (void)s;
    mpi_tasks *tasks = &world->tasks;
    bool is_swapped = b->entry < a->entry;
    const candidate *p = is_swapped ? b : a, *q = is_swapped ? a : b;
    size_t count = tasks->tasks.count;
    bool is_new = count == 0 || tasks->tasks.data[count - 1].a != p->entry ||
                  tasks->tasks.data[count - 1].b != q->entry;
    if (is_new) {
        mpi_task task = {.a = p->entry, .b = q->entry, .first_link = tasks->links.count};
        mpi_part part = {.task = (uint32_t)count,
                         .number = DISTANCE_NUMBER + (uint32_t)count,
                         .executor = world->rank,
                         .first_link = tasks->links.count};
        if (!mote_array_push(&tasks->tasks, &world->allocator, task) ||
            !mote_array_push(&tasks->parts, &world->allocator, part))
            return mpi_no_memory("tasks");
    }
    mpi_link link = {p->cluster, q->cluster};
    if (!mote_array_push(&tasks->links, &world->allocator, link) || !tasks->tasks.data)
        return mpi_no_memory("pairs of clusters");
    tasks->tasks.data[tasks->tasks.count - 1].link_count++;
    tasks->parts.data[tasks->parts.count - 1].link_count++;
    return MOTE_OK;
}

static mote_result find_near_clusters(mote_mpi_world *world, uint32_t a, float limit)
{
    search s = {.bound = (double)limit * (double)limit * (1 + 0x1p-48)};
    mote_result result = read_candidates(world, a, &s);
    if (!result) result = for_near_pairs(world, &s, lower_bound);
    if (!result) result = for_near_pairs(world, &s, add_link);
    for (int side = 0; side < 2; side++) {
        mote_array_release(&s.sides[side], &world->allocator);
        mote_array_release(&s.blocks[side], &world->allocator);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------

// The manager has the boxes of the clusters in exchange.in; other ranks only take part in the
// communication.
static mote_result measure(mote_mpi_world *world, uint32_t a, float limit, mote_result status,
                           bool is_manager, mote_distance *out)
{
    mpi_tasks *tasks = &world->tasks;
    tasks->tasks.count = tasks->links.count = tasks->parts.count = 0;
    if (!status && is_manager) status = find_near_clusters(world, a, limit);
    status = mpi_send_orders(world, status);
    status = mpi_travel_begin(world, status);
    if (!status) status = mpi_travel_end(world);
    if (!status && is_manager) status = mpi_visits_distance(world, limit, a, out);
    return mpi_agree(world->comm, status, NULL);
}

static mote_result run_stages(mote_mpi_world *world, uint32_t a, uint32_t b, float limit,
                              mote_distance *out)
{
    mote_result result = mpi_agree(world->comm, mpi_gather(world), NULL);
    if (!result) result = check_body(&world->table, a);
    if (!result) result = check_body(&world->table, b);
    if (result) return result;
    int manager = find_manager(&world->table, a, b);
    mpi_exchange_clear(world, &world->exchange);
    result = send_boxes(world, a, b, manager);
    result = mpi_exchange_run(world, &world->exchange, result, &world->stats.box_bytes);
    mote_distance found = {
        .distance = INFINITY, .face_a = MOTE_NONE, .face_b = MOTE_NONE, .worth = MOTE_WORTH_EXACT};
    result = measure(world, a, limit, result, world->rank == manager, &found);
    if (result) return result;
    result = mpi_check(MPI_Bcast(&found, (int)sizeof found, MPI_BYTE, manager, world->comm),
                       "MPI_Bcast");
    if (!result) *out = found;
    return result;
}

mote_result mote_mpi_world_distance(mote_mpi_world *world, uint32_t a, uint32_t b, float limit,
                                    mote_distance *out)
{
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mpi_world_distance: world is null");
    world->stats = (mote_mpi_stats){0};
    uint32_t bits;
    memcpy(&bits, &limit, sizeof bits);
    uint64_t arguments = mote_hash_u64(MOTE_HASH_START, (uint64_t)a << 32 | b);
    arguments = mote_hash_u64(arguments, bits);
    mote_result result = mpi_agree_on_call(world->comm, MPI_CALL_DISTANCE, arguments,
                                           check_arguments(a, b, limit, out));
    if (result) return result;
    result = run_stages(world, a, b, limit, out);
    // A missing or non-finite body leaves the caches consistent.
    bool is_refused = result == MOTE_ERROR_STALE || result == MOTE_ERROR_DATA;
    if (result && !is_refused) mpi_forget(world);
    return result;
}
