// The nodes of a mesh, and bounds of their vertices.

#ifndef MOTE_DEFORM_NODES_H
#define MOTE_DEFORM_NODES_H

#include <mote/deform.h>

#include "core/memory.h"
#include "core/transform.h"
#include "mesh/clusters.h"

// ---------------------------------------------------------------------------------------------
// Nodes

typedef struct mote_node_shape {
    mote_oriented_box box;
    mote_vec3 rounding;
} mote_node_shape;

struct mote_nodes {
    mote_memory memory;
    mote_allocator allocator; // counts in `memory`
    const mote_mesh *mesh;
    uint32_t node_count;
    mote_node_levels levels; // a copy: the mesh may be destroyed first
    uint32_t *leaf_first;    // leaf count + 1: into `vertices`; also defines ranges of inner nodes
    uint32_t *vertices;      // in the caller's numbering
    mote_node_shape *shapes;
};

typedef struct mote_vertex_span {
    const uint32_t *vertices;
    uint32_t count;
} mote_vertex_span;

mote_vertex_span mote_nodes_vertices(const mote_nodes *nodes, uint32_t node);

// The coordinates of a rest position in a node's box, between -1 and 1 for the vertices of the
// node; 0 along an axis without length.
mote_dvec3 mote_node_place(const mote_node_shape *shape, mote_vec3 position);

// A small oriented box around `count` points, 1 or more, up to rounding.
mote_oriented_box mote_fit_box(const mote_vec3 *points, uint32_t count);

// ---------------------------------------------------------------------------------------------
// Bounds
//
// A bound says that the vertices of a node lie at c + s0 g0 + s1 g1 + s2 g2 + e, where (s0, s1, s2)
// is a vertex's place in the node's rest box, each between -1 and 1, and |e| <= r along each axis:
// an affine map of the rest box plus a remainder, see docs/deformers.md. Each deformer of a chain
// replaces the bound by a bound of its own results, rounding to float included.

typedef struct mote_node_bound {
    mote_dvec3 c;
    mote_dvec3 g[3];
    mote_dvec3 r;
} mote_node_bound;

// Half the distance between neighboring floats near 1, plus a margin for the rounding of the bounds
// in double.
#define MOTE_FLOAT_UNIT 5.97e-8

// An upper bound of the distance of the vertices from the center along each axis.
static inline mote_dvec3 mote_node_bound_extent(const mote_node_bound *b)
{
    mote_dvec3 e = b->r;
    for (int j = 0; j < 3; j++) e = mote_dvec_add(e, mote_dvec_abs(b->g[j]));
    return e;
}

// The largest absolute coordinate along each axis.
static inline mote_dvec3 mote_node_bound_reach(const mote_node_bound *b)
{
    return mote_dvec_add(mote_dvec_abs(b->c), mote_node_bound_extent(b));
}

mote_node_bound mote_nodes_rest_bound(const mote_nodes *nodes, uint32_t node);

// Replaces the bound by a bound after the transform, including the rounding in core/transform.h.
void mote_node_bound_transform(const mote_transform *transform, mote_node_bound *bound);

// The box of the bound, rounded outwards.
mote_box mote_node_bound_box(const mote_node_bound *bound);

// The smallest float that is not below x, for stored half sizes.
float mote_round_up(double x);

#endif
