// Finds pairs of bodies, and of their clusters, that may have features within the distance.

#include "core/result.h"
#include "core/sort.h"
#include "shape/readiness.h"
#include "world/features/search.h"
#include "world/query.h"

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for features");
}

// ---------------------------------------------------------------------------------------------
// Bodies

// Gives each body a box, which is enough to see that most bodies are out of reach.
static mote_result order_bodies(mote_world *world, mote_feature_search *search)
{
    mote_body_order_begin(&search->order);
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!body->generation) continue;
        if (body->shape.readiness < MOTE_SHAPE_BOUNDED && !mote_shape_go_on_demand(&body->shape)) {
            mote_result result = mote_world_make_room(world, body);
            if (result != MOTE_OK) return result;
            mote_world_require(world, body, MOTE_SHAPE_STREAMED);
        }
        if (mote_shape_is_broken(&body->shape)) continue;
        if (!mote_body_order_add(&search->order, world, i)) return no_memory();
    }
    return mote_body_order_finish(&search->order, world, 0) ? MOTE_OK : no_memory();
}

// Makes the body fresh and builds its trees. Sets *usable to false if a position is not finite.
static mote_result ready_body(mote_world *world, uint32_t index, bool *usable)
{
    mote_body *body = mote_world_body_at(world, index);
    mote_result result = mote_world_make_room(world, body);
    if (result != MOTE_OK) return result;
    *usable = mote_world_require(world, body, MOTE_SHAPE_FRESH);
    if (!*usable) return MOTE_OK;
    if (!body->feature_owners)
        body->feature_owners = mote_feature_owners_build(body->shape.clusters, &world->allocator);
    body->owner_count = body->shape.clusters->triangle_count;
    if (!body->feature_owners ||
        !mote_face_tree_begin(&body->faces, &body->shape, &world->allocator))
        return no_memory();
    return mote_query_ready_tree(world, body);
}

static mote_result add_pair(mote_world *world, mote_feature_search *search, uint32_t a, uint32_t b)
{
    bool usable_a, usable_b;
    mote_result result = ready_body(world, a, &usable_a);
    if (result == MOTE_OK && usable_a) result = ready_body(world, b, &usable_b);
    if (result != MOTE_OK || !usable_a || !usable_b) return result;
    mote_feature_body_pair pair = {.a = mote_world_id_of(world, a),
                                   .b = mote_world_id_of(world, b)};
    return mote_array_push(&search->pairs, &world->allocator, pair) ? MOTE_OK : no_memory();
}

// Adds the pairs of body a with itself and with bodies of higher indices.
static mote_result add_pairs_of(mote_world *world, mote_feature_search *search, uint32_t a)
{
    const mote_body *body = mote_world_body_at(world, a);
    mote_box box = mote_box_widened(mote_shape_bounds(&body->shape), search->distance);
    search->found.count = 0;
    if (!mote_box_tree_query(&search->order.tree, &box, &world->allocator, &search->found))
        return no_memory();
    for (size_t i = 0; i < search->found.count; i++) {
        uint32_t b = search->order.bodies.data[search->found.data[i]];
        bool wanted = a == b ? body->self_collision : a < b && mote_world_lets_meet(world, a, b);
        if (wanted && !mote_array_push(&search->keys, &world->allocator, b)) return no_memory();
    }
    return MOTE_OK;
}

static mote_result find_pairs(mote_world *world, mote_feature_search *search)
{
    search->pairs.count = 0;
    for (uint32_t a = 0; a < world->bodies.count; a++) {
        const mote_body *body = mote_world_body_at(world, a);
        if (!body->generation || mote_shape_is_broken(&body->shape)) continue;
        search->keys.count = search->scratch.count = 0;
        mote_result result = add_pairs_of(world, search, a);
        size_t count = search->keys.count;
        uint64_t *scratch = mote_array_room(&search->scratch, &world->allocator, count);
        if (result == MOTE_OK && !scratch) result = no_memory();
        if (result == MOTE_OK) mote_sort_keys(search->keys.data, count, scratch);
        for (size_t i = 0; i < count && result == MOTE_OK; i++)
            result = add_pair(world, search, a, (uint32_t)search->keys.data[i]);
        if (result != MOTE_OK) return result;
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Clusters

static mote_box cluster_box(const mote_body *body, uint32_t cluster)
{
    return mote_box8_get(body->clusters.tree.groups.data + cluster / 8, cluster % 8);
}

// Adds the pairs of a cluster of a with the clusters of b near it.
static mote_result add_clusters_of(mote_world *world, mote_feature_search *search, uint32_t pair,
                                   uint32_t cluster)
{
    const mote_feature_body_pair *bodies = &search->pairs.data[pair];
    mote_body *a = mote_world_body_at(world, bodies->a.index);
    mote_body *b = mote_world_body_at(world, bodies->b.index);
    mote_box own = cluster_box(a, cluster), box = mote_box_widened(&own, search->distance);
    if (!mote_boxes_overlap(&box, &b->shape.box)) return MOTE_OK;
    search->found.count = 0;
    if (!mote_box_tree_query(&b->clusters.tree, &box, &world->allocator, &search->found))
        return no_memory();
    for (size_t i = 0; i < search->found.count; i++) {
        uint32_t other = search->found.data[i];
        if (a == b && other < cluster) continue;
        mote_face_tree_fill(&a->faces, &a->shape, cluster);
        mote_face_tree_fill(&b->faces, &b->shape, other);
        if (!mote_array_push(&search->clusters, &world->allocator,
                             (mote_feature_clusters){pair, cluster, other}))
            return no_memory();
    }
    return MOTE_OK;
}

mote_result mote_features_find_clusters(mote_world *world, mote_feature_search *search)
{
    mote_result result = order_bodies(world, search);
    if (result == MOTE_OK) result = find_pairs(world, search);
    search->clusters.count = 0;
    for (uint32_t pair = 0; pair < search->pairs.count && result == MOTE_OK; pair++) {
        const mote_body *a = mote_world_body_at(world, search->pairs.data[pair].a.index);
        for (uint32_t c = 0; c < a->shape.clusters->cluster_count && result == MOTE_OK; c++)
            result = add_clusters_of(world, search, pair, c);
    }
    return result;
}
