// Stage 1 of hybrid if at least one body is on demand: two trees over clusters are descended
// together. The tree of a body on demand is bounded as the descent reaches it, eight siblings at a
// time. The tree of a fresh body is built over the clusters in reach. At the bottom, the twigs of a
// cluster pair are tested against twigs, or against triangle boxes if the other body is fresh.
//
// The pairs are sorted in the order in which mote_pair_clusters finds them for fresh bodies. Both
// paths test all cluster pairs that have face pairs, in the same order, so both find the same first
// face pair.

#include "method/hybrid/hybrid.h"

#include "core/box.h"
#include "core/sort.h"
#include "shape/node_pairs.h"
#include "shape/readiness.h"

typedef struct descent {
    mote_frame *frame;
    mote_hybrid_body *body[2];
    mote_node_pairs nodes;
} descent;

static bool is_on_demand(const descent *d, int k)
{
    return !d->nodes.tree[k].planted;
}

// ---------------------------------------------------------------------------------------------
// Clusters

// Packs a pair into one key that sorts by a, then b.
static bool push_pair(descent *d, const uint32_t cluster[2], const uint32_t twigs[2])
{
    mote_hybrid_world *world = d->frame->state;
    uint64_t key = (uint64_t)cluster[0] << 40 | (uint64_t)cluster[1] << 16 |
                   (uint64_t)twigs[0] << 8 | twigs[1];
    return mote_array_push(&world->node_pairs, d->frame->allocator, key);
}

uint32_t mote_hybrid_twigs_at(const mote_hybrid_boxes *inside, const mote_node_tree *tree,
                              const mote_node_pair *pair, int k)
{
    if (!MOTE_PICK_KERNEL(mote_hybrid_inside_meets)(inside, &pair->node[k].box)) return 0;
    mote_box8 room;
    const mote_box8 *twigs = mote_node_tree_leaves(tree, pair->node[k].index, &room);
    uint32_t found = 0;
    for (uint32_t bits = mote_box8_overlaps(twigs, &pair->node[1 - k].box); bits;
         bits &= bits - 1) {
        mote_box box = mote_box8_get(twigs, (uint32_t)__builtin_ctz(bits));
        if (MOTE_PICK_KERNEL(mote_hybrid_inside_meets)(inside, &box)) found |= bits & -bits;
    }
    return found;
}

static void keep_bound(mote_hybrid_body *body, uint32_t cluster, const mote_box *box)
{
    body->boxes[cluster] = *box;
    body->box_stamp[cluster] = (uint32_t)body->shape->version;
}

// False for no memory.
static bool look_at_clusters(descent *d, const mote_node_pair *pair)
{
    uint32_t cluster[2], twigs[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        cluster[k] = mote_node_tree_cluster(&d->nodes.tree[k], &pair->node[k]);
        if (is_on_demand(d, k)) keep_bound(d->body[k], cluster[k], &pair->node[k].box);
    }
    if (is_on_demand(d, 0) && is_on_demand(d, 1)) {
        mote_node_pair_leaves(&d->nodes, pair, twigs);
    } else {
        int k = is_on_demand(d, 1);
        const mote_hybrid_boxes *inside =
            mote_hybrid_bring_inside(d->frame, d->body[1 - k], cluster[1 - k]);
        twigs[k] = mote_hybrid_twigs_at(inside, &d->nodes.tree[k], pair, k);
    }
    return twigs[0] | twigs[1] ? push_pair(d, cluster, twigs) : true;
}

// ---------------------------------------------------------------------------------------------

static bool list_pairs(mote_frame *frame, uint32_t number)
{
    mote_hybrid_world *world = frame->state;
    size_t count = world->node_pairs.count;
    world->scratch.count = 0;
    uint64_t *keys = world->node_pairs.data;
    uint64_t *scratch = mote_array_room(&world->scratch, frame->allocator, count);
    mote_cluster_pair *out = mote_array_room(&world->pairs, frame->allocator, count);
    if (!scratch || !out) return false;
    mote_sort_keys(keys, count, scratch);
    for (size_t i = 0; i < count; i++)
        out[i] = (mote_cluster_pair){.candidate = number,
                                     .a = (uint32_t)(keys[i] >> 40),
                                     .b = (uint32_t)(keys[i] >> 16) & 0xffffff,
                                     .twigs_a = (uint8_t)(keys[i] >> 8),
                                     .twigs_b = (uint8_t)keys[i]};
    world->pairs.count += count;
    return true;
}

// Builds the tree of a fresh body; false for no memory.
static bool begin_side(descent *d, int k, const mote_box *region)
{
    mote_hybrid_world *world = d->frame->state;
    const mote_shape *shape = d->body[k]->shape;
    mote_node_tree *tree = &d->nodes.tree[k];
    *tree = (mote_node_tree){.shape = shape};
    if (mote_shape_is_on_demand(shape)) return true;
    if (!mote_plant_clusters(d->frame, d->body[k], region)) return false;
    tree->planted = &world->tree;
    tree->clusters = world->reach_b.data;
    return true;
}

bool mote_list_nodes(mote_frame *frame, const mote_candidate *candidate, uint32_t number,
                     bool *left)
{
    mote_hybrid_world *world = frame->state;
    descent d = {.frame = frame, .body = {candidate->state_a, candidate->state_b}};
    *left = false;
    world->node_pairs.count = 0;
    for (int k = 0; k < 2; k++) {
        if (!begin_side(&d, k, &candidate->region)) return false;
        const mote_box_tree *planted = d.nodes.tree[k].planted;
        if (planted && planted->leaf_count == 0) return true; // no cluster in reach
    }
    mote_node_pairs_begin(&d.nodes, &candidate->region);
    mote_node_pair pair;
    while (mote_node_pairs_next(&d.nodes, &pair)) {
        if (!look_at_clusters(&d, &pair)) return false;
    }
    *left = d.nodes.too_costly;
    if (!*left) return list_pairs(frame, number);
    for (int k = 0; k < 2; k++) {
        if (mote_node_tree_is_costly(&d.nodes.tree[k]))
            mote_shape_leave_on_demand(d.nodes.tree[k].shape, &frame->tasks);
    }
    return true;
}

bool mote_pair_nodes(mote_frame *frame, const mote_candidate *candidate, uint32_t number)
{
    bool left;
    if (!mote_list_nodes(frame, candidate, number, &left)) return false;
    return left ? mote_pair_clusters(frame, candidate, number) : true;
}
