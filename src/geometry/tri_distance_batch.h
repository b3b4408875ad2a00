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

// The fifteen features of one pair, three at a time.
MOTE_DECLARE_KERNEL(void, mote_tri_distance_one,
                    (const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_features *out));

// The same one at a time.
void mote_tri_distance_one_scalar(const mote_vec3 a[3], const mote_vec3 b[3],
                                  mote_tri_features *out);

// Four pairs at a time: writes the squared distance of each, or -1. Writes whole groups of four:
// `squared` has room for `count` rounded up.
MOTE_DECLARE_KERNEL(void, mote_tri_distance_batch,
                    (const mote_vec3 *a, const mote_vec3 *b, const mote_index_pair *pairs,
                     size_t count, double *squared));

#endif
