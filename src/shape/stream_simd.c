#include "shape/stream.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------
// Boxes of runs
//
// Packed x y z x y z ... read as vectors of eight repeats every three vectors: three accumulators
// for each of min and max process a run of any length without a shuffle. A lane's coordinate is its
// index modulo three. Blending the three accumulators gives eight partial results of each
// coordinate; a transposing tree then reduces eight runs together. The last eight vertices of a run
// may be read twice, which does not change min and max.

#define SHUFFLE MOTE_SHUFFLE8

// Eight partial results for each of the six bounds of a run.
typedef struct partial {
    mote_f32x8 bound[6]; // min x, y, z, max x, y, z
} partial;

// One coordinate of all lanes from the three accumulators; lanes 8 and up name the second operand.
static inline mote_f32x8 pick_x(mote_f32x8 v0, mote_f32x8 v1, mote_f32x8 v2)
{
    mote_f32x8 two = SHUFFLE(v0, v1, 0, 9, 2, 3, 12, 5, 6, 15);
    return SHUFFLE(two, v2, 0, 1, 10, 3, 4, 13, 6, 7);
}

static inline mote_f32x8 pick_y(mote_f32x8 v0, mote_f32x8 v1, mote_f32x8 v2)
{
    mote_f32x8 two = SHUFFLE(v0, v1, 0, 1, 10, 3, 4, 13, 6, 7);
    return SHUFFLE(two, v2, 8, 1, 2, 11, 4, 5, 14, 7);
}

static inline mote_f32x8 pick_z(mote_f32x8 v0, mote_f32x8 v1, mote_f32x8 v2)
{
    mote_f32x8 two = SHUFFLE(v0, v1, 8, 1, 2, 11, 4, 5, 14, 7);
    return SHUFFLE(two, v2, 0, 9, 2, 3, 12, 5, 6, 15);
}

typedef struct accumulator {
    mote_f32x8 lo[3], hi[3];
    // NaN or infinite if a coordinate is, and rarely otherwise. Three sums hide latency.
    mote_f32x8 sum[3];
} accumulator;

static inline void take_eight(accumulator *a, const float *at)
{
    for (int k = 0; k < 3; k++) {
        mote_f32x8 v = mote_f32x8_load(at + 8 * k);
        a->lo[k] = mote_f32x8_min(v, a->lo[k]);
        a->hi[k] = mote_f32x8_max(v, a->hi[k]);
        a->sum[k] += v;
    }
}

static inline partial long_run(const float *at, uint32_t count, mote_f32x8 *sum)
{
    const mote_f32x8 up = mote_f32x8_splat(INFINITY), down = mote_f32x8_splat(-INFINITY);
    const mote_f32x8 zero = mote_f32x8_splat(0);
    accumulator a = {{up, up, up}, {down, down, down}, {*sum, zero, zero}};
    for (uint32_t i = 0; i + 8 <= count; i += 8) take_eight(&a, at + 3 * (size_t)i);
    if (count % 8) take_eight(&a, at + 3 * (size_t)(count - 8));
    *sum = a.sum[0] + a.sum[1] + a.sum[2];
    return (partial){{pick_x(a.lo[0], a.lo[1], a.lo[2]), pick_y(a.lo[0], a.lo[1], a.lo[2]),
                      pick_z(a.lo[0], a.lo[1], a.lo[2]), pick_x(a.hi[0], a.hi[1], a.hi[2]),
                      pick_y(a.hi[0], a.hi[1], a.hi[2]), pick_z(a.hi[0], a.hi[1], a.hi[2])}};
}

static inline partial short_run(const float *at, uint32_t count, mote_f32x8 *sum)
{
    float lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < 3 * count; i++) {
        lo[i % 3] = at[i] < lo[i % 3] ? at[i] : lo[i % 3];
        hi[i % 3] = at[i] > hi[i % 3] ? at[i] : hi[i % 3];
        *sum += mote_f32x8_splat(at[i]);
    }
    partial p;
    for (int k = 0; k < 3; k++) {
        p.bound[k] = mote_f32x8_splat(lo[k]);
        p.bound[3 + k] = mote_f32x8_splat(hi[k]);
    }
    return p;
}

// One step of the transposing tree: reduces eight lanes each of two runs to four.
#define FOLD(op, a, b)                                                                             \
    op(SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14), SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15))

// Lane i of the result is the minimum (or maximum) of the lanes of v[i].
#define REDUCE_EIGHT(name, op)                                                                     \
    static inline mote_f32x8 name(const partial *p, int bound)                                     \
    {                                                                                              \
        mote_f32x8 a = FOLD(op, p[0].bound[bound], p[1].bound[bound]);                             \
        mote_f32x8 b = FOLD(op, p[2].bound[bound], p[3].bound[bound]);                             \
        mote_f32x8 c = FOLD(op, p[4].bound[bound], p[5].bound[bound]);                             \
        mote_f32x8 d = FOLD(op, p[6].bound[bound], p[7].bound[bound]);                             \
        mote_f32x8 ab = op(SHUFFLE(a, b, 0, 1, 8, 9, 4, 5, 12, 13),                                \
                           SHUFFLE(a, b, 2, 3, 10, 11, 6, 7, 14, 15));                             \
        mote_f32x8 cd = op(SHUFFLE(c, d, 0, 1, 8, 9, 4, 5, 12, 13),                                \
                           SHUFFLE(c, d, 2, 3, 10, 11, 6, 7, 14, 15));                             \
        return op(SHUFFLE(ab, cd, 0, 1, 2, 3, 8, 9, 10, 11),                                       \
                  SHUFFLE(ab, cd, 4, 5, 6, 7, 12, 13, 14, 15));                                    \
    }

REDUCE_EIGHT(least_of_eight, mote_f32x8_min)
REDUCE_EIGHT(greatest_of_eight, mote_f32x8_max)

static float least_lane(mote_f32x8 v)
{
    float least = v[0];
    for (int i = 1; i < 8; i++) least = v[i] < least ? v[i] : least;
    return least;
}

static float greatest_lane(mote_f32x8 v)
{
    return -least_lane(-v);
}

typedef struct whole_box {
    mote_f32x8 bound[6];
    mote_f32x8 sum; // NaN or infinite if a coordinate is
} whole_box;

static inline whole_box begin_whole(void)
{
    whole_box w = {.sum = mote_f32x8_splat(0)};
    for (int k = 0; k < 6; k++) w.bound[k] = mote_f32x8_splat(k < 3 ? INFINITY : -INFINITY);
    return w;
}

static inline partial any_run(const float *at, uint32_t count, whole_box *w)
{
    return count >= 8 ? long_run(at, count, &w->sum) : short_run(at, count, &w->sum);
}

static inline void put_group(const partial p[8], whole_box *w, mote_box8 *out)
{
    for (int k = 0; k < 6; k++) {
        mote_f32x8 bound = k < 3 ? least_of_eight(p, k) : greatest_of_eight(p, k);
        w->bound[k] =
            k < 3 ? mote_f32x8_min(bound, w->bound[k]) : mote_f32x8_max(bound, w->bound[k]);
        mote_f32x8_store(out->bound[k], bound);
    }
}

static inline bool end_whole(const whole_box *w, mote_box *out)
{
    const mote_f32x8 *all = w->bound;
    *out = (mote_box){{least_lane(all[0]), least_lane(all[1]), least_lane(all[2])},
                      {greatest_lane(all[3]), greatest_lane(all[4]), greatest_lane(all[5])}};
    return mote_i32x8_bits(mote_f32x8_abs(w->sum) <= mote_f32x8_splat(3.402823466e38f)) == 0xff;
}

bool MOTE_KERNEL(mote_own_boxes)(const float *xyz, const uint32_t *run_first, uint32_t run_count,
                                 uint32_t first_group, uint32_t end_group, mote_box8 *own,
                                 mote_box *whole)
{
    whole_box w = begin_whole();
    for (uint32_t group = first_group; group < end_group; group++) {
        partial p[8];
        for (uint32_t lane = 0; lane < 8; lane++) {
            uint32_t run = 8 * group + lane;
            uint32_t first = run < run_count ? run_first[run] : 0;
            uint32_t count = run < run_count ? run_first[run + 1] - first : 0;
            p[lane] = any_run(xyz + 3 * (size_t)first, count, &w);
        }
        put_group(p, &w, &own[group]);
    }
    return end_whole(&w, whole);
}

bool MOTE_KERNEL(mote_block_boxes)(const float *xyz, uint32_t vertex_count, uint32_t first_group,
                                   uint32_t end_group, mote_box8 *blocks, mote_box *whole)
{
    whole_box w = begin_whole();
    for (uint32_t group = first_group; group < end_group; group++) {
        partial p[8];
        for (uint32_t lane = 0; lane < 8; lane++) {
            uint32_t first = (8 * group + lane) * MOTE_STREAM_BLOCK;
            uint32_t left = first < vertex_count ? vertex_count - first : 0;
            uint32_t count = left < MOTE_STREAM_BLOCK ? left : MOTE_STREAM_BLOCK;
            p[lane] = any_run(count ? xyz + 3 * (size_t)first : xyz, count, &w);
        }
        put_group(p, &w, &blocks[group]);
    }
    return end_whole(&w, whole);
}

// ---------------------------------------------------------------------------------------------
// Clusters that reach beyond a plane

// Eight vertices are three vectors, from which pick_x, pick_y and pick_z take one coordinate in the
// order of vertices 0 3 6 1 4 7 2 5, rotated by one lane for y and by two for z. Restores the
// order.
static inline mote_i32x8 in_order(mote_i32x8 v, int axis)
{
    const mote_f32x8 f = (mote_f32x8)v;
    if (axis == 0) return (mote_i32x8)SHUFFLE(f, f, 0, 3, 6, 1, 4, 7, 2, 5);
    if (axis == 1) return (mote_i32x8)SHUFFLE(f, f, 1, 4, 7, 2, 5, 0, 3, 6);
    return (mote_i32x8)SHUFFLE(f, f, 2, 5, 0, 3, 6, 1, 4, 7);
}

// Returns a mask of the vertices that are within the limit.
static inline mote_i32x8 are_within(const float *at, int axis, bool above, mote_f32x8 limit)
{
    mote_f32x8 v0 = mote_f32x8_load(at), v1 = mote_f32x8_load(at + 8),
               v2 = mote_f32x8_load(at + 16);
    mote_f32x8 c = axis == 0   ? pick_x(v0, v1, v2)
                   : axis == 1 ? pick_y(v0, v1, v2)
                               : pick_z(v0, v1, v2);
    return in_order(above ? mote_f32x8_at_least(c, limit) : mote_f32x8_at_least(limit, c), axis);
}

// Writes a code for every vertex, to codes[spare] if it is beyond: a branch would be mispredicted.
static inline void clear_codes(const float *xyz, const uint16_t *owner_of, uint32_t count, int axis,
                               bool above, float limit, uint32_t spare, uint8_t *codes)
{
    const mote_i32x8 spares = {(int32_t)spare, (int32_t)spare, (int32_t)spare, (int32_t)spare,
                               (int32_t)spare, (int32_t)spare, (int32_t)spare, (int32_t)spare};
    const mote_f32x8 limits = mote_f32x8_splat(limit);
    uint32_t v = 0;
    for (; v + 8 <= count; v += 8) {
        mote_i32x8 within = are_within(xyz + 3 * (size_t)v, axis, above, limits), owners;
        if (mote_i32x8_bits(within) == 0) continue;
        mote_u16x8 eight;
        memcpy(&eight, owner_of + v, sizeof eight);
        owners = __builtin_convertvector(eight, mote_i32x8);
        owners = (mote_i32x8)mote_f32x8_select(within, (mote_f32x8)owners, (mote_f32x8)spares);
        uint32_t at[8];
        memcpy(at, &owners, sizeof at);
        for (int lane = 0; lane < 8; lane++) codes[at[lane]] = 0;
    }
    for (; v < count; v++) {
        float c = xyz[3 * (size_t)v + (size_t)axis];
        codes[(above ? c >= limit : c <= limit) ? owner_of[v] : spare] = 0;
    }
}

void MOTE_KERNEL(mote_clear_codes)(const float *xyz, const uint16_t *owner_of, uint32_t count,
                                   int axis, bool above, float limit, uint32_t spare,
                                   uint8_t *codes)
{
    if (axis == 0) clear_codes(xyz, owner_of, count, 0, above, limit, spare, codes);
    if (axis == 1) clear_codes(xyz, owner_of, count, 1, above, limit, spare, codes);
    if (axis == 2) clear_codes(xyz, owner_of, count, 2, above, limit, spare, codes);
}

// Four accumulators hide the latency of each minimum.
mote_box MOTE_KERNEL(mote_add_vertices)(const mote_box *box, const float *xyz,
                                        const uint32_t *vertices, uint32_t count)
{
    mote_f32x4 low[4], high[4];
    for (int k = 0; k < 4; k++) {
        low[k] = mote_f32x4_load3(&box->min.x);
        high[k] = mote_f32x4_load3(&box->max.x);
    }
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int k = 0; k < 4; k++) {
            mote_f32x4 p = mote_f32x4_load3(xyz + 3 * (size_t)vertices[i + (uint32_t)k]);
            low[k] = mote_f32x4_min(p, low[k]);
            high[k] = mote_f32x4_max(p, high[k]);
        }
    }
    for (; i < count; i++) {
        mote_f32x4 p = mote_f32x4_load3(xyz + 3 * (size_t)vertices[i]);
        low[0] = mote_f32x4_min(p, low[0]);
        high[0] = mote_f32x4_max(p, high[0]);
    }
    mote_f32x4 least =
        mote_f32x4_min(mote_f32x4_min(low[0], low[1]), mote_f32x4_min(low[2], low[3]));
    mote_f32x4 most =
        mote_f32x4_max(mote_f32x4_max(high[0], high[1]), mote_f32x4_max(high[2], high[3]));
    return (mote_box){{least[0], least[1], least[2]}, {most[0], most[1], most[2]}};
}

// ---------------------------------------------------------------------------------------------
// Copying positions into mesh order

static inline void bring(const char *data, size_t stride, const uint32_t *order, uint32_t first,
                         uint32_t end, uint32_t ahead, float *out)
{
    if (first == end) return;
    // Each store writes one float too many; the next vertex overwrites it. The last store must not.
    for (uint32_t v = first; v + 1 < end; v++) {
        if (ahead && v + ahead < end) __builtin_prefetch(data + order[v + ahead] * stride);
        mote_f32x4 p = mote_f32x4_load3((const float *)(const void *)(data + order[v] * stride));
        memcpy(out + 3 * (size_t)v, &p, sizeof p);
    }
    memcpy(out + 3 * (size_t)(end - 1), data + order[end - 1] * stride, 3 * sizeof(float));
}

void MOTE_KERNEL(mote_bring_vertices)(const char *data, size_t stride, const uint32_t *order,
                                      uint32_t first, uint32_t end, bool prefetch, float *out)
{
    if (prefetch) {
        bring(data, stride, order, first, end, 96, out);
    } else {
        bring(data, stride, order, first, end, 0, out);
    }
}
