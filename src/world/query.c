// Queries of a point, a ray, a ball and a box against the faces of bodies.
//
// All go through the tree over a body's clusters, which the first query after a change makes, then
// look at the faces of the clusters that are left one by one with the exact kernels.

#include <float.h>
#include <math.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/result.h"
#include "core/sort.h"
#include "core/vec.h"
#include "geometry/tri_distance.h"
#include "shape/on_demand.h"
#include "world/world.h"

// ---------------------------------------------------------------------------------------------
// Walking a body's tree

// Part of a tree: one node, or the cluster when the level is 0, with how far away it is at least.
typedef struct part {
    uint32_t level, node;
    double distance;
} part;

// Each of the at most eleven levels leaves at most seven parts waiting.
typedef struct parts {
    uint32_t count;
    part waiting[8 * MOTE_BOX_TREE_LEVELS];
} parts;

// How far away a box is at least, in the query's own measure; infinite where it is of no interest.
typedef double box_measure(const void *query, const mote_box *box);

// Farthest first, so that the nearest is taken next.
static void push_sorted(parts *to, uint32_t floor, const part *one)
{
    uint32_t at = to->count++;
    for (; at > floor && to->waiting[at - 1].distance < one->distance; at--)
        to->waiting[at] = to->waiting[at - 1];
    to->waiting[at] = *one;
}

static void open_part(const mote_box_tree *tree, const part *from, const void *query,
                      box_measure *measure, parts *to)
{
    const mote_box8 *group =
        (const mote_box8 *)tree->groups.data + tree->first_group[from->level - 1] + from->node;
    uint32_t floor = to->count;
    for (uint32_t lane = 0; lane < 8; lane++) {
        mote_box box = mote_box8_get(group, lane);
        if (!(box.min.x <= box.max.x)) continue;
        double distance = measure(query, &box);
        if (distance < (double)INFINITY)
            push_sorted(to, floor, &(part){from->level - 1, 8 * from->node + lane, distance});
    }
}

// A body made ready for a query.
static mote_result ready_tree(mote_world *world, mote_body *body)
{
    if (mote_cluster_tree_update(&body->clusters, &body->shape, &world->allocator)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the boxes of a body of %u clusters",
                     body->shape.clusters->cluster_count);
}

static parts whole_tree(const mote_box_tree *tree)
{
    parts all;
    all.count = 1;
    all.waiting[0] = (part){tree->level_count, 0, 0};
    return all;
}

// ---------------------------------------------------------------------------------------------
// The closest point

typedef struct point_query {
    mote_vec3 point;
    float bound; // distances of at most this are of interest
    uint32_t slot;
    mote_vec3 closest;
} point_query;

// Never more than the distance, also after rounding.
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
    const mote_box_tree *tree = &body->clusters.tree;
    parts waiting = whole_tree(tree);
    while (waiting.count > 0) {
        part at = waiting.waiting[--waiting.count];
        if (at.distance > (double)q->bound) continue;
        if (at.level == 0) {
            visit_closest(&body->shape, at.node, q);
        } else {
            open_part(tree, &at, q, measure_point, &waiting);
        }
    }
}

static const mote_surface_point nowhere = {.face = MOTE_NONE, .distance = INFINITY};

mote_result mote_world_closest_point(mote_world *world, mote_body_id id, mote_vec3 point,
                                     float limit, mote_surface_point *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "the place for the closest point is null");
    *out = nowhere;
    mote_body *body;
    mote_result result = mote_world_find(world, id, &body);
    if (result != MOTE_OK) return result;
    if (!mote_vec_finite(point))
        return mote_fail(MOTE_ERROR_ARGUMENT, "the point (%g, %g, %g) is not finite",
                         (double)point.x, (double)point.y, (double)point.z);
    if (!(limit >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT, "limit %g is not a distance", (double)limit);
    mote_float_env env = mote_float_env_enter();
    point_query q = {.point = point, .bound = limit, .slot = MOTE_NONE};
    result = mote_world_refresh(world, body)
                 ? ready_tree(world, body)
                 : mote_fail(MOTE_ERROR_DATA, "body %u has a position that is NaN or infinite",
                             id.index);
    if (result == MOTE_OK) find_closest(body, &q);
    if (q.slot != MOTE_NONE)
        *out = (mote_surface_point){id, mote_shape_face(&body->shape, q.slot), q.closest, q.bound};
    mote_float_env_leave(env);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The ray

typedef struct ray_query {
    mote_vec3 origin, direction;
    float t_max; // falls to the first hit
    uint32_t body, slot;
} ray_query;

typedef struct span {
    double from, to;
} span;

// Cuts the part of the ray with low <= origin + t * direction <= high out of a span, widened by far
// more than the roundings.
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

static void cast_at(mote_world *world, uint32_t index, ray_query *q)
{
    const mote_body *body = mote_world_body_at(world, index);
    const mote_box_tree *tree = &body->clusters.tree;
    parts waiting = whole_tree(tree);
    while (waiting.count > 0) {
        part at = waiting.waiting[--waiting.count];
        if (at.distance > (double)q->t_max) continue;
        if (at.level == 0) {
            visit_ray(&body->shape, index, at.node, q);
        } else {
            open_part(tree, &at, q, measure_ray, &waiting);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// All bodies

static mote_result check_vector(mote_vec3 v, const char *what)
{
    if (mote_vec_finite(v)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "the %s (%g, %g, %g) is not finite", what, (double)v.x,
                     (double)v.y, (double)v.z);
}

// Where a body that is not up to date is at most; null where that is not known.
static const mote_box *bounds_before_update(mote_shape *shape)
{
    if (shape->fresh) return NULL;
    if (shape->has_bounds) return &shape->bounds;
    return shape->deformation.bound && mote_on_demand_place(shape) ? &shape->on_demand->box : NULL;
}

// Is the body asked for, and may it be in reach? Brings it up to date only if so; a body with a
// position that is not finite is nowhere.
static bool is_candidate(mote_world *world, mote_body *body, uint64_t mask, const void *query,
                         box_measure *measure)
{
    if (!body->generation || !(body->category & mask)) return false;
    const mote_box *bounds = bounds_before_update(&body->shape);
    if (bounds && measure(query, bounds) == (double)INFINITY) return false;
    if (!mote_world_refresh(world, body)) return false;
    return measure(query, &body->shape.box) < (double)INFINITY;
}

static mote_result cast_ray(mote_world *world, uint64_t mask, ray_query *q)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!is_candidate(world, body, mask, q, measure_ray)) continue;
        mote_result result = ready_tree(world, body);
        if (result != MOTE_OK) return result;
        cast_at(world, i, q);
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
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "the place for the hit is null");
    *out = nowhere;
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "the world is null");
    mote_result result = check_vector(origin, "origin");
    if (result == MOTE_OK) result = check_vector(direction, "direction");
    if (result != MOTE_OK) return result;
    if (!(t_max >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT, "t_max %g is negative or NaN", (double)t_max);
    mote_float_env env = mote_float_env_enter();
    ray_query q = {origin, direction, t_max, 0, MOTE_NONE};
    result = cast_ray(world, mask, &q);
    if (result == MOTE_OK && q.slot != MOTE_NONE)
        *out =
            (mote_surface_point){mote_world_id_of(world, q.body),
                                 mote_shape_face(&mote_world_body_at(world, q.body)->shape, q.slot),
                                 point_of_ray(&q), q.t_max};
    mote_float_env_leave(env);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Balls and boxes

typedef struct overlap_query {
    bool is_ball;
    mote_vec3 center;
    float radius;
    mote_box box; // around the ball, or what was asked for
} overlap_query;

static double measure_overlap(const void *query, const mote_box *box)
{
    const overlap_query *q = query;
    return mote_boxes_overlap(&q->box, box) ? 0 : (double)INFINITY;
}

static bool overlaps(const overlap_query *q, const mote_vec3 t[3])
{
    mote_box box = mote_box_of_triangle(t);
    if (!mote_boxes_overlap(&q->box, &box)) return false;
    if (q->is_ball) return mote_point_triangle_distance(q->center, t, NULL) <= q->radius;
    mote_box common = mote_box_intersection(&q->box, &box); // finite where the query is not
    return mote_triangle_box(t, &common);
}

static bool visit_overlap(mote_world *world, uint32_t index, uint32_t cluster,
                          const overlap_query *q)
{
    const mote_shape *shape = &mote_world_body_at(world, index)->shape;
    for (uint32_t s = mote_cluster_first(cluster); s < mote_cluster_end(shape->clusters, cluster);
         s++) {
        mote_vec3 t[3];
        mote_shape_triangle(shape, s, t);
        if (!overlaps(q, t)) continue;
        uint64_t key = (uint64_t)index << 32 | mote_shape_face(shape, s);
        if (!mote_array_push(&world->query_keys, &world->allocator, &key)) return false;
    }
    return true;
}

static mote_result overlap_at(mote_world *world, uint32_t index, const overlap_query *q)
{
    mote_body *body = mote_world_body_at(world, index);
    mote_result result = ready_tree(world, body);
    if (result != MOTE_OK) return result;
    world->found.count = 0;
    bool enough =
        mote_box_tree_query(&body->clusters.tree, &q->box, &world->allocator, &world->found);
    const uint32_t *clusters = world->found.data;
    for (size_t i = 0; enough && i < world->found.count; i++)
        enough = visit_overlap(world, index, clusters[i], q);
    return enough ? MOTE_OK : mote_fail(MOTE_ERROR_MEMORY, "no memory for the faces found");
}

// Sorts the keys into the answer.
static mote_result list_faces(mote_world *world)
{
    size_t count = world->query_keys.count;
    world->key_scratch.count = world->query_faces.count = 0;
    uint64_t *scratch = mote_array_room(&world->key_scratch, &world->allocator, count);
    mote_body_face *faces = mote_array_room(&world->query_faces, &world->allocator, count);
    if (!scratch || !faces) return mote_fail(MOTE_ERROR_MEMORY, "no memory for the faces found");
    const uint64_t *keys = world->query_keys.data;
    mote_sort_keys(world->query_keys.data, count, scratch);
    for (size_t i = 0; i < count; i++)
        faces[i] =
            (mote_body_face){mote_world_id_of(world, (uint32_t)(keys[i] >> 32)), (uint32_t)keys[i]};
    world->query_faces.count = count;
    return MOTE_OK;
}

static mote_result overlap_all(mote_world *world, const overlap_query *q, uint64_t mask,
                               const mote_body_face **out, size_t *count)
{
    mote_float_env env = mote_float_env_enter();
    mote_result result = MOTE_OK;
    world->query_keys.count = 0;
    for (uint32_t i = 0; result == MOTE_OK && i < world->bodies.count; i++) {
        if (is_candidate(world, mote_world_body_at(world, i), mask, q, measure_overlap))
            result = overlap_at(world, i, q);
    }
    if (result == MOTE_OK) result = list_faces(world);
    if (result == MOTE_OK) {
        *out = world->query_faces.data;
        *count = world->query_faces.count;
    }
    mote_float_env_leave(env);
    return result;
}

static mote_result check_overlap(const mote_world *world, const mote_body_face **out, size_t *count)
{
    if (!out || !count) return mote_fail(MOTE_ERROR_ARGUMENT, "the place for the faces is null");
    *out = NULL;
    *count = 0;
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "the world is null");
    return MOTE_OK;
}

mote_result mote_world_overlap_sphere(mote_world *world, mote_vec3 center, float radius,
                                      uint64_t mask, const mote_body_face **out, size_t *count)
{
    mote_result result = check_overlap(world, out, count);
    if (result == MOTE_OK) result = check_vector(center, "center");
    if (result != MOTE_OK) return result;
    if (!(radius >= 0 && radius < INFINITY))
        return mote_fail(MOTE_ERROR_ARGUMENT, "radius %g is not a finite distance", (double)radius);
    mote_box point = {center, center};
    // The kernel's distance is rounded: what it may call within the radius must be in the box.
    overlap_query q = {true, center, radius, mote_box_widened(&point, radius * (1 + 1e-5f))};
    return overlap_all(world, &q, mask, out, count);
}

mote_result mote_world_overlap_box(mote_world *world, const mote_box *box, uint64_t mask,
                                   const mote_body_face **out, size_t *count)
{
    mote_result result = check_overlap(world, out, count);
    if (result != MOTE_OK) return result;
    if (!box) return mote_fail(MOTE_ERROR_ARGUMENT, "the box is null");
    const float bounds[6] = {box->min.x, box->min.y, box->min.z,
                             box->max.x, box->max.y, box->max.z};
    for (int k = 0; k < 6; k++) {
        if (isnan(bounds[k])) return mote_fail(MOTE_ERROR_ARGUMENT, "a bound of the box is NaN");
    }
    overlap_query q = {.box = *box};
    return overlap_all(world, &q, mask, out, count);
}
