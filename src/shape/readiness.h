// Raises a shape to the readiness that a stage of a frame, or a query, requires. Whether a shape may
// stay on demand is decided here.

#ifndef MOTE_SHAPE_READINESS_H
#define MOTE_SHAPE_READINESS_H

#include "shape/shape.h"

// May the shape stay on demand? Only if its deformer can bound nodes, its bound of the whole shape
// is finite, and fewer nodes have been bounded than make evaluating every vertex cheaper. A stage
// that needs all vertices (self-collision, methods without MOTE_ABILITY_ON_DEMAND, depth,
// containment) requires MOTE_SHAPE_FRESH instead.
bool mote_shape_may_stay_on_demand(const mote_shape *shape);

// Puts a shape that waits, or is only bounded, on demand if it may stay so: bounds it as a whole.
// False if it must be updated instead. One thread at a time per deformer.
bool mote_shape_go_on_demand(mote_shape *shape);

// Brings the shape at least to `level` by the cheapest way it allows; does nothing if it is there
// already. A shape that cannot be put on demand is streamed if it can be and the level allows it, and
// becomes fresh otherwise. Vertices are read in blocks on `tasks`.
void mote_shape_require(mote_shape *shape, mote_readiness level, const mote_tasks *tasks);

// The same for a shape below the level that is not put on demand: streams it, or makes it fresh. From
// any thread.
void mote_shape_read(mote_shape *shape, mote_readiness level, const mote_tasks *tasks);

// Brings a shape that waits, or is only bounded, to what a distance query begins with: on demand, streamed or
// fresh. Streamed if its positions come in for every query.
void mote_shape_require_for_query(mote_shape *shape, const mote_tasks *tasks);

// Is it cheaper to make the shape fresh than to evaluate a part of it?
bool mote_shape_is_small_and_rigid(const mote_shape *shape);

// Is it cheaper to make a shape fresh that is at rest and on demand, and may meet another one in the region, than to visit its nodes?
bool mote_shape_is_cheaper_fresh(const mote_shape *shape, const mote_box *region);

// Makes a shape fresh that may meet another one in the region, if that takes less than what it would
// otherwise be asked for: the second look at a streamed shape (shape/streamed.h), or the nodes of a
// rigid one. It does for small shapes, and where no side of the region cuts off much. This depends on
// the shape's box and the region only, not on earlier frames.
void mote_shape_require_in_region(mote_shape *shape, const mote_box *region,
                                  const mote_tasks *tasks);

// For methods, which see shapes as constant: makes a shape on demand fresh in the middle of a frame
// because it may not stay on demand any more. Its vertices count as evaluated on demand.
void mote_shape_leave_on_demand(const mote_shape *shape, const mote_tasks *tasks);

#endif
