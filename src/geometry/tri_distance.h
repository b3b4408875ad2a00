// Distance of two triangles in double, for the distance queries of the engine.
//
// The caller has entered core/float_env.h.

#ifndef MOTE_GEOMETRY_TRI_DISTANCE_H
#define MOTE_GEOMETRY_TRI_DISTANCE_H

#include <mote/geometry.h>

typedef struct mote_tri_distance {
    double squared; // 0 if and only if the triangles intersect; NaN if a coordinate is not finite
    mote_dvec3 on_a, on_b;
} mote_tri_distance;

// With the accuracy that mote_triangles_distance promises.
void mote_tri_distance_find(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_distance *out);

// As mote_tri_distance_find, but false, with `out` untouched, unless the squared distance is below
// `squared_bound`. Boxes that are far enough apart cost a few nanoseconds.
bool mote_tri_distance_below(const mote_vec3 a[3], const mote_vec3 b[3], double squared_bound,
                             mote_tri_distance *out);

// The distance rounded to float: never 0 for triangles that are apart.
float mote_tri_distance_round(double squared);

#endif
