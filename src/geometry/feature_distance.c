// Distances in double, by the method of distance_lanes.h: candidates are true pairs of points, so
// the smallest distance is an upper bound. The separation of both features along the line between
// the points is a lower bound.

#include "geometry/feature_distance.h"

#include "geometry/tri_distance.h"

#define MOTE_LANES 1
#include "geometry/point_lanes.h"

typedef struct estimate {
    mote_lanes_closest best;
    double low;   // a lower bound of the distance, if positive; neither bound includes `error`
    double error; // far above the displacement of the points by rounding
} estimate;

static mote_lanes_vec relative(mote_vec3 p, mote_vec3 origin)
{
    return (mote_lanes_vec){(double)p.x - (double)origin.x, (double)p.y - (double)origin.y,
                            (double)p.z - (double)origin.z};
}

static double size_of(mote_lanes_vec p)
{
    return fabs(p.x) + fabs(p.y) + fabs(p.z);
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static estimate estimate_vertex_face(const mote_vec3 p[4])
{
    mote_lanes_triangle t;
    double size = 0;
    for (int i = 0; i < 3; i++) {
        t.corner[i] = relative(p[i + 1], p[0]);
        size += size_of(t.corner[i]);
    }
    mote_lanes_triangle_finish(&t);
    estimate e = {closest_to_origin(&t), 0, 1e-14 * size};
    double least = (double)INFINITY;
    for (int i = 0; i < 3; i++) least = smaller(least, mote_lanes_dot(e.best.between, t.corner[i]));
    e.low = least / sqrt(e.best.squared);
    return e;
}

static mote_lanes_edge edge_between(mote_lanes_vec from, mote_lanes_vec to)
{
    mote_lanes_edge e = {.corner = from, .edge = mote_lanes_sub(to, from)};
    e.length2 = mote_lanes_dot(e.edge, e.edge);
    e.inverse2 = inverse_or_zero(e.length2);
    return e;
}

static estimate estimate_edges(const mote_vec3 p[4])
{
    mote_lanes_vec at[4];
    double size = 0;
    for (int i = 0; i < 4; i++) {
        at[i] = relative(p[i], p[0]);
        size += size_of(at[i]);
    }
    estimate e = {nothing_yet(), 0, 1e-14 * size};
    try_edges(&e.best, edge_between(at[0], at[1]), edge_between(at[2], at[3]), 0);
    mote_lanes_vec w = e.best.between;
    double low_a = smaller(mote_lanes_dot(w, at[0]), mote_lanes_dot(w, at[1]));
    double high_b = larger(mote_lanes_dot(w, at[2]), mote_lanes_dot(w, at[3]));
    e.low = (low_a - high_b) / sqrt(e.best.squared);
    return e;
}

typedef enum verdict { VERDICT_NO, VERDICT_YES, VERDICT_UNCERTAIN } verdict;

static verdict judge(const estimate *e, float distance)
{
    if (distance == INFINITY) return VERDICT_YES;
    if (sqrt(e->best.squared) + e->error <= (double)distance) return VERDICT_YES;
    return e->low - e->error > (double)distance ? VERDICT_NO : VERDICT_UNCERTAIN;
}

bool mote_vertex_face_is_within(const mote_vec3 p[4], float distance)
{
    estimate e = estimate_vertex_face(p);
    verdict v = judge(&e, distance);
    return v == VERDICT_UNCERTAIN ? mote_vertex_face_is_within_exact(p, distance)
                                  : v == VERDICT_YES;
}

bool mote_edges_are_within(const mote_vec3 p[4], float distance)
{
    estimate e = estimate_edges(p);
    verdict v = judge(&e, distance);
    return v == VERDICT_UNCERTAIN ? mote_edges_are_within_exact(p, distance) : v == VERDICT_YES;
}

// ---------------------------------------------------------------------------------------------
// Closest points

static mote_dvec3 blend(const mote_vec3 *points, const double *weights, int count)
{
    mote_dvec3 sum = {0, 0, 0};
    for (int i = 0; i < count; i++)
        sum = mote_dvec_add(sum, mote_dvec_scale(mote_vec_widen(points[i]), weights[i]));
    return sum;
}

// True if the relative error of the distance is at most 1e-6.
static bool is_certain(const estimate *e)
{
    double length = sqrt(e->best.squared);
    return e->low - 2 * e->error > length * (1 - 5e-7);
}

// Weights of the point of a face that closest_to_origin found.
static void set_face_weights(const mote_lanes_closest *best, double weights[3])
{
    int feature = (int)best->feature;
    weights[0] = weights[1] = weights[2] = 0;
    if (feature < 3) {
        weights[feature] = 1 - best->u;
        weights[(feature + 1) % 3] = best->u;
    } else { // along edge 0 by u, and against edge 2 by v
        weights[0] = larger(1 - best->u - best->v, 0);
        weights[1] = best->u;
        weights[2] = best->v;
    }
}

static mote_lanes_vec from_point(mote_vec3 p, mote_dvec3 origin)
{
    return (mote_lanes_vec){(double)p.x - origin.x, (double)p.y - origin.y, (double)p.z - origin.z};
}

// Computes the weights of a point of the face.
static void weigh_on_face(const mote_vec3 face[3], mote_dvec3 point, double weights[3])
{
    mote_lanes_triangle t;
    for (int i = 0; i < 3; i++) t.corner[i] = from_point(face[i], point);
    mote_lanes_triangle_finish(&t);
    mote_lanes_closest best = closest_to_origin(&t);
    set_face_weights(&best, weights);
}

// Computes the weights of a point of the edge.
static void weigh_on_edge(const mote_vec3 ends[2], mote_dvec3 point, double weights[2])
{
    mote_lanes_vec from = from_point(ends[0], point), to = from_point(ends[1], point);
    mote_lanes_edge e = edge_between(from, to);
    weights[1] = clamp(-mote_lanes_dot(e.corner, e.edge) * e.inverse2, 1);
    weights[0] = 1 - weights[1];
}

void mote_vertex_face_distance_find(const mote_vec3 p[4], mote_feature_distance *out)
{
    estimate e = estimate_vertex_face(p);
    *out = (mote_feature_distance){.weights = {1, 0, 0, 0}, .on_a = mote_vec_widen(p[0])};
    if (is_certain(&e)) {
        set_face_weights(&e.best, out->weights + 1);
        out->on_b = blend(p + 1, out->weights + 1, 3);
        out->distance = mote_tri_distance_round(e.best.squared);
        return;
    }
    const mote_vec3 point[3] = {p[0], p[0], p[0]};
    mote_tri_distance slow;
    mote_tri_distance_slow(point, p + 1, &slow);
    weigh_on_face(p + 1, slow.on_b, out->weights + 1);
    out->on_b = slow.on_b;
    out->distance = mote_tri_distance_round(slow.squared);
}

void mote_edges_distance_find(const mote_vec3 p[4], mote_feature_distance *out)
{
    estimate e = estimate_edges(p);
    if (is_certain(&e)) {
        *out = (mote_feature_distance){.weights = {1 - e.best.u, e.best.u, 1 - e.best.v, e.best.v}};
        out->on_a = blend(p, out->weights, 2);
        out->on_b = blend(p + 2, out->weights + 2, 2);
        out->distance = mote_tri_distance_round(e.best.squared);
        return;
    }
    const mote_vec3 a[3] = {p[0], p[1], p[1]}, b[3] = {p[2], p[3], p[3]};
    mote_tri_distance slow;
    mote_tri_distance_slow(a, b, &slow);
    *out = (mote_feature_distance){.on_a = slow.on_a, .on_b = slow.on_b};
    weigh_on_edge(p, slow.on_a, out->weights);
    weigh_on_edge(p + 2, slow.on_b, out->weights + 2);
    out->distance = mote_tri_distance_round(slow.squared);
}
