// What the methods for convex bodies share: is a mesh convex, and the closest points of two convex
// bodies.

#ifndef MOTE_PAPERS_RIVALS_CONVEX_H
#define MOTE_PAPERS_RIVALS_CONVEX_H

#include "core/vec.h"
#include "mesh/mesh.h"

// MOTE_ERROR_REFUSED, with the reason, unless the rest shape is closed, in one piece, and no edge
// is concave by more than rounding explains (1e-5 of the longest side of its box). The message
// starts with the name of the method.
mote_result mote_check_convex(const mote_mesh *mesh, const char *method);

// A convex body, given by its support function.
typedef struct mote_convex_body {
    const void *context;
    // A point of the body that is farthest in the direction, which need not have unit length.
    mote_dvec3 (*support)(const void *context, mote_dvec3 direction);
} mote_convex_body;

typedef struct mote_gjk {
    double distance; // 0 where the bodies meet, or are too close for double precision
    mote_dvec3 on_a, on_b;
} mote_gjk;

// The closest points of two convex bodies:
//
//   Gilbert, Johnson, Keerthi: "A Fast Procedure for Computing the Distance Between Complex Objects in
//   Three-Dimensional Space", IEEE Journal of Robotics and Automation 4 (2), 1988.
//
// The search starts in the direction `towards`: any direction from a to b.
mote_gjk mote_gjk_distance(const mote_convex_body *a, const mote_convex_body *b,
                           mote_dvec3 towards);

#endif
