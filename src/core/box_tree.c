#include "core/box_tree.h"

#include <math.h>
#include <string.h>

#include "core/box.h"

MOTE_DECLARE_KERNEL(bool, mote_box_tree_find,
                    (const mote_box_tree *tree, const mote_box *box,
                     const mote_allocator *allocator, mote_u32_array *found));

MOTE_DECLARE_KERNEL(bool, mote_box_tree_find_pairs,
                    (const mote_box_tree *tree, uint32_t group, const mote_box *whole,
                     const mote_allocator *allocator, mote_u64_array *pairs));

void mote_box_tree_release(mote_box_tree *tree, const mote_allocator *allocator)
{
    mote_array_release(&tree->groups, allocator);
}

bool mote_box_tree_begin(mote_box_tree *tree, const mote_allocator *allocator, uint32_t leaf_count)
{
    tree->leaf_count = leaf_count;
    tree->level_count = 0;
    uint32_t total = 0, boxes = leaf_count;
    while (boxes > 0) {
        uint32_t groups = boxes / 8 + (boxes % 8 != 0);
        tree->first_group[tree->level_count++] = total;
        total += groups;
        if (groups == 1) break;
        boxes = groups;
    }
    tree->first_group[tree->level_count] = total;
    tree->groups.count = 0;
    if (!mote_array_reserve(&tree->groups, allocator, total)) return false;
    tree->groups.count = total;
    const mote_box empty = mote_box_empty();
    for (uint32_t level = 0; level < tree->level_count; level++) {
        uint32_t last =
            tree->first_group[level + 1] - 1; // only last groups have lanes without a box
        for (uint32_t lane = 0; lane < 8; lane++)
            mote_box8_set(&tree->groups.data[last], lane, &empty);
    }
    return true;
}

void mote_box_tree_set(mote_box_tree *tree, uint32_t leaf, const mote_box *box)
{
    mote_box8_set(&tree->groups.data[leaf / 8], leaf % 8, box);
}

static mote_box union_of_eight(const mote_box8 *eight)
{
    mote_box box = mote_box8_get(eight, 0);
    for (uint32_t lane = 1; lane < 8; lane++) {
        mote_box other = mote_box8_get(eight, lane);
        mote_box_add_box(&box, &other);
    }
    return box;
}

void mote_box_tree_finish(mote_box_tree *tree)
{
    mote_box_tree_finish_above(tree, 0);
}

void mote_box_tree_finish_above(mote_box_tree *tree, uint32_t lowest)
{
    mote_box8 *groups = tree->groups.data;
    for (uint32_t level = lowest; level + 1 < tree->level_count; level++) {
        uint32_t first = tree->first_group[level], count = tree->first_group[level + 1] - first;
        mote_box8 *parents = groups + tree->first_group[level + 1];
        for (uint32_t i = 0; i < count; i++) {
            mote_box box = union_of_eight(groups + first + i);
            mote_box8_set(&parents[i / 8], i % 8, &box);
        }
    }
}

bool mote_box_tree_query(const mote_box_tree *tree, const mote_box *box,
                         const mote_allocator *allocator, mote_u32_array *found)
{
    return MOTE_PICK_KERNEL(mote_box_tree_find)(tree, box, allocator, found);
}

bool mote_box_tree_pairs(const mote_box_tree *tree, uint32_t group, const mote_allocator *allocator,
                         mote_u64_array *pairs)
{
    mote_box whole = union_of_eight(&tree->groups.data[group]);
    return MOTE_PICK_KERNEL(mote_box_tree_find_pairs)(tree, group, &whole, allocator, pairs);
}
