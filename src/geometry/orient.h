// Exact signs of determinants and products of difference vectors of float points.
//
// Each value is first computed in double, with a bound of its rounding error. Expansion arithmetic
// decides only if the value is within the bound. All functions need rounding to nearest and
// denormals kept: public entry points enter core/float_env.h once. Coordinates must be finite.

#ifndef MOTE_GEOMETRY_ORIENT_H
#define MOTE_GEOMETRY_ORIENT_H

#include "geometry/expansion.h"

#include <mote/base.h>

// The vector `to - from`, which need not be representable in any format. For a direction, `from` is
// zero.
typedef struct mote_arrow {
    mote_vec3 from, to;
} mote_arrow;

// Sign (-1, 0, 1) of the determinant of the rows u, v, w, which is u . (v x w).
int mote_sign_det3(const mote_arrow *u, const mote_arrow *v, const mote_arrow *w);

// Sign of the component `axis` (0 to 2) of u x v.
int mote_sign_cross(const mote_arrow *u, const mote_arrow *v, int axis);

// Sign of u . v.
int mote_sign_dot(const mote_arrow *u, const mote_arrow *v);

// The side of d relative to the plane through a, b, c: 1 on the side of the normal (b - a) x (c -
// a), 0 if the four points lie in a plane.
int mote_orient3d(mote_vec3 a, mote_vec3 b, mote_vec3 c, mote_vec3 d);

// Signs of three points at once, for the cost of one normal.
void mote_orient3d_three(const mote_vec3 plane[3], const mote_vec3 points[3], int signs[3]);

// Sign of the component `axis` of (b - a) x (c - a): 1 when a, b, c turn left as seen from the far
// end of that axis, 0 when they lie on a line in that view.
int mote_orient2d(mote_vec3 a, mote_vec3 b, mote_vec3 c, int axis);

// The values, with a relative error of at most 2^-44. The result is 0 only if the value is 0.
double mote_det3_value(const mote_arrow *u, const mote_arrow *v, const mote_arrow *w);
double mote_cross_value(const mote_arrow *u, const mote_arrow *v, int axis);

// The exact values, for polynomials beyond the signs above.
void mote_exact_cross(mote_expansion *out, const mote_arrow *u, const mote_arrow *v,
                      int axis);                                                    // 16 terms
void mote_exact_dot(mote_expansion *out, const mote_arrow *u, const mote_arrow *v); // 24 terms
void mote_exact_det3(mote_expansion *out, const mote_arrow *u, const mote_arrow *v,
                     const mote_arrow *w); // 192 terms

// The normal (b - a) x (c - a) of a triangle, whose length is twice the area. Its direction is
// correct to more than float precision; it is zero if and only if the corners coincide or lie on a
// line.
mote_dvec3 mote_triangle_cross(const mote_vec3 corner[3]);

#endif
