// Closest points for batches of points.

#include "world/view/view.h"

#include <float.h>
#include <math.h>

#include "core/result.h"
#include "geometry/point_faces.h"
#include "geometry/tri_distance.h"
#include "world/query.h"

// ---------------------------------------------------------------------------------------------
// One body

// An upper bound of the nearest squared distance, as a float.
static float limit_of(const mote_nearest *nearest)
{
    if (nearest->squared >= (double)FLT_MAX) return INFINITY;
    return nextafterf((float)nearest->squared, INFINITY);
}

static bool is_nearer(const mote_nearest *nearest, double squared, uint32_t body, uint32_t face)
{
    if (squared != nearest->squared) return squared < nearest->squared;
    if (nearest->slot == MOTE_NONE) return true;
    return body != nearest->body ? body < nearest->body : face < nearest->face;
}

static double slow_squared(const mote_shape *shape, uint32_t slot, mote_vec3 point)
{
    const mote_vec3 shrunk[3] = {point, point, point};
    mote_vec3 t[3];
    mote_shape_triangle(shape, slot, t);
    return mote_tri_distance_slow_squared(t, shrunk);
}

static void try_slots(const mote_shape *shape, uint32_t body, const uint32_t *slots, uint32_t count,
                      mote_vec3 point, mote_nearest *nearest)
{
    double squared[8];
    mote_point_faces(point, shape->xyz, shape->clusters->corners, slots, count, squared);
    for (uint32_t i = 0; i < count; i++) {
        if (squared[i] < 0) squared[i] = slow_squared(shape, slots[i], point);
        uint32_t face = mote_shape_face(shape, slots[i]);
        if (is_nearer(nearest, squared[i], body, face))
            *nearest = (mote_nearest){squared[i], body, slots[i], face};
    }
}

void mote_view_try_hint(const mote_world *world, const mote_view_hint *hint, mote_vec3 point,
                        mote_nearest *nearest)
{
    if (hint->slot == MOTE_NONE) return;
    const mote_shape *shape = &mote_world_body_at(world, hint->body)->shape;
    try_slots(shape, hint->body, &hint->slot, 1, point, nearest);
}

void mote_view_leave_hint(const mote_nearest *nearest, mote_view_hint *hint)
{
    if (nearest->slot == MOTE_NONE) return;
    hint->body = nearest->body;
    hint->slot = nearest->slot;
}

static void try_group(const mote_shape *shape, uint32_t body, uint32_t group, mote_vec3 point,
                      mote_nearest *nearest)
{
    const uint32_t *corners = shape->clusters->corners;
    uint32_t first = 8 * group, left = shape->clusters->triangle_count - first;
    uint32_t slots[8], count = 0;
    uint32_t bits = MOTE_PICK_KERNEL(mote_point_faces_near)(point, shape->xyz, corners, first,
                                                            left < 8 ? left : 8, limit_of(nearest));
    for (; bits; bits &= bits - 1) slots[count++] = first + (uint32_t)__builtin_ctz(bits);
    try_slots(shape, body, slots, count, point, nearest);
}

void mote_view_find_nearest(const mote_world *world, uint32_t index, mote_vec3 point,
                            mote_nearest *nearest)
{
    const mote_body *body = mote_world_body_at(world, index);
    const mote_box_tree *tree = &body->faces.tree;
    mote_view_node stack[MOTE_VIEW_STACK];
    uint32_t count = 0;
    stack[count++] = (mote_view_node){0, tree->level_count - 1, 0};
    while (count > 0) {
        mote_view_node at = stack[--count];
        float bounds[8];
        if ((double)at.bound > nearest->squared) continue;
        const mote_box8 *boxes = mote_view_boxes(tree, &at);
        if (at.level > 0) {
            uint32_t bits = MOTE_PICK_KERNEL(mote_view_near_nodes)(
                boxes, mote_face_tree_discs(&body->faces, at.level, at.group), point,
                limit_of(nearest), bounds);
            count = mote_view_push(stack, count, &at, bits, bounds);
            continue;
        }
        try_group(&body->shape, index, at.group, point, nearest);
    }
}

// ---------------------------------------------------------------------------------------------
// All bodies

mote_result mote_view_check_points(const mote_view *view, const char *function,
                                   const mote_vec3 *points, size_t count, const void *out)
{
    mote_result result = mote_view_check(view, function);
    if (result != MOTE_OK || count == 0) return result;
    if (!points || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: %s is null", function,
                         points ? "out" : "points");
    for (size_t i = 0; i < count; i++) {
        if (mote_vec_finite(points[i])) continue;
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "%s: point %zu is (%g, %g, %g), expected finite numbers", function, i,
                         (double)points[i].x, (double)points[i].y, (double)points[i].z);
    }
    return MOTE_OK;
}

typedef struct closest_batch {
    const mote_view *view;
    uint64_t mask;
    const mote_vec3 *points;
    double limit; // squared
    mote_surface_point *out;
} closest_batch;

typedef struct closest_query {
    mote_vec3 point;
    mote_nearest nearest;
} closest_query;

static double measure_body(const void *query, const mote_box *box)
{
    const closest_query *q = query;
    const mote_box point = {q->point, q->point};
    double squared = mote_box_distance_squared(&point, box);
    return squared <= q->nearest.squared ? squared : (double)INFINITY;
}

static mote_surface_point surface_point(const mote_world *world, mote_vec3 point,
                                        const mote_nearest *nearest)
{
    if (nearest->slot == MOTE_NONE) return mote_query_nowhere;
    mote_vec3 t[3];
    mote_surface_point found = {.body = mote_world_id_of(world, nearest->body),
                                .face = nearest->face};
    mote_shape_triangle(&mote_world_body_at(world, nearest->body)->shape, nearest->slot, t);
    found.distance = mote_point_triangle_distance(point, t, &found.point);
    return found;
}

static void answer_closest(const void *argument, size_t index, mote_view_hint *hint)
{
    const closest_batch *batch = argument;
    const mote_world *world = batch->view->world;
    closest_query q = {batch->points[index], {batch->limit, 0, MOTE_NONE, MOTE_NONE}};
    mote_view_try_hint(world, hint, q.point, &q.nearest);
    mote_cluster_walk walk;
    mote_cluster_walk_begin(&walk, &batch->view->order.tree, &q, measure_body);
    uint32_t leaf;
    while (batch->view->order.bodies.count > 0 &&
           mote_cluster_walk_next(&walk, q.nearest.squared, &leaf)) {
        uint32_t body = batch->view->order.bodies.data[leaf];
        if (mote_world_body_at(world, body)->category & batch->mask)
            mote_view_find_nearest(world, body, q.point, &q.nearest);
    }
    mote_view_leave_hint(&q.nearest, hint);
    batch->out[index] = surface_point(world, q.point, &q.nearest);
}

mote_result mote_view_closest_points(const mote_view *view, uint64_t mask, const mote_vec3 *points,
                                     size_t count, float limit, mote_surface_point *out)
{
    mote_result result = mote_view_check_points(view, __func__, points, count, out);
    if (result != MOTE_OK) return result;
    if (!(limit >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_view_closest_points: limit is %g, expected 0 or more",
                         (double)limit);
    closest_batch batch = {view, mask, points, (double)limit * (double)limit, out};
    mote_view_run(view, points, sizeof *points, count, answer_closest, &batch);
    return MOTE_OK;
}
