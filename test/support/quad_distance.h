// Distance of two triangles in 113-bit arithmetic, slow and plain, as the oracle of the fast one.

#ifndef MOTE_TEST_QUAD_DISTANCE_H
#define MOTE_TEST_QUAD_DISTANCE_H

#include <mote/geometry.h>

typedef struct quad_distance {
    double upper; // between two points of the triangles, the closest found over all features
    double lower; // proven: the triangles' extents along the line between those points are that far
                  // apart
} quad_distance;

// For triangles that do not intersect. The truth lies between the two.
quad_distance quad_triangle_distance(const mote_vec3 a[3], const mote_vec3 b[3]);

#endif
