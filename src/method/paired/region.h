// The region of face pairs around two faces that meet, from neighbor to neighbor.

#ifndef MOTE_METHOD_PAIRED_REGION_H
#define MOTE_METHOD_PAIRED_REGION_H

#include "method/paired/descent.h"

typedef struct mote_region_walk {
    mote_descent *descent;
    mote_untyped *found; // mote_face_pair: the pairs of the region, as far as they are known
    uint32_t most;       // stop after so many
    bool report;         // add those found to the sink
    uint32_t candidate;  // there
} mote_region_walk;

// From a face pair that meets to all that are joined to it, as contacts are (world/regions.h), or to some
// of them if there are more than `most`. They and the pairs around them count as seen afterwards: a
// descent that comes into the region later ends there.
void mote_region_follow(mote_region_walk *walk, const uint32_t first[2]);

#endif
