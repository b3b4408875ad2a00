// The normal of a triangle, of twice its area in length.

#ifndef MOTE_MESH_CROSS_H
#define MOTE_MESH_CROSS_H

#include <mote/base.h>

// (b - a) x (c - a), its direction good to more than float precision; zero if and only if the
// corners coincide or lie on a line, exactly.
mote_dvec3 mote_triangle_cross(const mote_vec3 corner[3]);

#endif
