// Debug drawing of query results: features, rays, points.

#include <mote/features.h>
#include <mote/view.h>

#include "core/result.h"
#include "core/vec.h"
#include "method/drawing.h"

static mote_result check(const char *function, const mote_debug_draw *draw, const void *questions,
                         const void *answers, size_t count)
{
    if (!draw) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: draw is null", function);
    if (count == 0 || (questions && answers)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "%s: an array is null, but count is %zu", function,
                     count);
}

static void draw_segment(const mote_debug_draw *draw, mote_vec3 p, mote_vec3 q)
{
    if (draw->segment && mote_vec_finite(p) && mote_vec_finite(q))
        draw->segment(draw->context, p, q);
}

static void draw_way(const mote_debug_draw *draw, mote_draw_kind kind, mote_body_id body,
                     mote_vec3 from, mote_vec3 to)
{
    mote_draw_vector(draw, kind, body, from, mote_vec_sub(to, from));
}

mote_result mote_debug_draw_features(const mote_debug_draw *draw, const mote_features *features)
{
    mote_result result = check(__func__, draw, features, features, 1);
    if (result != MOTE_OK) return result;
    for (size_t i = 0; i < features->pair_count; i++) {
        const mote_feature_body_pair *pair = &features->pairs[i];
        size_t count = pair->vertex_face_count + pair->face_vertex_count + pair->edge_edge_count;
        for (size_t k = 0; k < count; k++) {
            const mote_near_pair *near = &features->features[pair->first + k];
            draw_segment(draw, near->on_a, near->on_b);
            mote_draw_point(draw, MOTE_DRAW_CLOSEST, pair->a, near->on_a);
            mote_draw_point(draw, MOTE_DRAW_CLOSEST, pair->b, near->on_b);
            draw_way(draw, MOTE_DRAW_CLOSEST, pair->a, near->on_a, near->on_b);
        }
    }
    return MOTE_OK;
}

static void draw_ray(const mote_debug_draw *draw, const mote_ray *ray,
                     const mote_surface_point *hit)
{
    if (hit->face == MOTE_NONE) {
        mote_vec3 end = mote_vec_add(ray->origin, mote_vec_scale(ray->direction, ray->t_max));
        draw_segment(draw, ray->origin, end); // not drawn for an infinite t_max
        return;
    }
    draw_segment(draw, ray->origin, hit->point);
    mote_draw_point(draw, MOTE_DRAW_HIT, hit->body, hit->point);
    draw_way(draw, MOTE_DRAW_HIT, hit->body, ray->origin, hit->point);
}

mote_result mote_debug_draw_rays(const mote_debug_draw *draw, const mote_ray *rays,
                                 const mote_surface_point *hits, size_t count)
{
    mote_result result = check(__func__, draw, rays, hits, count);
    for (size_t i = 0; i < count && result == MOTE_OK; i++) draw_ray(draw, &rays[i], &hits[i]);
    return result;
}

static void draw_closest(const mote_debug_draw *draw, mote_body_id body, mote_vec3 point,
                         mote_vec3 closest)
{
    draw_segment(draw, point, closest);
    mote_draw_point(draw, MOTE_DRAW_CLOSEST, body, closest);
    draw_way(draw, MOTE_DRAW_CLOSEST, body, closest, point);
}

mote_result mote_debug_draw_closest_points(const mote_debug_draw *draw, const mote_vec3 *points,
                                           const mote_surface_point *found, size_t count)
{
    mote_result result = check(__func__, draw, points, found, count);
    for (size_t i = 0; i < count && result == MOTE_OK; i++)
        if (found[i].face != MOTE_NONE)
            draw_closest(draw, found[i].body, points[i], found[i].point);
    return result;
}

mote_result mote_debug_draw_signed_distances(const mote_debug_draw *draw, mote_body_id body,
                                             const mote_vec3 *points,
                                             const mote_signed_distance *found, size_t count)
{
    mote_result result = check(__func__, draw, points, found, count);
    for (size_t i = 0; i < count && result == MOTE_OK; i++) {
        draw_closest(draw, body, points[i], found[i].closest);
        mote_draw_vector(draw, MOTE_DRAW_GRADIENT, body, points[i], found[i].gradient);
    }
    return result;
}
