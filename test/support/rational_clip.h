// Exact clipping of a convex polygon in rational arithmetic (GMP): the judge of the box and ray
// kernels. A polygon may be as degenerate as it likes; what is left of it after clipping is empty
// or not, exactly.

#ifndef MOTE_TEST_RATIONAL_CLIP_H
#define MOTE_TEST_RATIONAL_CLIP_H

#include <mote/base.h>

// True if the triangle and the closed box share a point. All finite.
bool rational_triangle_meets_box(const mote_vec3 t[3], const mote_box *box);

// True if the line through `origin` along `direction` (or the point, where that is zero) meets the triangle;
// then *low and *high are the least and the greatest parameter of a common point, rounded to double, and
// *low_sign and *high_sign their exact signs.
bool rational_line_meets_triangle(mote_vec3 origin, mote_vec3 direction, const mote_vec3 t[3],
                                  double *low, double *high, int *low_sign, int *high_sign);

#endif
