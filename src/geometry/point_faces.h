// The distances of one point from up to 8 faces of a mesh, for searches that test very many faces.
//
// The caller has entered core/float_env.h. Coordinates are finite.

#ifndef MOTE_GEOMETRY_POINT_FACES_H
#define MOTE_GEOMETRY_POINT_FACES_H

#include <mote/base.h>

#include "core/simd.h"

// Writes the squared distances of the point from `count` faces, at most 8, with the accuracy of
// mote_point_triangle_distance, or -1 if mote_tri_distance_slow must decide. The corners of face i
// are the vertices corners[3 * slots[i]] and the next two, with positions in xyz. Writes whole
// groups of up to four.
MOTE_DECLARE_KERNEL(void, mote_point_faces,
                    (mote_vec3 point, const float *xyz, const uint32_t *corners,
                     const uint32_t *slots, uint32_t count, double squared[8]));

// Returns a bit mask of the `count` faces, at most 8, from slot `first` on whose squared distance
// may be at most `limit`. Few other faces are in the mask. Only a filter, so it has no scalar twin.
MOTE_DECLARE_KERNEL(uint32_t, mote_point_faces_near,
                    (mote_vec3 point, const float *xyz, const uint32_t *corners, uint32_t first,
                     uint32_t count, float limit));

// The scalar twin of the kernels, one face after the other. Gives the same bits.
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
