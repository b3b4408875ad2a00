// Lists of leaf pairs and of triangles, for the kernels that find face pairs (hybrid_simd.c,
// self_simd.c).

#ifndef MOTE_METHOD_HYBRID_LISTS_H
#define MOTE_METHOD_HYBRID_LISTS_H

#include "method/hybrid/hybrid.h"

// Bit i of the result is set if leaf i overlaps the box.
static inline uint32_t mote_leaves_at(const mote_hybrid_boxes *inside, const mote_box *box)
{
    uint32_t bits = 0;
    for (uint32_t g = 0; g < MOTE_HYBRID_LEAF_GROUPS; g++)
        bits |= mote_box8_overlaps(&inside->leaves[g], box) << 8 * g;
    return bits;
}

// MOTE_PLACES[bits] has the indices of the set bits in ascending order, one byte each.
#define MOTE_PLACES_HAVE(bits, place) ((uint64_t)((bits) >> (place)&1))
#define MOTE_PLACES_PREPEND(places, bits, place)                                                   \
    ((places) * (1 + 255 * MOTE_PLACES_HAVE(bits, place)) + (place)*MOTE_PLACES_HAVE(bits, place))
#define MOTE_PLACES_HIGH(bits)                                                                     \
    MOTE_PLACES_PREPEND(                                                                           \
        MOTE_PLACES_PREPEND(MOTE_PLACES_PREPEND(MOTE_PLACES_PREPEND(0, bits, 7), bits, 6), bits,   \
                            5),                                                                    \
        bits, 4)
#define MOTE_PLACES_1(bits)                                                                        \
    MOTE_PLACES_PREPEND(                                                                           \
        MOTE_PLACES_PREPEND(                                                                       \
            MOTE_PLACES_PREPEND(MOTE_PLACES_PREPEND(MOTE_PLACES_HIGH(bits), bits, 3), bits, 2),    \
            bits, 1),                                                                              \
        bits, 0)
#define MOTE_PLACES_4(bits)                                                                        \
    MOTE_PLACES_1(bits), MOTE_PLACES_1((bits) + 1), MOTE_PLACES_1((bits) + 2),                     \
        MOTE_PLACES_1((bits) + 3)
#define MOTE_PLACES_16(bits)                                                                       \
    MOTE_PLACES_4(bits), MOTE_PLACES_4((bits) + 4), MOTE_PLACES_4((bits) + 8),                     \
        MOTE_PLACES_4((bits) + 12)
#define MOTE_PLACES_64(bits)                                                                       \
    MOTE_PLACES_16(bits), MOTE_PLACES_16((bits) + 16), MOTE_PLACES_16((bits) + 32),                \
        MOTE_PLACES_16((bits) + 48)
static const uint64_t MOTE_PLACES[256] = {MOTE_PLACES_64(0), MOTE_PLACES_64(64),
                                          MOTE_PLACES_64(128), MOTE_PLACES_64(192)};

// Maximum number of leaf pairs, and of pairs of a triangle and a leaf.
enum {
    MOTE_MAX_LEAF_PAIRS = MOTE_HYBRID_LEAVES * MOTE_HYBRID_LEAVES,
    MOTE_MAX_ROWS = MOTE_CLUSTER_TRIANGLES * MOTE_HYBRID_LEAVES
};

typedef struct mote_leaf_pairs {
    uint32_t count;
    uint8_t a[MOTE_MAX_LEAF_PAIRS + 8], b[MOTE_MAX_LEAF_PAIRS + 8];
} mote_leaf_pairs;

// Triangles of a, and the leaf pair in which each was found.
typedef struct mote_leaf_rows {
    uint32_t count;
    uint8_t triangle[MOTE_MAX_ROWS + 8], pair[MOTE_MAX_ROWS + 8];
} mote_leaf_rows;

// Appends `same` and first + place for each set bit. In a loop with a varying number of iterations,
// mispredictions cost more than the work. So a list is always written eight entries at a time, and
// the next eight begin behind the valid ones.
static inline uint32_t mote_append_places(uint8_t *same_out, uint32_t same, uint8_t *out,
                                          uint32_t first, uint32_t bits)
{
    const uint64_t each = 0x0101010101010101u;
    uint64_t eight_same = same * each, eight = MOTE_PLACES[bits] + first * each;
    memcpy(same_out, &eight_same, 8);
    memcpy(out, &eight, 8);
    return (uint32_t)__builtin_popcount(bits);
}

// Appends leaf `i` of a with each leaf of b whose bit is set to a list of `count`. Returns the new
// count. The count is not a field here, because the compiler must assume that bytes written to the
// list change its fields.
static inline uint32_t mote_append_leaves(mote_leaf_pairs *out, uint32_t count, uint32_t i,
                                          uint32_t bits_b)
{
    for (uint32_t g = 0; g < MOTE_HYBRID_LEAF_GROUPS; g++)
        count +=
            mote_append_places(out->a + count, i, out->b + count, 8 * g, bits_b >> 8 * g & 0xff);
    return count;
}

static inline void mote_find_leaf_pairs(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                                        const mote_box *region, mote_leaf_pairs *out)
{
    uint32_t reach_b = mote_leaves_at(b, region), count = 0;
    for (uint32_t bits_a = mote_leaves_at(a, region); bits_a; bits_a &= bits_a - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits_a);
        mote_box box_a = mote_box8_get(&a->leaves[i / 8], i % 8);
        uint32_t bits_b = mote_leaves_at(b, &box_a) & reach_b;
        if (a == b) bits_b &= ~0u << i;
        count = mote_append_leaves(out, count, i, bits_b);
    }
    out->count = count;
}

// The triangles of a that reach into a leaf of b.
static inline void mote_find_rows(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                                  const mote_leaf_pairs *pairs, mote_leaf_rows *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < pairs->count; k++) {
        uint32_t i = pairs->a[k], j = pairs->b[k];
        mote_box box_b = mote_box8_get(&b->leaves[j / 8], j % 8);
        count += mote_append_places(out->pair + count, k, out->triangle + count, 8 * i,
                                    mote_box8_overlaps(&a->triangles[i], &box_b));
    }
    out->count = count;
}

// Appends triangle i of a with each triangle of a leaf of b whose bit is set.
static inline uint32_t mote_append_pairs(uint16_t *out, uint32_t i, uint32_t leaf, uint32_t bits)
{
    mote_u8x8 places;
    memcpy(&places, &MOTE_PLACES[bits], sizeof places);
    mote_u16x8 row = __builtin_convertvector(places, mote_u16x8) +
                     (uint16_t)(i * MOTE_CLUSTER_TRIANGLES + 8 * leaf);
    memcpy(out, &row, sizeof row);
    return (uint32_t)__builtin_popcount(bits);
}

#endif
