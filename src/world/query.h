// Common code of queries with a point, a ray, a ball or a box. All descend the tree over a body's
// clusters, which the first query after a change builds, and test the faces of the remaining
// clusters one by one with the exact kernels.

#ifndef MOTE_WORLD_QUERY_H
#define MOTE_WORLD_QUERY_H

#include "core/box_tree.h"
#include "world/world.h"

// A lower bound of the distance to a box, in units of the query; infinite if the box is irrelevant.
typedef double mote_box_measure(const void *query, const mote_box *box);

// Part of a tree: a node, or a cluster if the level is 0, with a lower bound of its distance.
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

// Returns the next cluster that may be as near as the bound. Returns false if there is none.
bool mote_cluster_walk_next(mote_cluster_walk *walk, double bound, uint32_t *cluster);

// ---------------------------------------------------------------------------------------------
// Bodies

// The result if nothing was found.
extern const mote_surface_point mote_query_nowhere;

// Fails if the vector, argument `what` of `function`, is not finite.
mote_result mote_query_check_vector(mote_vec3 v, const char *function, const char *what);

// Is the body in the mask, and may it be in reach? Makes it fresh only if its bounds are in reach.
// Sets *reaches to false for a body with a position that is not finite. MOTE_ERROR_MEMORY is the
// only failure.
mote_result mote_query_reaches(mote_world *world, mote_body *body, uint64_t mask, const void *query,
                               mote_box_measure *measure, bool *reaches);

// Builds the tree of a fresh body if it is out of date.
mote_result mote_query_ready_tree(mote_world *world, mote_body *body);

#endif
