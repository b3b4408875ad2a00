#include "world/query.h"

#include <math.h>

#include "core/result.h"
#include "core/vec.h"
#include "shape/readiness.h"

// ---------------------------------------------------------------------------------------------
// Bodies

const mote_surface_point mote_query_nowhere = {.face = MOTE_NONE, .distance = INFINITY};

mote_result mote_query_check_vector(mote_vec3 v, const char *function, const char *what)
{
    if (mote_vec_finite(v)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "%s: %s is (%g, %g, %g), expected finite numbers",
                     function, what, (double)v.x, (double)v.y, (double)v.z);
}

// Bounds a body, which is enough to see that most bodies are out of reach. Most bodies can be
// bounded without allocating memory.
static bool is_bounded(mote_shape *shape)
{
    return shape->readiness >= MOTE_SHAPE_BOUNDED || mote_shape_go_on_demand(shape);
}

mote_result mote_query_reaches(mote_world *world, mote_body *body, uint64_t mask, const void *query,
                               mote_box_measure *measure, bool *reaches)
{
    mote_shape *shape = &body->shape;
    *reaches = false;
    if (!body->generation || !(body->category & mask) || mote_shape_is_broken(shape))
        return MOTE_OK;
    if (is_bounded(shape) && measure(query, mote_shape_bounds(shape)) == (double)INFINITY)
        return MOTE_OK;
    mote_result result = mote_world_make_room(world, body);
    if (result == MOTE_OK && mote_world_require(world, body, MOTE_SHAPE_FRESH))
        *reaches = measure(query, &shape->box) < (double)INFINITY;
    return result;
}

mote_result mote_query_ready_tree(mote_world *world, mote_body *body)
{
    if (mote_cluster_tree_update(&body->clusters, &body->shape, &world->allocator)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the boxes of a body of %u clusters",
                     body->shape.clusters->cluster_count);
}

// ---------------------------------------------------------------------------------------------
// The walk over clusters

void mote_cluster_walk_begin(mote_cluster_walk *walk, const mote_box_tree *tree, const void *query,
                             mote_box_measure *measure)
{
    walk->tree = tree;
    walk->query = query;
    walk->measure = measure;
    walk->count = 1;
    walk->waiting[0] = (mote_tree_part){tree->level_count, 0, 0};
}

// Sorts the pushed parts by descending distance, so the nearest is popped next.
static void push_sorted(mote_cluster_walk *walk, uint32_t floor, const mote_tree_part *one)
{
    uint32_t at = walk->count++;
    for (; at > floor && walk->waiting[at - 1].distance < one->distance; at--)
        walk->waiting[at] = walk->waiting[at - 1];
    walk->waiting[at] = *one;
}

static void open_part(mote_cluster_walk *walk, const mote_tree_part *from)
{
    const mote_box_tree *tree = walk->tree;
    const mote_box8 *group = tree->groups.data + tree->first_group[from->level - 1] + from->node;
    uint32_t floor = walk->count;
    for (uint32_t lane = 0; lane < 8; lane++) {
        mote_box box = mote_box8_get(group, lane);
        if (!(box.min.x <= box.max.x)) continue;
        double distance = walk->measure(walk->query, &box);
        if (distance < (double)INFINITY)
            push_sorted(walk, floor,
                        &(mote_tree_part){from->level - 1, 8 * from->node + lane, distance});
    }
}

bool mote_cluster_walk_next(mote_cluster_walk *walk, double bound, uint32_t *cluster)
{
    while (walk->count > 0) {
        mote_tree_part at = walk->waiting[--walk->count];
        if (at.distance > bound) continue;
        if (at.level == 0) {
            *cluster = at.node;
            return true;
        }
        open_part(walk, &at);
    }
    return false;
}
