#include "core/box_tree.h"

MOTE_DECLARE_KERNEL(bool, mote_box_tree_find,
                    (const mote_box_tree *tree, const mote_box *box,
                     const mote_allocator *allocator, mote_u32_array *found));

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
