// The first face that a ray hits.

#include <math.h>
#include <mote/geometry.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/result.h"
#include "core/vec.h"
#include "world/query.h"

typedef struct ray_query {
    mote_vec3 origin, direction;
    float t_max; // lowered by each hit
    uint32_t body, slot;
} ray_query;

typedef struct span {
    double from, to;
} span;

// Clips a span to the part of the ray with low <= origin + t * direction <= high, widened by much
// more than the rounding error.
static void cut_span(span *s, double origin, double direction, double low, double high)
{
    if (direction == 0) {
        if (origin < low || origin > high) s->to = (double)-INFINITY;
        return;
    }
    double t0 = (low - origin) / direction, t1 = (high - origin) / direction;
    double enters = fmin(t0, t1), leaves = fmax(t0, t1);
    s->from = fmax(s->from, enters - fabs(enters) * 1e-6);
    s->to = fmin(s->to, leaves + fabs(leaves) * 1e-6);
}

static double measure_ray(const void *query, const mote_box *box)
{
    const ray_query *q = query;
    span s = {0, (double)q->t_max};
    cut_span(&s, (double)q->origin.x, (double)q->direction.x, (double)box->min.x,
             (double)box->max.x);
    cut_span(&s, (double)q->origin.y, (double)q->direction.y, (double)box->min.y,
             (double)box->max.y);
    cut_span(&s, (double)q->origin.z, (double)q->direction.z, (double)box->min.z,
             (double)box->max.z);
    return s.from <= s.to ? s.from : (double)INFINITY;
}

static void visit_ray(const mote_shape *shape, uint32_t body, uint32_t cluster, ray_query *q)
{
    for (uint32_t s = mote_cluster_first(cluster); s < mote_cluster_end(shape->clusters, cluster);
         s++) {
        mote_vec3 t[3];
        float time;
        mote_shape_triangle(shape, s, t);
        mote_box box = mote_box_of_triangle(t);
        if (measure_ray(q, &box) == (double)INFINITY) continue;
        if (!mote_ray_triangle(q->origin, q->direction, q->t_max, t, &time)) continue;
        if (q->slot != MOTE_NONE && !(time < q->t_max)) continue;
        q->t_max = time;
        q->body = body;
        q->slot = s;
    }
}

static void cast_at(const mote_world *world, uint32_t index, ray_query *q)
{
    const mote_body *body = mote_world_body_at(world, index);
    mote_cluster_walk walk;
    mote_cluster_walk_begin(&walk, &body->clusters.tree, q, measure_ray);
    uint32_t cluster;
    while (mote_cluster_walk_next(&walk, (double)q->t_max, &cluster))
        visit_ray(&body->shape, index, cluster, q);
}

static mote_result cast_ray(mote_world *world, uint64_t mask, ray_query *q)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        bool reaches;
        mote_result result = mote_query_reaches(world, body, mask, q, measure_ray, &reaches);
        if (result == MOTE_OK && reaches) result = mote_query_ready_tree(world, body);
        if (result != MOTE_OK) return result;
        if (reaches) cast_at(world, i, q);
    }
    return MOTE_OK;
}

static mote_vec3 point_of_ray(const ray_query *q)
{
    mote_dvec3 along = mote_dvec_scale(mote_vec_widen(q->direction), (double)q->t_max);
    return mote_dvec_narrow(mote_dvec_add(mote_vec_widen(q->origin), along));
}

mote_result mote_world_ray(mote_world *world, mote_vec3 origin, mote_vec3 direction, float t_max,
                           uint64_t mask, mote_surface_point *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_ray: out is null");
    *out = mote_query_nowhere;
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_ray: world is null");
    mote_result result = mote_query_check_vector(origin, __func__, "origin");
    if (result == MOTE_OK) result = mote_query_check_vector(direction, __func__, "direction");
    if (result != MOTE_OK) return result;
    if (!(t_max >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_ray: t_max is %g, expected 0 or more",
                         (double)t_max);
    result = mote_world_check_all_positions(world, __func__, mask);
    if (result == MOTE_OK) result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    mote_float_env env = mote_float_env_enter();
    ray_query q = {origin, direction, t_max, 0, MOTE_NONE};
    result = cast_ray(world, mask, &q);
    if (result == MOTE_OK && q.slot != MOTE_NONE)
        *out =
            (mote_surface_point){mote_world_id_of(world, q.body),
                                 mote_shape_face(&mote_world_body_at(world, q.body)->shape, q.slot),
                                 point_of_ray(&q), q.t_max};
    mote_float_env_leave(env);
    mote_world_leave(world);
    return result;
}
