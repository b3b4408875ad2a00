// The travel of clusters: managers order clusters from their owners, and owners send the clusters
// to the ranks that test them.

#include <string.h>

#include "core/sort.h"
#include "mpi/world.h"

// An order, followed by the numbers of clusters.
typedef struct order {
    uint32_t executor, a, b, number, side, count;
} order;

// ---------------------------------------------------------------------------------------------
// Orders

static void add_keys(mote_mpi_world *world, const mpi_part *part, uint32_t side)
{
    mote_u64_array *keys = &world->tasks.order;
    const mpi_link *links = world->tasks.links.data + part->first_link;
    for (size_t i = 0; i < part->link_count; i++)
        keys->data[keys->count++] = side ? links[i].b : links[i].a;
}

// Lists the clusters of one or both sides of a part in tasks.found.
static bool list_clusters(mote_mpi_world *world, const mpi_part *part, bool has_a, bool has_b)
{
    mpi_tasks *tasks = &world->tasks;
    tasks->order.count = tasks->scratch.count = tasks->found.count = 0;
    size_t most = part->link_count * (size_t)(has_a + has_b);
    if (!mote_array_reserve(&tasks->order, &world->allocator, most) ||
        !mote_array_reserve(&tasks->scratch, &world->allocator, most) ||
        !mote_array_reserve(&tasks->found, &world->allocator, most))
        return false;
    if (has_a) add_keys(world, part, 0);
    if (has_b) add_keys(world, part, 1);
    mote_sort_keys(tasks->order.data, tasks->order.count, tasks->scratch.data);
    for (size_t i = 0; i < tasks->order.count; i++) {
        if (i && tasks->order.data[i] == tasks->order.data[i - 1]) continue;
        tasks->found.data[tasks->found.count++] = (uint32_t)tasks->order.data[i];
    }
    return true;
}

static bool push_order(mote_mpi_world *world, const mpi_part *part, uint32_t side)
{
    const mpi_task *task = &world->tasks.tasks.data[part->task];
    bool is_self = task->a == task->b;
    if (!list_clusters(world, part, side == 0 || is_self, side == 1 || is_self)) return false;
    const mote_u32_array *clusters = &world->tasks.found;
    order o = {.executor = (uint32_t)part->executor,
               .a = task->a,
               .b = task->b,
               .number = part->number,
               .side = side,
               .count = (uint32_t)clusters->count};
    int owner = world->table.entries.data[side ? task->b : task->a].rank;
    mpi_bytes *out = &world->exchange.out[owner];
    return mpi_bytes_push_value(out, &world->allocator, o) &&
           mpi_bytes_push(out, &world->allocator, clusters->data,
                          clusters->count * sizeof(uint32_t));
}

mote_result mpi_send_orders(mote_mpi_world *world, mote_result status)
{
    mpi_exchange_clear(world, &world->exchange);
    for (size_t i = 0; i < world->tasks.parts.count && !status; i++) {
        const mpi_part *part = &world->tasks.parts.data[i];
        const mpi_task *task = &world->tasks.tasks.data[part->task];
        bool done =
            push_order(world, part, 0) && (task->a == task->b || push_order(world, part, 1));
        if (!done) status = mpi_no_memory("orders");
    }
    return mpi_exchange_run(world, &world->exchange, status, &world->stats.control_bytes);
}

// ---------------------------------------------------------------------------------------------
// Clusters

// The frames in which the clusters of a piece were sent to a rank; null for no memory.
static uint32_t *sent_frames(mote_mpi_world *world, mpi_piece *piece, int rank)
{
    for (size_t i = 0; i < piece->sent.count; i++) {
        if (piece->sent.data[i].rank == rank) return piece->sent.data[i].frames;
    }
    mpi_sent sent = {.rank = rank};
    sent.frames = mote_allocate_zeroed(&world->allocator, piece->clusters.count, sizeof(uint32_t));
    if (sent.frames && mote_array_push(&piece->sent, &world->allocator, sent)) return sent.frames;
    mote_release(&world->allocator, sent.frames, piece->clusters.count, sizeof(uint32_t));
    return NULL;
}

// The index of a vertex among the vertices of a cluster. The vertices are in the order of first
// use, so the search is short.
static uint32_t find_vertex(const uint32_t *vertices, uint32_t count, uint32_t vertex)
{
    uint32_t i = 0;
    while (i < count && vertices[i] != vertex) i++;
    return i;
}

static bool push_corners(mote_mpi_world *world, const mpi_piece *piece, uint32_t cluster,
                         mpi_bytes *out)
{
    const mpi_clusters *clusters = &piece->clusters;
    uint32_t first_vertex = clusters->vertex_first[cluster];
    uint32_t vertex_count = clusters->vertex_first[cluster + 1] - first_vertex;
    uint32_t first = cluster * MPI_CLUSTER_TRIANGLES, end = mpi_cluster_end(clusters, cluster);
    for (uint32_t s = first; s < end; s++) {
        const uint32_t *t = piece->view.triangles + 3 * (size_t)clusters->order[s];
        uint16_t corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] =
                (uint16_t)find_vertex(clusters->vertices.data + first_vertex, vertex_count, t[k]);
        if (!mpi_bytes_push_value(out, &world->allocator, corners)) return false;
    }
    return mpi_bytes_push(out, &world->allocator, NULL, (end - first) % 2 * sizeof(uint16_t));
}

// Writes the topology of a cluster: its triangles as indices of its vertices, and their faces and
// vertices in the body.
static bool push_topology(mote_mpi_world *world, const mpi_piece *piece, uint32_t cluster,
                          mpi_bytes *out)
{
    const mpi_clusters *clusters = &piece->clusters;
    const mote_allocator *allocator = &world->allocator;
    const uint32_t *vertices = clusters->vertices.data + clusters->vertex_first[cluster];
    uint32_t count = clusters->vertex_first[cluster + 1] - clusters->vertex_first[cluster];
    bool done = push_corners(world, piece, cluster, out);
    uint32_t end = mpi_cluster_end(clusters, cluster);
    for (uint32_t s = cluster * MPI_CLUSTER_TRIANGLES; s < end && done; s++) {
        uint32_t face = mpi_piece_face(piece, clusters->order[s]);
        done = mpi_bytes_push_value(out, allocator, face);
    }
    for (uint32_t i = 0; i < count && done; i++) {
        uint32_t number = mpi_piece_border_number(piece, vertices[i]);
        if (number == MOTE_NONE) number = vertices[i];
        done = mpi_bytes_push_value(out, allocator, number);
    }
    for (uint32_t i = 0; i < count && done; i++) {
        uint8_t is_border = mpi_piece_border_number(piece, vertices[i]) != MOTE_NONE;
        done = mpi_bytes_push_value(out, allocator, is_border);
    }
    return done && mpi_bytes_push(out, allocator, NULL, (4 - count % 4) % 4);
}

static bool push_positions(mote_mpi_world *world, const mpi_piece *piece, uint32_t cluster,
                           mpi_bytes *out)
{
    const mpi_clusters *clusters = &piece->clusters;
    uint32_t first = clusters->vertex_first[cluster], end = clusters->vertex_first[cluster + 1];
    size_t bytes = (end - first) * sizeof(mote_vec3);
    unsigned char *to = mote_array_room(out, &world->allocator, bytes);
    if (!to) return false;
    for (uint32_t i = first; i < end; i++)
        memcpy(to + (i - first) * sizeof(mote_vec3), &piece->now[clusters->vertices.data[i]],
               sizeof(mote_vec3));
    out->count += bytes;
    return true;
}

// Sends a cluster to a rank, at most once per frame. Sends its triangles only if the rank does not
// know them.
static bool push_cluster(mote_mpi_world *world, uint32_t entry, uint32_t cluster, int executor,
                         uint32_t *frame)
{
    if (*frame == world->call) return true;
    const mpi_piece *piece = mpi_own_piece(world, entry);
    const mpi_clusters *clusters = &piece->clusters;
    mpi_cluster_record record = {
        .kind = MPI_RECORD_CLUSTER,
        .entry = entry,
        .cluster = cluster,
        .vertex_count = clusters->vertex_first[cluster + 1] - clusters->vertex_first[cluster],
        .triangle_count = mpi_cluster_end(clusters, cluster) - cluster * MPI_CLUSTER_TRIANGLES,
        .has_topology = *frame == 0 || world->call - *frame > MPI_KEEP_FRAMES};
    *frame = world->call;
    mpi_bytes *out = &world->exchange.out[executor];
    if (!mpi_bytes_push_value(out, &world->allocator, record) ||
        !push_positions(world, piece, cluster, out))
        return false;
    size_t before = out->count;
    if (record.has_topology && !push_topology(world, piece, cluster, out)) return false;
    if (executor == world->rank) return true;
    world->stats.position_bytes += record.vertex_count * sizeof(mote_vec3);
    world->stats.topology_bytes += out->count - before;
    world->stats.sent_clusters++;
    return true;
}

static bool follow_order(mote_mpi_world *world, const order *o, const uint32_t *clusters)
{
    uint32_t entry = o->side ? o->b : o->a;
    int executor = (int)o->executor;
    uint32_t *frames = sent_frames(world, mpi_own_piece(world, entry), executor);
    if (!frames) return false;
    for (uint32_t i = 0; i < o->count; i++) {
        uint32_t c = clusters[i];
        if (!push_cluster(world, entry, c, executor, &frames[c])) return false;
    }
    mpi_side_record side = {MPI_RECORD_SIDE, o->a, o->b, o->number, o->side, o->count};
    mpi_bytes *out = &world->exchange.out[executor];
    return mpi_bytes_push_value(out, &world->allocator, side) &&
           mpi_bytes_push(out, &world->allocator, clusters, o->count * sizeof *clusters);
}

static mote_result follow_orders(mote_mpi_world *world)
{
    const mpi_exchange *x = &world->exchange;
    for (int rank = 0; rank < world->rank_count; rank++) {
        const unsigned char *at = x->in.data + x->in_first[rank];
        const unsigned char *end = at + x->counts[world->rank_count + rank];
        while (at < end) {
            order o;
            memcpy(&o, at, sizeof o);
            // Messages begin at multiples of 8 and consist of 32-bit words.
            const uint32_t *clusters = (const uint32_t *)(const void *)(at + sizeof o);
            if (!follow_order(world, &o, clusters)) return mpi_no_memory("clusters to send");
            at += sizeof o + o.count * sizeof *clusters;
        }
    }
    return MOTE_OK;
}

mote_result mpi_travel_begin(mote_mpi_world *world, mote_result status)
{
    mpi_exchange_clear(world, &world->exchange);
    if (!status) status = follow_orders(world);
    mote_mpi_stats *stats = &world->stats;
    uint64_t sent = 0;
    mote_result result = mpi_exchange_begin(world, &world->exchange, status, &sent);
    if (!result) stats->control_bytes += sent - stats->position_bytes - stats->topology_bytes;
    return result;
}

mote_result mpi_travel_end(mote_mpi_world *world)
{
    mote_result result = mpi_exchange_end(world, &world->exchange);
    return result ? result : mpi_receive_clusters(world);
}
