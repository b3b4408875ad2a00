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

// Finds the distance with the accuracy that mote_triangles_distance promises.
void mote_tri_distance_find(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_distance *out);

// Same as mote_tri_distance_find, but returns false, with `out` unchanged, unless the squared
// distance is below `squared_bound`. Pairs whose boxes are too far apart take a few nanoseconds.
bool mote_tri_distance_below(const mote_vec3 a[3], const mote_vec3 b[3], double squared_bound,
                             mote_tri_distance *out);

// The distance rounded to float: never 0 for triangles that are apart.
float mote_tri_distance_round(double squared);

// ---------------------------------------------------------------------------------------------
// The slow path, for pairs whose distance double cannot prove: they touch, nearly touch, or
// are so thin or so nearly parallel that the closest features are uncertain. With points, a pair that intersects takes about
// 90 times as long as a pair that double proves.

// NaN if a coordinate is not finite; 0 and a common point if the triangles intersect by the exact
// predicate; else the minimum over all features in double-double arithmetic.
void mote_tri_distance_slow(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_distance *out);

// Same as mote_tri_distance_slow without the points. Much faster for triangles that intersect.
double mote_tri_distance_slow_squared(const mote_vec3 a[3], const mote_vec3 b[3]);

// ---------------------------------------------------------------------------------------------
// The kernels behind mote_tri_distance_find and mote_triangles_distance_pairs

// The closest features and the parameters of the closest points: see distance_lanes.h.
typedef struct mote_tri_features {
    double squared; // or -1 if mote_tri_distance_slow must decide
    double u, v;
    int feature;
} mote_tri_features;

// Evaluates the fifteen features of one pair.
void mote_tri_distance_one_scalar(const mote_vec3 a[3], const mote_vec3 b[3],
                                  mote_tri_features *out);

#ifdef MOTE_HAVE_AVX2_KERNELS
// Evaluates three features at a time. Not worthwhile with the two lanes of other machines.
void mote_tri_distance_one_avx2(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_features *out);
#endif

// Writes the squared distance of each pair, or -1. Writes whole groups of up to four: `squared` has
// room for `count` rounded up to a multiple of four.
MOTE_DECLARE_KERNEL(void, mote_tri_distance_batch,
                    (const mote_vec3 *a, const mote_vec3 *b, const mote_index_pair *pairs,
                     size_t count, double *squared));

// The scalar twin of the kernels, one pair after the other. Gives the same bits.
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
