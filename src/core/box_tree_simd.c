#include "core/box_tree.h"

MOTE_DECLARE_KERNEL(bool, mote_box_tree_find,
                    (const mote_box_tree *tree, const mote_box *box,
                     const mote_allocator *allocator, mote_u32_array *found));

MOTE_DECLARE_KERNEL(bool, mote_box_tree_find_pairs,
                    (const mote_box_tree *tree, uint32_t group, const mote_box *whole,
                     const mote_allocator *allocator, mote_u64_array *pairs));

typedef struct node {
    uint32_t level, group;
} node;

bool MOTE_KERNEL(mote_box_tree_find)(const mote_box_tree *tree, const mote_box *box,
                                     const mote_allocator *allocator, mote_u32_array *found)
{
    if (tree->level_count == 0) return true;
    const mote_box8 *groups = tree->groups.data;
    node stack[8 * MOTE_BOX_TREE_LEVELS];
    uint32_t top = 0;
    stack[top++] = (node){tree->level_count - 1, 0};
    while (top > 0) {
        node at = stack[--top];
        uint32_t bits = mote_box8_overlaps(groups + tree->first_group[at.level] + at.group, box);
        if (at.level == 0) {
            uint32_t *out = mote_array_room(found, allocator, 8);
            if (!out) return false;
            for (; bits; bits &= bits - 1) *out++ = 8 * at.group + (uint32_t)__builtin_ctz(bits);
            found->count = (size_t)(out - found->data);
        } else { // the highest bit is pushed first, so that leaves come out ascending
            for (; bits; bits &= ~(1u << (31 - __builtin_clz(bits))))
                stack[top++] =
                    (node){at.level - 1, 8 * at.group + 31 - (uint32_t)__builtin_clz(bits)};
        }
    }
    return true;
}

// The leaves of two groups, `a` not behind `b`.
static inline bool pair_groups(const mote_box8 *groups, uint32_t a, uint32_t b,
                               const mote_allocator *allocator, mote_u64_array *pairs)
{
    uint64_t *out = mote_array_room(pairs, allocator, 64);
    if (!out) return false;
    for (uint32_t lane = 0; lane < 8; lane++) {
        mote_box box = mote_box8_get(&groups[a], lane);
        uint32_t bits = mote_box8_overlaps(&groups[b], &box);
        if (a == b) bits &= 0xfeu << lane;
        for (; bits; bits &= bits - 1)
            *out++ = (uint64_t)(8 * a + lane) << 32 | (8 * b + (uint32_t)__builtin_ctz(bits));
    }
    pairs->count = (size_t)(out - pairs->data);
    return true;
}

// The lanes of a node that have leaves in `group` or in a later group.
static inline uint32_t lanes_from(node at, uint32_t group)
{
    uint64_t child = (uint64_t)group >> (3 * (at.level - 1)), first = 8 * (uint64_t)at.group;
    return child <= first ? 0xffu : child - first < 8 ? 0xffu << (child - first) : 0;
}

bool MOTE_KERNEL(mote_box_tree_find_pairs)(const mote_box_tree *tree, uint32_t group,
                                           const mote_box *whole, const mote_allocator *allocator,
                                           mote_u64_array *pairs)
{
    const mote_box8 *groups = tree->groups.data;
    node stack[8 * MOTE_BOX_TREE_LEVELS];
    uint32_t top = 0;
    stack[top++] = (node){tree->level_count - 1, 0};
    while (top > 0) {
        node at = stack[--top];
        if (at.level == 0) {
            if (!pair_groups(groups, group, at.group, allocator, pairs)) return false;
            continue;
        }
        uint32_t bits = mote_box8_overlaps(groups + tree->first_group[at.level] + at.group, whole);
        for (bits &= lanes_from(at, group); bits; bits &= bits - 1)
            stack[top++] = (node){at.level - 1, 8 * at.group + (uint32_t)__builtin_ctz(bits)};
    }
    return true;
}
