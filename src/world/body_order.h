// A tree over bodies, rebuilt for each use.

#ifndef MOTE_WORLD_BODY_ORDER_H
#define MOTE_WORLD_BODY_ORDER_H

#include "core/box_tree.h"
#include "world/world.h"

typedef struct mote_body_order {
    mote_box_tree tree;
    mote_u32_array bodies;        // the body of each leaf, along a space-filling curve
    mote_u64_array keys, scratch; // used while sorting
} mote_body_order;

// A zeroed order is valid and empty.
void mote_body_order_release(mote_body_order *order, const mote_allocator *allocator);

// Begins a list of bodies.
void mote_body_order_begin(mote_body_order *order);

// Adds a body that has a box (mote_shape_bounds). Returns false if out of memory.
bool mote_body_order_add(mote_body_order *order, const mote_world *world, uint32_t body);

// Sorts the bodies and builds the tree over their boxes, each widened by `by`. Returns false if out
// of memory.
bool mote_body_order_finish(mote_body_order *order, const mote_world *world, float by);

#endif
