// A filter in float before mote_point_faces: computes lower bounds of the distances of eight faces
// at once. For w from the point to the closest point of a face, or to a point near it, the whole
// face is at least min(w . corner) / |w| away.

#include "geometry/point_faces.h"

typedef mote_f32x8 real;

typedef struct lanes3 {
    real x, y, z;
} lanes3;

static inline lanes3 sub(lanes3 a, lanes3 b)
{
    return (lanes3){a.x - b.x, a.y - b.y, a.z - b.z};
}

// a + b * s
static inline lanes3 along(lanes3 a, lanes3 b, real s)
{
    return (lanes3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static inline real dot(lanes3 a, lanes3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline real clamp(real x, real high)
{
    return mote_f32x8_min(mote_f32x8_max(x, mote_f32x8_splat(0)), high);
}

typedef struct closest {
    real squared;
    lanes3 w;
} closest;

static inline void keep_smaller(closest *best, lanes3 w)
{
    real squared = dot(w, w);
    mote_i32x8 smaller = squared < best->squared;
    best->squared = mote_f32x8_select(smaller, squared, best->squared);
    best->w.x = mote_f32x8_select(smaller, w.x, best->w.x);
    best->w.y = mote_f32x8_select(smaller, w.y, best->w.y);
    best->w.z = mote_f32x8_select(smaller, w.z, best->w.z);
}

static inline void try_edge(closest *best, lanes3 corner, lanes3 edge)
{
    real s = clamp(-dot(corner, edge) / dot(edge, edge), mote_f32x8_splat(1));
    keep_smaller(best, along(corner, edge, s));
}

static inline void try_face(closest *best, const lanes3 c[3])
{
    lanes3 e = sub(c[1], c[0]), f = sub(c[2], c[0]);
    real ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), ce = -dot(c[0], e), cf = -dot(c[0], f);
    real inverse = 1 / (ee * ff - ef * ef);
    const real one = mote_f32x8_splat(1);
    real u = clamp((ff * ce - ef * cf) * inverse, one);
    real v = clamp((ee * cf - ef * ce) * inverse, one - u);
    keep_smaller(best, along(along(c[0], e, u), f, v));
}

static inline real size_of(lanes3 a)
{
    return mote_f32x8_abs(a.x) + mote_f32x8_abs(a.y) + mote_f32x8_abs(a.z);
}

// Corner k of eight faces, relative to the point.
static inline lanes3 gather(mote_vec3 point, const float *xyz, const uint32_t *corners,
                            uint32_t first, uint32_t count, uint32_t k)
{
    mote_f32x4 at[8];
    mote_f32x8 out[3];
    for (uint32_t lane = 0; lane < 8; lane++) {
        size_t slot = first + (lane < count ? lane : count - 1);
        at[lane] = mote_f32x4_load3(xyz + 3 * (size_t)corners[3 * slot + k]);
    }
    mote_f32x4_columns8(at, out);
    return (lanes3){out[0] - mote_f32x8_splat(point.x), out[1] - mote_f32x8_splat(point.y),
                    out[2] - mote_f32x8_splat(point.z)};
}

uint32_t MOTE_KERNEL(mote_point_faces_near)(mote_vec3 point, const float *xyz,
                                            const uint32_t *corners, uint32_t first, uint32_t count,
                                            float limit)
{
    lanes3 c[3];
    for (uint32_t k = 0; k < 3; k++) c[k] = gather(point, xyz, corners, first, count, k);
    closest best = {mote_f32x8_splat(INFINITY), c[0]};
    for (int k = 0; k < 3; k++) try_edge(&best, c[k], sub(c[(k + 1) % 3], c[k]));
    try_face(&best, c);
    real least =
        mote_f32x8_min(mote_f32x8_min(dot(best.w, c[0]), dot(best.w, c[1])), dot(best.w, c[2]));
    // The rounding errors of coordinates and products are a few 2^-24 of their sizes.
    real size = size_of(c[0]) + size_of(c[1]) + size_of(c[2]);
    real bound = least - size * size_of(best.w) * 1e-6f;
    real length = dot(best.w, best.w) * (1 + 1e-6f);
    mote_i32x8 is_far =
        (bound > mote_f32x8_splat(0)) & (bound * bound > length * limit * (1 + 1e-6f));
    return ~mote_i32x8_bits(is_far) & ((1u << count) - 1);
}
