// Stage 1 of a sweep if at least one body is on demand. As in a detect (node_pairs.c), two trees
// over clusters are descended together, with boxes of nodes over both ends of the step. At the
// bottom, the twigs that may meet the other cluster are marked as wanted, and so evaluated at both
// ends.

#include "method/hybrid/sweep.h"

typedef struct descent {
    mote_sweep_frame *frame;
    const mote_sweep_candidate *candidate;
    mote_swept *swept[2];
    mote_node_pairs nodes;
} descent;

// Stores the bound of a cluster on demand and marks some of its twigs as wanted. Clusters may have
// fewer than eight twigs.
static void want_twigs(const mote_swept *swept, const mote_tree_node *node, uint32_t twigs)
{
    mote_sweep_body *body = swept->state;
    uint32_t cluster = node->index;
    uint32_t triangles =
        mote_cluster_end(swept->start->clusters, cluster) - mote_cluster_first(cluster);
    uint32_t count = (triangles + MOTE_NODE_TRIANGLES - 1) / MOTE_NODE_TRIANGLES;
    if (body->box_stamp[cluster] != (uint32_t)swept->version) body->wanted_twigs[cluster] = 0;
    body->box_stamp[cluster] = (uint32_t)swept->version;
    body->boxes[cluster] = node->box;
    body->wanted_twigs[cluster] |= (uint8_t)(twigs & ((1u << count) - 1));
}

// False for no memory.
static bool look_at_clusters(descent *d, uint32_t number, const mote_node_pair *pair)
{
    mote_sweep_world *world = d->frame->state;
    uint32_t cluster[2], twigs[2] = {0, 0};
    for (int k = 0; k < 2; k++)
        cluster[k] = mote_node_tree_cluster(&d->nodes.tree[k], &pair->node[k]);
    if (d->swept[0]->on_demand && d->swept[1]->on_demand) {
        mote_node_pair_leaves(&d->nodes, pair, twigs);
    } else {
        int k = d->swept[1]->on_demand;
        const mote_hybrid_boxes *inside =
            mote_sweep_tree_of(d->frame, d->candidate, d->swept[1 - k], cluster[1 - k]);
        if (!inside) return false;
        twigs[k] = mote_hybrid_twigs_at(inside, &d->nodes.tree[k], pair, k);
    }
    if (!(twigs[0] | twigs[1])) return true;
    for (int k = 0; k < 2; k++) {
        if (d->swept[k]->on_demand) want_twigs(d->swept[k], &pair->node[k], twigs[k]);
    }
    return mote_array_push(&world->pairs, d->frame->allocator,
                           (mote_sweep_clusters){number, cluster[0], cluster[1]});
}

// Builds the tree of a fresh body; false for no memory.
static bool begin_side(descent *d, int k)
{
    mote_sweep_world *world = d->frame->state;
    const mote_swept *swept = d->swept[k];
    mote_node_tree *tree = &d->nodes.tree[k];
    *tree = (mote_node_tree){.shape = swept->start};
    if (swept->on_demand) {
        tree->end = swept->end;
        tree->by = 0.5f * d->frame->separation;
        return true;
    }
    if (!mote_sweep_plant_clusters(d->frame, swept, &d->candidate->region)) return false;
    tree->planted = &world->tree;
    tree->clusters = world->reach_b.data;
    return true;
}

bool mote_sweep_pair_nodes(mote_sweep_frame *frame, const mote_sweep_candidate *candidate,
                           uint32_t number, bool *left)
{
    mote_sweep_world *world = frame->state;
    descent d = {.frame = frame, .candidate = candidate, .swept = {candidate->a, candidate->b}};
    size_t before = world->pairs.count;
    *left = false;
    for (int k = 0; k < 2; k++) {
        if (!begin_side(&d, k)) return false;
        const mote_box_tree *planted = d.nodes.tree[k].planted;
        if (planted && planted->leaf_count == 0) return true; // no cluster in reach
    }
    mote_node_pairs_begin(&d.nodes, &candidate->region);
    mote_node_pair pair;
    while (mote_node_pairs_next(&d.nodes, &pair)) {
        if (!look_at_clusters(&d, number, &pair)) return false;
    }
    *left = d.nodes.too_costly;
    if (*left) world->pairs.count = before;
    for (int k = 0; k < 2 && *left; k++) {
        if (mote_node_tree_is_costly(&d.nodes.tree[k]))
            mote_swept_leave_on_demand(d.swept[k], &frame->tasks);
    }
    return true;
}
