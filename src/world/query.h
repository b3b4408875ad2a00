// What the queries of a point, a ray, a ball and a box have in common. All go through the tree over a
// body's clusters, which the first query after a change makes, then look at the faces of the clusters
// that are left one by one with the exact kernels.

#ifndef MOTE_WORLD_QUERY_H
#define MOTE_WORLD_QUERY_H

#include "world/cluster_walk.h"
#include "world/world.h"

// Where nothing was found.
extern const mote_surface_point mote_query_nowhere;

// Is the vector, called `what` in the message, finite?
mote_result mote_query_check_vector(mote_vec3 v, const char *what);

// Is the body asked for, and may it be in reach? Brings it up to date only if so; a body with a
// position that is not finite is nowhere.
bool mote_query_reaches(mote_world *world, mote_body *body, uint64_t mask, const void *query,
                        mote_box_measure *measure);

// Makes the tree of a body that is up to date.
mote_result mote_query_ready_tree(mote_world *world, mote_body *body);

#endif
