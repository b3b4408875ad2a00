// Distance of two triangles in double, written once for one lane, two and four.
//
// A file that includes this defines MOTE_LANES as 1 (double), 2 (mote_f64x2, a register of SSE2,
// NEON and WebAssembly) or 4 (mote_f64x4, of AVX2). All variants perform the same additions,
// multiplications, divisions and selections, so each lane gives the same bits as the scalar.
//
// The closest points of two disjoint triangles lie on a pair of edges or on a corner and a face.
// All fifteen such features are evaluated with parameters clamped to the feature, so that every
// candidate is a true pair of points and rounding can only make the minimum too large. How much too
// large is bounded by the dual: for w between the two points, the extent of the triangles along w
// separates them by (min w.a - max w.b) / |w|, a lower bound of the distance. When both bounds
// agree, the answer is proven (distance_is_certain). Otherwise the caller takes the slow path, see
// mote_tri_distance_slow.
//
// Coordinates are relative to the first corner of the first triangle, which keeps rounding
// proportional to the extent of the two triangles instead of their distance from the origin.

#ifndef MOTE_GEOMETRY_DISTANCE_LANES_H
#define MOTE_GEOMETRY_DISTANCE_LANES_H

#include "core/simd.h"
#include "core/vec.h"

// Lanes must stay in registers: a call by value would pass lanes through memory and be three times
// slower.
#define LANES_INLINE static inline __attribute__((always_inline))

#if MOTE_LANES == 1

typedef double real;
typedef bool mask;

LANES_INLINE real pick(mask which, real yes, real no)
{
    return which ? yes : no;
}

LANES_INLINE real splat(double x)
{
    return x;
}

LANES_INLINE real magnitude(real x)
{
    return fabs(x);
}

#else

#if MOTE_LANES == 2
typedef mote_f64x2 real;
typedef mote_i64x2 mask;
#else
typedef mote_f64x4 real;
typedef mote_i64x4 mask;
#endif

LANES_INLINE real pick(mask which, real yes, real no)
{
#if MOTE_LANES == 4 && defined(__AVX2__)
    return (real)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)which);
#else
    return (real)(((mask)yes & which) | ((mask)no & ~which));
#endif
}

LANES_INLINE real splat(double x)
{
    return x - (real){0}; // a scalar operand is copied to all lanes
}

LANES_INLINE real magnitude(real x)
{
    return (real)((mask)x & INT64_MAX);
}

#endif

typedef struct mote_lanes_vec {
    real x, y, z;
} mote_lanes_vec;

LANES_INLINE mote_lanes_vec mote_lanes_sub(mote_lanes_vec a, mote_lanes_vec b)
{
    return (mote_lanes_vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

// a + b * s
LANES_INLINE mote_lanes_vec mote_lanes_along(mote_lanes_vec a, mote_lanes_vec b, real s)
{
    return (mote_lanes_vec){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

LANES_INLINE real mote_lanes_dot(mote_lanes_vec a, mote_lanes_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// NaN becomes 0.
LANES_INLINE real clamp(real x, real high)
{
    real positive = pick(x > splat(0), x, splat(0));
    return pick(positive < high, positive, high);
}

// 1 / x, but 0 instead of infinity for features without extent.
LANES_INLINE real inverse_or_zero(real x)
{
    mask positive = x > splat(0);
    return pick(positive, splat(1) / pick(positive, x, splat(1)), splat(0));
}

typedef struct mote_lanes_triangle {
    mote_lanes_vec corner[3];
    mote_lanes_vec edge[3]; // from corner i to corner (i + 1) % 3
    real length2[3];        // squared length of edge i
    real inverse2[3];       // inverse of length2
    real dot01;             // of the two edges that leave corner 0
    real inverse_det;       // of their Gram matrix
} mote_lanes_triangle;

LANES_INLINE void mote_lanes_triangle_finish(mote_lanes_triangle *t)
{
    for (int i = 0; i < 3; i++) {
        t->edge[i] = mote_lanes_sub(t->corner[(i + 1) % 3], t->corner[i]);
        t->length2[i] = mote_lanes_dot(t->edge[i], t->edge[i]);
        t->inverse2[i] = inverse_or_zero(t->length2[i]);
    }
    t->dot01 = -mote_lanes_dot(t->edge[0], t->edge[2]);
    t->inverse_det = inverse_or_zero(t->length2[0] * t->length2[2] - t->dot01 * t->dot01);
}

// Features 0..8: edge i of a against edge j of b is 3 i + j. 9..11: corner of a against the face of
// b. 12..14: corner of b against the face of a.
typedef struct mote_lanes_closest {
    real squared;
    mote_lanes_vec between; // from the point on b to the point on a
    real u, v;              // parameters along the two edges, or along edges 0 and 2 of the face
    real feature;
} mote_lanes_closest;

LANES_INLINE void keep_smaller(mote_lanes_closest *best, mote_lanes_vec w, real u, real v,
                               real feature)
{
    real squared = mote_lanes_dot(w, w);
    mask smaller = squared < best->squared;
    best->squared = pick(smaller, squared, best->squared);
    best->between.x = pick(smaller, w.x, best->between.x);
    best->between.y = pick(smaller, w.y, best->between.y);
    best->between.z = pick(smaller, w.z, best->between.z);
    best->u = pick(smaller, u, best->u);
    best->v = pick(smaller, v, best->v);
    best->feature = pick(smaller, feature, best->feature);
}

typedef struct mote_lanes_edge {
    mote_lanes_vec corner, edge;
    real length2, inverse2;
} mote_lanes_edge;

LANES_INLINE mote_lanes_edge edge_of(const mote_lanes_triangle *t, int i)
{
    return (mote_lanes_edge){t->corner[i], t->edge[i], t->length2[i], t->inverse2[i]};
}

// Minimizes over both lines if they are not parallel, clamped to the first segment. Then takes the
// best point of the second segment, and the best point of the first for that: each step can only
// reduce the distance.
LANES_INLINE void try_edges(mote_lanes_closest *best, mote_lanes_edge a, mote_lanes_edge b,
                            real feature)
{
    mote_lanes_vec r = mote_lanes_sub(a.corner, b.corner);
    real ab = mote_lanes_dot(a.edge, b.edge);
    real ar = mote_lanes_dot(a.edge, r);
    real br = mote_lanes_dot(b.edge, r);
    real det = a.length2 * b.length2 - ab * ab;
    mask skew = det > splat(0);
    real s = (ab * br - ar * b.length2) / pick(skew, det, splat(1));
    s = pick(skew, clamp(s, splat(1)), splat(0));
    real t = clamp((ab * s + br) * b.inverse2, splat(1));
    s = clamp((ab * t - ar) * a.inverse2, splat(1));
    mote_lanes_vec w = mote_lanes_along(mote_lanes_along(r, a.edge, s), b.edge, -t);
    keep_smaller(best, w, s, t, feature);
}

// If the foot is outside the face, the clamped point is not optimal, but the point of an edge
// feature is.
LANES_INLINE void try_corner_face(mote_lanes_closest *best, mote_lanes_vec corner,
                                  const mote_lanes_triangle *t, real sign, real feature)
{
    mote_lanes_vec r = mote_lanes_sub(corner, t->corner[0]);
    real d = mote_lanes_dot(r, t->edge[0]);
    real e = -mote_lanes_dot(r, t->edge[2]);
    real u = clamp((t->length2[2] * d - t->dot01 * e) * t->inverse_det, splat(1));
    real v = clamp((t->length2[0] * e - t->dot01 * d) * t->inverse_det, splat(1) - u);
    mote_lanes_vec w = mote_lanes_along(mote_lanes_along(r, t->edge[0], -u), t->edge[2], v);
    w = (mote_lanes_vec){w.x * sign, w.y * sign, w.z * sign};
    keep_smaller(best, w, u, v, feature);
}

LANES_INLINE mote_lanes_closest nothing_yet(void)
{
    mote_lanes_vec zero = {splat(0), splat(0), splat(0)};
    return (mote_lanes_closest){splat((double)INFINITY), zero, splat(0), splat(0), splat(0)};
}

LANES_INLINE mote_lanes_closest closest_features(const mote_lanes_triangle *a,
                                                 const mote_lanes_triangle *b)
{
    mote_lanes_closest best = nothing_yet();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_edges(&best, edge_of(a, i), edge_of(b, j), splat(3 * i + j));
    for (int i = 0; i < 3; i++) try_corner_face(&best, a->corner[i], b, splat(1), splat(9 + i));
    for (int i = 0; i < 3; i++) try_corner_face(&best, b->corner[i], a, splat(-1), splat(12 + i));
    return best;
}

// True if the triangles are proven disjoint and the distance is proven to a relative error of 5e-7
// plus a few roundings. False if any coordinate is NaN or infinite, because every coordinate is in
// `scale`.
LANES_INLINE mask distance_is_certain(const mote_lanes_closest *best, const mote_lanes_triangle *a,
                                      const mote_lanes_triangle *b)
{
    real low_a = mote_lanes_dot(best->between, a->corner[0]);
    real high_b = mote_lanes_dot(best->between, b->corner[0]);
    real scale = splat(0);
    for (int i = 0; i < 3; i++) {
        const mote_lanes_vec *p = &a->corner[i], *q = &b->corner[i];
        real on_a = mote_lanes_dot(best->between, *p);
        real on_b = mote_lanes_dot(best->between, *q);
        low_a = pick(on_a < low_a, on_a, low_a);
        high_b = pick(on_b > high_b, on_b, high_b);
        scale += magnitude(p->x) + magnitude(p->y) + magnitude(p->z);
        scale += magnitude(q->x) + magnitude(q->y) + magnitude(q->z);
    }
    // The threshold is far above the rounding of the dot products, so a positive separation is
    // certain.
    mask clear = best->squared > splat(1e-26) * scale * scale;
    return clear & (best->squared - (low_a - high_b) <= splat(5e-7) * best->squared);
}

#endif
