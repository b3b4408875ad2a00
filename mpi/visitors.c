// The clusters that this rank has received. Their triangles are kept for MPI_KEEP_FRAMES frames
// after the last receipt; the sender counts the same frames.

#include <string.h>

#include "core/result.h"
#include "mpi/world.h"

static void release_cluster(mpi_visitor_cluster *cluster, const mote_allocator *allocator)
{
    if (cluster) mote_release(allocator, cluster, cluster->bytes, 1);
}

void mpi_visitors_release(mpi_visitors *visitors, const mote_allocator *allocator)
{
    for (size_t i = 0; i < visitors->all.count; i++) {
        mpi_visitor *v = &visitors->all.data[i];
        for (uint32_t k = 0; k < v->cluster_count; k++) release_cluster(v->clusters[k], allocator);
        mote_release(allocator, v->clusters, v->cluster_count, sizeof(mpi_visitor_cluster *));
    }
    mote_array_release(&visitors->all, allocator);
    mote_array_release(&visitors->of_entry, allocator);
}

mpi_visitor *mpi_visitor_of(const mote_mpi_world *world, uint32_t entry)
{
    const mpi_visitors *visitors = &world->visitors;
    if (entry >= visitors->of_entry.count || visitors->of_entry.data[entry] == MOTE_NONE)
        return NULL;
    return &visitors->all.data[visitors->of_entry.data[entry]];
}

// Finds the visitor of an entry; creates it if necessary. Null for no memory.
static mpi_visitor *welcome(mote_mpi_world *world, uint32_t entry)
{
    mpi_visitors *visitors = &world->visitors;
    mpi_visitor *known = mpi_visitor_of(world, entry);
    if (known) return known;
    const mote_allocator *allocator = &world->allocator;
    while (visitors->of_entry.count < world->table.entries.count) {
        if (!mote_array_push(&visitors->of_entry, allocator, MOTE_NONE)) return NULL;
    }
    mpi_visitor visitor = {.cluster_count = world->table.entries.data[entry].cluster_count};
    visitor.clusters =
        mote_allocate_zeroed(allocator, visitor.cluster_count, sizeof(mpi_visitor_cluster *));
    if (!visitor.clusters || !mote_array_push(&visitors->all, allocator, visitor)) {
        mote_release(allocator, visitor.clusters, visitor.cluster_count,
                     sizeof(mpi_visitor_cluster *));
        return NULL;
    }
    visitors->of_entry.data[entry] = (uint32_t)(visitors->all.count - 1);
    return &visitors->all.data[visitors->all.count - 1];
}

// Allocates a cluster with the arrays that the record needs, in one block.
static mpi_visitor_cluster *make_cluster(const mpi_cluster_record *record,
                                         const mote_allocator *allocator)
{
    size_t v = record->vertex_count, t = record->triangle_count;
    size_t bytes = sizeof(mpi_visitor_cluster) + v * (sizeof(mote_vec3) + sizeof(uint32_t) + 1) +
                   t * (sizeof(uint32_t) + 3 * sizeof(uint16_t));
    mpi_visitor_cluster *cluster = mote_allocate(allocator, bytes, 1);
    if (!cluster) return NULL;
    // Wide elements come first, so that all are aligned.
    cluster->bytes = bytes;
    cluster->vertex_count = record->vertex_count;
    cluster->triangle_count = record->triangle_count;
    cluster->now = (mote_vec3 *)(cluster + 1);
    cluster->vertices = (uint32_t *)(cluster->now + v);
    cluster->faces = cluster->vertices + v;
    cluster->corners = (uint16_t *)(cluster->faces + t);
    cluster->is_border = (uint8_t *)(cluster->corners + 3 * t);
    return cluster;
}

static const unsigned char *read_topology(mpi_visitor_cluster *cluster, const unsigned char *at)
{
    size_t v = cluster->vertex_count, t = cluster->triangle_count;
    memcpy(cluster->corners, at, 3 * t * sizeof(uint16_t));
    at += (3 * t + t % 2) * sizeof(uint16_t);
    memcpy(cluster->faces, at, t * sizeof(uint32_t));
    at += t * sizeof(uint32_t);
    memcpy(cluster->vertices, at, v * sizeof(uint32_t));
    at += v * sizeof(uint32_t);
    memcpy(cluster->is_border, at, v);
    return at + (v + 3) / 4 * 4;
}

// Reads a cluster record. Returns the end of the record; null for no memory.
static const unsigned char *read_cluster(mote_mpi_world *world, const unsigned char *at)
{
    mpi_cluster_record record;
    memcpy(&record, at, sizeof record);
    at += sizeof record;
    mpi_visitor *visitor = welcome(world, record.entry);
    if (!visitor) return NULL;
    mpi_visitor_cluster **place = &visitor->clusters[record.cluster];
    if (record.has_topology) {
        release_cluster(*place, &world->allocator);
        *place = make_cluster(&record, &world->allocator);
        if (!*place) return NULL;
    }
    mpi_visitor_cluster *cluster = *place;
    cluster->frame = world->call;
    size_t bytes = record.vertex_count * sizeof(mote_vec3);
    memcpy(cluster->now, at, bytes);
    at += bytes;
    return record.has_topology ? read_topology(cluster, at) : at;
}

static const unsigned char *read_side(mote_mpi_world *world, const unsigned char *at)
{
    mpi_side_record record;
    memcpy(&record, at, sizeof record);
    at += sizeof record;
    mpi_side side = {.a = record.a,
                     .b = record.b,
                     .number = record.number,
                     .side = record.side,
                     .count = record.count,
                     .clusters = (const uint32_t *)(const void *)at};
    if (!mote_array_push(&world->sides, &world->allocator, side)) return NULL;
    return at + record.count * sizeof(uint32_t);
}

// From time to time, drops clusters that were last received long ago. Their senders expect this.
static void forget_old(mote_mpi_world *world)
{
    if (world->call % MPI_KEEP_FRAMES) return;
    for (size_t i = 0; i < world->visitors.all.count; i++) {
        mpi_visitor *v = &world->visitors.all.data[i];
        for (uint32_t k = 0; k < v->cluster_count; k++) {
            if (!v->clusters[k] || world->call - v->clusters[k]->frame <= MPI_KEEP_FRAMES) continue;
            release_cluster(v->clusters[k], &world->allocator);
            v->clusters[k] = NULL;
        }
    }
}

mote_result mpi_receive_clusters(mote_mpi_world *world)
{
    const mpi_exchange *x = &world->exchange;
    world->sides.count = 0;
    forget_old(world);
    for (int rank = 0; rank < world->rank_count; rank++) {
        const unsigned char *at = x->in.data + x->in_first[rank];
        const unsigned char *end = at + x->counts[world->rank_count + rank];
        while (at < end) {
            uint32_t kind;
            memcpy(&kind, at, sizeof kind);
            at = kind == MPI_RECORD_CLUSTER ? read_cluster(world, at) : read_side(world, at);
            if (!at) return mpi_no_memory("clusters of other ranks");
        }
    }
    return MOTE_OK;
}
