// The internals of a mesh: plain arrays, built once by mote_mesh_create.
//
// Each build step fills its own fields. The mesh owns every allocated block and releases all blocks
// together, so a step that fails just returns its result.

#ifndef MOTE_MESH_MESH_H
#define MOTE_MESH_MESH_H

#include <mote/mesh.h>

#include "core/arena.h"
#include "mesh/clusters.h"
#include "mesh/seeds.h"

// Enough for every array of every flag.
enum { MOTE_MESH_MAX_BLOCKS = 20 };

typedef struct mote_mesh_block {
    void *data;
    size_t bytes;
} mote_mesh_block;

struct mote_mesh {
    mote_memory memory;
    mote_allocator allocator; // counts in `memory`
    uint32_t flags;
    uint32_t vertex_count;
    uint32_t welded_count;
    uint32_t triangle_count;

    mote_vec3 *positions; // vertex_count, finite
    uint32_t *triangles;  // 3 * triangle_count, after the weld
    uint32_t *weld;       // vertex_count, or null

    // ADJACENCY
    mote_lists vertex_neighbors;
    mote_lists vertex_faces;
    uint32_t *face_neighbors;
    uint32_t *vertex_component;
    uint32_t *component_vertex; // component_count: the lowest of each
    uint32_t component_count;

    // NORMALS
    mote_vec3 *face_normals;
    mote_vec3 *vertex_normals;

    // FINDINGS
    mote_findings findings;
    bool closed;

    mote_clusters *clusters; // CLUSTERS, or null
    mote_seeds *seeds;       // SEEDS, or null

    // Measures, computed for all flags.
    float mean_edge_length;
    double area;
    double volume;
    mote_box box;

    // All arrays above. Clusters and seeds own their arrays.
    mote_mesh_block blocks[MOTE_MESH_MAX_BLOCKS];
    uint32_t block_count;
};

// Allocates memory that lives as long as the mesh. Returns null for no memory, with a message that
// names `what`.
void *mote_mesh_allocate(mote_mesh *mesh, size_t count, size_t size, const char *what);

static inline void mote_mesh_corners(const mote_mesh *mesh, uint32_t triangle, mote_vec3 out[3])
{
    const uint32_t *t = mesh->triangles + 3 * (size_t)triangle;
    out[0] = mesh->positions[t[0]];
    out[1] = mesh->positions[t[1]];
    out[2] = mesh->positions[t[2]];
}

// True for a triangle that names one vertex twice. Such a triangle has no edges.
static inline bool mote_triangle_is_collapsed(const uint32_t t[3])
{
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

#endif
