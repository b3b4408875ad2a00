// Shapes that are never fully deformed: vertices are evaluated and nodes bounded when somebody asks for
// them, each at most once until the shape changes. What was evaluated is where a streamed shape has it,
// in shape->xyz, with the same bits.
//
// Nodes are bounded, and vertices wanted, by one thread at a time; single vertices may be read by any
// number of them (two that want the same vertex at the same moment may both evaluate it).

#ifndef MOTE_SHAPE_ON_DEMAND_H
#define MOTE_SHAPE_ON_DEMAND_H

#include <stdatomic.h>

#include "shape/shape.h"

enum {
    MOTE_DEMAND_LEAF = 16,  // triangles of a leaf: eight leaves are one cluster
    MOTE_DEMAND_LEVELS = 11 // 16 * 8^10 exceeds 2^32
};

struct mote_on_demand {
    mote_shape *shape;
    float reach;    // boxes of nodes are widened by this
    uint32_t epoch; // raised when the shape changes
    // Boxes of nodes, eight siblings a group: leaves, clusters, and so on up to the root, which is
    // alone in its group. There are clusters even where one leaf is all there is.
    uint32_t level_count;
    uint32_t level_first[MOTE_DEMAND_LEVELS + 1]; // node ids
    uint32_t group_first[MOTE_DEMAND_LEVELS + 1];
    mote_box8 *groups;
    uint32_t *group_stamps;   // the epoch in which each was bounded
    _Atomic uint32_t *stamps; // per vertex in mesh order: 2 * epoch where it is being evaluated by
                              // somebody, one more where it has been
    uint32_t *wanted;         // the caller's vertices, stamped and to be evaluated
    uint32_t wanted_count;
    mote_box box;   // of the root, not widened; valid when the shape is on demand
    bool unbounded; // the deformer gave the root no finite box since the shape changed
    // Since they were last set to 0.
    _Atomic uint64_t evaluated;
    uint64_t bounded;
    uint64_t bounded_in_all; // since the shape changed
};

// Room for the nodes and vertices of a shape; false for no memory. Released by mote_shape_destroy.
bool mote_on_demand_create(mote_shape *shape, float reach, const mote_allocator *allocator);
void mote_on_demand_destroy(mote_on_demand *demand, const mote_allocator *allocator);

// The shape has changed: nothing is known.
void mote_on_demand_forget(mote_on_demand *demand);

// Counts from 0.
void mote_on_demand_begin_count(mote_on_demand *demand);

// Computes the box of the root; false if it is not finite. Called by mote_shape_go_on_demand.
bool mote_on_demand_bound_whole(const mote_shape *shape);

// The boxes of eight siblings of a shape that is asked on demand: nodes 8 * group .. 8 * group + 7 of
// a level. Level 0 are the leaves, of which cluster c has group c; level 1 the clusters. Valid until
// the shape changes.
const mote_box8 *mote_on_demand_boxes(const mote_shape *shape, uint32_t level, uint32_t group);

// Has the vertices of a leaf's triangles evaluated by the next mote_on_demand_evaluate, those that
// have not been.
void mote_on_demand_want_leaf(const mote_shape *shape, uint32_t leaf);

// Evaluates all that is wanted, in blocks on `tasks`.
void mote_on_demand_evaluate(const mote_shape *shape, const mote_tasks *tasks);

// One vertex, in mesh order, evaluated if it has not been.
mote_vec3 mote_on_demand_vertex(const mote_shape *shape, uint32_t vertex);

// Many, by the callers' numbers, in any order and with repetitions.
void mote_on_demand_read(const mote_shape *shape, const uint32_t *vertices, uint32_t count,
                         mote_vec3 *out);

#endif
