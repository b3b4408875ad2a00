// Stage 1 of hybrid where at least one body is on demand: two trees over clusters are descended together. The
// tree of a body on demand is bounded as the descent reaches it, eight siblings at a time; that of a fresh body
// is built over the clusters in reach. At the bottom, the twigs of a cluster pair are tested: against twigs,
// or against triangle boxes where the other body is fresh.
//
// The pairs are sorted in the order in which mote_pair_clusters finds them for fresh bodies. That path tests all
// of these pairs that have face pairs, in the same order, so both find the same first face pair.

#include "method/hybrid/hybrid.h"

#include "core/box.h"
#include "core/sort.h"
#include "shape/node_tree.h"
#include "shape/readiness.h"

typedef struct node_pair {
    mote_tree_node node[2];
} node_pair;

// Two bodies; each level of either tree leaves at most seven pairs waiting.
typedef struct descent {
    mote_frame *frame;
    mote_hybrid_body *body[2];
    mote_node_tree tree[2];
    uint32_t count;
    node_pair waiting[8 * 2 * MOTE_NODE_TREE_LEVELS];
} descent;

static bool is_on_demand(const descent *d, int k)
{
    return !d->tree[k].planted;
}

// The side to open: the larger box, unless it is a cluster already.
static int side_to_open(const node_pair *pair)
{
    if (pair->node[0].level == 1) return 1;
    if (pair->node[1].level == 1) return 0;
    return mote_tree_node_size(&pair->node[1]) > mote_tree_node_size(&pair->node[0]);
}

static void open_pair(descent *d, const node_pair *pair)
{
    int k = side_to_open(pair);
    const mote_tree_node *opened = &pair->node[k];
    const mote_box8 *children = mote_node_tree_open(&d->tree[k], opened);
    for (uint32_t bits = mote_box8_overlaps(children, &pair->node[1 - k].box); bits;
         bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits);
        node_pair *child = &d->waiting[d->count++];
        child->node[k] = (mote_tree_node){mote_box8_get(children, lane), opened->level - 1,
                                          8 * opened->index + lane};
        child->node[1 - k] = pair->node[1 - k];
    }
}

// ---------------------------------------------------------------------------------------------
// Clusters

// Packs a pair into one key: sorts by a, then b.
static bool push_pair(descent *d, const uint32_t cluster[2], const uint32_t twigs[2])
{
    mote_hybrid_world *world = d->frame->state;
    uint64_t key = (uint64_t)cluster[0] << 40 | (uint64_t)cluster[1] << 16 |
                   (uint64_t)twigs[0] << 8 | twigs[1];
    return mote_array_push(&world->node_pairs, d->frame->allocator, key);
}

static const mote_box8 *twigs_of(const descent *d, int k, uint32_t cluster)
{
    return mote_on_demand_boxes(d->tree[k].shape, 0, cluster);
}

// The twigs of side k that meet the box of some triangle of a fresh cluster.
static uint32_t twigs_at_inside(descent *d, int k, uint32_t cluster, uint32_t fresh_cluster,
                                const node_pair *pair)
{
    const mote_hybrid_boxes *inside =
        mote_hybrid_bring_inside(d->frame, d->body[1 - k], fresh_cluster);
    if (!MOTE_PICK_KERNEL(mote_hybrid_inside_meets)(inside, &pair->node[k].box)) return 0;
    const mote_box8 *twigs = twigs_of(d, k, cluster);
    uint32_t found = 0;
    for (uint32_t bits = mote_box8_overlaps(twigs, &pair->node[1 - k].box); bits;
         bits &= bits - 1) {
        mote_box box = mote_box8_get(twigs, (uint32_t)__builtin_ctz(bits));
        if (MOTE_PICK_KERNEL(mote_hybrid_inside_meets)(inside, &box)) found |= bits & -bits;
    }
    return found;
}

// The twigs of two bodies on demand that meet each other's boxes.
static void twigs_at_twigs(const descent *d, const uint32_t cluster[2], const node_pair *pair,
                           uint32_t found[2])
{
    const mote_box8 *twigs = twigs_of(d, 0, cluster[0]);
    uint32_t near = mote_box8_overlaps(twigs, &pair->node[1].box);
    if (!near) return;
    const mote_box8 *others = twigs_of(d, 1, cluster[1]);
    for (; near; near &= near - 1) {
        mote_box box = mote_box8_get(twigs, (uint32_t)__builtin_ctz(near));
        uint32_t met = mote_box8_overlaps(others, &box);
        if (met) found[0] |= near & -near;
        found[1] |= met;
    }
}

static void keep_bound(mote_hybrid_body *body, uint32_t cluster, const mote_box *box)
{
    body->boxes[cluster] = *box;
    body->box_stamp[cluster] = (uint32_t)body->shape->version;
}

// False for no memory.
static bool look_at_clusters(descent *d, const node_pair *pair)
{
    uint32_t cluster[2], twigs[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        cluster[k] = mote_node_tree_cluster(&d->tree[k], &pair->node[k]);
        if (is_on_demand(d, k)) keep_bound(d->body[k], cluster[k], &pair->node[k].box);
    }
    if (is_on_demand(d, 0) && is_on_demand(d, 1)) {
        twigs_at_twigs(d, cluster, pair, twigs);
    } else {
        int k = is_on_demand(d, 1);
        twigs[k] = twigs_at_inside(d, k, cluster[k], cluster[1 - k], pair);
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

static bool must_leave_on_demand(const descent *d, int k)
{
    return is_on_demand(d, k) && !mote_shape_may_stay_on_demand(d->tree[k].shape);
}

// Stops early, with *too_costly set, where evaluating a body on demand as a whole has become cheaper. False
// for no memory.
static bool descend(descent *d, bool *too_costly)
{
    while (d->count > 0) {
        node_pair pair = d->waiting[--d->count];
        if (pair.node[0].level == 1 && pair.node[1].level == 1) {
            if (!look_at_clusters(d, &pair)) return false;
        } else {
            open_pair(d, &pair);
        }
        *too_costly = must_leave_on_demand(d, 0) || must_leave_on_demand(d, 1);
        if (*too_costly) return true;
    }
    return true;
}

// Builds the tree of a fresh body; false for no memory.
static bool begin_side(descent *d, int k, const mote_box *region)
{
    mote_hybrid_world *world = d->frame->state;
    const mote_shape *shape = d->body[k]->shape;
    d->tree[k] = (mote_node_tree){.shape = shape};
    if (!mote_shape_is_on_demand(shape)) {
        if (!mote_plant_clusters(d->frame, d->body[k], region)) return false;
        d->tree[k].planted = &world->tree;
        d->tree[k].clusters = world->reach_b.data;
    }
    d->waiting[0].node[k] = mote_node_tree_top(&d->tree[k], region);
    return true;
}

bool mote_list_nodes(mote_frame *frame, const mote_candidate *candidate, uint32_t number,
                     bool *left)
{
    mote_hybrid_world *world = frame->state;
    descent d = {.frame = frame, .body = {candidate->state_a, candidate->state_b}, .count = 1};
    *left = false;
    world->node_pairs.count = 0;
    for (int k = 0; k < 2; k++) {
        if (!begin_side(&d, k, &candidate->region)) return false;
        if (d.tree[k].planted && d.tree[k].planted->leaf_count == 0)
            return true; // no cluster in reach
    }
    if (!descend(&d, left)) return false;
    if (!*left) return list_pairs(frame, number);
    for (int k = 0; k < 2; k++) {
        if (must_leave_on_demand(&d, k)) mote_shape_leave_on_demand(d.tree[k].shape, &frame->tasks);
    }
    return true;
}

bool mote_pair_nodes(mote_frame *frame, const mote_candidate *candidate, uint32_t number)
{
    bool left;
    if (!mote_list_nodes(frame, candidate, number, &left)) return false;
    return left ? mote_pair_clusters(frame, candidate, number) : true;
}
