// Finds pairs of clusters of two shapes whose boxes overlap, if at least one shape is on demand.
// Both trees are descended together; nodes of a shape on demand are bounded when the descent
// reaches them.

#ifndef MOTE_SHAPE_NODE_PAIRS_H
#define MOTE_SHAPE_NODE_PAIRS_H

#include "shape/node_tree.h"

typedef struct mote_node_pair {
    mote_tree_node node[2];
} mote_node_pair;

// The caller sets the trees. Each level of either tree leaves at most seven pairs waiting.
typedef struct mote_node_pairs {
    mote_node_tree tree[2];
    uint32_t count;
    bool too_costly; // ended early: evaluating all vertices of a shape on demand has become cheaper
    mote_node_pair waiting[8 * 2 * MOTE_NODE_TREE_LEVELS];
} mote_node_pairs;

// Begins with the two roots. Nodes that do not overlap the region are skipped.
void mote_node_pairs_begin(mote_node_pairs *pairs, const mote_box *region);

// Returns the next pair of clusters, in any order. Returns false at the end, or if the descent has
// become too costly.
bool mote_node_pairs_next(mote_node_pairs *pairs, mote_node_pair *out);

// Must the shape of this tree become fresh, because it may not stay on demand?
bool mote_node_tree_is_costly(const mote_node_tree *tree);

// Finds the overlapping leaves of two clusters, both on demand. Sets one bit per leaf of each
// cluster in `found`, which must be zero.
void mote_node_pair_leaves(const mote_node_pairs *pairs, const mote_node_pair *pair,
                           uint32_t found[2]);

#endif
