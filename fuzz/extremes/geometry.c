#include <mote/geometry.h>
#include <mote/papers.h>

#include "fuzz/extremes/extremes.h"

enum { TRIANGLES = 9, POINTS = 3 * TRIANGLES };

typedef struct points {
    mote_vec3 at[POINTS];
} points;

static points random_points(extremes *e)
{
    points p;
    for (int i = 0; i < POINTS; i++) p.at[i] = extremes_vec(e);
    return p;
}

static void call_triangle_tests(extremes *e, const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_overlap overlap;
    mote_vec3 on_a, on_b;
    mote_box box = extremes_box(e);
    CALL(e, mote_triangles_intersect)(a, b);
    CALL(e, mote_triangles_intersection)(a, b, &overlap);
    CALL(e, mote_triangles_distance)(a, b, &on_a, &on_b);
    CALL(e, mote_point_triangle_distance)(a[0], b, &on_b);
    CALL(e, mote_segments_distance)(a, b, &on_a, &on_b);
    CALL(e, mote_triangle_box)(a, &box);
    CALL(e, mote_triangle_box_clip)(a, &box);
    CALL(e, mote_smith_face_pair)(a, b);
    CALL(e, mote_sulaiman_origin)(a, b);
    CALL(e, mote_sulaiman_distance)
    (a, b, (mote_sulaiman_technique)extremes_below(e, MOTE_SULAIMAN_HERON_ANEW + 1),
     (mote_sulaiman_choice)extremes_below(e, MOTE_SULAIMAN_DYOP_AROUND + 1));
    float t;
    CALL(e, mote_ray_triangle)(extremes_vec(e), extremes_vec(e), extremes_float(e), a, &t);
    CALL(e, mote_heron_height)(a[0].x, a[0].y, a[0].z);
    CALL(e, mote_heron_height_stable)(extremes_double(e), extremes_double(e), extremes_double(e));
}

static void call_triangle_batches(extremes *e, const points *a, const points *b)
{
    uint8_t hits[TRIANGLES];
    float distances[TRIANGLES];
    mote_index_pair pairs[TRIANGLES];
    mote_batch_stats stats = {0};
    for (int i = 0; i < TRIANGLES; i++)
        pairs[i] = (mote_index_pair){extremes_below(e, TRIANGLES), extremes_below(e, TRIANGLES)};
    CALL(e, mote_triangles_intersect_one_many)(a->at, b->at, TRIANGLES, hits, &stats);
    CALL(e, mote_triangles_intersect_pairs)(a->at, b->at, pairs, TRIANGLES, hits, &stats);
    CALL(e, mote_triangles_distance_pairs)(a->at, b->at, pairs, TRIANGLES, distances);
}

static void call_impacts(extremes *e, const mote_vec3 start[4], const mote_vec3 end[4])
{
    mote_impact_time time;
    CALL(e, mote_vertex_face_impact)(start, end, &time);
    CALL(e, mote_edges_impact)(start, end, &time);
    CALL(e, mote_vertex_face_approach)(start, end, extremes_double(e), &time);
    CALL(e, mote_edges_approach)(start, end, extremes_double(e), &time);
}

static void call_impacts_double(extremes *e)
{
    mote_impact_time time;
    mote_dvec3 start[4], end[4];
    for (int i = 0; i < 4; i++) start[i] = extremes_dvec(e), end[i] = extremes_dvec(e);
    CALL(e, mote_vertex_face_impact_double)(start, end, &time);
    CALL(e, mote_edges_impact_double)(start, end, &time);
    CALL(e, mote_vertex_face_approach_double)(start, end, extremes_double(e), &time);
    CALL(e, mote_edges_approach_double)(start, end, extremes_double(e), &time);
}

static void call_impact_batches(extremes *e, const points *start, const points *end)
{
    mote_index_quad quads[TRIANGLES];
    mote_impact_hit hits[TRIANGLES];
    mote_impact_batch_stats stats = {0};
    mote_dvec3 wide_start[POINTS], wide_end[POINTS];
    for (int i = 0; i < POINTS; i++) {
        wide_start[i] = (mote_dvec3){(double)start->at[i].x, (double)start->at[i].y, 1};
        wide_end[i] = (mote_dvec3){(double)end->at[i].x, extremes_double(e), 0};
    }
    for (int i = 0; i < TRIANGLES; i++)
        for (int k = 0; k < 4; k++) quads[i].v[k] = extremes_below(e, POINTS);
    const mote_impact_batch batch = {start->at, end->at,   start->at,          end->at,
                                     quads,     TRIANGLES, extremes_double(e), extremes_bool(e)};
    const mote_impact_batch_double wide = {wide_start, wide_end,  wide_start,  wide_end,
                                           quads,      TRIANGLES, batch.until, batch.earliest};
    CALL(e, mote_vertex_face_impact_batch)(&batch, hits, &stats);
    CALL(e, mote_edges_impact_batch)(&batch, hits, &stats);
    CALL(e, mote_vertex_face_impact_batch_double)(&wide, hits, &stats);
    CALL(e, mote_edges_impact_batch_double)(&wide, hits, &stats);
}

void extremes_of_geometry(extremes *e)
{
    points a = random_points(e), b = random_points(e);
    for (int i = 0; i < POINTS; i += 3) call_triangle_tests(e, a.at + i, b.at + i);
    call_triangle_batches(e, &a, &b);
    for (int i = 0; i + 4 < POINTS; i += 4) call_impacts(e, a.at + i, b.at + i);
    call_impacts_double(e);
    call_impact_batches(e, &a, &b);
}
