// Do two faces cross, or do they only touch?

#ifndef MOTE_CHECK_PIERCE_H
#define MOTE_CHECK_PIERCE_H

#include <mote/base.h>

// For triangles that share a point: true if the inside of each passes through the inside of the
// other. That is so when the corners of each lie on both sides of the other's plane and what they have
// in common is a segment. Faces that cover each other in one plane and face the same way count too:
// behind them the same place is taken twice. In double with error bounds: what is closer to touching
// than the rounding error counts as touching.
bool check_faces_pierce(const mote_vec3 a[3], const mote_vec3 b[3]);

#endif
