// The point of a body's surface that is closest to a given point.

#include <math.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/result.h"
#include "geometry/tri_distance.h"
#include "world/query.h"

typedef struct point_query {
    mote_vec3 point;
    float bound; // greater distances are ignored
    uint32_t slot;
    mote_vec3 closest;
} point_query;

// A lower bound of the distance, also after rounding.
static double distance_to_box(mote_vec3 p, const mote_box *box)
{
    double x = fmax(fmax((double)box->min.x - (double)p.x, (double)p.x - (double)box->max.x), 0);
    double y = fmax(fmax((double)box->min.y - (double)p.y, (double)p.y - (double)box->max.y), 0);
    double z = fmax(fmax((double)box->min.z - (double)p.z, (double)p.z - (double)box->max.z), 0);
    return sqrt(x * x + y * y + z * z) * (1 - 1e-6);
}

static double measure_point(const void *query, const mote_box *box)
{
    const point_query *q = query;
    double distance = distance_to_box(q->point, box);
    return distance <= (double)q->bound ? distance : (double)INFINITY;
}

static void visit_closest(const mote_shape *shape, uint32_t cluster, point_query *q)
{
    for (uint32_t s = mote_cluster_first(cluster); s < mote_cluster_end(shape->clusters, cluster);
         s++) {
        mote_vec3 t[3], closest;
        mote_shape_triangle(shape, s, t);
        mote_box box = mote_box_of_triangle(t);
        if (distance_to_box(q->point, &box) > (double)q->bound) continue;
        float distance = mote_point_triangle_distance(q->point, t, &closest);
        bool closer = q->slot == MOTE_NONE ? distance <= q->bound : distance < q->bound;
        if (!closer) continue;
        *q = (point_query){q->point, distance, s, closest};
    }
}

static void find_closest(const mote_body *body, point_query *q)
{
    mote_cluster_walk walk;
    mote_cluster_walk_begin(&walk, &body->clusters.tree, q, measure_point);
    uint32_t cluster;
    while (mote_cluster_walk_next(&walk, (double)q->bound, &cluster))
        visit_closest(&body->shape, cluster, q);
}

mote_result mote_world_closest_point(mote_world *world, mote_body_id id, mote_vec3 point,
                                     float limit, mote_surface_point *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_closest_point: out is null");
    *out = mote_query_nowhere;
    mote_body *body;
    mote_result result = mote_world_find(world, __func__, id, &body);
    if (result == MOTE_OK) result = mote_query_check_vector(point, __func__, "point");
    if (result != MOTE_OK) return result;
    if (!(limit >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_closest_point: limit is %g, expected 0 or more",
                         (double)limit);
    result = mote_world_check_positions(world, __func__, id.index);
    if (result == MOTE_OK) result = mote_world_make_room(world, body);
    if (result == MOTE_OK) result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    mote_float_env env = mote_float_env_enter();
    point_query q = {.point = point, .bound = limit, .slot = MOTE_NONE};
    result =
        mote_world_require(world, body, MOTE_SHAPE_FRESH)
            ? mote_query_ready_tree(world, body)
            : mote_fail(MOTE_ERROR_DATA,
                        "mote_world_closest_point: body %u has a position that is NaN or infinite",
                        id.index);
    if (result == MOTE_OK) find_closest(body, &q);
    if (q.slot != MOTE_NONE)
        *out = (mote_surface_point){id, mote_shape_face(&body->shape, q.slot), q.closest, q.bound};
    mote_float_env_leave(env);
    mote_world_leave(world);
    return result;
}
