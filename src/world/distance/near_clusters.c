#include "world/distance/near_clusters.h"

#include <math.h>

#include "core/box.h"
#include "world/distance/look.h"

static float rounded_up(double x)
{
    return nextafterf((float)x, INFINITY);
}

// Where a body's faces must be to come below the bound of what lies in `other` and, along row 0, in
// `extent`.
static mote_slab slab_around(const mote_search *search, const mote_box *other, mote_extent extent)
{
    double distance = sqrt(search->bound);
    float reach = rounded_up(distance * (double)search->axes.scale) + search->axes.slack;
    return (mote_slab){.box = mote_box_widened(other, rounded_up(distance)),
                       .low = nextafterf(extent.low - reach, -INFINITY),
                       .high = nextafterf(extent.high + reach, INFINITY)};
}

// A triangle lies outside a half-space when its corners do, and they all are in the own boxes of
// its cluster or of the cluster's owners.
static bool is_outside(const mote_clusters *clusters, const uint32_t *codes, uint32_t cluster)
{
    uint32_t code = codes[cluster];
    for (uint32_t i = clusters->owner_first[cluster];
         code && i < clusters->owner_first[cluster + 1]; i++)
        code &= codes[clusters->owners[i]];
    return code != 0;
}

static void keep_in_slab(mote_search *search, int k, const mote_slab *slab)
{
    mote_search_side *side = &search->side[k];
    const mote_shape *shape = side->shape;
    uint32_t *codes = side->codes.data;
    uint32_t *kept = side->kept.data;
    mote_box *boxes = side->boxes.data;
    size_t count = 0;
    MOTE_SEARCH_KERNEL(mote_axis_outcodes)
    (&search->axes, slab, shape->own_boxes, shape->group_count, codes);
    side->whole = mote_box_empty();
    for (uint32_t c = 0; c < shape->clusters->cluster_count; c++) {
        if (is_outside(shape->clusters, codes, c)) continue;
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

void mote_keep_near_clusters(mote_search *search, const mote_allocator *allocator)
{
    const mote_shape *a = search->side[0].shape, *b = search->side[1].shape;
    mote_extent extent_a =
        MOTE_SEARCH_KERNEL(mote_axis_extent)(&search->axes, a->own_boxes, a->group_count);
    mote_slab slab_b = slab_around(search, &a->box, extent_a);
    keep_in_slab(search, 1, &slab_b);
    mote_extent extent_b = {search->side[1].whole.min.x, search->side[1].whole.max.x};
    mote_slab slab_a = slab_around(search, &b->box, extent_b);
    keep_in_slab(search, 0, &slab_a);
    thin_out(search, 1);
    thin_out(search, 0);
    for (int k = 0; k < 2; k++) grow_tree(&search->side[k], allocator);
}
