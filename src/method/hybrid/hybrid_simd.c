#include "method/hybrid/hybrid.h"

#include <math.h>

#include "core/box.h"

typedef uint8_t bytes8 __attribute__((vector_size(8)));

void MOTE_KERNEL(mote_hybrid_outcodes)(const mote_box8 *boxes, uint32_t group_count,
                                       const mote_box *region, uint8_t *codes, uint8_t *group_codes)
{
    for (uint32_t g = 0; g < group_count; g++) {
        const mote_box8 *b = &boxes[g];
        mote_i32x8 code = (mote_f32x8_load(b->min_x) > mote_f32x8_splat(region->max.x)) & 1;
        code |= (mote_f32x8_load(b->max_x) < mote_f32x8_splat(region->min.x)) & 2;
        code |= (mote_f32x8_load(b->min_y) > mote_f32x8_splat(region->max.y)) & 4;
        code |= (mote_f32x8_load(b->max_y) < mote_f32x8_splat(region->min.y)) & 8;
        code |= (mote_f32x8_load(b->min_z) > mote_f32x8_splat(region->max.z)) & 16;
        code |= (mote_f32x8_load(b->max_z) < mote_f32x8_splat(region->min.z)) & 32;
        bytes8 bytes = __builtin_convertvector(code, bytes8);
        uint64_t common;
        memcpy(codes + 8 * (size_t)g, &bytes, sizeof bytes);
        memcpy(&common, &bytes, sizeof common);
        common &= common >> 32;
        common &= common >> 16;
        group_codes[g] = (uint8_t)(common & common >> 8);
    }
}

mote_box MOTE_KERNEL(mote_hybrid_add_vertices)(const mote_box *box, const float *xyz,
                                               const uint32_t *vertices, uint32_t count)
{
    mote_f32x4 low = mote_f32x4_load3(&box->min.x), high = mote_f32x4_load3(&box->max.x);
    for (uint32_t i = 0; i < count; i++) {
        mote_f32x4 p = mote_f32x4_load3(xyz + 3 * (size_t)vertices[i]);
        low = mote_f32x4_min(p, low);
        high = mote_f32x4_max(p, high);
    }
    return (mote_box){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

void MOTE_KERNEL(mote_hybrid_gather)(const mote_hybrid_triangles8 *triangles, float out[9][8])
{
    for (int corner = 0; corner < 3; corner++) {
        mote_f32x4 p[8];
        for (int i = 0; i < 8; i++)
            p[i] = mote_f32x4_load3(triangles->xyz[i] + 3 * (size_t)triangles->corners[i][corner]);
        mote_f32x4_transpose8(p, &out[3 * corner]);
    }
}

// Moves a bound by `by` and one rounding further; not at all where `by` is 0.
static inline mote_f32x4 outwards(mote_f32x4 bound, float by)
{
    if (by == 0) return bound;
    mote_f32x4 moved = bound + by;
    mote_f32x4 size = mote_f32x4_max(moved, -moved);
    return moved + (by > 0 ? 1.0f : -1.0f) * (size * 0x1p-23f + 0x1p-126f);
}

// Always inlined, so that full leaves without a tolerance, which are nearly all, get branch-free code.
static inline __attribute__((always_inline)) void fill_leaf(const float *xyz,
                                                            const uint32_t *corners, uint32_t count,
                                                            float by, mote_box8 *triangles,
                                                            mote_box *leaf)
{
    const mote_f32x4 up = {INFINITY, INFINITY, INFINITY, INFINITY}, down = -up;
    mote_f32x4 low[8], high[8], leaf_low = up, leaf_high = down;
    for (uint32_t i = 0; i < 8; i++) {
        low[i] = up;
        high[i] = down;
        if (i >= count) continue;
        mote_f32x4 a = mote_f32x4_load3(xyz + 3 * (size_t)corners[3 * i]);
        mote_f32x4 b = mote_f32x4_load3(xyz + 3 * (size_t)corners[3 * i + 1]);
        mote_f32x4 c = mote_f32x4_load3(xyz + 3 * (size_t)corners[3 * i + 2]);
        low[i] = outwards(mote_f32x4_min(mote_f32x4_min(a, b), c), -by);
        high[i] = outwards(mote_f32x4_max(mote_f32x4_max(a, b), c), by);
        leaf_low = mote_f32x4_min(leaf_low, low[i]);
        leaf_high = mote_f32x4_max(leaf_high, high[i]);
    }
    mote_f32x4_transpose8(low, triangles->bound);
    mote_f32x4_transpose8(high, triangles->bound + 3);
    *leaf = (mote_box){{leaf_low[0], leaf_low[1], leaf_low[2]},
                       {leaf_high[0], leaf_high[1], leaf_high[2]}};
}

void MOTE_KERNEL(mote_hybrid_fill_inside)(const float *xyz, const uint32_t *corners,
                                          uint32_t triangle_count, float by, mote_hybrid_boxes *out)
{
    for (uint32_t leaf = 0; leaf < MOTE_HYBRID_LEAVES; leaf++) {
        uint32_t left = triangle_count > 8 * leaf ? triangle_count - 8 * leaf : 0;
        const uint32_t *first = corners + 24 * (size_t)leaf;
        mote_box box;
        if (left >= 8 && by == 0) {
            fill_leaf(xyz, first, 8, 0, &out->triangles[leaf], &box);
        } else {
            fill_leaf(xyz, first, left < 8 ? left : 8, by, &out->triangles[leaf], &box);
        }
        mote_box8_set(&out->leaves[leaf / 8], leaf % 8, &box);
    }
}

void MOTE_KERNEL(mote_hybrid_fill_leaves)(const float *xyz, const uint32_t *corners,
                                          uint32_t triangle_count, float by, uint32_t leaves,
                                          mote_hybrid_boxes *out)
{
    for (; leaves; leaves &= leaves - 1) {
        uint32_t leaf = (uint32_t)__builtin_ctz(leaves);
        uint32_t left = triangle_count > 8 * leaf ? triangle_count - 8 * leaf : 0;
        mote_box box;
        fill_leaf(xyz, corners + 24 * (size_t)leaf, left < 8 ? left : 8, by, &out->triangles[leaf],
                  &box);
        mote_box8_set(&out->leaves[leaf / 8], leaf % 8, &box);
    }
}

// Bit i is set where leaf i shares a point with the box.
static inline uint32_t leaves_at(const mote_hybrid_boxes *inside, const mote_box *box)
{
    uint32_t bits = 0;
    for (uint32_t g = 0; g < MOTE_HYBRID_LEAF_GROUPS; g++)
        bits |= mote_box8_overlaps(&inside->leaves[g], box) << 8 * g;
    return bits;
}

bool MOTE_KERNEL(mote_hybrid_inside_meets)(const mote_hybrid_boxes *inside, const mote_box *box)
{
    for (uint32_t bits = leaves_at(inside, box); bits; bits &= bits - 1) {
        if (mote_box8_overlaps(&inside->triangles[__builtin_ctz(bits)], box)) return true;
    }
    return false;
}

// Bit 8 i + j is set where triangle i of one leaf and j of the other have overlapping boxes. All 64 at once: a
// branch per triangle would cost more in mispredictions than it saves.
static inline uint64_t triangle_pairs(const mote_box8 *a, const mote_box8 *b)
{
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < 8; i++) {
        mote_box box = mote_box8_get(a, i);
        pairs |= (uint64_t)mote_box8_overlaps(b, &box) << 8 * i;
    }
    return pairs;
}

// For a leaf with itself: each pair once, and no triangle with itself.
#define ABOVE_DIAGONAL 0x0080c0e0f0f8fcfeu

uint32_t MOTE_KERNEL(mote_hybrid_box_pairs)(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                                            const mote_box *region, uint16_t *out)
{
    uint32_t count = 0, reach_b = leaves_at(b, region);
    for (uint32_t bits_a = leaves_at(a, region); bits_a; bits_a &= bits_a - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits_a);
        mote_box box_a = mote_box8_get(&a->leaves[i / 8], i % 8);
        uint32_t bits_b = leaves_at(b, &box_a) & reach_b;
        if (a == b) bits_b &= ~0u << i;
        for (; bits_b; bits_b &= bits_b - 1) {
            uint32_t j = (uint32_t)__builtin_ctz(bits_b);
            uint64_t pairs = triangle_pairs(&a->triangles[i], &b->triangles[j]);
            if (a == b && i == j) pairs &= ABOVE_DIAGONAL;
            for (; pairs; pairs &= pairs - 1) {
                uint32_t bit = (uint32_t)__builtin_ctzll(pairs);
                out[count++] =
                    (uint16_t)((8 * i + bit / 8) * MOTE_CLUSTER_TRIANGLES + 8 * j + bit % 8);
            }
        }
    }
    return count;
}
