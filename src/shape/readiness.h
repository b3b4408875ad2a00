// Raises a shape to the readiness that a stage of a frame, or a query, requires. Decides whether a
// shape may stay on demand.

#ifndef MOTE_SHAPE_READINESS_H
#define MOTE_SHAPE_READINESS_H

#include "shape/shape.h"

// May the shape stay on demand? Only if its deformer can bound nodes, the box of the root is
// finite, and so few nodes have been bounded that evaluating every vertex is not cheaper. A stage
// that needs all vertices (self-collision, methods without MOTE_ABILITY_ON_DEMAND, depth,
// containment) requires MOTE_SHAPE_FRESH instead.
bool mote_shape_may_stay_on_demand(const mote_shape *shape);

// Puts a shape that is waiting or bounded on demand, if it may stay on demand, and bounds its root.
// Returns false if the shape must be updated instead. Called by one thread at a time per deformer.
bool mote_shape_go_on_demand(mote_shape *shape);

// Raises the shape to at least `level` in the cheapest way: on demand if possible, otherwise
// streamed if possible and sufficient, otherwise fresh. Does nothing if the shape has reached the
// level. Vertices are read in blocks on `tasks`.
void mote_shape_require(mote_shape *shape, mote_readiness level, const mote_tasks *tasks);

// Like mote_shape_require for a shape below the level that is not put on demand: streams it or
// makes it fresh. May be called from any thread.
void mote_shape_read(mote_shape *shape, mote_readiness level, const mote_tasks *tasks);

// Prepares a shape that is waiting or bounded for a distance query: on demand, streamed or fresh.
// It is streamed if its positions are set anew for every query.
void mote_shape_require_for_query(mote_shape *shape, const mote_tasks *tasks);

// Is making the shape fresh cheaper than evaluating a part of it?
bool mote_shape_is_small_and_rigid(const mote_shape *shape);

// Is making the shape fresh cheaper than visiting its nodes? For a shape at rest and on demand that
// may meet another one in the region.
bool mote_shape_is_cheaper_fresh(const mote_shape *shape, const mote_box *region);

// Makes a shape that may meet another one in the region fresh, if that is cheaper than the
// alternative: the second pass over a streamed shape (shape/streamed.h), or the nodes of a rigid
// one. This holds for small shapes, and if no side of the region cuts off much. The decision
// depends only on the shape's box and the region, not on earlier frames.
void mote_shape_require_in_region(mote_shape *shape, const mote_box *region,
                                  const mote_tasks *tasks);

// For methods, which see shapes as constant: makes a shape on demand fresh in the middle of a frame
// because it may not stay on demand. All its vertices count as evaluated on demand.
void mote_shape_leave_on_demand(const mote_shape *shape, const mote_tasks *tasks);

#endif
