// A pointerless tree of boxes with eight children per node, over boxes in a spatially coherent
// order. The tree is rebuilt for each use and keeps its memory.

#ifndef MOTE_CORE_BOX_TREE_H
#define MOTE_CORE_BOX_TREE_H

#include "core/array.h"
#include "core/box.h"
#include "core/simd.h"

enum { MOTE_BOX_TREE_LEVELS = 11 }; // 8^11 exceeds 2^32

typedef struct mote_box_tree {
    MOTE_ARRAY(mote_box8) groups; // the leaves, then their parents, and so on
    uint32_t first_group[MOTE_BOX_TREE_LEVELS + 1];
    uint32_t level_count;
    uint32_t leaf_count;
} mote_box_tree;

// All zero is a tree without leaves.
void mote_box_tree_release(mote_box_tree *tree, const mote_allocator *allocator);

// Makes room for `leaf_count` empty leaves, to be set with mote_box_tree_set. Returns false for no
// memory.
bool mote_box_tree_begin(mote_box_tree *tree, const mote_allocator *allocator, uint32_t leaf_count);
void mote_box_tree_set(mote_box_tree *tree, uint32_t leaf, const mote_box *box);

// Computes the levels above the leaves.
void mote_box_tree_finish(mote_box_tree *tree);

// Computes the levels above `lowest`. The levels up to `lowest` must be set.
void mote_box_tree_finish_above(mote_box_tree *tree, uint32_t lowest);

// Appends each leaf whose box shares a point with `box`, in ascending order. Returns false for no
// memory.
bool mote_box_tree_query(const mote_box_tree *tree, const mote_box *box,
                         const mote_allocator *allocator, mote_u32_array *found);

// Appends a << 32 | b for each leaf a of the eight in `group` and each leaf b > a whose boxes share a point. Descends once
// for all eight leaves. Returns false for no memory.
bool mote_box_tree_pairs(const mote_box_tree *tree, uint32_t group, const mote_allocator *allocator,
                         mote_u64_array *pairs);

// Bit i is set if box i of the eight shares a point with `box`. Empty lanes are never found, not
// even by a box that is infinite on all sides, because along x the larger min is compared with the
// smaller max.
static inline uint32_t mote_box8_overlaps(const mote_box8 *eight, const mote_box *box)
{
    uint32_t bits = 0;
    const mote_f32n low = mote_f32n_splat(box->min.x), high = mote_f32n_splat(box->max.x);
    for (int i = 0; i < 8; i += MOTE_F32N_LANES) {
        mote_i32n mask = (mote_f32n_max(low, mote_f32n_load(eight->min_x + i)) <=
                          mote_f32n_min(high, mote_f32n_load(eight->max_x + i))) &
                         (mote_f32n_load(eight->min_y + i) <= box->max.y) &
                         (mote_f32n_load(eight->max_y + i) >= box->min.y) &
                         (mote_f32n_load(eight->min_z + i) <= box->max.z) &
                         (mote_f32n_load(eight->max_z + i) >= box->min.z);
        bits |= mote_i32n_bits(mask) << i;
    }
    return bits;
}

#endif
