// The face octree of a rest shape: its black nodes, which are the smallest cells that contain part of a face, each
// with the list of those faces.

#ifndef MOTE_PAPERS_RIVALS_OCTREE_UPDATE_STORED_OCTREE_H
#define MOTE_PAPERS_RIVALS_OCTREE_UPDATE_STORED_OCTREE_H

#include "core/array.h"
#include "core/vec.h"
#include "shape/shape.h"

typedef struct mote_black_node {
    mote_dvec3 center;
    uint32_t first_slot, slot_count; // in the octree's slots
} mote_black_node;

typedef struct mote_stored_octree {
    double half; // half the side of every black node
    MOTE_ARRAY(mote_black_node) nodes;
    mote_u32_array slots;
} mote_stored_octree;

// Halves the cube around the rest shape `level` times. False for no memory.
bool mote_stored_octree_build(mote_stored_octree *tree, const mote_shape *shape, uint32_t level,
                              const mote_allocator *allocator);
void mote_stored_octree_release(mote_stored_octree *tree, const mote_allocator *allocator);

#endif
