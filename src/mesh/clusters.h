// Clusters: groups of nearby triangles, the unit of work of the exact engine.
//
// The triangles are put into an order in which each run of MOTE_CLUSTER_TRIANGLES is compact in the
// rest shape, and so is each run of 8, 64, ... clusters and of 8, 16, ... triangles: a tree without
// pointers. A triangle's place in that order is its slot. The vertices are renumbered by their
// first use in slot order ("mesh order"), so that each cluster owns one run of vertices; the
// further vertices that its triangles use are its border, and belong to earlier clusters, its
// owners.

#ifndef MOTE_MESH_CLUSTERS_H
#define MOTE_MESH_CLUSTERS_H

#include <mote/mesh.h>

#include "core/array.h"
#include "core/box.h"

enum {
    MOTE_CLUSTER_TRIANGLES = 128,
    MOTE_LEAF_TRIANGLES = 8, // of the leaves that masks of neighbors are about
    MOTE_CLUSTER_LEAVES = MOTE_CLUSTER_TRIANGLES / MOTE_LEAF_TRIANGLES,
    MOTE_NODE_TRIANGLES = 16, // per leaf: eight leaves are one cluster
    MOTE_NODE_LEVELS = 11     // 16 * 8^10 exceeds 2^32
};

// The tree over the triangles in slot order, from the leaves up to the root: level 0 are leaves, level
// 1 clusters, and so on; eight siblings are a group. Nodes and groups are numbered level by level; the
// root is alone in its group. With a single leaf there is a cluster too, which has no number of its
// own as a node.
typedef struct mote_node_levels {
    uint32_t count;
    uint32_t node_first[MOTE_NODE_LEVELS + 1];
    uint32_t group_first[MOTE_NODE_LEVELS + 1];
} mote_node_levels;

typedef struct mote_clusters {
    uint32_t triangle_count;
    uint32_t cluster_count; // triangle_count / MOTE_CLUSTER_TRIANGLES, rounded up
    uint32_t vertex_count;  // vertices that some triangle uses
    uint32_t caller_vertex_count;
    uint32_t *triangle_of; // slot -> the caller's triangle
    uint32_t *corners;     // 3 * slot -> vertices in mesh order
    uint32_t *vertex_of;   // mesh order -> the caller's vertex
    uint32_t *place_of;    // the caller's vertex -> mesh order, MOTE_NONE if no triangle uses it
    // The caller's vertex -> the cluster that owns it, or cluster_count if no triangle uses it. Null for
    // more than UINT16_MAX clusters.
    uint16_t *owner_of;
    uint32_t *own_first;     // cluster_count + 1: the vertices that each cluster owns
    uint32_t *border_first;  // cluster_count + 1
    uint32_t *border;        // vertices in mesh order
    uint32_t *caller_border; // the same vertices, by the caller's numbers
    uint32_t *owner_first;   // cluster_count + 1
    uint32_t *owners;        // clusters that own the border vertices, each once, ascending
    // The same for groups of eight clusters: the other groups that own a group's border vertices.
    uint32_t *group_owner_first; // group count + 1
    uint32_t *group_owners;
    // The rest shape, for all bodies that are only moved.
    mote_node_levels levels;
    mote_box8 *rest_boxes; // of nodes, by group
    mote_vec3 rest_center; // of the root's box
    float rest_radius;     // no vertex is farther from it, after rounding
} mote_clusters;

// MOTE_ERROR_MEMORY is the only failure.
mote_result mote_clusters_build(const mote_vec3 *positions, uint32_t vertex_count,
                                const uint32_t *triangles, uint32_t triangle_count,
                                const mote_allocator *allocator, mote_clusters **out);
void mote_clusters_destroy(mote_clusters *clusters, const mote_allocator *allocator);

static inline uint32_t mote_node_group_count(const mote_node_levels *levels)
{
    return levels->group_first[levels->count];
}

// ---------------------------------------------------------------------------------------------
// Neighbors (neighbors.c): which triangles share a vertex, by leaves of eight triangles. Made once for a body that collides
// with itself.

// Two clusters with triangles that share a vertex, or one cluster with itself.
typedef struct mote_neighbor_clusters {
    uint32_t b; // not before a
    // Where the masks of their leaves begin, in the order of the leaves of a and then of b.
    uint32_t first_mask;
    // Bit j of leaves[i]: leaf i of a and leaf j of b have a mask. Of one cluster: j >= i, and always j == i.
    uint16_t leaves[MOTE_CLUSTER_LEAVES];
} mote_neighbor_clusters;

typedef struct mote_neighbors {
    uint32_t *first; // cluster_count + 1: the entries of `clusters` for each a
    MOTE_ARRAY(mote_neighbor_clusters) clusters;
    // Bit 8 * i + j of a mask is set if triangle i of the one leaf and triangle j of the other share no vertex; of one leaf,
    // if i < j besides.
    mote_u64_array masks;
    // Vertices with very many triangles would need very many masks. The masks leave them out: where this is set, triangles
    // that share no vertex by the masks may still share one.
    bool is_partial;
} mote_neighbors;

// MOTE_ERROR_MEMORY is the only failure. Then, and when all is zero, releasing is allowed; the mesh may be gone by then.
mote_result mote_neighbors_build(const mote_clusters *clusters, const mote_allocator *allocator,
                                 mote_neighbors *out);
void mote_neighbors_release(mote_neighbors *neighbors, uint32_t cluster_count,
                            const mote_allocator *allocator);

// The entry of two clusters, a <= b; null if none of their triangles share a vertex.
static inline const mote_neighbor_clusters *mote_neighbors_find(const mote_neighbors *neighbors,
                                                                uint32_t a, uint32_t b)
{
    const mote_neighbor_clusters *at = neighbors->clusters.data + neighbors->first[a];
    const mote_neighbor_clusters *end = neighbors->clusters.data + neighbors->first[a + 1];
    while (at < end && at->b != b) at++;
    return at < end ? at : NULL;
}

// ---------------------------------------------------------------------------------------------
// Owners of features (feature_owners.c): each vertex and each edge has one triangle that owns it, so that whoever looks at
// all pairs of triangles comes to each pair of features once (Curtis, Tamstorf, Manocha, "Fast collision detection for
// deformable models using representative-triangles", 2008).

// Per slot: bit k is set if the triangle owns corner k, bit 3 + k if it owns the edge from corner k to the next. The owner of
// an edge is the lowest of the caller's triangles that have it; a triangle that names one vertex twice has no edges.
// triangle_count bytes; null for no memory.
uint8_t *mote_feature_owners_build(const mote_clusters *clusters, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------

static inline uint32_t mote_cluster_groups(const mote_clusters *clusters)
{
    return (clusters->cluster_count + 7) / 8;
}

// Slots first .. end - 1 are the triangles of a cluster.
static inline uint32_t mote_cluster_first(uint32_t cluster)
{
    return cluster * MOTE_CLUSTER_TRIANGLES;
}

static inline uint32_t mote_cluster_end(const mote_clusters *clusters, uint32_t cluster)
{
    uint32_t end = (cluster + 1) * MOTE_CLUSTER_TRIANGLES;
    return end < clusters->triangle_count ? end : clusters->triangle_count;
}

#endif
