// Stage 1 of hybrid: finds the clusters of two bodies whose boxes overlap.
//
// Reach. Each cluster's box of its own vertices gets an outcode against the region where two bodies
// overlap; Smith et al. 1998 do this for faces. A cluster's triangles also use border vertices that
// other clusters own, so a cluster is rejected only if it and all these owners lie beyond the same
// side. Groups of eight clusters are rejected in the same way. The remaining clusters get exact
// boxes, from own and border vertices.
//
// Pairs. A box tree over the remaining clusters of one body is queried with each remaining cluster
// of the other body.

#include "method/hybrid/hybrid.h"

#include "core/box.h"
#include "shape/stream.h"
#include "shape/streamed.h"

static mote_box exact_cluster_box(const mote_shape *shape, uint32_t cluster)
{
    const mote_clusters *clusters = shape->clusters;
    if (mote_shape_is_streamed(shape)) return mote_streamed_cluster_box(shape, cluster);
    mote_box box = mote_box8_get(&shape->own_boxes[cluster / 8], cluster % 8);
    uint32_t first = clusters->border_first[cluster], end = clusters->border_first[cluster + 1];
    return MOTE_PICK_KERNEL(mote_add_vertices)(&box, shape->xyz, clusters->border + first,
                                               end - first);
}

static const mote_box *cluster_box(mote_hybrid_body *body, uint32_t cluster, float by)
{
    uint32_t version = (uint32_t)body->shape->version;
    if (body->box_stamp[cluster] != version) {
        mote_box box = exact_cluster_box(body->shape, cluster);
        body->boxes[cluster] = mote_box_widened(&box, by);
        body->box_stamp[cluster] = version;
    }
    return &body->boxes[cluster];
}

// False if all vertices of the cluster's triangles lie beyond one side of the region.
static bool cluster_may_reach(const mote_hybrid_body *body, uint32_t cluster)
{
    const mote_clusters *clusters = body->shape->clusters;
    uint8_t code = body->codes[cluster];
    for (uint32_t i = clusters->owner_first[cluster];
         code && i < clusters->owner_first[cluster + 1]; i++)
        code &= body->codes[clusters->owners[i]];
    return code == 0;
}

static bool group_may_reach(const mote_hybrid_body *body, uint32_t group)
{
    const mote_clusters *clusters = body->shape->clusters;
    uint8_t code = body->group_codes[group];
    for (uint32_t i = clusters->group_owner_first[group];
         code && i < clusters->group_owner_first[group + 1]; i++)
        code &= body->group_codes[clusters->group_owners[i]];
    return code == 0;
}

// False for no memory.
static bool make_room(const mote_hybrid_body *body, const mote_allocator *allocator,
                      mote_u32_array *reach)
{
    reach->count = 0;
    return mote_array_room(reach, allocator, body->cluster_count) != NULL;
}

// `reach` has room for all clusters.
static void collect_reach(mote_hybrid_body *body, const mote_box *region, float by,
                          mote_u32_array *reach)
{
    const mote_shape *shape = body->shape;
    uint32_t *out = reach->data;
    // The boxes of own vertices are not widened, so the region is.
    mote_box wide = mote_box_widened(region, by);
    if (mote_shape_is_streamed(shape)) {
        mote_streamed_outcodes(shape, &wide, body->codes, body->group_codes);
    } else {
        MOTE_PICK_KERNEL(mote_hybrid_outcodes)
        (shape->own_boxes, shape->group_count, &wide, body->codes, body->group_codes);
    }
    uint32_t count = 0;
    for (uint32_t g = 0; g < shape->group_count; g++) {
        if (!group_may_reach(body, g)) continue;
        uint32_t end = 8 * g + 8 < body->cluster_count ? 8 * g + 8 : body->cluster_count;
        for (uint32_t c = 8 * g; c < end; c++) {
            if (cluster_may_reach(body, c) && mote_boxes_overlap(cluster_box(body, c, by), region))
                out[count++] = c;
        }
    }
    reach->count = count;
}

// ---------------------------------------------------------------------------------------------
// Pairs

static bool plant_tree(mote_hybrid_world *world, const mote_hybrid_body *body,
                       const mote_u32_array *reach, const mote_allocator *allocator)
{
    if (!mote_box_tree_begin(&world->tree, allocator, (uint32_t)reach->count)) return false;
    for (uint32_t i = 0; i < reach->count; i++)
        mote_box_tree_set(&world->tree, i, &body->boxes[reach->data[i]]);
    mote_box_tree_finish(&world->tree);
    return true;
}

bool mote_ask_clusters(mote_frame *frame, const mote_candidate *candidate, uint32_t cluster_a)
{
    mote_hybrid_world *world = frame->state;
    const mote_hybrid_body *body = candidate->state_a;
    world->found.count = 0;
    return mote_box_tree_query(&world->tree, &body->boxes[cluster_a], frame->allocator,
                               &world->found);
}

static bool ask_tree(mote_frame *frame, const mote_candidate *candidate, uint32_t number)
{
    mote_hybrid_world *world = frame->state;
    const uint32_t *from = world->reach_a.data, *to = mote_reach_of_b(world, candidate)->data;
    for (uint32_t i = 0; i < world->reach_a.count; i++) {
        if (!mote_ask_clusters(frame, candidate, from[i])) return false;
        const uint32_t *found = world->found.data;
        mote_cluster_pair *out =
            mote_array_room(&world->pairs, frame->allocator, world->found.count);
        if (!out) return false;
        for (size_t k = 0; k < world->found.count; k++) {
            if (mote_candidate_is_self(candidate) && to[found[k]] < from[i]) continue;
            *out++ = (mote_cluster_pair){.candidate = number, .a = from[i], .b = to[found[k]]};
            world->pairs.count++;
        }
    }
    return true;
}

bool mote_plant_clusters(mote_frame *frame, mote_hybrid_body *body, const mote_box *region)
{
    mote_hybrid_world *world = frame->state;
    if (!make_room(body, frame->allocator, &world->reach_b)) return false;
    collect_reach(body, region, mote_half_reach(frame->tolerance), &world->reach_b);
    return plant_tree(world, body, &world->reach_b, frame->allocator);
}

typedef struct reach_job {
    mote_frame *frame;
    const mote_candidate *candidate;
} reach_job;

// Block 0 collects the clusters of the first body, block 1 those of the second.
static void reach_block(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const reach_job *j = argument;
    mote_hybrid_world *world = j->frame->state;
    collect_reach(block == 0 ? j->candidate->state_a : j->candidate->state_b, &j->candidate->region,
                  mote_half_reach(j->frame->tolerance),
                  block == 0 ? &world->reach_a : &world->reach_b);
}

// Two workers are used if the bodies have this many clusters together.
enum { MANY_CLUSTERS = 256 };

bool mote_reach_clusters(mote_frame *frame, const mote_candidate *candidate)
{
    mote_hybrid_world *world = frame->state;
    const mote_hybrid_body *a = candidate->state_a, *b = candidate->state_b;
    bool is_self = mote_candidate_is_self(candidate);
    reach_job j = {frame, candidate};
    if (!make_room(a, frame->allocator, &world->reach_a) ||
        !make_room(b, frame->allocator, &world->reach_b))
        return false;
    if (!is_self && a->cluster_count + b->cluster_count >= MANY_CLUSTERS) {
        frame->tasks.run(frame->tasks.context, reach_block, &j, 2);
    } else {
        reach_block(&j, 0, 0);
        if (!is_self && world->reach_a.count > 0) reach_block(&j, 1, 0);
    }
    if (world->reach_a.count == 0) return true;
    return plant_tree(world, candidate->state_b, mote_reach_of_b(world, candidate),
                      frame->allocator);
}

bool mote_pair_clusters(mote_frame *frame, const mote_candidate *candidate, uint32_t number)
{
    if (mote_shape_is_broken(candidate->a) || mote_shape_is_broken(candidate->b)) return true;
    if (mote_shape_is_on_demand(candidate->a) || mote_shape_is_on_demand(candidate->b))
        return mote_pair_nodes(frame, candidate, number);
    return mote_reach_clusters(frame, candidate) && ask_tree(frame, candidate, number);
}
