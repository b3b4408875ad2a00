// The search between two bodies that are fresh or streamed: keeps the clusters that may hold
// something closer than the bound, builds a tree over those of each body, and descends both trees
// together.

#include "world/distance/search.h"

#include <math.h>

#include "core/box.h"
#include "shape/stream.h"

// ---------------------------------------------------------------------------------------------
// Clusters that are kept

static float rounded_up(double x)
{
    return nextafterf((float)x, INFINITY);
}

// The slab that contains every face of a body closer than the bound to `other`, which covers
// `extent` along row 0.
static mote_slab slab_around(const mote_search *search, const mote_box *other, mote_extent extent)
{
    double distance = sqrt(search->bound);
    float reach = rounded_up(distance * (double)search->axes.scale) + search->axes.slack;
    return (mote_slab){.box = mote_box_widened(other, rounded_up(distance)),
                       .low = nextafterf(extent.low - reach, -INFINITY),
                       .high = nextafterf(extent.high + reach, INFINITY)};
}

// A triangle lies outside a half-space if its corners do. All corners are in the own boxes of its
// cluster or of the cluster's owners.
static bool is_outside(const mote_clusters *clusters, const uint32_t *codes, uint32_t cluster)
{
    uint32_t code = codes[cluster];
    for (uint32_t i = clusters->owner_first[cluster];
         code && i < clusters->owner_first[cluster + 1]; i++)
        code &= codes[clusters->owners[i]];
    return code != 0;
}

mote_box mote_search_region(const mote_search *search, int side)
{
    return mote_box_widened(mote_search_box(search, 1 - side), rounded_up(sqrt(search->bound)));
}

// Computes codes in the bits of mote_axis_outcodes. Clusters that the second pass
// (shape/streamed.h) leaves out are known to be beyond one side of the slab's box; the others have
// boxes.
static void find_codes(mote_search *search, mote_search_side *side, const mote_slab *slab)
{
    const mote_shape *shape = side->shape;
    uint32_t *codes = side->codes.data;
    uint8_t *known = side->streamed_codes.data;
    bool is_streamed = mote_shape_is_streamed(shape);
    if (is_streamed)
        mote_streamed_outcodes(shape, &slab->box, known,
                               known + 8 * (size_t)shape->group_count + 1);
    MOTE_SEARCH_KERNEL(mote_axis_outcodes)
    (&search->axes, slab, shape->own_boxes, shape->group_count, codes);
    for (uint32_t c = 0; c < 8 * shape->group_count && is_streamed; c++) {
        const mote_box8 *boxes = &shape->own_boxes[c / 8];
        if (boxes->bound[0][c % 8] > boxes->bound[3][c % 8])
            codes[c] = 4u << ((uint32_t)__builtin_ctz(known[c] | 0x80u) ^ 1);
    }
}

static void keep_in_slab(mote_search *search, int k, const mote_slab *slab)
{
    mote_search_side *side = &search->side[k];
    const mote_shape *shape = side->shape;
    uint32_t *codes = side->codes.data;
    uint32_t *kept = side->kept.data;
    mote_box *boxes = side->boxes.data;
    size_t count = 0;
    find_codes(search, side, slab);
    side->whole = mote_box_empty();
    for (uint32_t c = 0; c < shape->clusters->cluster_count; c++) {
        if (is_outside(shape->clusters, codes, c)) continue;
        mote_search_bring(search, k, c);
        kept[count] = c;
        boxes[count] = mote_cluster_refer(search, k, c).box;
        mote_box_add_box(&side->whole, &boxes[count++]);
    }
    side->kept.count = side->boxes.count = count;
}

static void thin_out(mote_search *search, int k)
{
    mote_search_side *side = &search->side[k];
    const mote_box *other = &search->side[1 - k].whole;
    uint32_t *kept = side->kept.data;
    mote_box *boxes = side->boxes.data;
    size_t count = 0;
    side->whole = mote_box_empty();
    for (size_t i = 0; i < side->kept.count; i++) {
        if (!mote_boxes_near(&boxes[i], other, search->near)) continue;
        kept[count] = kept[i];
        boxes[count] = boxes[i];
        mote_box_add_box(&side->whole, &boxes[count++]);
    }
    side->kept.count = side->boxes.count = count;
}

static void grow_tree(mote_search_side *side, const mote_allocator *allocator)
{
    const mote_box *boxes = side->boxes.data;
    mote_box_tree_begin(&side->tree, allocator, (uint32_t)side->boxes.count);
    for (uint32_t i = 0; i < side->boxes.count; i++) mote_box_tree_set(&side->tree, i, &boxes[i]);
    mote_box_tree_finish(&side->tree);
}

// The extent of body a along row 0. A streamed body's block boxes are too loose, so on the side of
// the other body its vertices are read. The coordinate 0 belongs to a point of the body.
static mote_extent extent_of_first(const mote_search *search)
{
    const mote_shape *a = search->side[0].shape;
    if (!mote_shape_is_streamed(a))
        return MOTE_SEARCH_KERNEL(mote_axis_extent)(&search->axes, a->own_boxes, a->group_count);
    mote_extent extent =
        MOTE_SEARCH_KERNEL(mote_axis_extent)(&search->axes, a->block_boxes, a->block_group_count);
    extent.high = mote_axis_high(&search->axes, a->source.data, a->vertex_count, a->block_boxes,
                                 MOTE_STREAM_BLOCK, 0);
    return extent;
}

void mote_keep_near_clusters(mote_search *search, const mote_allocator *allocator)
{
    const mote_shape *a = search->side[0].shape, *b = search->side[1].shape;
    mote_extent extent_a = extent_of_first(search);
    mote_slab slab_b = slab_around(search, &a->box, extent_a);
    keep_in_slab(search, 1, &slab_b);
    mote_extent extent_b = {search->side[1].whole.min.x, search->side[1].whole.max.x};
    mote_slab slab_a = slab_around(search, &b->box, extent_b);
    keep_in_slab(search, 0, &slab_a);
    thin_out(search, 1);
    thin_out(search, 0);
    for (int k = 0; k < 2; k++) grow_tree(&search->side[k], allocator);
}

// ---------------------------------------------------------------------------------------------
// The descent

typedef struct group_pair {
    uint32_t level[2], group[2];
} group_pair;

// At each level of either tree at most 64 pairs wait while one is followed.
typedef struct descent {
    uint32_t count;
    group_pair pairs[64 * 2 * MOTE_BOX_TREE_LEVELS];
} descent;

static const mote_box8 *group_at(const mote_search_side *side, uint32_t level, uint32_t group)
{
    return side->tree.groups.data + side->tree.first_group[level] + group;
}

// Opens the group of the higher level, or both if the levels are equal, and pushes the pairs of
// children that `bits` marks as near.
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
                mote_measure_clusters(search, &a, &b, MOTE_MEASURE_ALL);
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
