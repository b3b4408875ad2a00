// Pairs of triangles that make trouble, for the tests of distances, boxes and rays.

#ifndef MOTE_TEST_KERNEL_CASES_H
#define MOTE_TEST_KERNEL_CASES_H

#include "core/random.h"

typedef enum kernel_case {
    CASE_GENERIC,
    CASE_NEAR_FACE,  // a corner over the inside of a face, 1e-1 to 1e-8 away
    CASE_NEAR_EDGES, // two edges that cross at that distance, often nearly parallel
    CASE_PARALLEL,   // one triangle moved by a small step
    CASE_SHARED,     // one or two corners in common, or a few ulps apart
    CASE_NEEDLES,    // thin, with corners in line up to rounding
    CASE_DEGENERATE, // points and segments
    CASE_FAR,        // a million away from the origin
    CASE_SCALED,     // each triangle by its own power of ten from -30 to 30
    CASE_MIXED,      // each coordinate by its own power of ten
    CASE_GRID,       // small integers: much is coplanar, collinear or touching
    CASE_DENORMAL,
    CASE_COUNT
} kernel_case;

const char *kernel_case_name(kernel_case which);
void kernel_case_make(kernel_case which, mote_random *random, mote_vec3 a[3], mote_vec3 b[3]);

// Uniform in the cube from -1 to 1.
mote_vec3 random_point(mote_random *random);

#endif
