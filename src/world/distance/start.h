// A first bound, from which the pruning lives: the closer to the answer, the less is left to do.

#ifndef MOTE_WORLD_DISTANCE_START_H
#define MOTE_WORLD_DISTANCE_START_H

#include "world/distance/search.h"

// From a pair of triangles down to the closest that their two clusters have to offer, as far as
// glances tell.
void mote_start_from_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b);

// The same from nothing but up-to-date trees over the clusters of both bodies.
void mote_start_cold(mote_search *search, const mote_box_tree *const trees[2]);

#endif
