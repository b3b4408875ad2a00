// Distance of two triangles in double, for the distance queries of the engine.
//
// The caller has entered core/float_env.h.

#ifndef MOTE_GEOMETRY_TRI_DISTANCE_H
#define MOTE_GEOMETRY_TRI_DISTANCE_H

#include <mote/geometry.h>

#include "core/simd.h"

typedef struct mote_tri_distance {
    double squared; // 0 if and only if the triangles intersect; NaN if a coordinate is not finite
    mote_dvec3 on_a, on_b;
} mote_tri_distance;

// With the accuracy that mote_triangles_distance promises.
void mote_tri_distance_find(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_distance *out);

// As mote_tri_distance_find, but false, with `out` untouched, unless the squared distance is below
// `squared_bound`. Boxes that are far enough apart cost a few nanoseconds.
bool mote_tri_distance_below(const mote_vec3 a[3], const mote_vec3 b[3], double squared_bound,
                             mote_tri_distance *out);

// The distance rounded to float: never 0 for triangles that are apart.
float mote_tri_distance_round(double squared);

// ---------------------------------------------------------------------------------------------
// The slow path, for pairs whose distance double cannot prove: they touch, nearly touch, or
// are so thin or so nearly parallel that the closest features are uncertain. With its points the
// distance of two triangles that intersect costs about 90 times that of a pair that double proves.

// Complete: NaN where a coordinate is not finite, 0 and a common point where the exact predicate
// says that they intersect, else the minimum over all features in double-double arithmetic.
void mote_tri_distance_slow(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_distance *out);

// The same without the points: much faster for triangles that intersect.
double mote_tri_distance_slow_squared(const mote_vec3 a[3], const mote_vec3 b[3]);

// ---------------------------------------------------------------------------------------------
// The kernels behind mote_tri_distance_find and mote_triangles_distance_pairs

// Which features are closest and where on them: see distance_lanes.h.
typedef struct mote_tri_features {
    double squared; // or -1 where mote_tri_distance_slow must decide
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
