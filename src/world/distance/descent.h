// The simultaneous descent of the trees over the clusters that are kept.

#ifndef MOTE_WORLD_DISTANCE_DESCENT_H
#define MOTE_WORLD_DISTANCE_DESCENT_H

#include "world/distance/search.h"

// Looks at all pairs of clusters kept that may come below the bound, or returns false as soon as
// other axes would serve better: then the clusters must be kept anew, and the descent begins again.
bool mote_descend(mote_search *search);

#endif
