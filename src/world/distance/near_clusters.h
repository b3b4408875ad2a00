// The clusters that may hold something closer than the bound.

#ifndef MOTE_WORLD_DISTANCE_NEAR_CLUSTERS_H
#define MOTE_WORLD_DISTANCE_NEAR_CLUSTERS_H

#include "world/distance/search.h"

// Fills kept, boxes, whole and tree of both sides, along the present axes. Clusters are left out only
// where all their triangles are certainly no closer than the bound.
void mote_keep_near_clusters(mote_search *search, const mote_allocator *allocator);

#endif
