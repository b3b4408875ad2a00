#include "method/hybrid/lists.h"

#include <math.h>

#include "core/box.h"

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
        mote_u8x8 bytes = __builtin_convertvector(code, mote_u8x8);
        uint64_t common;
        memcpy(codes + 8 * (size_t)g, &bytes, sizeof bytes);
        memcpy(&common, &bytes, sizeof common);
        common &= common >> 32;
        common &= common >> 16;
        group_codes[g] = (uint8_t)(common & common >> 8);
    }
}

static inline __attribute__((always_inline)) mote_f32x4 load_vertex(const float *xyz,
                                                                    uint32_t vertex, bool padded)
{
    const float *from = xyz + 3 * (size_t)vertex;
    return padded ? mote_f32x4_load3_padded(from) : mote_f32x4_load3(from);
}

static inline __attribute__((always_inline)) void gather(const float *xyz, bool padded,
                                                         const uint32_t *corners,
                                                         const uint32_t slots[8], float out[9][8])
{
    for (int corner = 0; corner < 3; corner++) {
        mote_f32x4 p[8];
        for (int i = 0; i < 8; i++)
            p[i] = load_vertex(xyz, corners[3 * (size_t)slots[i] + corner], padded);
        mote_f32x4_transpose8(p, &out[3 * corner]);
    }
}

void MOTE_KERNEL(mote_hybrid_gather)(const float *xyz, bool padded, const uint32_t *corners,
                                     const uint32_t slots[8], float out[9][8])
{
    if (padded) {
        gather(xyz, true, corners, slots, out);
    } else {
        gather(xyz, false, corners, slots, out);
    }
}

void MOTE_KERNEL(mote_hybrid_keep)(const uint32_t from[8], uint32_t bits, uint32_t out[8])
{
#if defined(__AVX2__)
    __m128i places = _mm_loadl_epi64((const __m128i *)(const void *)&MOTE_PLACES[bits]);
    mote_i32x8 lanes;
    memcpy(&lanes, from, sizeof lanes);
    lanes = (mote_i32x8)_mm256_permutevar8x32_epi32((__m256i)lanes, _mm256_cvtepu8_epi32(places));
    memcpy(out, &lanes, sizeof lanes);
#else
    // If the bit is not set, the next number overwrites this one.
    for (uint32_t i = 0, count = 0; i < 8; i++) {
        out[count] = from[i];
        count += bits >> i & 1;
    }
#endif
}

// Loads the corners of eight triangles, one vector per corner. Handles the indices as floats,
// because only floats have a transposition; the bits are only moved.
static inline void load_corners(const uint32_t *corners, const uint32_t slots[8], mote_i32x8 out[3])
{
    mote_f32x4 each[8];
    float rows[3][8];
    for (int i = 0; i < 8; i++) {
        const uint32_t *from = corners + 3 * (size_t)slots[i];
        int64_t two;
        memcpy(&two, from, sizeof two);
        each[i] = (mote_f32x4)(mote_i64x2){two, from[2]};
    }
    mote_f32x4_transpose8(each, rows);
    for (int corner = 0; corner < 3; corner++) memcpy(&out[corner], rows[corner], sizeof *out);
}

uint32_t MOTE_KERNEL(mote_hybrid_neighbors)(const uint32_t *corners, const uint32_t slots_a[8],
                                            const uint32_t slots_b[8])
{
    mote_i32x8 a[3], b[3], shared = {0};
    load_corners(corners, slots_a, a);
    load_corners(corners, slots_b, b);
    for (int i = 0; i < 3; i++) shared |= (a[i] == b[0]) | (a[i] == b[1]) | (a[i] == b[2]);
    return mote_i32x8_bits(shared);
}

// Moves a bound outwards by `by` and one rounding step; a `by` of 0 leaves it unchanged.
static inline mote_f32x4 outwards(mote_f32x4 bound, float by)
{
    if (by == 0) return bound;
    mote_f32x4 moved = bound + by;
    mote_f32x4 size = mote_f32x4_max(moved, -moved);
    return moved + (by > 0 ? 1.0f : -1.0f) * (size * 0x1p-23f + 0x1p-126f);
}

// Always inlined, so that the most frequent case, full leaves without a tolerance, gets branch-free
// code.
static inline __attribute__((always_inline)) void fill_leaf(const float *xyz, bool padded,
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
        mote_f32x4 a = load_vertex(xyz, corners[3 * i], padded);
        mote_f32x4 b = load_vertex(xyz, corners[3 * i + 1], padded);
        mote_f32x4 c = load_vertex(xyz, corners[3 * i + 2], padded);
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

void MOTE_KERNEL(mote_hybrid_fill_inside)(const float *xyz, bool padded, const uint32_t *corners,
                                          uint32_t triangle_count, float by, mote_hybrid_boxes *out)
{
    for (uint32_t leaf = 0; leaf < MOTE_HYBRID_LEAVES; leaf++) {
        uint32_t left = triangle_count > 8 * leaf ? triangle_count - 8 * leaf : 0;
        const uint32_t *first = corners + 24 * (size_t)leaf;
        mote_box box;
        if (left >= 8 && by == 0 && padded) {
            fill_leaf(xyz, true, first, 8, 0, &out->triangles[leaf], &box);
        } else if (left >= 8 && by == 0) {
            fill_leaf(xyz, false, first, 8, 0, &out->triangles[leaf], &box);
        } else {
            fill_leaf(xyz, false, first, left < 8 ? left : 8, by, &out->triangles[leaf], &box);
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
        fill_leaf(xyz, false, corners + 24 * (size_t)leaf, left < 8 ? left : 8, by,
                  &out->triangles[leaf], &box);
        mote_box8_set(&out->leaves[leaf / 8], leaf % 8, &box);
    }
}

bool MOTE_KERNEL(mote_hybrid_inside_meets)(const mote_hybrid_boxes *inside, const mote_box *box)
{
    for (uint32_t bits = mote_leaves_at(inside, box); bits; bits &= bits - 1) {
        if (mote_box8_overlaps(&inside->triangles[__builtin_ctz(bits)], box)) return true;
    }
    return false;
}

uint32_t MOTE_KERNEL(mote_hybrid_box_pairs)(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                                            const mote_box *region, uint16_t *out)
{
    mote_leaf_pairs pairs;
    mote_leaf_rows list;
    mote_find_leaf_pairs(a, b, region, &pairs);
    mote_find_rows(a, b, &pairs, &list);
    uint32_t count = 0;
    for (uint32_t k = 0; k < list.count; k++) {
        uint32_t i = list.triangle[k], leaf = pairs.b[list.pair[k]];
        mote_box box_a = mote_box8_get(&a->triangles[i / 8], i % 8);
        uint32_t bits = mote_box8_overlaps(&b->triangles[leaf], &box_a);
        if (a == b && i / 8 == leaf)
            bits &= 0xfeu << i % 8; // list each pair once, and no triangle with itself
        count += mote_append_pairs(out + count, i, leaf, bits);
    }
    return count;
}
