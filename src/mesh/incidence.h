// Which triangles use a vertex, in mesh order and slots, and which of them owns it. Each vertex and each edge is owned by the
// first slot that has it, so that work on pairs of triangles tests each vertex and edge once.

#ifndef MOTE_MESH_INCIDENCE_H
#define MOTE_MESH_INCIDENCE_H

#include "mesh/clusters.h"

// Bits of `owned`: corner i, and the edge from corner i to the next one.
#define MOTE_OWNS_CORNER(i) (1u << (i))
#define MOTE_OWNS_EDGE(i) (8u << (i))

typedef struct mote_incidence {
    uint32_t vertex_count, triangle_count;
    uint32_t *first; // vertex_count + 1
    uint32_t *
        slots; // those of vertex v are slots[first[v]] .. slots[first[v + 1] - 1], ascending, each once
    uint8_t *owned; // per slot
} mote_incidence;

// False for no memory; then there is nothing to release.
bool mote_incidence_build(const mote_clusters *clusters, const mote_allocator *allocator,
                          mote_incidence *out);
void mote_incidence_release(mote_incidence *incidence, const mote_allocator *allocator);

#endif
