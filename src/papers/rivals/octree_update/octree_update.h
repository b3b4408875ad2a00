// The parts of method octree-update: cells, stored octrees (stored_octree.c), and their nodes in
// the present place of a body (turned_node.c).

#ifndef MOTE_PAPERS_RIVALS_OCTREE_UPDATE_H
#define MOTE_PAPERS_RIVALS_OCTREE_UPDATE_H

#include <math.h>

#include "core/array.h"
#include "core/box.h"
#include "core/transform.h"
#include "core/vec.h"
#include "method/method.h"

#define MOTE_OCTREE_MARGIN (1 + 1e-6) // far more than the rounding error of cells

typedef struct mote_octree_cell {
    mote_dvec3 center, half;
} mote_octree_cell;

static inline mote_octree_cell mote_octree_cell_of(const mote_box *box)
{
    mote_dvec3 low = mote_vec_widen(box->min), high = mote_vec_widen(box->max);
    return (mote_octree_cell){mote_dvec_scale(mote_dvec_add(low, high), 0.5),
                              mote_dvec_scale(mote_dvec_sub(high, low), 0.5)};
}

// Widened by `slack` on each side.
static inline mote_octree_cell mote_octree_cube(const mote_box *box, double slack)
{
    mote_octree_cell cube = mote_octree_cell_of(box);
    double half = fmax(cube.half.x, fmax(cube.half.y, cube.half.z)) + slack;
    return (mote_octree_cell){cube.center, {half, half, half}};
}

static inline mote_octree_cell mote_octree_child(const mote_octree_cell *at, int child)
{
    mote_octree_cell inner = {at->center, mote_dvec_scale(at->half, 0.5)};
    inner.center.x += child & 1 ? inner.half.x : -inner.half.x;
    inner.center.y += child & 2 ? inner.half.y : -inner.half.y;
    inner.center.z += child & 4 ? inner.half.z : -inner.half.z;
    return inner;
}

static inline mote_box mote_octree_cell_box(const mote_octree_cell *c)
{
    return (mote_box){mote_dvec_narrow(mote_dvec_sub(c->center, c->half)),
                      mote_dvec_narrow(mote_dvec_add(c->center, c->half))};
}

// The smallest cells that contain part of a face are black nodes.
typedef struct mote_black_node {
    mote_dvec3 center;
    uint32_t first_slot, slot_count; // in the octree's slots
} mote_black_node;

// The face octree of a rest shape: the state of a body.
typedef struct mote_stored_octree {
    double half; // half the side of every black node
    MOTE_ARRAY(mote_black_node) nodes;
    mote_u32_array slots;
} mote_stored_octree;

// Builds the octree of a mesh below a cube around it, with smallest cells on `level`. `out` is all
// zero. False for no memory; what was built until then is to be released too.
bool mote_stored_octree_build(mote_stored_octree *out, const mote_shape *shape, uint32_t level,
                              const mote_allocator *allocator);
void mote_stored_octree_release(mote_stored_octree *tree, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------
// Black nodes of a body that has moved (turned_node.c)

// A bound of the rounding error of vertices.
double mote_octree_slack(const mote_box *box);

// A black node in the present rotation of its body: the vectors from its center to the centers of
// its sides.
typedef struct mote_turned_node {
    mote_dvec3 half[3];
    mote_dvec3 normal[3]; // of its sides
    double reach[3];      // along the normals
    mote_dvec3 extent;    // half the sides of its box
} mote_turned_node;

mote_turned_node mote_turned_node_of(const mote_shape *shape, const mote_affine *map, double half);

// Whether a node with this center meets a cell. By the separating axes of the cell and of the node,
// without those across two edges: a few that are apart pass.
bool mote_turned_node_meets(const mote_turned_node *node, mote_dvec3 center,
                            const mote_octree_cell *c);

#endif
