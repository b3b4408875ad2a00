// Pairs of triangles that kernels find hard, and the float modes that callers may have set.

#ifndef MOTE_TEST_TRIANGLE_CASES_H
#define MOTE_TEST_TRIANGLE_CASES_H

#include <mote/geometry.h>

typedef struct triangle_pair {
    mote_vec3 a[3], b[3];
} triangle_pair;

// Case `index` of a stream: random, near-touching, with common corners or edges, coplanar,
// collinear, degenerate, small integers, 1e-30 to 1e30, denormals. All finite. A pure function of
// both numbers.
triangle_pair triangle_case(uint64_t stream, uint64_t index);

// Sets one of FLOAT_MODES float modes of this thread: 0 is the usual one, then flush-to-zero with
// denormals-are-zero, then rounding down, up and to zero, then all of that together.
enum { FLOAT_MODES = 6 };
void set_float_mode(unsigned mode);

#endif
