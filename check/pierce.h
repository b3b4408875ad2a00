// Do two faces cross, or do they only touch?

#ifndef MOTE_CHECK_PIERCE_H
#define MOTE_CHECK_PIERCE_H

#include <mote/base.h>

// For triangles that share a point: returns whether the interior of each passes through the
// interior of the other. This holds if the corners of each lie on both sides of the other's plane
// and the intersection is a segment. Faces that cover each other in one plane and face the same way
// count too, because the volumes behind them overlap. Computed in double with error bounds.
// Distances below the rounding error count as touching.
bool check_faces_pierce(const mote_vec3 a[3], const mote_vec3 b[3]);

#endif
