// The minimum distance of two bodies.
//
// An upper bound comes from some pair of faces: the last result for the two bodies, or a pair found by descending into their
// trees. The axis u between its closest points prunes far better than the coordinate axes do: if the bodies bulge towards each
// other, everything but the faces around the closest points is farther along u alone. Steps:
//   1. The boxes of the clusters' own vertices, computed by the update, select the clusters that reach far enough along u.
//      The test uses half-spaces: testing the owners of a cluster's vertices suffices.
//   2. The selected clusters get exact boxes along u and two perpendicular axes. Clusters far from those of the other body are
//      dropped.
//   3. A simultaneous descent of the trees over the remaining clusters finds pairs of clusters. Boxes of their triangles along
//      the same axes select the few pairs of triangles that are measured.
// Every bound is rounded so that pruning is certain; the axes matter for speed only.
// Bodies on demand use boxes of nodes in place of steps 1 and 2 (node_descent.c). Of streamed bodies, only the vertices near the
// other body are read, from the caller's array (shape/streamed.h).

#include "world/world.h"

#include <math.h>

#include "core/float_env.h"
#include "core/result.h"
#include "core/vec.h"
#include "shape/readiness.h"

static mote_result check_question(mote_world *world, mote_body_id a, mote_body_id b, float limit,
                                  const mote_distance *out)
{
    mote_body *body;
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_distance: out is null");
    mote_result found = mote_world_find(world, "mote_world_distance", a, &body);
    if (found == MOTE_OK) found = mote_world_find(world, "mote_world_distance", b, &body);
    if (found != MOTE_OK) return found;
    if (a.index == b.index)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_distance: a and b are the same body, %u",
                         a.index);
    if (!(limit >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_distance: limit is %g, expected 0 or more", (double)limit);
    found = mote_world_check_positions(world, "mote_world_distance", a.index);
    return found == MOTE_OK ? mote_world_check_positions(world, "mote_world_distance", b.index)
                            : found;
}

static mote_result fail_broken(uint32_t index)
{
    return mote_fail(MOTE_ERROR_DATA,
                     "mote_world_distance: body %u has a position that is NaN or infinite", index);
}

static mote_result make_both_fresh(mote_world *world, mote_body_id a, mote_body_id b)
{
    const mote_body_id ids[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        mote_body *body = mote_world_body_at(world, ids[k].index);
        if (!mote_world_require(world, body, MOTE_SHAPE_FRESH)) return fail_broken(ids[k].index);
    }
    return MOTE_OK;
}

// Rigid bodies of few triangles, and bodies paired with one on demand, become fresh at once.
static mote_result require_both(mote_world *world, mote_body_id a, mote_body_id b)
{
    const mote_body_id ids[2] = {a, b};
    bool on_demand = false, streamed = false, fresh = false;
    for (int k = 0; k < 2; k++) {
        mote_body *body = mote_world_body_at(world, ids[k].index);
        mote_result result = mote_world_make_room(world, body);
        if (result != MOTE_OK) return result;
        fresh |= mote_shape_is_small_and_rigid(&body->shape);
        if (fresh) continue;
        if (!mote_world_require_for_query(world, body)) return fail_broken(ids[k].index);
        on_demand |= mote_shape_is_on_demand(&body->shape);
        streamed |= mote_shape_is_streamed(&body->shape);
    }
    return fresh || (on_demand && streamed) ? make_both_fresh(world, a, b) : MOTE_OK;
}

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for a distance query");
}

// Updates the trees over the clusters of both bodies. A body on demand has none (null).
static bool update_trees(mote_world *world, mote_body *const bodies[2],
                         const mote_box_tree *trees[2])
{
    for (int k = 0; k < 2; k++) {
        mote_body *body = bodies[k];
        trees[k] = NULL;
        if (mote_shape_is_on_demand(&body->shape)) continue;
        if (!mote_cluster_tree_update(&body->clusters, &body->shape, &world->allocator))
            return false;
        trees[k] = &body->clusters.tree;
    }
    return true;
}

static mote_result prepare_search(mote_world *world, mote_body *const bodies[2], float limit)
{
    const mote_shape *const shapes[2] = {&bodies[0]->shape, &bodies[1]->shape};
    if (!world->search) world->search = mote_search_create(&world->allocator);
    if (!world->search || !mote_search_begin(world->search, shapes, limit, &world->allocator))
        return no_memory();
    return MOTE_OK;
}

static void find_closest(mote_search *search, const mote_allocator *allocator)
{
    while (search->bound > 0) {
        mote_keep_near_clusters(search, allocator);
        if (mote_descend(search)) return;
        search->work_limit *= 2;
        mote_start_from_pair(search, search->slot_a, search->slot_b);
    }
}

static void fill_answer(const mote_search *search, mote_distance *out)
{
    *out = (mote_distance){.distance = INFINITY,
                           .face_a = MOTE_NONE,
                           .face_b = MOTE_NONE,
                           .worth = MOTE_WORTH_EXACT,
                           .triangle_pairs = search->triangle_pairs};
    if (search->slot_a == MOTE_NONE) return;
    mote_tri_distance closest;
    mote_search_closest_points(search, &closest);
    out->distance = mote_tri_distance_round(search->bound);
    out->on_a = mote_dvec_narrow(closest.on_a);
    out->on_b = mote_dvec_narrow(closest.on_b);
    out->face_a = mote_shape_face(search->side[0].shape, search->slot_a);
    out->face_b = mote_shape_face(search->side[1].shape, search->slot_b);
}

static void leave_hint(const mote_search *search, const mote_distance *answer, mote_hint *hint)
{
    if (search->slot_a == MOTE_NONE) return;
    *hint = (mote_hint){.slot_a = search->slot_a,
                        .slot_b = search->slot_b,
                        .upper_bound = answer->distance,
                        .axis = search->axes.row[0]};
}

// Makes a streamed body fresh if most of it may be closer than the bound.
static void read_rest(mote_world *world, mote_body *const bodies[2])
{
    for (int k = 0; k < 2; k++) {
        mote_box region = mote_search_region(world->search, k);
        if (mote_shape_is_streamed(&bodies[k]->shape))
            mote_shape_require_in_region(&bodies[k]->shape, &region, &world->tasks);
    }
}

static bool is_any_streamed(mote_body *const bodies[2])
{
    return mote_shape_is_streamed(&bodies[0]->shape) || mote_shape_is_streamed(&bodies[1]->shape);
}

static mote_result search_clusters(mote_world *world, mote_body *const bodies[2], float limit,
                                   const mote_hint *hint)
{
    mote_result result = prepare_search(world, bodies, limit);
    if (result != MOTE_OK) return result;
    mote_search *search = world->search;
    if (hint->slot_a != MOTE_NONE) {
        mote_start_from_pair(search, hint->slot_a, hint->slot_b);
    } else if (is_any_streamed(bodies)) {
        mote_start_streamed(search);
    } else {
        const mote_box_tree *trees[2];
        if (!update_trees(world, bodies, trees)) return no_memory();
        mote_start_cold(search, trees);
    }
    read_rest(world, bodies);
    find_closest(search, &world->allocator);
    return MOTE_OK;
}

// Sets *done to false if both bodies must become fresh first.
static mote_result search_on_demand(mote_world *world, mote_body *const bodies[2], float limit,
                                    const mote_hint *hint, bool *done)
{
    mote_result result = prepare_search(world, bodies, limit);
    if (result != MOTE_OK) return result;
    const mote_box_tree *trees[2];
    if (!update_trees(world, bodies, trees)) return no_memory();
    *done = mote_descend_nodes(world->search, trees, hint->slot_a, hint->slot_b);
    return MOTE_OK;
}

// The index of a is the lower one.
static mote_result distance_of(mote_world *world, mote_body_id a, mote_body_id b, float limit,
                               mote_distance *out)
{
    mote_body *const bodies[2] = {mote_world_body_at(world, a.index),
                                  mote_world_body_at(world, b.index)};
    mote_result result = require_both(world, a, b);
    if (result != MOTE_OK) return result;
    mote_pair_hint *kept = mote_hints_get(&world->hints, &world->allocator, a, b, world->frame);
    if (!kept) return no_memory();
    bool done = false;
    if (mote_shape_is_on_demand(&bodies[0]->shape) || mote_shape_is_on_demand(&bodies[1]->shape)) {
        result = search_on_demand(world, bodies, limit, &kept->hint, &done);
        if (result == MOTE_OK && !done) result = make_both_fresh(world, a, b);
    }
    if (result == MOTE_OK && !done) result = search_clusters(world, bodies, limit, &kept->hint);
    if (result != MOTE_OK) return result;
    fill_answer(world->search, out);
    leave_hint(world->search, out, &kept->hint);
    return MOTE_OK;
}

static void swap_sides(mote_distance *d)
{
    mote_vec3 point = d->on_a;
    uint32_t face = d->face_a;
    d->on_a = d->on_b;
    d->face_a = d->face_b;
    d->on_b = point;
    d->face_b = face;
}

mote_result mote_world_distance(mote_world *world, mote_body_id a, mote_body_id b, float limit,
                                mote_distance *out)
{
    mote_result result = check_question(world, a, b, limit, out);
    if (result == MOTE_OK) result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    mote_float_env env = mote_float_env_enter();
    bool swapped = a.index > b.index;
    result = distance_of(world, swapped ? b : a, swapped ? a : b, limit, out);
    if (result == MOTE_OK && swapped) swap_sides(out);
    mote_float_env_leave(env);
    mote_world_leave(world);
    return result;
}
