// The kernels behind mote_tri_distance_find and mote_triangles_distance_pairs.

#ifndef MOTE_GEOMETRY_TRI_DISTANCE_BATCH_H
#define MOTE_GEOMETRY_TRI_DISTANCE_BATCH_H

#include <mote/geometry.h>

#include "core/simd.h"

// Which features are closest and where on them: see distance_lanes.h.
typedef struct mote_tri_features {
    double squared; // or -1 where mote_tri_distance_slow must be asked
    double u, v;
    int feature;
} mote_tri_features;

// The fifteen features of one pair.
void mote_tri_distance_one_scalar(const mote_vec3 a[3], const mote_vec3 b[3],
                                  mote_tri_features *out);

#ifdef MOTE_HAVE_AVX2_KERNELS
// The same, three at a time. With the two lanes of other machines this does not pay.
void mote_tri_distance_one_avx2(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_features *out);
#endif

// Many pairs: writes the squared distance of each, or -1. Writes whole groups of up to four:
// `squared` has room for `count` rounded up to a multiple of that.
MOTE_DECLARE_KERNEL(void, mote_tri_distance_batch,
                    (const mote_vec3 *a, const mote_vec3 *b, const mote_index_pair *pairs,
                     size_t count, double *squared));

// The twin of the kernels, one pair after the other: the same bits.
void mote_tri_distance_batch_scalar(const mote_vec3 *a, const mote_vec3 *b,
                                    const mote_index_pair *pairs, size_t count, double *squared);

// The kernel for this machine.
static inline void mote_tri_distance_batch(const mote_vec3 *a, const mote_vec3 *b,
                                           const mote_index_pair *pairs, size_t count,
                                           double *squared)
{
#ifdef MOTE_SCALAR
    mote_tri_distance_batch_scalar(a, b, pairs, count, squared);
#else
    MOTE_PICK_KERNEL(mote_tri_distance_batch)(a, b, pairs, count, squared);
#endif
}

#endif
