// Packed positions are read eight at a time into one vector per coordinate. Blending the three
// vectors that eight positions fill leaves each coordinate in a rotated order of the vertices; one
// permutation restores the order.

#include "shape/axis_boxes.h"

#include <math.h>

#define SHUFFLE MOTE_SHUFFLE8

typedef struct points {
    mote_f32x8 x, y, z;
} points;

static inline points load_eight(const float *at)
{
    mote_f32x8 v0 = mote_f32x8_load(at), v1 = mote_f32x8_load(at + 8),
               v2 = mote_f32x8_load(at + 16);
    // Lanes 0 .. 7 hold the vertices 0 3 6 1 4 7 2 5 in x, rotated by one lane in y and by two in
    // z.
    mote_f32x8 x = SHUFFLE(SHUFFLE(v0, v1, 0, 9, 2, 3, 12, 5, 6, 15), v2, 0, 1, 10, 3, 4, 13, 6, 7);
    mote_f32x8 y = SHUFFLE(SHUFFLE(v0, v1, 0, 1, 10, 3, 4, 13, 6, 7), v2, 8, 1, 2, 11, 4, 5, 14, 7);
    mote_f32x8 z = SHUFFLE(SHUFFLE(v0, v1, 8, 1, 2, 11, 4, 5, 14, 7), v2, 0, 9, 2, 3, 12, 5, 6, 15);
    return (points){x, SHUFFLE(y, y, 1, 2, 3, 4, 5, 6, 7, 0),
                    SHUFFLE(z, z, 2, 3, 4, 5, 6, 7, 0, 1)};
}

// Gathers vertices by index. With fewer than eight, the last one is repeated.
static inline points gather_eight(const float *xyz, const uint32_t *vertices, uint32_t stride,
                                  uint32_t count)
{
    float x[8], y[8], z[8];
    for (uint32_t lane = 0; lane < 8; lane++) {
        const float *p = xyz + 3 * (size_t)vertices[stride * (lane < count ? lane : count - 1)];
        x[lane] = p[0];
        y[lane] = p[1];
        z[lane] = p[2];
    }
    return (points){mote_f32x8_load(x), mote_f32x8_load(y), mote_f32x8_load(z)};
}

static inline mote_f32x8 along(const mote_axes *axes, int k, points p)
{
    mote_vec3 r = axes->row[k];
    return (p.x * axes->scale - axes->origin.x) * r.x + (p.y * axes->scale - axes->origin.y) * r.y +
           (p.z * axes->scale - axes->origin.z) * r.z;
}

// Returns +0 for a zero, whatever the order of the comparisons.
static inline float least_lane(mote_f32x8 v)
{
    mote_f32x8 a = mote_f32x8_min(v, SHUFFLE(v, v, 4, 5, 6, 7, 0, 1, 2, 3));
    mote_f32x8 b = mote_f32x8_min(a, SHUFFLE(a, a, 2, 3, 0, 1, 6, 7, 4, 5));
    return (b[0] < b[1] ? b[0] : b[1]) + 0.0f;
}

static inline float greatest_lane(mote_f32x8 v)
{
    return 0.0f - least_lane(-v);
}

// ---------------------------------------------------------------------------------------------
// Boxes of vertices

typedef struct box_lanes {
    mote_f32x8 lo[3], hi[3];
} box_lanes;

static inline void add_points(box_lanes *b, const mote_axes *axes, points p)
{
    for (int k = 0; k < 3; k++) {
        mote_f32x8 c = along(axes, k, p);
        b->lo[k] = mote_f32x8_min(c, b->lo[k]);
        b->hi[k] = mote_f32x8_max(c, b->hi[k]);
    }
}

static inline void add_run(box_lanes *b, const mote_axes *axes, const float *at, uint32_t count)
{
    if (count < 8) {
        const uint32_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        if (count > 0) add_points(b, axes, gather_eight(at, order, 1, count));
        return;
    }
    for (uint32_t i = 0; i + 8 <= count; i += 8)
        add_points(b, axes, load_eight(at + 3 * (size_t)i));
    if (count % 8) add_points(b, axes, load_eight(at + 3 * (size_t)(count - 8)));
}

mote_box MOTE_KERNEL(mote_axis_box)(const mote_axes *axes, const float *xyz, uint32_t first,
                                    uint32_t end, const uint32_t *border, uint32_t border_count)
{
    const mote_f32x8 up = mote_f32x8_splat(INFINITY), down = mote_f32x8_splat(-INFINITY);
    box_lanes b = {{up, up, up}, {down, down, down}};
    add_run(&b, axes, xyz + 3 * (size_t)first, end - first);
    for (uint32_t i = 0; i < border_count; i += 8) {
        uint32_t left = border_count - i;
        add_points(&b, axes, gather_eight(xyz, border + i, 1, left < 8 ? left : 8));
    }
    return (mote_box){{least_lane(b.lo[0]), least_lane(b.lo[1]), least_lane(b.lo[2])},
                      {greatest_lane(b.hi[0]), greatest_lane(b.hi[1]), greatest_lane(b.hi[2])}};
}

void MOTE_KERNEL(mote_axis_triangle_boxes)(const mote_axes *axes, const float *xyz,
                                           const uint32_t *corners, uint32_t count, mote_box8 *out)
{
    const mote_f32x8 up = mote_f32x8_splat(INFINITY), down = mote_f32x8_splat(-INFINITY);
    const mote_i32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    for (uint32_t i = 0; i < count; i += 8, out++) {
        uint32_t left = count - i < 8 ? count - i : 8;
        box_lanes b = {{up, up, up}, {down, down, down}};
        for (uint32_t k = 0; k < 3; k++)
            add_points(&b, axes, gather_eight(xyz, corners + 3 * (size_t)i + k, 3, left));
        mote_i32x8 used = lanes < (int32_t)left;
        float *to = out->min_x;
        for (int k = 0; k < 3; k++) {
            mote_f32x8_store(to + 8 * k, mote_f32x8_select(used, b.lo[k], up));
            mote_f32x8_store(to + 24 + 8 * k, mote_f32x8_select(used, b.hi[k], down));
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Boxes of boxes

typedef struct extents {
    mote_f32x8 low, high;
} extents;

// The extents of the boxes along row 0.
static inline extents extent_of_boxes(const mote_axes *axes, const mote_box8 *b)
{
    mote_vec3 r = axes->row[0];
    points low = {mote_f32x8_load(r.x > 0 ? b->min_x : b->max_x),
                  mote_f32x8_load(r.y > 0 ? b->min_y : b->max_y),
                  mote_f32x8_load(r.z > 0 ? b->min_z : b->max_z)};
    points high = {mote_f32x8_load(r.x > 0 ? b->max_x : b->min_x),
                   mote_f32x8_load(r.y > 0 ? b->max_y : b->min_y),
                   mote_f32x8_load(r.z > 0 ? b->max_z : b->min_z)};
    return (extents){along(axes, 0, low), along(axes, 0, high)};
}

mote_extent MOTE_KERNEL(mote_axis_extent)(const mote_axes *axes, const mote_box8 *boxes,
                                          uint32_t group_count)
{
    extents all = {mote_f32x8_splat(INFINITY), mote_f32x8_splat(-INFINITY)};
    for (uint32_t g = 0; g < group_count; g++) {
        extents e = extent_of_boxes(axes, &boxes[g]);
        mote_i32x8 empty = mote_f32x8_load(boxes[g].min_x) > mote_f32x8_load(boxes[g].max_x);
        all.low = mote_f32x8_min(mote_f32x8_select(empty, all.low, e.low), all.low);
        all.high = mote_f32x8_max(mote_f32x8_select(empty, all.high, e.high), all.high);
    }
    return (mote_extent){least_lane(all.low), greatest_lane(all.high)};
}

void MOTE_KERNEL(mote_axis_outcodes)(const mote_axes *axes, const mote_slab *slab,
                                     const mote_box8 *boxes, uint32_t group_count, uint32_t *codes)
{
    for (uint32_t g = 0; g < group_count; g++) {
        const mote_box8 *b = &boxes[g];
        extents e = extent_of_boxes(axes, b);
        mote_i32x8 code = (e.high < slab->low) & 1;
        code |= (e.low > slab->high) & 2;
        code |= (mote_f32x8_load(b->max_x) < slab->box.min.x) & 4;
        code |= (mote_f32x8_load(b->min_x) > slab->box.max.x) & 8;
        code |= (mote_f32x8_load(b->max_y) < slab->box.min.y) & 16;
        code |= (mote_f32x8_load(b->min_y) > slab->box.max.y) & 32;
        code |= (mote_f32x8_load(b->max_z) < slab->box.min.z) & 64;
        code |= (mote_f32x8_load(b->min_z) > slab->box.max.z) & 128;
        memcpy(codes + 8 * (size_t)g, &code, sizeof code);
    }
}
