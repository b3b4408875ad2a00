// The filter of sweep_filter.h, written once for one lane and for as many as a register has, in
// float and in double.
//
// A file that includes this defines MOTE_LANES, and MOTE_LANES_DOUBLE for lanes of double. All
// variants perform the same additions, multiplications and selections, so each lane gives the same
// bits as the scalar.
//
// The certificates of sweep_bracket_simd.c are applied to two cells of time, the halves of [0, until]. In each cell, all
// coefficients of f have one sign, or the areas have opposite signs when projected on a vector d that is normal to both
// primitives at half time. The errors derived in sweep_bracket_simd.c hold with e = 2^-24 in float, except these:
//
//   Projection of an area X x Y on d, with |d| the sum of the magnitudes of the coordinates of d: 10 e |X| |Y| |d| from the area,
//     2 from the products and 4 from the sums; two steps to a cell on numbers up to 2 |X| |Y| |d| add 12, or 4 if they halve:
//     28 e |X| |Y| |d|; 36 is used.
//   A vector at time `until`: one rounded difference and one step: 4 e times the largest coordinate; 6 is used.
//
// Range. In float all sizes must lie between 2^-30 and 2^30 and |d| above 2^-60: a product that
// underflows is off by 2^-150, and such errors, multiplied by at most two more factors of which the
// bounds have as many, stay below what the bounds leave unused: 28 e times sizes cubed is above
// 2^-110, and 8 e |X| |Y| |d| above 2^-141. The largest number, an area projected on d, is below
// 2^127. A lane out of range is in doubt; in such a lane only the signs of differences are used.

#ifndef MOTE_GEOMETRY_SWEEP_LANES_H
#define MOTE_GEOMETRY_SWEEP_LANES_H

#include "core/simd.h"

#include <math.h>

#include "geometry/sweep_filter.h"

// Lanes must stay in registers: a call by value would pass lanes through memory.
#define LANES_INLINE static inline __attribute__((always_inline))

#ifdef MOTE_LANES_DOUBLE
typedef double lane;
typedef int64_t lane_bits;
#define LANE_UNIT 0x1p-53
#define LEAST_SIZE 0x1p-100
#define GREATEST_SIZE 0x1p100
#define LEAST_DIRECTION 0x1p-300
#define LANE_MAGNITUDE_BITS INT64_MAX
#else
typedef float lane;
typedef int32_t lane_bits;
#define LANE_UNIT 0x1p-24f
#define LEAST_SIZE 0x1p-30f
#define GREATEST_SIZE 0x1p30f
#define LEAST_DIRECTION 0x1p-60f
#define LANE_MAGNITUDE_BITS INT32_MAX
#endif

// ---------------------------------------------------------------------------------------------
// Lanes

#if MOTE_LANES == 1

typedef lane real;
typedef lane_bits mask;

LANES_INLINE real magnitude(real x)
{
    return (real)fabs((double)x);
}

LANES_INLINE real smaller(real a, real b)
{
    return a < b ? a : b;
}

LANES_INLINE real larger(real a, real b)
{
    return a > b ? a : b;
}

LANES_INLINE uint32_t bits_of(mask m)
{
    return (uint32_t)(m & 1);
}

#else

typedef lane real __attribute__((vector_size(MOTE_LANES * sizeof(lane))));
typedef lane_bits mask __attribute__((vector_size(MOTE_LANES * sizeof(lane))));

LANES_INLINE real magnitude(real x)
{
    return (real)((mask)x & LANE_MAGNITUDE_BITS);
}

// Returns the second operand if either is NaN, like the scalar.
LANES_INLINE real smaller(real a, real b)
{
#if defined(__AVX2__) && defined(MOTE_LANES_DOUBLE)
    return (real)_mm256_min_pd((__m256d)a, (__m256d)b);
#elif defined(__AVX2__)
    return (real)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__) && defined(MOTE_LANES_DOUBLE)
    return (real)_mm_min_pd((__m128d)a, (__m128d)b);
#elif defined(__SSE2__)
    return (real)_mm_min_ps((__m128)a, (__m128)b);
#else
    mask which = a < b;
    return (real)(((mask)a & which) | ((mask)b & ~which));
#endif
}

LANES_INLINE real larger(real a, real b)
{
#if defined(__AVX2__) && defined(MOTE_LANES_DOUBLE)
    return (real)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif defined(__AVX2__)
    return (real)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__) && defined(MOTE_LANES_DOUBLE)
    return (real)_mm_max_pd((__m128d)a, (__m128d)b);
#elif defined(__SSE2__)
    return (real)_mm_max_ps((__m128)a, (__m128)b);
#else
    mask which = a > b;
    return (real)(((mask)a & which) | ((mask)b & ~which));
#endif
}

LANES_INLINE uint32_t bits_of(mask m)
{
#if defined(__AVX2__) && defined(MOTE_LANES_DOUBLE)
    return (uint32_t)_mm256_movemask_pd((__m256d)m);
#elif defined(__AVX2__)
    return (uint32_t)_mm256_movemask_ps((__m256)m);
#elif defined(__SSE2__) && defined(MOTE_LANES_DOUBLE)
    return (uint32_t)_mm_movemask_pd((__m128d)m);
#elif defined(__SSE2__)
    return (uint32_t)_mm_movemask_ps((__m128)m);
#else
    uint32_t bits = 0;
    for (int i = 0; i < MOTE_LANES; i++) bits |= (uint32_t)(m[i] & 1) << i;
    return bits;
#endif
}

#endif

// ---------------------------------------------------------------------------------------------
// Vectors that move

// Coordinate k of point i at time t of eight candidates is at [t][i][k].
typedef struct mote_lanes_quads {
    _Alignas(32) lane at[2][4][3][8];
} mote_lanes_quads;

typedef struct mote_lanes_moving {
    real c[2][3];
} mote_lanes_moving;

// The tested part of the step: the whole step, or up to `until`.
typedef struct mote_lanes_span {
    bool whole;
    lane until, half;
} mote_lanes_span;

LANES_INLINE real load(const lane *from)
{
    real v;
    memcpy(&v, from, sizeof v);
    return v;
}

LANES_INLINE mote_lanes_moving between(const mote_lanes_quads *q, int first, int to, int from)
{
    mote_lanes_moving v;
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < 3; k++)
            v.c[t][k] = load(&q->at[t][to][k][first]) - load(&q->at[t][from][k][first]);
    return v;
}

LANES_INLINE real size_of(const mote_lanes_moving *v)
{
    real size = magnitude(v->c[0][0]);
    for (int i = 1; i < 6; i++) size = larger(size, magnitude(v->c[i / 3][i % 3]));
    return size;
}

LANES_INLINE real mix(real a, real b, lane t)
{
    return a * (1 - t) + b * t;
}

// True if all vectors from one primitive to the other are on one side of a coordinate plane at the
// start and at the end. Without an `until`, only differences are rounded, and their signs are
// exact.
LANES_INLINE mask box_separates(const mote_lanes_moving *v, int count, mote_lanes_span span)
{
    real slack = {0}, size = {0};
    if (!span.whole) {
        for (int i = 0; i < count; i++) size = larger(size, size_of(&v[i]));
        slack = size * (6 * LANE_UNIT);
    }
    mask apart = {0};
    for (int k = 0; k < 3; k++) {
        real low = v[0].c[0][k], high = low;
        for (int i = 0; i < count; i++) {
            real start = v[i].c[0][k], end = v[i].c[1][k];
            if (!span.whole) end = mix(start, end, span.until);
            low = smaller(smaller(start, end), low);
            high = larger(larger(start, end), high);
        }
        apart |= (low > slack) | (high < -slack);
    }
    if (!span.whole) apart &= (size > LEAST_SIZE) & (size < GREATEST_SIZE);
    return apart;
}

// ---------------------------------------------------------------------------------------------
// Areas and volume, in Bernstein form over the whole step

typedef struct mote_lanes_area {
    real c[3][3]; // by coefficient and coordinate
    real size;    // the product of the sizes of both vectors
} mote_lanes_area;

LANES_INLINE mote_lanes_area cross(const mote_lanes_moving *a, const mote_lanes_moving *b,
                                   real size)
{
    mote_lanes_area out = {.size = size};
    for (int k = 0; k < 3; k++) {
        int n = (k + 1) % 3, l = (k + 2) % 3;
        const real *a0 = a->c[0], *a1 = a->c[1], *b0 = b->c[0], *b1 = b->c[1];
        out.c[0][k] = a0[n] * b0[l] - a0[l] * b0[n];
        out.c[1][k] =
            ((a0[n] * b1[l] - a0[l] * b1[n]) + (a1[n] * b0[l] - a1[l] * b0[n])) * (lane)0.5;
        out.c[2][k] = a1[n] * b1[l] - a1[l] * b1[n];
    }
    return out;
}

LANES_INLINE real dot(const real a[3], const real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Lanes in which a quantity is certainly positive, and certainly negative, over the first cell and
// over the second.
typedef struct mote_lanes_signs {
    mask positive[2], negative[2];
} mote_lanes_signs;

LANES_INLINE void set_signs(mote_lanes_signs *s, int cell, real low, real high, real error)
{
    s->positive[cell] = low > error;
    s->negative[cell] = high < -error;
}

LANES_INLINE real least_of(real a, real b, real c)
{
    return smaller(smaller(a, b), c);
}

LANES_INLINE real greatest_of(real a, real b, real c)
{
    return larger(larger(a, b), c);
}

LANES_INLINE mote_lanes_signs signs_of_area(const mote_lanes_area *area, const real d[3], real size,
                                            mote_lanes_span span)
{
    real c0 = dot(area->c[0], d), c1 = dot(area->c[1], d), c2 = dot(area->c[2], d);
    real error = size * area->size * (36 * LANE_UNIT);
    real left, right, middle, next, last = c2;
    mote_lanes_signs out;
    if (span.whole) {
        left = (c0 + c1) * (lane)0.5, right = (c1 + c2) * (lane)0.5;
        middle = (left + right) * (lane)0.5;
        next = right;
    } else {
        left = mix(c0, c1, span.half), right = mix(c1, c2, span.half);
        middle = mix(left, right, span.half);
        next = mix(left, right, span.until);
        last = mix(mix(c0, c1, span.until), mix(c1, c2, span.until), span.until);
    }
    set_signs(&out, 0, least_of(c0, left, middle), greatest_of(c0, left, middle), error);
    set_signs(&out, 1, least_of(middle, next, last), greatest_of(middle, next, last), error);
    return out;
}

// Writes the coefficients of f over both cells, which share the middle coefficient.
LANES_INLINE void cut_volume(const real f[4], mote_lanes_span span, real out[7])
{
    out[0] = f[0];
    if (span.whole) {
        real middle = (f[1] + f[2]) * (lane)0.5;
        out[1] = (f[0] + f[1]) * (lane)0.5, out[5] = (f[2] + f[3]) * (lane)0.5;
        out[2] = (out[1] + middle) * (lane)0.5, out[4] = (middle + out[5]) * (lane)0.5;
        out[3] = (out[2] + out[4]) * (lane)0.5;
        out[6] = f[3];
        return;
    }
    lane s = span.half, t = span.until;
    real a = mix(f[0], f[1], s), b = mix(f[1], f[2], s), c = mix(f[2], f[3], s);
    real ab = mix(a, b, s), bc = mix(b, c, s), ab_t = mix(a, b, t), bc_t = mix(b, c, t);
    real x = mix(f[0], f[1], t), y = mix(f[1], f[2], t), z = mix(f[2], f[3], t);
    out[1] = a;
    out[2] = ab;
    out[3] = mix(ab, bc, s);
    out[4] = mix(ab, bc, t);
    out[5] = mix(ab_t, bc_t, t);
    out[6] = mix(mix(x, y, t), mix(y, z, t), t);
}

LANES_INLINE mote_lanes_signs signs_of_volume(const mote_lanes_moving *x, real size,
                                              const mote_lanes_area *q, mote_lanes_span span)
{
    const lane third = (lane)(1.0 / 3);
    const real f[4] = {
        dot(x->c[0], q->c[0]), (dot(x->c[1], q->c[0]) + dot(x->c[0], q->c[1]) * 2) * third,
        (dot(x->c[1], q->c[1]) * 2 + dot(x->c[0], q->c[2])) * third, dot(x->c[1], q->c[2])};
    real error = size * q->size * (150 * LANE_UNIT), c[7];
    mote_lanes_signs out;
    cut_volume(f, span, c);
    for (int i = 0; i < 2; i++) {
        const real *b = c + 3 * i;
        set_signs(&out, i, smaller(least_of(b[0], b[1], b[2]), b[3]),
                  larger(greatest_of(b[0], b[1], b[2]), b[3]), error);
    }
    return out;
}

// ---------------------------------------------------------------------------------------------
// Verdicts

LANES_INLINE mask in_range(const real *sizes, int count)
{
    real least = sizes[0], greatest = sizes[0];
    for (int i = 1; i < count; i++) {
        least = smaller(least, sizes[i]);
        greatest = larger(greatest, sizes[i]);
    }
    return (least > LEAST_SIZE) & (greatest < GREATEST_SIZE);
}

// `summands` areas add up to d.
LANES_INLINE mask opposed(const mote_lanes_area *areas, int count, int summands,
                          const mote_lanes_signs *volume, mote_lanes_span span)
{
    real d[3];
    for (int k = 0; k < 3; k++) {
        d[k] = areas[0].c[1][k] + areas[1].c[1][k];
        if (summands > 2) d[k] += areas[2].c[1][k];
    }
    real size = magnitude(d[0]) + magnitude(d[1]) + magnitude(d[2]);
    mote_lanes_signs any = signs_of_area(&areas[0], d, size, span);
    for (int j = 1; j < count; j++) {
        mote_lanes_signs s = signs_of_area(&areas[j], d, size, span);
        for (int i = 0; i < 2; i++) {
            any.positive[i] |= s.positive[i];
            any.negative[i] |= s.negative[i];
        }
    }
    mask known = size > LEAST_DIRECTION, apart[2];
    for (int i = 0; i < 2; i++)
        apart[i] =
            volume->positive[i] | volume->negative[i] | (any.positive[i] & any.negative[i] & known);
    return apart[0] & apart[1];
}

LANES_INLINE mask vertex_face_apart(const mote_lanes_quads *q, int first, mote_lanes_span span)
{
    mote_lanes_moving a = between(q, first, 1, 0), b = between(q, first, 2, 0);
    mote_lanes_moving c = between(q, first, 3, 0);
    const real sizes[3] = {size_of(&a), size_of(&b), size_of(&c)};
    const mote_lanes_area areas[3] = {cross(&b, &c, sizes[1] * sizes[2]),
                                      cross(&c, &a, sizes[2] * sizes[0]),
                                      cross(&a, &b, sizes[0] * sizes[1])};
    mote_lanes_signs volume = signs_of_volume(&a, sizes[0], &areas[0], span);
    return opposed(areas, 3, 3, &volume, span) & in_range(sizes, 3);
}

LANES_INLINE mask edges_apart(const mote_lanes_quads *q, int first, mote_lanes_span span)
{
    mote_lanes_moving u = between(q, first, 1, 0), v = between(q, first, 3, 2);
    mote_lanes_moving w = between(q, first, 2, 0), r = between(q, first, 1, 2);
    mote_lanes_moving t = between(q, first, 3, 0);
    const real sizes[5] = {size_of(&u), size_of(&v), size_of(&w), size_of(&r), size_of(&t)};
    const mote_lanes_area areas[4] = {
        cross(&w, &v, sizes[2] * sizes[1]), cross(&r, &v, sizes[3] * sizes[1]),
        cross(&w, &u, sizes[2] * sizes[0]), cross(&u, &t, sizes[0] * sizes[4])};
    mote_lanes_signs volume = signs_of_volume(&u, sizes[0], &areas[0], span);
    return opposed(areas, 4, 2, &volume, span) & in_range(sizes, 5);
}

// Bit i: the boxes of candidate first + i are apart.
LANES_INLINE uint32_t lanes_boxes_apart(const mote_lanes_quads *q, int first, bool edges,
                                        mote_lanes_span span)
{
    if (!edges) {
        const mote_lanes_moving v[3] = {between(q, first, 1, 0), between(q, first, 2, 0),
                                        between(q, first, 3, 0)};
        return bits_of(box_separates(v, 3, span));
    }
    const mote_lanes_moving v[4] = {between(q, first, 2, 0), between(q, first, 3, 0),
                                    between(q, first, 2, 1), between(q, first, 3, 1)};
    return bits_of(box_separates(v, 4, span));
}

// Bit i: candidate first + i does not meet.
LANES_INLINE uint32_t lanes_shapes_apart(const mote_lanes_quads *q, int first, bool edges,
                                         mote_lanes_span span)
{
    return bits_of(edges ? edges_apart(q, first, span) : vertex_face_apart(q, first, span));
}

// ---------------------------------------------------------------------------------------------
// Blocks

// Fetches the coordinates of eight candidates of a block.
typedef void lanes_gather(const mote_sweep_block *block, const uint8_t which[8],
                          mote_lanes_quads *out);

// Bit i: candidate first + i is apart.
typedef uint32_t lanes_test(const mote_lanes_quads *q, int first, bool edges, mote_lanes_span span);

// Writes the indices of the candidates that a test keeps, in order, and returns their count. Reads
// and writes up to eight indices past the end.
LANES_INLINE uint32_t lanes_sift(const mote_sweep_block *block, lanes_gather *gather,
                                 lanes_test *test, bool edges, mote_lanes_span span,
                                 const uint8_t *numbers, uint32_t count, uint8_t *left)
{
    uint32_t left_count = 0;
    for (uint32_t i = 0; i < count; i += 8) {
        mote_lanes_quads quads;
        gather(block, numbers + i, &quads);
        for (uint32_t first = 0; first < 8 && i + first < count; first += MOTE_LANES) {
            uint32_t apart = test(&quads, (int)first, edges, span);
            for (uint32_t k = 0; k < MOTE_LANES && i + first + k < count; k++) {
                left[left_count] = numbers[i + first + k];
                left_count += ~apart >> k & 1;
            }
        }
    }
    memset(left + left_count, numbers[0], 8);
    return left_count;
}

LANES_INLINE uint32_t lanes_filter_as(const mote_sweep_block *block, lanes_gather *gather,
                                      bool edges, mote_lanes_span span, uint8_t *left)
{
    uint8_t all[MOTE_SWEEP_BLOCK + 8], boxes[MOTE_SWEEP_BLOCK + 8];
    uint32_t last = block->count ? block->count - 1 : 0;
    for (uint32_t i = 0; i < MOTE_SWEEP_BLOCK + 8; i++) all[i] = (uint8_t)(i < last ? i : last);
    uint32_t count =
        lanes_sift(block, gather, lanes_boxes_apart, edges, span, all, block->count, boxes);
    return lanes_sift(block, gather, lanes_shapes_apart, edges, span, boxes, count, left);
}

LANES_INLINE uint32_t lanes_filter(const mote_sweep_block *block, lanes_gather *gather,
                                   uint8_t *left)
{
    lane until = (lane)block->until;
    if ((double)until < block->until) until *= 1 + 4 * LANE_UNIT;
    const mote_lanes_span whole = {true, 1, (lane)0.5}, part = {false, until, until * (lane)0.5};
    if (block->until > 0.75)
        return block->edges ? lanes_filter_as(block, gather, true, whole, left)
                            : lanes_filter_as(block, gather, false, whole, left);
    return block->edges ? lanes_filter_as(block, gather, true, part, left)
                        : lanes_filter_as(block, gather, false, part, left);
}

#endif
