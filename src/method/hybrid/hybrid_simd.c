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

// The corners of eight triangles, one vector per corner. As floats, because only these have a transposition: their bits are
// moved, not used.
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

// Moves a bound by `by` and one rounding further; not at all where `by` is 0.
static inline mote_f32x4 outwards(mote_f32x4 bound, float by)
{
    if (by == 0) return bound;
    mote_f32x4 moved = bound + by;
    mote_f32x4 size = mote_f32x4_max(moved, -moved);
    return moved + (by > 0 ? 1.0f : -1.0f) * (size * 0x1p-23f + 0x1p-126f);
}

// Always inlined, so that full leaves without a tolerance, which are nearly all, get branch-free code.
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

// PLACES[bits] holds the places of the set bits, from the lowest on, one byte each.
#define IS_SET(bits, place) ((uint64_t)((bits) >> (place)&1))
#define PREPEND(places, bits, place)                                                               \
    ((places) * (1 + 255 * IS_SET(bits, place)) + (place)*IS_SET(bits, place))
#define PLACES_HIGH(bits) PREPEND(PREPEND(PREPEND(PREPEND(0, bits, 7), bits, 6), bits, 5), bits, 4)
#define PLACES_1(bits)                                                                             \
    PREPEND(PREPEND(PREPEND(PREPEND(PLACES_HIGH(bits), bits, 3), bits, 2), bits, 1), bits, 0)
#define PLACES_4(bits)                                                                             \
    PLACES_1(bits), PLACES_1((bits) + 1), PLACES_1((bits) + 2), PLACES_1((bits) + 3)
#define PLACES_16(bits)                                                                            \
    PLACES_4(bits), PLACES_4((bits) + 4), PLACES_4((bits) + 8), PLACES_4((bits) + 12)
#define PLACES_64(bits)                                                                            \
    PLACES_16(bits), PLACES_16((bits) + 16), PLACES_16((bits) + 32), PLACES_16((bits) + 48)
static const uint64_t PLACES[256] = {PLACES_64(0), PLACES_64(64), PLACES_64(128), PLACES_64(192)};

// Pairs of leaves whose boxes overlap, and of a triangle and a leaf.
enum {
    MAX_LEAF_PAIRS = MOTE_HYBRID_LEAVES * MOTE_HYBRID_LEAVES,
    MAX_ROWS = MOTE_CLUSTER_TRIANGLES * MOTE_HYBRID_LEAVES
};

typedef struct leaf_pairs {
    uint32_t count;
    uint8_t a[MAX_LEAF_PAIRS + 8], b[MAX_LEAF_PAIRS + 8];
} leaf_pairs;

typedef struct rows {
    uint32_t count;
    uint8_t triangle[MAX_ROWS + 8], leaf[MAX_ROWS + 8];
} rows;

// Appends `same` and first + place for each set bit. Loops that end after a varying number of turns cost more in
// mispredictions than the work in them: lists are written eight entries at a time, whatever their number, and the next
// eight begin where the valid ones end.
static inline uint32_t append(uint8_t *same_out, uint32_t same, uint8_t *out, uint32_t first,
                              uint32_t bits)
{
    const uint64_t each = 0x0101010101010101u;
    uint64_t eight_same = same * each, eight = PLACES[bits] + first * each;
    memcpy(same_out, &eight_same, 8);
    memcpy(out, &eight, 8);
    return (uint32_t)__builtin_popcount(bits);
}

static inline void find_leaf_pairs(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                                   const mote_box *region, leaf_pairs *out)
{
    uint32_t reach_b = leaves_at(b, region), count = 0;
    for (uint32_t bits_a = leaves_at(a, region); bits_a; bits_a &= bits_a - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits_a);
        mote_box box_a = mote_box8_get(&a->leaves[i / 8], i % 8);
        uint32_t bits_b = leaves_at(b, &box_a) & reach_b;
        if (a == b) bits_b &= ~0u << i;
        for (uint32_t g = 0; g < MOTE_HYBRID_LEAF_GROUPS; g++)
            count += append(out->a + count, i, out->b + count, 8 * g, bits_b >> 8 * g & 0xff);
    }
    out->count = count;
}

// The triangles of a that reach into a leaf of b.
static inline void find_rows(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                             const leaf_pairs *pairs, rows *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < pairs->count; k++) {
        uint32_t i = pairs->a[k], j = pairs->b[k];
        mote_box box_b = mote_box8_get(&b->leaves[j / 8], j % 8);
        count += append(out->leaf + count, j, out->triangle + count, 8 * i,
                        mote_box8_overlaps(&a->triangles[i], &box_b));
    }
    out->count = count;
}

typedef uint16_t u16x8 __attribute__((vector_size(16)));

uint32_t MOTE_KERNEL(mote_hybrid_box_pairs)(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                                            const mote_box *region, uint16_t *out)
{
    leaf_pairs pairs;
    rows list;
    find_leaf_pairs(a, b, region, &pairs);
    find_rows(a, b, &pairs, &list);
    uint32_t count = 0;
    for (uint32_t k = 0; k < list.count; k++) {
        uint32_t i = list.triangle[k], leaf = list.leaf[k];
        mote_box box_a = mote_box8_get(&a->triangles[i / 8], i % 8);
        uint32_t bits = mote_box8_overlaps(&b->triangles[leaf], &box_a);
        if (a == b && i / 8 == leaf)
            bits &= 0xfeu << i % 8; // each pair once, and no triangle with itself
        bytes8 places;
        memcpy(&places, &PLACES[bits], sizeof places);
        u16x8 row = __builtin_convertvector(places, u16x8) +
                    (uint16_t)(i * MOTE_CLUSTER_TRIANGLES + 8 * leaf);
        memcpy(out + count, &row, sizeof row);
        count += (uint32_t)__builtin_popcount(bits);
    }
    return count;
}
