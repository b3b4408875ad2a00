// Trees of boxes over a shape: over the clusters of a fresh shape, or over the nodes of a shape on
// demand.

#ifndef MOTE_SHAPE_NODE_TREE_H
#define MOTE_SHAPE_NODE_TREE_H

#include "core/box_tree.h"
#include "shape/on_demand.h"
#include "shape/shape.h"

typedef struct mote_cluster_tree {
    mote_box_tree tree;
    uint64_t version; // of the shape when the tree was built; 0 before
} mote_cluster_tree;

// A zeroed tree is valid and empty.
void mote_cluster_tree_release(mote_cluster_tree *tree, const mote_allocator *allocator);

// Rebuilds the tree if the shape, which is fresh, has changed. Returns false if out of memory.
bool mote_cluster_tree_update(mote_cluster_tree *tree, const mote_shape *shape,
                              const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------
// A tree of either kind. Level 0 are leaves of 16 triangles, level 1 clusters. The children of node i are nodes 8 i .. 8 i + 7 of
// the level below. Nodes of a shape on demand are bounded when they are first visited.

typedef struct mote_node_tree {
    const mote_shape *shape;
    const mote_box_tree *planted; // null for a shape on demand
    const uint32_t *clusters;     // cluster of each leaf of the planted tree; null: all, in order
    // For a shape on demand over a step: the shape at the end of the step (`shape` is the one at
    // the start), and how much boxes over both shapes are widened. Null at an instant.
    const mote_shape *end;
    float by;
} mote_node_tree;

typedef struct mote_tree_node {
    mote_box box;
    uint32_t level, index;
} mote_tree_node;

enum { MOTE_NODE_TREE_LEVELS = MOTE_BOX_TREE_LEVELS + 2 }; // including the top

// A node above the root, for opening the root like any other node. The caller chooses its box.
static inline mote_tree_node mote_node_tree_top(const mote_node_tree *tree, const mote_box *box)
{
    uint32_t level =
        tree->planted ? tree->planted->level_count + 1 : tree->shape->clusters->levels.count;
    return (mote_tree_node){*box, level, 0};
}

// The boxes of eight siblings, as in mote_on_demand_boxes, over both ends of the step. The boxes
// are written to `room`.
const mote_box8 *mote_node_tree_boxes_over_step(const mote_node_tree *tree, uint32_t level,
                                                uint32_t group, mote_box8 *room);

static inline const mote_box8 *mote_node_tree_boxes(const mote_node_tree *tree, uint32_t level,
                                                    uint32_t group, mote_box8 *room)
{
    return tree->end ? mote_node_tree_boxes_over_step(tree, level, group, room)
                     : mote_on_demand_boxes(tree->shape, level, group);
}

// The boxes of the leaves of a cluster of a shape on demand.
static inline const mote_box8 *mote_node_tree_leaves(const mote_node_tree *tree, uint32_t cluster,
                                                     mote_box8 *room)
{
    return mote_node_tree_boxes(tree, 0, cluster, room);
}

// The boxes of a node's children. In a planted tree the node is above level 1. `room` may be null
// at an instant.
static inline const mote_box8 *mote_node_tree_open(const mote_node_tree *tree,
                                                   const mote_tree_node *node, mote_box8 *room)
{
    if (!tree->planted) return mote_node_tree_boxes(tree, node->level - 1, node->index, room);
    return tree->planted->groups.data + tree->planted->first_group[node->level - 2] + node->index;
}

// Returns the cluster of a node of level 1.
static inline uint32_t mote_node_tree_cluster(const mote_node_tree *tree,
                                              const mote_tree_node *node)
{
    return tree->clusters ? tree->clusters[node->index] : node->index;
}

static inline float mote_tree_node_size(const mote_tree_node *node)
{
    float x = node->box.max.x - node->box.min.x, y = node->box.max.y - node->box.min.y;
    float z = node->box.max.z - node->box.min.z;
    return x > y ? (x > z ? x : z) : (y > z ? y : z);
}

#endif
