// Pairs of clusters of two shapes whose boxes overlap, where at least one shape is on demand: two trees are descended together, and the
// nodes of a shape on demand are bounded as the descent comes to them.

#ifndef MOTE_SHAPE_NODE_PAIRS_H
#define MOTE_SHAPE_NODE_PAIRS_H

#include "shape/node_tree.h"

typedef struct mote_node_pair {
    mote_tree_node node[2];
} mote_node_pair;

// The caller sets the trees. Each level of either one leaves at most seven pairs waiting.
typedef struct mote_node_pairs {
    mote_node_tree tree[2];
    uint32_t count;
    bool too_costly; // ended early: evaluating a shape on demand as a whole has become cheaper
    mote_node_pair waiting[8 * 2 * MOTE_NODE_TREE_LEVELS];
} mote_node_pairs;

// Begins with the two roots. Only what overlaps the region is looked at.
void mote_node_pairs_begin(mote_node_pairs *pairs, const mote_box *region);

// The next pair of clusters, in any order. False if there is no other, or if it has become too costly.
bool mote_node_pairs_next(mote_node_pairs *pairs, mote_node_pair *out);

// Must the shape of this tree become fresh, because it may not stay on demand?
bool mote_node_tree_is_costly(const mote_node_tree *tree);

// The leaves of two clusters, both on demand, whose boxes overlap each other: bits of those of each. `found` is 0 before.
void mote_node_pair_leaves(const mote_node_pairs *pairs, const mote_node_pair *pair,
                           uint32_t found[2]);

#endif
