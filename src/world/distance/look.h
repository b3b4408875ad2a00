// Pairs of clusters: which of their triangles may come below the bound.

#ifndef MOTE_WORLD_DISTANCE_LOOK_H
#define MOTE_WORLD_DISTANCE_LOOK_H

#include "world/distance/waiting.h"

typedef struct mote_cluster_ref {
    uint32_t cluster;
    mote_box box; // along the present axes
} mote_cluster_ref;

// A cluster of a side with its exact box.
mote_cluster_ref mote_cluster_refer(const mote_search *search, int side, uint32_t cluster);

// Lowers the bound by the triangles of two clusters. A look misses none that is below it, unless new
// axes are wanted before it is through: what is left is then for the next descent.
void mote_look_at(mote_search *search, const mote_cluster_ref *a, const mote_cluster_ref *b,
                  mote_effort effort);

#endif
