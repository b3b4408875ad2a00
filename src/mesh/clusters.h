// Clusters: groups of nearby triangles, the unit of work of the exact engine.
//
// The triangles are sorted so that each run of MOTE_CLUSTER_TRIANGLES is compact in the rest shape,
// and so is each run of 8, 64, ... clusters and of 8, 16, ... triangles: a tree without pointers. A
// triangle's index in this order is its slot. The vertices are renumbered by their first use in
// slot order ("mesh order"), so that each cluster owns one run of vertices. The other vertices of
// the cluster's triangles are its border. Border vertices belong to earlier clusters, the owners of
// the border.

#ifndef MOTE_MESH_CLUSTERS_H
#define MOTE_MESH_CLUSTERS_H

#include <mote/mesh.h>

#include "core/array.h"
#include "core/box.h"

enum {
    MOTE_CLUSTER_TRIANGLES = 128,
    MOTE_LEAF_TRIANGLES = 8, // per leaf of the neighbor masks
    MOTE_CLUSTER_LEAVES = MOTE_CLUSTER_TRIANGLES / MOTE_LEAF_TRIANGLES,
    MOTE_NODE_TRIANGLES = 16, // per leaf: eight leaves are one cluster
    MOTE_NODE_LEVELS = 11     // 16 * 8^10 exceeds 2^32
};

// The tree over the triangles in slot order, from the leaves up to the root: level 0 are leaves,
// level 1 clusters, and so on; eight siblings are a group. Nodes and groups are numbered level by
// level; the root is the only node of its group. A mesh with a single leaf also has a cluster, but
// no node for it.
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
    // The caller's vertex -> the cluster that owns it, or cluster_count if no triangle uses it.
    // Null for more than UINT16_MAX clusters.
    uint16_t *owner_of;
    uint32_t *own_first;     // cluster_count + 1: the vertices that each cluster owns
    uint32_t *border_first;  // cluster_count + 1
    uint32_t *border;        // vertices in mesh order
    uint32_t *caller_border; // the vertices of `border` in the caller's numbering
    uint32_t *owner_first;   // cluster_count + 1
    uint32_t *owners;        // clusters that own the border vertices, each once, ascending
    // For each group of eight clusters, the other groups that own the group's border vertices.
    uint32_t *group_owner_first; // group count + 1
    uint32_t *group_owners;
    // The rest shape, for all rigid bodies.
    mote_node_levels levels;
    mote_box8 *rest_boxes; // of nodes, by group
    mote_vec3 rest_center; // of the root's box
    float rest_radius; // upper bound of the distance of a vertex from rest_center, after rounding
} mote_clusters;

// Fails only with MOTE_ERROR_MEMORY.
mote_result mote_clusters_build(const mote_vec3 *positions, uint32_t vertex_count,
                                const uint32_t *triangles, uint32_t triangle_count,
                                const mote_allocator *allocator, mote_clusters **out);
void mote_clusters_destroy(mote_clusters *clusters, const mote_allocator *allocator);

static inline uint32_t mote_node_group_count(const mote_node_levels *levels)
{
    return levels->group_first[levels->count];
}

// ---------------------------------------------------------------------------------------------
// Neighbors (neighbors.c): triangles that share a vertex, by leaves of eight triangles. Built once for a self-colliding body.

// Two clusters with triangles that share a vertex, or one cluster with itself.
typedef struct mote_neighbor_clusters {
    uint32_t b; // b >= a
    // Index of the first mask. Masks are sorted by the leaf of a and then by the leaf of b.
    uint32_t first_mask;
    // Bit j of leaves[i]: leaf i of a and leaf j of b have a mask. If a == b, then j >= i, and j ==
    // i always has a mask.
    uint16_t leaves[MOTE_CLUSTER_LEAVES];
} mote_neighbor_clusters;

typedef struct mote_neighbors {
    uint32_t *first; // cluster_count + 1: the entries of `clusters` for each a
    MOTE_ARRAY(mote_neighbor_clusters) clusters;
    // Bit 8 * i + j of a mask is set if triangle i of the leaf of a and triangle j of the leaf of b
    // share no vertex. If both are the same leaf, only bits with i < j are set.
    mote_u64_array masks;
    // Set if the masks leave out vertices with very many triangles, which would need very many
    // masks. Triangles that share no vertex according to a mask may then still share one.
    bool is_partial;
} mote_neighbors;

// Fails only with MOTE_ERROR_MEMORY. Releasing is allowed after a failure, for an all-zero struct,
// and after the release of the mesh.
mote_result mote_neighbors_build(const mote_clusters *clusters, const mote_allocator *allocator,
                                 mote_neighbors *out);
void mote_neighbors_release(mote_neighbors *neighbors, uint32_t cluster_count,
                            const mote_allocator *allocator);

// The entry of clusters a <= b; null if no triangle of a shares a vertex with a triangle of b.
static inline const mote_neighbor_clusters *mote_neighbors_find(const mote_neighbors *neighbors,
                                                                uint32_t a, uint32_t b)
{
    const mote_neighbor_clusters *at = neighbors->clusters.data + neighbors->first[a];
    const mote_neighbor_clusters *end = neighbors->clusters.data + neighbors->first[a + 1];
    while (at < end && at->b != b) at++;
    return at < end ? at : NULL;
}

// ---------------------------------------------------------------------------------------------
// Owners of features (feature_owners.c): each vertex and each edge is owned by one triangle, so that a search over all pairs
// of triangles visits each pair of features once (Curtis, Tamstorf, Manocha, "Fast collision detection for deformable models
// using representative-triangles", 2008).

// Returns triangle_count bytes, one per slot, or null for no memory. Bit k is set if the triangle
// owns corner k, bit 3 + k if the triangle owns the edge from corner k to the next. The owner of an
// edge is the lowest of the caller's triangles with that edge. A triangle that names one vertex
// twice has no edges.
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
