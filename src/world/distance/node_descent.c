// Descends to the nearest boxes first. Nodes of a body on demand are bounded when the descent
// reaches them. Clusters are divided into twigs, runs of 16 triangles. Two twigs that may come
// below the bound are evaluated and compared like the clusters of triangle_pairs.c: boxes of
// triangles along the axes, then the remaining pairs of triangles.

#include "world/distance/search.h"

#include "core/box.h"
#include "core/pool.h"
#include "shape/node_tree.h"
#include "shape/readiness.h"

typedef struct node_pair {
    mote_tree_node node[2];
    double squared; // lower bound of the distance of their boxes
} node_pair;

// Each level of either tree leaves at most seven pairs waiting.
typedef struct descent {
    mote_search *search;
    mote_node_tree tree[2];
    uint32_t count;
    node_pair waiting[8 * 2 * MOTE_NODE_TREE_LEVELS];
} descent;

// ---------------------------------------------------------------------------------------------
// Twigs

static uint32_t twig_end(const mote_clusters *clusters, uint32_t twig)
{
    uint32_t end = (twig + 1) * MOTE_NODE_TRIANGLES;
    return end < clusters->triangle_count ? end : clusters->triangle_count;
}

static mote_box box_of_twig(const mote_shape *shape, uint32_t twig)
{
    mote_box box = mote_box_empty();
    uint32_t end = twig_end(shape->clusters, twig);
    for (uint32_t slot = twig * MOTE_NODE_TRIANGLES; slot < end; slot++) {
        mote_vec3 t[3];
        mote_shape_triangle(shape, slot, t);
        for (int k = 0; k < 3; k++) mote_box_add_point(&box, t[k]);
    }
    return box;
}

// The boxes of the twigs of a fresh cluster.
static const mote_box8 *boxes_of_cluster(mote_search_side *side, uint32_t cluster)
{
    mote_cluster_twigs *kept = &side->cluster_twigs[cluster % MOTE_CACHED_CLUSTERS];
    if (kept->cluster == cluster) return &kept->boxes;
    for (uint32_t i = 0; i < 8; i++) {
        mote_box box = box_of_twig(side->shape, 8 * cluster + i);
        mote_box8_set(&kept->boxes, i, &box);
    }
    kept->cluster = cluster;
    return &kept->boxes;
}

// Returns the boxes of a twig's triangles along the present axes. Evaluates the twig if necessary.
static const mote_twig_boxes *boxes_of_twig(mote_search *search, int k, uint32_t twig)
{
    mote_search_side *side = &search->side[k];
    const mote_shape *shape = side->shape;
    mote_twig_boxes *kept = &side->twigs[twig % MOTE_CACHED_TWIGS];
    if (kept->twig == twig) return kept;
    if (mote_shape_is_on_demand(shape)) {
        const mote_tasks alone = mote_inline_tasks();
        mote_on_demand_want_leaf(shape, twig);
        mote_on_demand_evaluate(shape, &alone);
    }
    uint32_t first = twig * MOTE_NODE_TRIANGLES, count = twig_end(shape->clusters, twig) - first;
    *kept = (mote_twig_boxes){.twig = twig, .group_count = (count + 7) / 8};
    MOTE_SEARCH_KERNEL(mote_axis_triangle_boxes)
    (&search->axes, shape->xyz, shape->clusters->corners + 3 * (size_t)first, count, kept->boxes);
    kept->whole = mote_box_empty();
    for (uint32_t i = 0; i < count; i++) {
        mote_box box = mote_box8_get(&kept->boxes[i / 8], i % 8);
        mote_box_add_box(&kept->whole, &box);
    }
    return kept;
}

static bool is_broken(const mote_search *search)
{
    return mote_shape_is_broken(search->side[0].shape) ||
           mote_shape_is_broken(search->side[1].shape);
}

// Makes new axes whenever a better pair is found: this is cheap because few twigs are visited.
static void look_at_twigs(mote_search *search, uint32_t twig_a, uint32_t twig_b)
{
    const mote_twig_boxes *a = boxes_of_twig(search, 0, twig_a);
    const mote_twig_boxes *b = boxes_of_twig(search, 1, twig_b);
    uint32_t row[MOTE_NODE_TRIANGLES];
    float squared[MOTE_NODE_TRIANGLES];
    if (is_broken(search) || !mote_boxes_near(&a->whole, &b->whole, search->near)) return;
    search->pending_count = 0;
    for (uint32_t i = 0; i < 8 * a->group_count; i++) {
        mote_box box = mote_box8_get(&a->boxes[i / 8], i % 8);
        uint32_t count = MOTE_SEARCH_KERNEL(mote_near_boxes)(&box, b->boxes, b->group_count,
                                                             search->near, row, squared);
        for (uint32_t j = 0; j < count; j++)
            mote_pending_add(search,
                             (mote_pending_pair){twig_a * MOTE_NODE_TRIANGLES + i,
                                                 twig_b * MOTE_NODE_TRIANGLES + row[j], squared[j]},
                             MOTE_MEASURE_ALL);
    }
    mote_pending_measure(search, MOTE_MEASURE_ALL);
    if (search->bound < search->aimed_bound) mote_search_aim(search);
}

// ---------------------------------------------------------------------------------------------
// Nodes

// Returns the side to open: the one with the larger box, unless that is a twig.
static int side_to_open(const node_pair *pair)
{
    if (pair->node[0].level == 0) return 1;
    if (pair->node[1].level == 0) return 0;
    return mote_tree_node_size(&pair->node[1]) > mote_tree_node_size(&pair->node[0]);
}

static const mote_box8 *open_node(descent *d, int k, const mote_tree_node *node)
{
    if (node->level == 1 && d->tree[k].planted)
        return boxes_of_cluster(&d->search->side[k], node->index);
    return mote_node_tree_open(&d->tree[k], node, NULL); // at an instant, not over a step
}

// Sorts the pushed pairs by descending distance, so the nearest is popped next.
static void push_sorted(descent *d, uint32_t floor, const node_pair *pair)
{
    uint32_t at = d->count++;
    for (; at > floor && d->waiting[at - 1].squared < pair->squared; at--)
        d->waiting[at] = d->waiting[at - 1];
    d->waiting[at] = *pair;
}

static void open_pair(descent *d, const node_pair *pair)
{
    int k = side_to_open(pair);
    uint32_t floor = d->count;
    const mote_tree_node *opened = &pair->node[k];
    const mote_box8 *children = open_node(d, k, opened);
    for (uint32_t lane = 0; lane < 8; lane++) {
        node_pair child;
        child.node[k] = (mote_tree_node){mote_box8_get(children, lane), opened->level - 1,
                                         8 * opened->index + lane};
        child.node[1 - k] = pair->node[1 - k];
        child.squared = mote_box_distance_squared(&child.node[0].box, &child.node[1].box);
        if (child.squared < d->search->bound) push_sorted(d, floor, &child);
    }
}

static bool must_leave_on_demand(const mote_shape *shape)
{
    return mote_shape_is_on_demand(shape) && !mote_shape_may_stay_on_demand(shape);
}

static void begin(descent *d, mote_search *search, const mote_box_tree *const trees[2])
{
    d->search = search;
    d->count = 1;
    d->waiting[0].squared = 0;
    for (int k = 0; k < 2; k++) {
        mote_search_side *side = &search->side[k];
        d->tree[k] = (mote_node_tree){.shape = side->shape, .planted = trees[k]};
        d->waiting[0].node[k] = mote_node_tree_top(&d->tree[k], mote_search_box(search, k));
        for (uint32_t i = 0; i < MOTE_CACHED_CLUSTERS; i++)
            side->cluster_twigs[i].cluster = MOTE_NONE;
    }
}

bool mote_descend_nodes(mote_search *search, const mote_box_tree *const trees[2], uint32_t slot_a,
                        uint32_t slot_b)
{
    descent d;
    begin(&d, search, trees);
    if (slot_a != MOTE_NONE)
        look_at_twigs(search, slot_a / MOTE_NODE_TRIANGLES, slot_b / MOTE_NODE_TRIANGLES);
    while (d.count > 0 && search->bound > 0) {
        if (is_broken(search) || must_leave_on_demand(search->side[0].shape) ||
            must_leave_on_demand(search->side[1].shape))
            return false;
        node_pair pair = d.waiting[--d.count];
        if (!(pair.squared < search->bound)) continue;
        if (pair.node[0].level == 0 && pair.node[1].level == 0) {
            look_at_twigs(search, pair.node[0].index, pair.node[1].index);
        } else {
            open_pair(&d, &pair);
        }
    }
    return !is_broken(search);
}
