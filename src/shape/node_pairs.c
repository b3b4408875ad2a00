#include "shape/node_pairs.h"

#include "core/box.h"
#include "shape/readiness.h"

void mote_node_pairs_begin(mote_node_pairs *pairs, const mote_box *region)
{
    pairs->count = 1;
    pairs->too_costly = false;
    for (int k = 0; k < 2; k++)
        pairs->waiting[0].node[k] = mote_node_tree_top(&pairs->tree[k], region);
}

bool mote_node_tree_is_costly(const mote_node_tree *tree)
{
    if (tree->planted) return false;
    return !mote_shape_may_stay_on_demand(tree->shape) ||
           (tree->end && !mote_shape_may_stay_on_demand(tree->end));
}

// Returns the side to open: the one with the larger box, unless that is a cluster already.
static int side_to_open(const mote_node_pair *pair)
{
    if (pair->node[0].level == 1) return 1;
    if (pair->node[1].level == 1) return 0;
    return mote_tree_node_size(&pair->node[1]) > mote_tree_node_size(&pair->node[0]);
}

static void open_pair(mote_node_pairs *pairs, const mote_node_pair *pair)
{
    int k = side_to_open(pair);
    const mote_tree_node *opened = &pair->node[k];
    mote_box8 room;
    const mote_box8 *children = mote_node_tree_open(&pairs->tree[k], opened, &room);
    for (uint32_t bits = mote_box8_overlaps(children, &pair->node[1 - k].box); bits;
         bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits);
        mote_node_pair *child = &pairs->waiting[pairs->count++];
        child->node[k] = (mote_tree_node){mote_box8_get(children, lane), opened->level - 1,
                                          8 * opened->index + lane};
        child->node[1 - k] = pair->node[1 - k];
    }
}

bool mote_node_pairs_next(mote_node_pairs *pairs, mote_node_pair *out)
{
    for (;;) {
        pairs->too_costly =
            mote_node_tree_is_costly(&pairs->tree[0]) || mote_node_tree_is_costly(&pairs->tree[1]);
        if (pairs->too_costly || pairs->count == 0) return false;
        *out = pairs->waiting[--pairs->count];
        if (out->node[0].level == 1 && out->node[1].level == 1) return true;
        open_pair(pairs, out);
    }
}

void mote_node_pair_leaves(const mote_node_pairs *pairs, const mote_node_pair *pair,
                           uint32_t found[2])
{
    mote_box8 rooms[2];
    const mote_box8 *leaves =
        mote_node_tree_leaves(&pairs->tree[0], pair->node[0].index, &rooms[0]);
    uint32_t near = mote_box8_overlaps(leaves, &pair->node[1].box);
    if (!near) return;
    const mote_box8 *others =
        mote_node_tree_leaves(&pairs->tree[1], pair->node[1].index, &rooms[1]);
    for (; near; near &= near - 1) {
        mote_box box = mote_box8_get(leaves, (uint32_t)__builtin_ctz(near));
        uint32_t met = mote_box8_overlaps(others, &box);
        if (met) found[0] |= near & -near;
        found[1] |= met;
    }
}
