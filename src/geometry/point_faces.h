// The distances of one point from a few faces of a mesh, for searches that look at very many faces.
//
// The caller has entered core/float_env.h. Coordinates are finite.

#ifndef MOTE_GEOMETRY_POINT_FACES_H
#define MOTE_GEOMETRY_POINT_FACES_H

#include <mote/base.h>

#include "core/simd.h"

// Writes the squared distances of the point from `count` faces, at most 8, with the accuracy of
// mote_point_triangle_distance; or -1 where mote_tri_distance_slow must decide. Face i has the corners
// corners[3 * slots[i]] and the next two, which are vertices of xyz. Whole groups of up to four are written.
MOTE_DECLARE_KERNEL(void, mote_point_faces,
                    (mote_vec3 point, const float *xyz, const uint32_t *corners,
                     const uint32_t *slots, uint32_t count, double squared[8]));

// The bits of those of `count` faces from slot `first` on, at most 8, whose squared distance may be at most `limit`. Few
// others are among them. It decides nothing, so it has no twin.
MOTE_DECLARE_KERNEL(uint32_t, mote_point_faces_near,
                    (mote_vec3 point, const float *xyz, const uint32_t *corners, uint32_t first,
                     uint32_t count, float limit));

// The twin of the kernels, one face after the other: the same bits.
void mote_point_faces_scalar(mote_vec3 point, const float *xyz, const uint32_t *corners,
                             const uint32_t *slots, uint32_t count, double squared[8]);

// The kernel for this machine.
static inline void mote_point_faces(mote_vec3 point, const float *xyz, const uint32_t *corners,
                                    const uint32_t *slots, uint32_t count, double squared[8])
{
#ifdef MOTE_SCALAR
    mote_point_faces_scalar(point, xyz, corners, slots, count, squared);
#else
    MOTE_PICK_KERNEL(mote_point_faces)(point, xyz, corners, slots, count, squared);
#endif
}

#endif
