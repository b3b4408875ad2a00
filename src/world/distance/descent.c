#include "world/distance/descent.h"

#include "world/distance/look.h"

typedef struct group_pair {
    uint32_t level[2], group[2];
} group_pair;

// At each level of either tree at most 64 pairs wait for one that is being followed.
typedef struct descent {
    uint32_t count;
    group_pair pairs[64 * 2 * MOTE_BOX_TREE_LEVELS];
} descent;

static const mote_box8 *group_at(const mote_search_side *side, uint32_t level, uint32_t group)
{
    return side->tree.groups.data + side->tree.first_group[level] + group;
}

// Opens the higher of two groups, or both, where their boxes (bits) are near.
static void push_children(descent *stack, const group_pair *at, const uint8_t bits[8])
{
    bool open_a = at->level[0] >= at->level[1], open_b = at->level[1] >= at->level[0];
    uint32_t any = 0;
    for (uint32_t i = 0; i < 8; i++) any |= bits[i];
    for (uint32_t i = 0; i < (open_a ? 8 : 1); i++) {
        uint32_t lanes = open_a ? bits[i] : any;
        if (!open_b) lanes = lanes != 0;
        for (; lanes; lanes &= lanes - 1) {
            uint32_t j = (uint32_t)__builtin_ctz(lanes);
            stack->pairs[stack->count++] =
                (group_pair){{at->level[0] - open_a, at->level[1] - open_b},
                             {open_a ? 8 * at->group[0] + i : at->group[0],
                              open_b ? 8 * at->group[1] + j : at->group[1]}};
        }
    }
}

static mote_cluster_ref kept_cluster(const mote_search_side *side, uint32_t at)
{
    return (mote_cluster_ref){side->kept.data[at], side->boxes.data[at]};
}

static void look_at_clusters(mote_search *search, const group_pair *at, const uint8_t bits[8])
{
    for (uint32_t i = 0; i < 8; i++) {
        for (uint32_t lanes = bits[i]; lanes && search->bound > 0; lanes &= lanes - 1) {
            uint32_t j = (uint32_t)__builtin_ctz(lanes);
            mote_cluster_ref a = kept_cluster(&search->side[0], 8 * at->group[0] + i);
            mote_cluster_ref b = kept_cluster(&search->side[1], 8 * at->group[1] + j);
            if (mote_boxes_near(&a.box, &b.box, search->near))
                mote_look_at(search, &a, &b, MOTE_LOOK);
        }
    }
}

bool mote_descend(mote_search *search)
{
    const mote_search_side *a = &search->side[0], *b = &search->side[1];
    if (a->kept.count == 0 || b->kept.count == 0) return true;
    descent stack;
    stack.count = 1;
    stack.pairs[0] = (group_pair){{a->tree.level_count - 1, b->tree.level_count - 1}, {0, 0}};
    while (stack.count > 0 && search->bound > 0) {
        group_pair at = stack.pairs[--stack.count];
        uint8_t bits[8];
        MOTE_SEARCH_KERNEL(mote_near_groups)
        (group_at(a, at.level[0], at.group[0]), group_at(b, at.level[1], at.group[1]), search->near,
         bits);
        if (at.level[0] > 0 || at.level[1] > 0) {
            push_children(&stack, &at, bits);
            continue;
        }
        look_at_clusters(search, &at, bits);
        if (mote_search_wants_new_axes(search)) return false;
    }
    return true;
}
