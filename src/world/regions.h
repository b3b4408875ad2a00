// Regions: connected components of the face pairs of two bodies.

#ifndef MOTE_WORLD_REGIONS_H
#define MOTE_WORLD_REGIONS_H

#include <mote/world.h>

#include "core/array.h"
#include "mesh/mesh.h"

typedef struct mote_region_link {
    uint32_t parent; // a face pair of the same region that is not behind this one
    uint32_t flip;   // 1 where this pair names the two sides the other way round than its parent
} mote_region_link;

// The pairs of one face of a lie together.
typedef struct mote_region_run {
    uint32_t face;
    uint32_t first; // face pair; the last run is followed by one that begins at the end
} mote_region_run;

// All numbers of face pairs count from the first one of the two bodies.
typedef struct mote_regions {
    uint32_t count;
    mote_u32_array region_of;           // per face pair
    mote_u32_array first;               // count + 1: where each region begins in members
    mote_u32_array members;             // face pairs, ascending within each region
    MOTE_ARRAY(mote_region_link) links; // per face pair
    MOTE_ARRAY(mote_region_run) runs;   // the pairs of each face of a
    mote_u32_array table;               // hash table of runs by their face, plus one
} mote_regions;

void mote_regions_release(mote_regions *regions, const mote_allocator *allocator);

// Two face pairs are in one region when they share a face or an edge-adjacent face on one side, and
// share or neighbor on the other. Regions are numbered by their first face pair. `pairs` are sorted
// and different; for a body with itself (a == b and `self`) they name the lower face first. False
// for no memory.
bool mote_regions_find(mote_regions *regions, const mote_allocator *allocator, const mote_mesh *a,
                       const mote_mesh *b, bool self, const mote_face_pair *pairs, uint32_t count);

// Of a body with itself: does this pair name the region's two sides the other way round than the
// region's first pair does? Always false for two bodies.
static inline bool mote_region_flips(const mote_regions *regions, uint32_t pair)
{
    return regions->links.data[pair].flip;
}

#endif
