// A filter in float, eight triangle pairs at a time, with rigorous error bounds.
//
// Signs of determinants. All are of the form det(u, v, w) with u, v, w differences of given points,
// computed as w . (u x v). Let e = 2^-24. Without underflow the analysis of orient.c holds with
// this e: the error is at most 8 e (1 + 24 e) times the magnitude, the same sum over absolute
// values. Underflow adds at most h = 2^-150 per product: 2 h (|w.x| + |w.y| + |w.z|) through u x v,
// and 3 h by the last products (all but for factors 1 + 8 e). So with m = the magnitudes of the
// components of u x v, each enlarged by 2^-120, the bound
//
//   9 e (m . |w|) + 2^-140
//
// covers all errors: 9 e 2^-120 |w| exceeds 2 h |w| by far. If the enlargement is lost in the
// rounding of m, e m |w| exceeds 2 h |w|. 2^-140 exceeds 3 h plus the underflow of the bound
// itself.
//
// Overflow. Rounding is monotone, so the magnitude is never less than the computed value. If the
// value overflows, so does the bound, and no comparison with an infinite or NaN bound holds. Such
// pairs, and pairs with NaN or infinite coordinates, are uncertain.

#ifndef MOTE_GEOMETRY_TRI_TRI_BATCH_H
#define MOTE_GEOMETRY_TRI_TRI_BATCH_H

#include "core/simd.h"

#include <mote/base.h>

#define MOTE_TRI_TRI_RELATIVE (9 * 0x1p-24f)
#define MOTE_TRI_TRI_ENLARGE 0x1p-120f
#define MOTE_TRI_TRI_ABSOLUTE 0x1p-140f

// Coordinate k of corner c of pair i is at [3 * c + k][i].
typedef struct mote_tri_pairs8 {
    _Alignas(32) float a[9][8];
    _Alignas(32) float b[9][8];
} mote_tri_pairs8;

// Bit i belongs to pair i. A pair in neither set is certainly apart.
typedef struct mote_tri_verdict8 {
    uint32_t hits;      // certainly meet
    uint32_t uncertain; // mote_triangles_intersect_guarded must decide
} mote_tri_verdict8;

MOTE_DECLARE_KERNEL(mote_tri_verdict8, mote_tri_tri_filter8,
                    (const mote_tri_pairs8 *pairs, uint32_t live));

typedef enum mote_tri_verdict {
    MOTE_TRI_APART,
    MOTE_TRI_MEET,
    MOTE_TRI_UNCERTAIN
} mote_tri_verdict;

// Applies the filter to one pair.
mote_tri_verdict mote_tri_tri_filter1(const mote_vec3 a[3], const mote_vec3 b[3]);

// The scalar twin of the kernels, one pair after the other. Gives the same bits.
mote_tri_verdict8 mote_tri_tri_filter8_scalar(const mote_tri_pairs8 *pairs, uint32_t live);

typedef mote_tri_verdict8 mote_tri_tri_filter(const mote_tri_pairs8 *pairs, uint32_t live);

// The kernel for this machine. Tests the pairs whose bit is set in `live`; the bits of other pairs,
// which may hold any values, stay clear. Rounding to nearest and denormals kept must be set
// (core/float_env.h).
static inline mote_tri_tri_filter *mote_tri_tri_pick_filter(void)
{
#ifdef MOTE_SCALAR
    return mote_tri_tri_filter8_scalar;
#else
    return MOTE_PICK_KERNEL(mote_tri_tri_filter8);
#endif
}

// The segments in which eight pairs of triangles cross. Coordinate k of pair i is at [k][i]. The
// length of a normal is twice the area of its triangle.
typedef struct mote_tri_segments8 {
    _Alignas(32) double p[3][8], q[3][8]; // in the order of mote_triangles_intersection
    _Alignas(32) double normal_a[3][8], normal_b[3][8];
} mote_tri_segments8;

// Computes the segments of pairs that meet. Returns the bits of the certain pairs: the error of
// each end is at most 2^-32 of the longest edge. For other pairs, which are nearly parallel, touch
// in a point, or have a corner in the other's plane, `out` is undefined. Rounding to nearest must
// be set.
MOTE_DECLARE_KERNEL(uint32_t, mote_tri_tri_segments8,
                    (const mote_tri_pairs8 *pairs, mote_tri_segments8 *out));

static inline void mote_tri_pairs8_set(float side[9][8], int lane, const mote_vec3 t[3])
{
    for (int corner = 0; corner < 3; corner++) {
        side[3 * corner][lane] = t[corner].x;
        side[3 * corner + 1][lane] = t[corner].y;
        side[3 * corner + 2][lane] = t[corner].z;
    }
}

#endif
