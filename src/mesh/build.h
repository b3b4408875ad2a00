// The build steps of a mesh, in the order in which mote_mesh_create runs them. A step that fails
// has set the message. `scratch` holds temporary data of the build.

#ifndef MOTE_MESH_BUILD_H
#define MOTE_MESH_BUILD_H

#include "mesh/mesh.h"

// Lists of vertex neighbors hold up to six entries per triangle, numbered in 32 bits; sides of
// triangles are numbered in 31.
#define MOTE_MESH_MAX_LISTED_TRIANGLES ((size_t)UINT32_MAX / 6)

// Borders of clusters and lists of a node's vertices hold up to three entries per triangle.
#define MOTE_MESH_MAX_CLUSTERED_TRIANGLES ((size_t)UINT32_MAX / 3)

mote_result mote_mesh_weld(mote_mesh *mesh, mote_weld weld, float tolerance, mote_arena *scratch);

// ---------------------------------------------------------------------------------------------
// The sides of all triangles, sorted by edge.
//
// Side 3 * t + i of triangle t runs from its corner i to the next one. A triangle that names one
// vertex twice has no edges, and its sides are left out.

typedef struct mote_side {
    uint32_t high; // the higher vertex
    uint32_t bits; // the side's number and MOTE_SIDE_DOWN
} mote_side;

// Set in `bits` of a side that runs from the higher vertex to the lower one.
#define MOTE_SIDE_DOWN 0x80000000u

// The sides whose lower vertex is v are items[first[v]] .. items[first[v + 1] - 1], sorted by the
// higher vertex and then by number.
typedef struct mote_sides {
    uint32_t *first;
    mote_side *items;
} mote_sides;

// Allocates from `scratch`. Takes linear time.
mote_result mote_sides_sort(const mote_mesh *mesh, mote_arena *scratch, mote_sides *out);

static inline uint32_t mote_side_number(mote_side side)
{
    return side.bits & ~MOTE_SIDE_DOWN;
}

// The number of sides on the edge of side i. Side i must be the first side of the edge; the list
// ends at `end`.
static inline uint32_t mote_sides_on_edge(const mote_sides *sides, uint32_t i, uint32_t end)
{
    uint32_t next = i + 1;
    while (next < end && sides->items[next].high == sides->items[i].high) next++;
    return next - i;
}

// ---------------------------------------------------------------------------------------------

mote_result mote_mesh_build_adjacency(mote_mesh *mesh, const mote_sides *sides,
                                      mote_arena *scratch);
mote_result mote_mesh_build_findings(mote_mesh *mesh, const mote_sides *sides, mote_arena *scratch);
mote_result mote_mesh_build_normals(mote_mesh *mesh, mote_arena *scratch);

#endif
