// The intersection segments of pairs of triangles, as many pairs at a time as a register has
// doubles.
//
// Each triangle meets the plane of the other in an interval of the line that the planes share:
// between the points where the two edges of its lone corner pass through the plane. The segment
// runs from the later beginning to the earlier end.
//
// A point divides its edge by the distances of the edge's ends from the plane, d_p and d_q, which
// have opposite signs. By orient.c each is off by at most 9 e m, with e = 2^-53 and m the same sum
// over magnitudes, so the parameter d_p / (d_p - d_q) is off by at most 9 e max(m_p, m_q) / |d_p -
// d_q|. A lane is certain if this is below 2^-32 for all four edges, all signs are certain, and the
// segment is longer than 2^-26 of the two intervals. Of two points closer than their errors, either
// may be taken.

#include "core/vec.h"
#include "geometry/tri_tri_batch.h"

#ifdef __AVX2__
typedef mote_f64x4 reals;
typedef mote_i64x4 masks;
typedef float floats __attribute__((vector_size(16)));
#else
typedef mote_f64x2 reals;
typedef mote_i64x2 masks;
typedef float floats __attribute__((vector_size(8)));
#endif

enum { LANES = sizeof(reals) / sizeof(double) };

typedef struct points {
    reals x, y, z;
} points;

static inline reals load(const float *from)
{
    floats v;
    memcpy(&v, from, sizeof v);
    return __builtin_convertvector(v, reals);
}

static inline points load_corner(const float side[9][8], int corner, int lane)
{
    return (points){load(side[3 * corner] + lane), load(side[3 * corner + 1] + lane),
                    load(side[3 * corner + 2] + lane)};
}

static inline reals absolute(reals v)
{
    return (reals)((masks)v & INT64_MAX);
}

static inline reals select(masks mask, reals yes, reals no)
{
#ifdef __AVX2__
    return (reals)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)mask);
#else
    return (reals)(((masks)yes & mask) | ((masks)no & ~mask));
#endif
}

static inline points select_points(masks mask, points yes, points no)
{
    return (points){select(mask, yes.x, no.x), select(mask, yes.y, no.y),
                    select(mask, yes.z, no.z)};
}

static inline points subtract(points p, points q)
{
    return (points){p.x - q.x, p.y - q.y, p.z - q.z};
}

static inline points absolute_points(points p)
{
    return (points){absolute(p.x), absolute(p.y), absolute(p.z)};
}

static inline reals dot(points p, points q)
{
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

static inline points cross(points u, points v)
{
    return (points){u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

// The cross product of magnitudes, with all minus signs replaced by plus signs.
static inline points cross_magnitude(points u, points v)
{
    u = absolute_points(u);
    v = absolute_points(v);
    return (points){u.y * v.z + u.z * v.y, u.z * v.x + u.x * v.z, u.x * v.y + u.y * v.x};
}

// The distances of three points from the plane of a triangle, multiplied by twice its area.
typedef struct heights {
    points normal; // not unit
    reals at[3], error[3];
} heights;

static inline heights heights_over(const points t[3], const points others[3])
{
    points u = subtract(t[1], t[0]), v = subtract(t[2], t[0]);
    points magnitude = cross_magnitude(u, v);
    heights h = {.normal = cross(u, v)};
    for (int i = 0; i < 3; i++) {
        points arm = subtract(others[i], t[0]);
        h.at[i] = dot(h.normal, arm);
        h.error[i] = dot(magnitude, absolute_points(arm)) * (9 * 0x1p-53);
    }
    return h;
}

// The two points in which the edges of a triangle meet a plane, in no order.
typedef struct interval {
    points ends[2];
    masks lone_above; // the lone corner is in front of the plane
    masks certain;
} interval;

static inline points divide_edge(points p, reals at_p, points q, reals at_q, reals error,
                                 masks *certain)
{
    reals whole = at_p - at_q, t = at_p / whole;
    points way = subtract(q, p);
    *certain &= error < absolute(whole) * 0x1p-32;
    return (points){p.x + way.x * t, p.y + way.y * t, p.z + way.z * t};
}

static inline reals larger(reals a, reals b)
{
    return select(a > b, a, b);
}

// Cuts a triangle by the plane from which `h` measures the heights of its corners.
static inline interval cut(const points t[3], const heights *h)
{
    masks above[3];
    const masks none = {0};
    interval out = {.certain = ~none};
    for (int i = 0; i < 3; i++) {
        above[i] = h->at[i] > 0;
        out.certain &= absolute(h->at[i]) > h->error[i];
    }
    out.lone_above = above[0] ^ above[1] ^ above[2];
    masks first = ~(above[1] ^ above[2]), second = ~(above[0] ^ above[2]); // the lone corner
    out.certain &= ~(first & second);                                      // all on one side
    points lone = select_points(first, t[0], select_points(second, t[1], t[2]));
    points next = select_points(first, t[1], select_points(second, t[2], t[0]));
    points last = select_points(first, t[2], select_points(second, t[0], t[1]));
    reals at_lone = select(first, h->at[0], select(second, h->at[1], h->at[2]));
    reals at_next = select(first, h->at[1], select(second, h->at[2], h->at[0]));
    reals at_last = select(first, h->at[2], select(second, h->at[0], h->at[1]));
    reals error = larger(larger(h->error[0], h->error[1]), h->error[2]);
    out.ends[0] = divide_edge(lone, at_lone, next, at_next, error, &out.certain);
    out.ends[1] = divide_edge(lone, at_lone, last, at_last, error, &out.certain);
    return out;
}

// Orders the two points along the line. Coordinates are relative to a corner, to keep precision far
// from the origin.
static inline void order(interval *i, points along, points corner, reals at[2])
{
    at[0] = dot(along, subtract(i->ends[0], corner));
    at[1] = dot(along, subtract(i->ends[1], corner));
    masks swap = at[0] > at[1];
    points first = select_points(swap, i->ends[1], i->ends[0]);
    i->ends[1] = select_points(swap, i->ends[0], i->ends[1]);
    i->ends[0] = first;
    reals low = select(swap, at[1], at[0]);
    at[1] = select(swap, at[0], at[1]);
    at[0] = low;
}

static inline points reverse(masks which, points p)
{
    const reals zero = {0};
    return (points){select(which, zero - p.x, p.x), select(which, zero - p.y, p.y),
                    select(which, zero - p.z, p.z)};
}

static inline void store(double out[3][8], int lane, points p)
{
    memcpy(out[0] + lane, &p.x, sizeof p.x);
    memcpy(out[1] + lane, &p.y, sizeof p.y);
    memcpy(out[2] + lane, &p.z, sizeof p.z);
}

static inline uint32_t find_segments(const mote_tri_pairs8 *pairs, int lane,
                                     mote_tri_segments8 *out)
{
    points a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = load_corner(pairs->a, i, lane);
        b[i] = load_corner(pairs->b, i, lane);
    }
    heights over_a = heights_over(a, b), over_b = heights_over(b, a);
    interval of_a = cut(a, &over_b), of_b = cut(b, &over_a);
    // Same direction as in mote_tri_tri_lone_first.
    points along = reverse(of_a.lone_above ^ of_b.lone_above, cross(over_a.normal, over_b.normal));
    reals at_a[2], at_b[2];
    order(&of_a, along, a[0], at_a);
    order(&of_b, along, a[0], at_b);
    masks b_begins = at_b[0] > at_a[0], b_ends = at_b[1] < at_a[1];
    reals length = select(b_ends, at_b[1], at_a[1]) - select(b_begins, at_b[0], at_a[0]);
    reals all = at_a[1] - at_a[0] + (at_b[1] - at_b[0]);
    masks certain = of_a.certain & of_b.certain & (length > all * 0x1p-26);
    points p = select_points(b_begins, of_b.ends[0], of_a.ends[0]);
    points q = select_points(b_ends, of_b.ends[1], of_a.ends[1]);
    store(out->p, lane, p);
    store(out->q, lane, q);
    store(out->normal_a, lane, over_a.normal);
    store(out->normal_b, lane, over_b.normal);
    uint32_t bits = 0;
    for (int i = 0; i < LANES; i++) bits |= (uint32_t)(certain[i] & 1) << i;
    return bits;
}

uint32_t MOTE_KERNEL(mote_tri_tri_segments8)(const mote_tri_pairs8 *pairs, mote_tri_segments8 *out)
{
    uint32_t certain = 0;
    for (int lane = 0; lane < 8; lane += LANES) certain |= find_segments(pairs, lane, out) << lane;
    return certain;
}
