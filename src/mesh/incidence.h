// The slots that use each vertex (in mesh order), and the slot that owns it. Each vertex and each
// edge is owned by its first slot, so that tests of pairs of triangles visit each vertex and edge
// once.

#ifndef MOTE_MESH_INCIDENCE_H
#define MOTE_MESH_INCIDENCE_H

#include "mesh/clusters.h"

// Bits of `owned`: corner i, and the edge from corner i to the next one.
#define MOTE_OWNS_CORNER(i) (1u << (i))
#define MOTE_OWNS_EDGE(i) (8u << (i))

// A vertex in mesh order, and the slot that owns it.
typedef struct mote_owned_vertex {
    uint32_t vertex, slot;
} mote_owned_vertex;

// An edge, its lower vertex in mesh order first, and the slot that owns it.
typedef struct mote_owned_edge {
    uint32_t low, high, slot;
} mote_owned_edge;

typedef struct mote_incidence {
    uint32_t vertex_count, triangle_count;
    uint32_t *first; // vertex_count + 1
    // The slots of vertex v are slots[first[v]] .. slots[first[v + 1] - 1], ascending, each once.
    uint32_t *slots;
    uint8_t *owned; // per slot
    // Slot s owns vertices[vertex_first[s]] .. vertices[vertex_first[s + 1] - 1], and likewise
    // edges.
    uint32_t *vertex_first, *edge_first; // triangle_count + 1
    mote_owned_vertex *vertices;         // vertex_count
    mote_owned_edge *edges;
} mote_incidence;

static inline uint32_t mote_edge_count(const mote_incidence *incidence)
{
    return incidence->edge_first[incidence->triangle_count];
}

// The edge from corner i of a slot to the next one.
static inline mote_owned_edge mote_edge_of_slot(const mote_clusters *clusters, uint32_t slot,
                                                uint32_t i)
{
    const uint32_t *corners = clusters->corners + 3 * (size_t)slot;
    uint32_t a = corners[i], b = corners[i == 2 ? 0 : i + 1];
    return (mote_owned_edge){a < b ? a : b, a < b ? b : a, slot};
}

// Returns false for no memory; then there is nothing to release.
bool mote_incidence_build(const mote_clusters *clusters, const mote_allocator *allocator,
                          mote_incidence *out);
void mote_incidence_release(mote_incidence *incidence, const mote_allocator *allocator);

#endif
