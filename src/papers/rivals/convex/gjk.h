// The closest points of two convex bodies, each known by its support function.
//
//   Gilbert, Johnson, Keerthi: "A Fast Procedure for Computing the Distance Between Complex Objects
//   in Three-Dimensional Space", IEEE Journal of Robotics and Automation 4 (2), 1988.

#ifndef MOTE_PAPERS_RIVALS_CONVEX_GJK_H
#define MOTE_PAPERS_RIVALS_CONVEX_GJK_H

#include "core/vec.h"

typedef struct mote_convex_body {
    const void *context;
    // A point of the body that is as far as any in the direction, which has no particular length.
    mote_dvec3 (*support)(const void *context, mote_dvec3 direction);
} mote_convex_body;

typedef struct mote_gjk {
    double distance; // 0 where the bodies meet, or come so near that doubles cannot tell
    mote_dvec3 on_a, on_b;
} mote_gjk;

// `towards` is where the search starts: any direction from a to b.
mote_gjk mote_gjk_distance(const mote_convex_body *a, const mote_convex_body *b,
                           mote_dvec3 towards);

#endif
