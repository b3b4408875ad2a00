// Distance of two triangles when double cannot prove its own answer: they touch, nearly touch, or
// are so thin or so nearly parallel that the closest features are uncertain. With its points the
// distance of two triangles that intersect costs about 90 times what one costs that double proves.

#ifndef MOTE_GEOMETRY_TRI_DISTANCE_SLOW_H
#define MOTE_GEOMETRY_TRI_DISTANCE_SLOW_H

#include "geometry/tri_distance.h"

// Complete: NaN where a coordinate is not finite, 0 and a common point where the exact predicate
// says that they intersect, else the minimum over all features in double-double arithmetic.
void mote_tri_distance_slow(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_distance *out);

// The same without the points: much faster for triangles that intersect.
double mote_tri_distance_slow_squared(const mote_vec3 a[3], const mote_vec3 b[3]);

#endif
