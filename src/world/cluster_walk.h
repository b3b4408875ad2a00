// The clusters of a body one by one, those that are nearest to a query first.

#ifndef MOTE_WORLD_CLUSTER_WALK_H
#define MOTE_WORLD_CLUSTER_WALK_H

#include "core/box_tree.h"

// How far away a box is at least, in the query's own measure; infinite where it is of no interest.
typedef double mote_box_measure(const void *query, const mote_box *box);

// Part of a tree: one node, or the cluster when the level is 0, with how far away it is at least.
typedef struct mote_tree_part {
    uint32_t level, node;
    double distance;
} mote_tree_part;

typedef struct mote_cluster_walk {
    const mote_box_tree *tree;
    const void *query;
    mote_box_measure *measure;
    uint32_t count;
    // Each of the at most eleven levels leaves at most seven parts waiting.
    mote_tree_part waiting[8 * MOTE_BOX_TREE_LEVELS];
} mote_cluster_walk;

// The tree and the query must outlive the walk; the query may change as the walk goes on.
void mote_cluster_walk_begin(mote_cluster_walk *walk, const mote_box_tree *tree, const void *query,
                             mote_box_measure *measure);

// The next cluster that may be as near as the bound; false where there is none.
bool mote_cluster_walk_next(mote_cluster_walk *walk, double bound, uint32_t *cluster);

#endif
