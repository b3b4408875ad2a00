// The exact box of every cluster of a shape, border vertices included, and the tree above them.

#ifndef MOTE_SHAPE_CLUSTER_TREE_H
#define MOTE_SHAPE_CLUSTER_TREE_H

#include "core/box_tree.h"
#include "shape/shape.h"

typedef struct mote_cluster_tree {
    mote_box_tree tree;
    uint64_t version; // of the shape when it was made; 0 before
} mote_cluster_tree;

mote_cluster_tree mote_cluster_tree_create(void);
void mote_cluster_tree_release(mote_cluster_tree *tree, const mote_allocator *allocator);

// Makes the tree anew where the shape, which is fresh, has changed; false for no memory.
bool mote_cluster_tree_update(mote_cluster_tree *tree, const mote_shape *shape,
                              const mote_allocator *allocator);

#endif
