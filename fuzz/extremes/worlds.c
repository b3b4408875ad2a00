#include <mote/features.h>
#include <mote/manifold.h>
#include <mote/motion.h>
#include <mote/origin.h>
#include <mote/view.h>

#include "fuzz/extremes/world.h"

enum { POINTS = 5 };

// ---------------------------------------------------------------------------------------------
// Drawing

static void draw_box(void *context, mote_draw_kind kind, const mote_box *box)
{
    (void)context, (void)kind, (void)box;
}

static void draw_triangle(void *context, mote_body_id body, uint32_t face,
                          const mote_vec3 corners[3])
{
    (void)context, (void)body, (void)face, (void)corners;
}

static void draw_segment(void *context, mote_vec3 p, mote_vec3 q)
{
    (void)context, (void)p, (void)q;
}

static void draw_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    (void)context, (void)kind, (void)body, (void)id, (void)at;
}

static void draw_vector(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at,
                        mote_vec3 v)
{
    (void)context, (void)kind, (void)body, (void)at, (void)v;
}

static void draw_areas(void *context, mote_body_id body, const uint32_t *area_of,
                       uint32_t vertex_count, uint32_t area_count)
{
    (void)context, (void)body, (void)area_of, (void)vertex_count, (void)area_count;
}

static const mote_debug_draw drawing = {draw_box,    draw_triangle, draw_segment, draw_point,
                                        draw_vector, draw_areas,    NULL};

// ---------------------------------------------------------------------------------------------
// Questions

static void call_distances(extremes *e, extreme_world *w)
{
    mote_distance distance;
    mote_surface_point at;
    for (uint32_t i = 0; i < w->body_count; i++) {
        mote_body_id a = w->bodies[i], b = w->bodies[(i + 1) % w->body_count];
        CALL(e, mote_world_distance)(w->world, a, b, extremes_float(e), &distance);
        CALL(e, mote_world_closest_point)(w->world, a, extremes_vec(e), extremes_float(e), &at);
    }
    CALL(e, mote_world_ray)
    (w->world, extremes_vec(e), extremes_vec(e), extremes_float(e), UINT64_MAX, &at);
}

static void call_overlaps(extremes *e, extreme_world *w)
{
    const mote_body_face *faces;
    size_t count;
    mote_box box = extremes_box(e);
    CALL(e, mote_world_overlap_box)(w->world, &box, UINT64_MAX, &faces, &count);
    CALL(e, mote_world_overlap_sphere)
    (w->world, extremes_vec(e), extremes_float(e), UINT64_MAX, &faces, &count);
}

static void call_features(extremes *e, extreme_world *w)
{
    mote_features_def def = CALL(e, mote_default_features_def)();
    mote_features features;
    def.distance = extremes_float(e);
    def.shared_vertex = extremes_bool(e);
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < w->body_count; i++) triangles += w->meshes[i].triangle_count;
    if (triangles > 150) return; // all pairs would be too many
    if (CALL(e, mote_world_features)(w->world, &def, &features) == MOTE_OK)
        CALL(e, mote_debug_draw_features)(&drawing, &features);
}

static void call_view_of_points(extremes *e, const extreme_world *w, const mote_view *view)
{
    mote_vec3 points[POINTS];
    for (int i = 0; i < POINTS; i++) points[i] = extremes_vec(e);
    mote_surface_point found[POINTS];
    int32_t windings[POINTS];
    mote_signed_distance distances[POINTS];
    if (CALL(e, mote_view_closest_points)(view, UINT64_MAX, points, POINTS, extremes_float(e),
                                          found) == MOTE_OK)
        CALL(e, mote_debug_draw_closest_points)(&drawing, points, found, POINTS);
    for (uint32_t i = 0; i < w->body_count; i++) {
        CALL(e, mote_view_windings)(view, w->bodies[i], points, POINTS, windings);
        if (CALL(e, mote_view_signed_distances)(view, w->bodies[i], points, POINTS, distances) ==
            MOTE_OK)
            CALL(e, mote_debug_draw_signed_distances)
        (&drawing, w->bodies[i], points, distances, POINTS);
    }
}

static void call_view_of_rays(extremes *e, const mote_view *view)
{
    enum { CAPACITY = 64 };
    mote_ray rays[POINTS];
    for (int i = 0; i < POINTS; i++)
        rays[i] = (mote_ray){extremes_vec(e), extremes_vec(e), extremes_float(e)};
    mote_surface_point hits[POINTS], all[CAPACITY];
    bool blocked[POINTS];
    size_t first[POINTS + 1];
    if (CALL(e, mote_view_rays)(view, UINT64_MAX, rays, POINTS, hits) == MOTE_OK)
        CALL(e, mote_debug_draw_rays)(&drawing, rays, hits, POINTS);
    CALL(e, mote_view_rays_blocked)(view, UINT64_MAX, rays, POINTS, blocked);
    CALL(e, mote_view_rays_all)(view, UINT64_MAX, rays, POINTS, first, all, CAPACITY);
}

static void call_view(extremes *e, extreme_world *w)
{
    const mote_view *view;
    if (CALL(e, mote_world_freeze)(w->world, UINT64_MAX, &view) != MOTE_OK) return;
    call_view_of_points(e, w, view);
    call_view_of_rays(e, view);
    CALL(e, mote_world_thaw)(w->world);
}

// ---------------------------------------------------------------------------------------------
// Frames and steps

static void call_body(extremes *e, const extreme_world *w, uint32_t i)
{
    mote_body_id body = w->bodies[i];
    mote_vec3 positions[EXTREMES_MAX_VERTICES];
    mote_transform at;
    mote_transform_double far;
    const mote_mesh *mesh;
    void *data;
    CALL(e, mote_body_get_positions)(w->world, body, positions, EXTREMES_MAX_VERTICES);
    CALL(e, mote_body_get_transform)(w->world, body, &at);
    CALL(e, mote_body_get_transform_double)(w->world, body, &far);
    CALL(e, mote_body_get_mesh)(w->world, body, &mesh);
    CALL(e, mote_body_get_user_data)(w->world, body, &data);
}

static void call_origin(extremes *e, extreme_world *w)
{
    mote_dvec3 origin;
    CALL(e, mote_world_get_origin)(w->world, &origin);
    CALL(e, mote_world_to_local)(w->world, extremes_dvec(e));
    CALL(e, mote_world_to_global)(w->world, extremes_vec(e));
    CALL(e, mote_world_set_origin)(w->world, extremes_dvec(e));
}

static void call_detect(extremes *e, extreme_world *w)
{
    mote_report report;
    mote_manifolds manifolds;
    mote_body_id ids[EXTREMES_MAX_BODIES];
    size_t count;
    CALL(e, mote_world_get_bodies)(w->world, ids, EXTREMES_MAX_BODIES, &count);
    CALL(e, mote_result_name)(CALL(e, mote_world_detect)(w->world));
    CALL(e, mote_world_report)(w->world, &report);
    CALL(e, mote_world_manifolds)(w->world, &manifolds);
    CALL(e, mote_world_draw)(w->world, &drawing);
}

static void set_motion(extremes *e, extreme_world *w, uint32_t i)
{
    mote_motion motion = CALL(e, mote_default_motion)();
    mote_transform ends[2] = {extremes_transform(e), extremes_transform(e)};
    if (extremes_bool(e)) motion.start.transform = &ends[0];
    motion.end.transform = &ends[1];
    if (w->has_deformer[i] && w->deformers[i].deformer && extremes_bool(e))
        motion.end.deformer = w->deformers[i].deformer;
    else if (extremes_bool(e))
        motion.end.positions = extreme_positions(e, &w->meshes[i]);
    CALL(e, mote_body_set_motion)(w->world, w->bodies[i], &motion);
}

static void call_sweep(extremes *e, extreme_world *w)
{
    for (uint32_t i = 0; i < w->body_count; i++)
        if (extremes_below(e, 3)) set_motion(e, w, i);
    mote_sweep_def def = CALL(e, mote_default_sweep_def)();
    def.find = extremes_bool(e) ? MOTE_SWEEP_ALL : (mote_sweep_find)extremes_below(e, 3);
    def.contacts = extremes_bool(e);
    def.face_pairs = def.find == MOTE_SWEEP_ALL && extremes_bool(e);
    def.vertex_steps = def.find == MOTE_SWEEP_ALL && extremes_bool(e);
    def.verify = extremes_bool(e);
    if (extremes_bool(e)) def.separation = extremes_float(e);
    mote_sweep_report report;
    mote_vec3 positions[EXTREMES_MAX_VERTICES];
    double steps[EXTREMES_MAX_VERTICES];
    CALL(e, mote_world_sweep)(w->world, &def);
    CALL(e, mote_world_sweep_report)(w->world, &report);
    CALL(e, mote_world_draw_sweep)(w->world, &drawing);
    for (uint32_t i = 0; i < w->body_count; i++) {
        CALL(e, mote_body_get_positions_at)
        (w->world, w->bodies[i], extremes_double(e), positions, EXTREMES_MAX_VERTICES);
        CALL(e, mote_body_get_safe_steps)(w->world, w->bodies[i], steps, EXTREMES_MAX_VERTICES);
    }
}

// A new mesh for the last body, in place of the old one.
static void remesh(extremes *e, extreme_world *w)
{
    static _Thread_local extreme_mesh fresh;
    uint32_t last = w->body_count - 1;
    extreme_mesh_create(e, &fresh);
    if (!fresh.mesh) return;
    CALL(e, mote_body_set_deformer)(w->world, w->bodies[last], NULL);
    if (CALL(e, mote_body_set_mesh)(w->world, w->bodies[last], fresh.mesh, NULL, 0) == MOTE_OK) {
        if (w->has_deformer[last]) extreme_deformer_destroy(e, &w->deformers[last]);
        w->has_deformer[last] = false;
        extreme_mesh_destroy(e, &w->meshes[last]);
        w->meshes[last] = fresh;
    } else {
        extreme_mesh_destroy(e, &fresh);
    }
}

static void change_bodies(extremes *e, extreme_world *w)
{
    CALL(e, mote_world_trim)(w->world);
    CALL(e, mote_world_set_time_budget)(w->world, extremes_bool(e) ? 0 : extremes_double(e));
    CALL(e, mote_world_ignore_pair)
    (w->world, w->bodies[0], w->bodies[w->body_count - 1], extremes_bool(e));
    if (extremes_bool(e)) remesh(e, w);
    if (w->body_count > 1 && extremes_bool(e)) {
        uint32_t last = --w->body_count;
        CALL(e, mote_body_destroy)(w->world, w->bodies[last]);
        if (w->has_deformer[last]) extreme_deformer_destroy(e, &w->deformers[last]);
        extreme_mesh_destroy(e, &w->meshes[last]);
    }
}

void extremes_of_worlds(extremes *e)
{
    static _Thread_local extreme_world w;
    CALL(e, mote_version)();
    extreme_world_create(e, &w);
    for (int frame = 0; frame < 3 && w.world && w.body_count; frame++) {
        for (uint32_t i = 0; i < w.body_count; i++) extreme_body_move(e, &w, i);
        call_detect(e, &w);
        call_distances(e, &w);
        call_overlaps(e, &w);
        call_features(e, &w);
        call_view(e, &w);
        for (uint32_t i = 0; i < w.body_count; i++) call_body(e, &w, i);
        if (extremes_bool(e)) call_sweep(e, &w);
        if (extremes_bool(e)) call_origin(e, &w);
        if (extremes_bool(e)) change_bodies(e, &w);
    }
    extreme_world_destroy(e, &w);
}
