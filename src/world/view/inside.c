// Winding numbers and signed distances of many points.

#include <math.h>

#include "core/result.h"
#include "core/vec.h"
#include "geometry/parity.h"
#include "geometry/tri_distance.h"
#include "world/view/view.h"

// ---------------------------------------------------------------------------------------------
// Winding numbers: crossings of a ray in the direction of +x, by geometry/parity.h

static void add_group(const mote_shape *shape, uint32_t group, uint32_t bits, mote_parity *parity)
{
    for (; bits; bits &= bits - 1) {
        mote_vec3 t[3];
        mote_shape_triangle(shape, 8 * group + (uint32_t)__builtin_ctz(bits), t);
        mote_parity_add(parity, t);
    }
}

int32_t mote_view_winding(const mote_body *body, mote_vec3 point)
{
    const mote_box_tree *tree = &body->faces.tree;
    const mote_box *all = &body->shape.box;
    const mote_box ray = {point, {INFINITY, point.y, point.z}};
    const float bounds[8] = {0};
    mote_parity parity = {.point = point};
    mote_view_node stack[MOTE_VIEW_STACK];
    uint32_t count = 0;
    if (point.x >= all->min.x) stack[count++] = (mote_view_node){0, tree->level_count - 1, 0};
    while (count > 0 && !parity.on_surface) {
        mote_view_node at = stack[--count];
        uint32_t bits = MOTE_PICK_KERNEL(mote_view_overlaps)(mote_view_boxes(tree, &at), &ray);
        if (at.level > 0) {
            count = mote_view_push(stack, count, &at, bits, bounds);
        } else {
            add_group(&body->shape, at.group, bits, &parity);
        }
    }
    return parity.on_surface ? MOTE_ON_SURFACE : parity.winding;
}

static mote_result fail_outside(const mote_view *view, const char *function, mote_body_id id,
                                const mote_body *body)
{
    if (!(body->category & view->mask))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "%s: the category of body %u is not in the mask of the view", function,
                         id.index);
    if (mote_shape_is_broken(&body->shape))
        return mote_fail(MOTE_ERROR_DATA, "%s: body %u has a position that is NaN or infinite",
                         function, id.index);
    if (!(body->shape.mesh->flags & MOTE_MESH_FINDINGS))
        return mote_fail(MOTE_ERROR_REFUSED,
                         "%s: the mesh of body %u was made without MOTE_MESH_FINDINGS, so it is "
                         "not known to be closed",
                         function, id.index);
    return mote_fail(MOTE_ERROR_REFUSED, "%s: the mesh of body %u is not closed", function,
                     id.index);
}

mote_result mote_view_closed_body(const mote_view *view, const char *function, mote_body_id id,
                                  const mote_body **out)
{
    mote_body *body;
    mote_result result = mote_world_find(view->world, function, id, &body);
    if (result != MOTE_OK) return result;
    bool is_usable = body->category & view->mask && !mote_shape_is_broken(&body->shape) &&
                     body->shape.mesh->closed;
    if (!is_usable) return fail_outside(view, function, id, body);
    *out = body;
    return MOTE_OK;
}

typedef struct winding_batch {
    const mote_body *body;
    const mote_vec3 *points;
    int32_t *out;
} winding_batch;

static void answer_winding(const void *argument, size_t index, mote_view_hint *hint)
{
    (void)hint;
    const winding_batch *batch = argument;
    batch->out[index] = mote_view_winding(batch->body, batch->points[index]);
}

mote_result mote_view_windings(const mote_view *view, mote_body_id id, const mote_vec3 *points,
                               size_t count, int32_t *out)
{
    winding_batch batch = {NULL, points, out};
    mote_result result = mote_view_check_points(view, __func__, points, count, out);
    if (result == MOTE_OK) result = mote_view_closed_body(view, __func__, id, &batch.body);
    if (result != MOTE_OK) return result;
    mote_view_run(view, points, sizeof *points, count, answer_winding, &batch);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Signed distances

typedef struct signed_batch {
    const mote_world *world;
    const mote_body *body;
    uint32_t index; // index of the body
    const mote_vec3 *points;
    mote_signed_distance *out;
} signed_batch;

static mote_vec3 unit(mote_dvec3 v)
{
    double length = mote_dvec_length(v);
    return length > 0 ? mote_dvec_narrow(mote_dvec_scale(v, 1 / length)) : (mote_vec3){0, 0, 0};
}

static mote_vec3 normal_of(const mote_vec3 t[3])
{
    mote_dvec3 a = mote_vec_widen(t[0]), b = mote_vec_widen(t[1]), c = mote_vec_widen(t[2]);
    return unit(mote_dvec_cross(mote_dvec_sub(b, a), mote_dvec_sub(c, a)));
}

// Is there no surface between the two points? Then their winding numbers are equal.
static bool is_clear(const mote_view_hint *hint, mote_vec3 point)
{
    mote_dvec3 step = mote_dvec_sub(mote_vec_widen(point), mote_vec_widen(hint->point));
    return mote_dvec_length(step) < hint->clear;
}

static double largest(mote_vec3 p)
{
    return fmax(fabs((double)p.x), fmax(fabs((double)p.y), fabs((double)p.z)));
}

// Stores the distance to the surface, less ten times the error of distances (docs/exactness.md).
static void leave_clear(mote_view_hint *hint, mote_vec3 point, const mote_signed_distance *found)
{
    double scale = fmax(largest(point), largest(found->closest));
    hint->point = point;
    hint->winding = found->winding;
    hint->clear = fabs((double)found->distance) * (1 - 1e-5) - 1e-13 * scale;
}

static void answer_signed(const void *argument, size_t index, mote_view_hint *hint)
{
    const signed_batch *batch = argument;
    mote_vec3 point = batch->points[index], t[3];
    mote_nearest nearest = {(double)INFINITY, 0, MOTE_NONE, MOTE_NONE};
    mote_view_try_hint(batch->world, hint, point, &nearest);
    mote_view_find_nearest(batch->world, batch->index, point, &nearest);
    mote_view_leave_hint(&nearest, hint);
    mote_signed_distance found = {.face = nearest.face};
    mote_shape_triangle(&batch->body->shape, nearest.slot, t);
    mote_tri_distance exact;
    const mote_vec3 shrunk[3] = {point, point, point};
    mote_tri_distance_find(t, shrunk, &exact);
    found.closest = mote_dvec_narrow(exact.on_a);
    float distance = mote_tri_distance_round(exact.squared);
    found.winding = is_clear(hint, point) ? hint->winding : mote_view_winding(batch->body, point);
    bool is_inside = found.winding != 0;
    found.distance = is_inside ? -distance : distance;
    mote_dvec3 away = mote_dvec_sub(exact.on_b, exact.on_a);
    found.gradient = distance > 0 ? unit(mote_dvec_scale(away, is_inside ? -1 : 1)) : normal_of(t);
    if (distance == 0) found.distance = 0;
    leave_clear(hint, point, &found);
    batch->out[index] = found;
}

mote_result mote_view_signed_distances(const mote_view *view, mote_body_id id,
                                       const mote_vec3 *points, size_t count,
                                       mote_signed_distance *out)
{
    signed_batch batch = {.index = id.index, .points = points, .out = out};
    mote_result result = mote_view_check_points(view, __func__, points, count, out);
    if (result == MOTE_OK) result = mote_view_closed_body(view, __func__, id, &batch.body);
    if (result != MOTE_OK) return result;
    batch.world = view->world;
    mote_view_run(view, points, sizeof *points, count, answer_signed, &batch);
    return MOTE_OK;
}
