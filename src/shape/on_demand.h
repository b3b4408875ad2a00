// Shapes on demand: vertices are evaluated and nodes bounded when they are needed, each at most
// once until the shape changes. Evaluated vertices are in shape->xyz, bitwise equal to those of a
// fresh shape. shape/readiness.h decides whether a shape stays on demand.
//
// One thread at a time may bound nodes and collect wanted vertices. Any number of threads may read
// single vertices; two that read the same vertex at the same time may both evaluate it.

#ifndef MOTE_SHAPE_ON_DEMAND_H
#define MOTE_SHAPE_ON_DEMAND_H

#include <stdatomic.h>

#include "core/simd.h"
#include "shape/shape.h"

struct mote_on_demand {
    mote_shape *shape;
    // Sizes of the arrays below, because the mesh may be destroyed first.
    uint32_t group_count, vertex_count;
    float reach;    // boxes of nodes are widened by this distance
    uint32_t epoch; // raised when the shape changes
    // Boxes of nodes, eight siblings per group, as clusters->levels numbers them.
    mote_box8 *groups;
    uint32_t *group_stamps; // the epoch in which each group was bounded
    // Per vertex in mesh order: 2 * epoch while a thread evaluates it, 2 * epoch + 1 once it is
    // stored.
    _Atomic uint32_t *stamps;
    uint32_t *wanted; // the caller's indices of vertices that are stamped and wait to be evaluated
    uint32_t wanted_count;
    mote_box box;   // of the root, not widened; valid when the shape is on demand
    bool unbounded; // the deformer gave the root no finite box since the shape changed
    // Counts since mote_on_demand_begin_count.
    _Atomic uint64_t evaluated;
    uint64_t bounded;
    uint64_t bounded_in_all; // since the shape changed
};

// Returns false if out of memory. Afterwards the root can be bounded. Released by
// mote_shape_destroy.
bool mote_on_demand_create(mote_shape *shape, float reach, const mote_allocator *allocator);

// Allocates the arrays of nodes and vertices. Required before boxes or vertices are read. Returns
// false if out of memory.
bool mote_on_demand_make_room(mote_on_demand *demand, const mote_allocator *allocator);

static inline bool mote_on_demand_has_room(const mote_on_demand *demand)
{
    return demand->stamps != NULL;
}

void mote_on_demand_destroy(mote_on_demand *demand, const mote_allocator *allocator);

// Discards everything, because the shape has changed.
void mote_on_demand_forget(mote_on_demand *demand);

// Sets the counts of a frame to 0.
void mote_on_demand_begin_count(mote_on_demand *demand);

// Computes the box of the root; false if it is not finite. Called by mote_shape_go_on_demand.
bool mote_on_demand_bound_whole(const mote_shape *shape);

// The boxes of eight siblings of a shape on demand: nodes 8 * group .. 8 * group + 7 of a level.
// Level 0 are the leaves (group c holds the leaves of cluster c), level 1 the clusters. Valid until
// the shape changes.
const mote_box8 *mote_on_demand_boxes(const mote_shape *shape, uint32_t level, uint32_t group);

// Adds the vertices of a leaf's triangles that have not been evaluated to the list for the next
// mote_on_demand_evaluate.
void mote_on_demand_want_leaf(const mote_shape *shape, uint32_t leaf);

// Evaluates the wanted vertices, in blocks on `tasks`.
void mote_on_demand_evaluate(const mote_shape *shape, const mote_tasks *tasks);

// Returns a vertex, by its index in mesh order. Evaluates it if necessary.
mote_vec3 mote_on_demand_vertex(const mote_shape *shape, uint32_t vertex);

// Reads many vertices by the caller's indices, in any order and with repetitions.
void mote_on_demand_read(const mote_shape *shape, const uint32_t *vertices, uint32_t count,
                         mote_vec3 *out);

// ---------------------------------------------------------------------------------------------
// Rigid bodies (rigid.c)

// The rest shape as a deformation, for bodies that only move rigidly. Vertices are transformed on
// demand; nodes are bounded by transforming the boxes of the rest shape, which all bodies of a mesh
// share.
mote_deformation mote_rigid_deformation(const mote_mesh *mesh);

// The boxes around the eight given ones after the transform, widened by the rounding error of
// vertices. Empty boxes stay empty. Bounds that overflow become infinite.
MOTE_DECLARE_KERNEL(void, mote_transform_boxes,
                    (const mote_box8 *boxes, const mote_transform *transform, mote_box8 *out));

#endif
