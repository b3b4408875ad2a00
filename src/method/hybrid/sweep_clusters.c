// Stage 1 of a sweep: finds the clusters of two bodies whose boxes over the step overlap. As in a
// detect (cluster_pairs.c), clusters get outcodes against the region where the bodies overlap, the
// remaining clusters get exact boxes, and a tree is built over the clusters of one body.

#include "method/hybrid/sweep.h"

#include "core/box.h"
#include "method/hybrid/hybrid.h"
#include "shape/stream.h"

static mote_box exact_box(const mote_swept *swept, uint32_t cluster)
{
    const mote_clusters *clusters = swept->start->clusters;
    mote_box box = mote_box8_get(&swept->own_boxes[cluster / 8], cluster % 8);
    const uint32_t *border = clusters->border + clusters->border_first[cluster];
    uint32_t count = clusters->border_first[cluster + 1] - clusters->border_first[cluster];
    box = MOTE_PICK_KERNEL(mote_add_vertices)(&box, swept->start->xyz, border, count);
    if (swept->start == swept->end) return box;
    return MOTE_PICK_KERNEL(mote_add_vertices)(&box, swept->end->xyz, border, count);
}

static const mote_box *cluster_box(const mote_swept *swept, uint32_t cluster, float by)
{
    mote_sweep_body *body = swept->state;
    if (body->box_stamp[cluster] != (uint32_t)swept->version) {
        mote_box box = exact_box(swept, cluster);
        body->boxes[cluster] = mote_box_widened(&box, by);
        body->box_stamp[cluster] = (uint32_t)swept->version;
    }
    return &body->boxes[cluster];
}

// False if all vertices of the cluster's triangles lie beyond one side, common to the codes of the
// cluster and its border owners.
static bool may_reach(const uint8_t *codes, uint32_t i, const uint32_t *owner_first,
                      const uint32_t *owners)
{
    uint8_t code = codes[i];
    for (uint32_t k = owner_first[i]; code && k < owner_first[i + 1]; k++) code &= codes[owners[k]];
    return code == 0;
}

static bool collect_reach(const mote_sweep_frame *frame, const mote_swept *swept,
                          const mote_box *region, mote_u32_array *reach)
{
    mote_sweep_body *body = swept->state;
    const mote_clusters *clusters = swept->start->clusters;
    reach->count = 0;
    uint32_t *out = mote_array_room(reach, frame->allocator, body->cluster_count);
    if (!out) return false;
    uint32_t groups = mote_cluster_groups(clusters), count = 0;
    float by = 0.5f * frame->separation;
    mote_box wide = mote_box_widened(region, by); // own boxes are not widened
    MOTE_PICK_KERNEL(mote_hybrid_outcodes)
    (swept->own_boxes, groups, &wide, body->codes, body->group_codes);
    for (uint32_t c = 0; c < body->cluster_count; c++) {
        if (c % 8 == 0 && !may_reach(body->group_codes, c / 8, clusters->group_owner_first,
                                     clusters->group_owners)) {
            c += 7;
            continue;
        }
        if (may_reach(body->codes, c, clusters->owner_first, clusters->owners) &&
            mote_boxes_overlap(cluster_box(swept, c, by), region))
            out[count++] = c;
    }
    reach->count = count;
    return true;
}

static bool plant_tree(mote_sweep_world *world, const mote_swept *swept,
                       const mote_u32_array *reach, const mote_allocator *allocator)
{
    const mote_sweep_body *body = swept->state;
    if (!mote_box_tree_begin(&world->tree, allocator, (uint32_t)reach->count)) return false;
    for (uint32_t i = 0; i < reach->count; i++)
        mote_box_tree_set(&world->tree, i, &body->boxes[reach->data[i]]);
    mote_box_tree_finish(&world->tree);
    return true;
}

static bool ask_tree(mote_sweep_frame *frame, const mote_sweep_candidate *candidate,
                     uint32_t number)
{
    mote_sweep_world *world = frame->state;
    const mote_sweep_body *body = candidate->a->state;
    bool self = mote_sweep_is_self(candidate);
    const uint32_t *to = self ? world->reach_a.data : world->reach_b.data;
    for (uint32_t i = 0; i < world->reach_a.count; i++) {
        uint32_t a = world->reach_a.data[i];
        world->found.count = 0;
        if (!mote_box_tree_query(&world->tree, &body->boxes[a], frame->allocator, &world->found))
            return false;
        for (size_t k = 0; k < world->found.count; k++) {
            mote_sweep_clusters pair = {number, a, to[world->found.data[k]]};
            if (self && pair.b < a) continue;
            if (!mote_array_push(&world->pairs, frame->allocator, pair)) return false;
        }
    }
    return true;
}

bool mote_sweep_plant_clusters(mote_sweep_frame *frame, const mote_swept *swept,
                               const mote_box *region)
{
    mote_sweep_world *world = frame->state;
    return collect_reach(frame, swept, region, &world->reach_b) &&
           plant_tree(world, swept, &world->reach_b, frame->allocator);
}

static bool pair_fresh(mote_sweep_frame *frame, const mote_sweep_candidate *candidate,
                       uint32_t number)
{
    mote_sweep_world *world = frame->state;
    bool self = mote_sweep_is_self(candidate);
    if (!collect_reach(frame, candidate->a, &candidate->region, &world->reach_a)) return false;
    if (world->reach_a.count == 0) return true;
    if (!self && !collect_reach(frame, candidate->b, &candidate->region, &world->reach_b))
        return false;
    return plant_tree(world, candidate->b, self ? &world->reach_a : &world->reach_b,
                      frame->allocator) &&
           ask_tree(frame, candidate, number);
}

bool mote_sweep_pair_clusters(mote_sweep_frame *frame, const mote_sweep_candidate *candidate,
                              uint32_t number)
{
    bool left = true;
    while (left && (candidate->a->on_demand || candidate->b->on_demand)) {
        if (!mote_sweep_pair_nodes(frame, candidate, number, &left)) return false;
        if (!left) return true;
    }
    return pair_fresh(frame, candidate, number);
}
