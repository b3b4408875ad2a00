// What rational arithmetic (GMP) says: the judge of the exact kernels. Floats are integers times a
// power of two, so that everything happens in integers. Coordinates must be finite. Not for several
// threads at once.

#ifndef MOTE_TEST_EXACT_ORACLE_H
#define MOTE_TEST_EXACT_ORACLE_H

#include "geometry/orient.h"

int oracle_sign_det3(const mote_arrow *u, const mote_arrow *v, const mote_arrow *w);
int oracle_sign_cross(const mote_arrow *u, const mote_arrow *v, int axis);
int oracle_sign_dot(const mote_arrow *u, const mote_arrow *v);

// Do the convex hulls of three points each share a point? By the feasibility of
//   sum l_i a_i = sum m_j b_j,  sum l_i = sum m_j = 1,  l, m >= 0
// in the first phase of the simplex method, with Bland's rule and integer pivots: no orientation,
// no case for degenerate triangles, nothing in common with the code under test.
bool oracle_triangles_intersect(const mote_vec3 a[3], const mote_vec3 b[3]);

#endif
