// The faces that overlap a ball or a box.

#include <math.h>
#include <mote/geometry.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/result.h"
#include "core/sort.h"
#include "world/query.h"

typedef struct overlap_query {
    bool is_ball;
    mote_vec3 center;
    float radius;
    mote_box box; // bounding box of the ball, or the given box
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
    mote_box common = mote_box_intersection(&q->box, &box); // finite, even if the query is not
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
        if (!mote_array_push(&world->query_keys, &world->allocator, key)) return false;
    }
    return true;
}

static mote_result overlap_at(mote_world *world, uint32_t index, const overlap_query *q)
{
    mote_body *body = mote_world_body_at(world, index);
    mote_result result = mote_query_ready_tree(world, body);
    if (result != MOTE_OK) return result;
    world->found.count = 0;
    bool enough =
        mote_box_tree_query(&body->clusters.tree, &q->box, &world->allocator, &world->found);
    const uint32_t *clusters = world->found.data;
    for (size_t i = 0; enough && i < world->found.count; i++)
        enough = visit_overlap(world, index, clusters[i], q);
    return enough ? MOTE_OK : mote_fail(MOTE_ERROR_MEMORY, "no memory for the faces found");
}

// Sorts the keys into the result.
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

static mote_result overlap_all(mote_world *world, const char *function, const overlap_query *q,
                               uint64_t mask, const mote_body_face **out, size_t *count)
{
    mote_result result = mote_world_enter(world, function);
    if (result != MOTE_OK) return result;
    mote_float_env env = mote_float_env_enter();
    world->query_keys.count = 0;
    for (uint32_t i = 0; result == MOTE_OK && i < world->bodies.count; i++) {
        bool reaches;
        mote_body *body = mote_world_body_at(world, i);
        result = mote_query_reaches(world, body, mask, q, measure_overlap, &reaches);
        if (result == MOTE_OK && reaches) result = overlap_at(world, i, q);
    }
    if (result == MOTE_OK) result = list_faces(world);
    if (result == MOTE_OK) {
        *out = world->query_faces.data;
        *count = world->query_faces.count;
    }
    mote_float_env_leave(env);
    mote_world_leave(world);
    return result;
}

static mote_result check_overlap(const mote_world *world, const char *function, uint64_t mask,
                                 const mote_body_face **out, size_t *count)
{
    if (!out || !count)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: %s is null", function, out ? "count" : "out");
    *out = NULL;
    *count = 0;
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: world is null", function);
    return mote_world_check_all_positions(world, function, mask);
}

mote_result mote_world_overlap_sphere(mote_world *world, mote_vec3 center, float radius,
                                      uint64_t mask, const mote_body_face **out, size_t *count)
{
    mote_result result = check_overlap(world, __func__, mask, out, count);
    if (result == MOTE_OK) result = mote_query_check_vector(center, __func__, "center");
    if (result != MOTE_OK) return result;
    if (!(radius >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_overlap_sphere: radius is %g, expected 0 or more",
                         (double)radius);
    mote_box point = {center, center};
    // The kernel's distance is rounded. The box must contain everything that the kernel may find
    // within the radius.
    overlap_query q = {true, center, radius, mote_box_widened(&point, radius * (1 + 1e-5f))};
    return overlap_all(world, __func__, &q, mask, out, count);
}

mote_result mote_world_overlap_box(mote_world *world, const mote_box *box, uint64_t mask,
                                   const mote_body_face **out, size_t *count)
{
    mote_result result = check_overlap(world, __func__, mask, out, count);
    if (result != MOTE_OK) return result;
    if (!box) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_overlap_box: box is null");
    const float bounds[6] = {box->min.x, box->min.y, box->min.z,
                             box->max.x, box->max.y, box->max.z};
    for (int k = 0; k < 6; k++) {
        if (isnan(bounds[k]))
            return mote_fail(MOTE_ERROR_ARGUMENT,
                             "mote_world_overlap_box: a bound of the box is NaN");
    }
    overlap_query q = {.box = *box};
    return overlap_all(world, __func__, &q, mask, out, count);
}
