#include <math.h>

#include "bench/paper/sulaiman/sulaiman.h"
#include "core/vec.h"
#include "scenes/trig.h"

// ---------------------------------------------------------------------------------------------
// Triangles

static mote_vec3 random_point(mote_random *random, bool in_plane, float size)
{
    float half = 0.5f * size;
    mote_vec3 p = {mote_random_between(random, -half, half),
                   mote_random_between(random, -half, half),
                   mote_random_between(random, -half, half)};
    if (in_plane) p.z = 0;
    return p;
}

static float area_of(const mote_vec3 t[3])
{
    return 0.5f *
           mote_vec_length(mote_vec_cross(mote_vec_sub(t[1], t[0]), mote_vec_sub(t[2], t[0])));
}

void paper_random_triangle(mote_random *random, bool in_plane, float size, mote_vec3 out[3])
{
    do {
        for (int k = 0; k < 3; k++) out[k] = random_point(random, in_plane, size);
    } while (area_of(out) < 0.08f * size * size);
}

void paper_move_triangle(mote_vec3 t[3], mote_vec3 by)
{
    for (int k = 0; k < 3; k++) t[k] = mote_vec_add(t[k], by);
}

void paper_turn_triangle(mote_vec3 t[3], double turns)
{
    double c = scene_cos_turns(turns), s = scene_sin_turns(turns);
    for (int k = 0; k < 3; k++) {
        double x = (double)t[k].x, y = (double)t[k].y;
        t[k].x = (float)(c * x - s * y);
        t[k].y = (float)(s * x + c * y);
    }
}

static void center(mote_vec3 t[3])
{
    mote_vec3 sum = mote_vec_add(mote_vec_add(t[0], t[1]), t[2]);
    paper_move_triangle(t, mote_vec_scale(sum, -1.0f / 3));
}

enum { MAX_STEPS = 1000 };

void paper_bring_near(paper_triangle_pair *pair, mote_vec3 side, float gap)
{
    mote_vec3 back = mote_vec_scale(side, -1 / mote_vec_length(side));
    center(pair->a);
    center(pair->b);
    paper_move_triangle(pair->b, mote_vec_scale(back, -3));
    for (int step = 0; step < MAX_STEPS; step++) { // no step is longer than what is between them
        float distance = mote_triangles_distance(pair->a, pair->b, NULL, NULL);
        if (distance <= gap * 1.0001f) break;
        paper_move_triangle(pair->b, mote_vec_scale(back, distance - gap));
    }
}

paper_triangle_pair paper_random_pair(mote_random *random, bool in_plane)
{
    paper_triangle_pair pair;
    do {
        paper_random_triangle(random, in_plane, 1, pair.a);
        paper_random_triangle(random, in_plane, 1, pair.b);
        paper_move_triangle(pair.b, random_point(random, in_plane, 2));
    } while (mote_triangles_intersect(pair.a, pair.b));
    return pair;
}

// ---------------------------------------------------------------------------------------------
// The true distance

static double length_between(mote_dvec3 p, mote_dvec3 q)
{
    return mote_dvec_length(mote_dvec_sub(p, q));
}

static double within(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

static mote_dvec3 along(mote_dvec3 from, mote_dvec3 way, double part)
{
    return mote_dvec_add(from, mote_dvec_scale(way, part));
}

// From p to the segment that starts at q.
static double point_to_segment(mote_dvec3 p, mote_dvec3 q, mote_dvec3 way)
{
    double whole = mote_dvec_dot(way, way);
    double part = whole > 0 ? mote_dvec_dot(mote_dvec_sub(p, q), way) / whole : 0;
    return length_between(p, along(q, way, within(part, 0, 1)));
}

// Between the ends and the other segment, and, where the lines come closest within both, there.
static double segment_to_segment(mote_dvec3 p0, mote_dvec3 p1, mote_dvec3 q0, mote_dvec3 q1)
{
    mote_dvec3 u = mote_dvec_sub(p1, p0), v = mote_dvec_sub(q1, q0), w = mote_dvec_sub(p0, q0);
    double least = fmin(fmin(point_to_segment(p0, q0, v), point_to_segment(p1, q0, v)),
                        fmin(point_to_segment(q0, p0, u), point_to_segment(q1, p0, u)));
    double uu = mote_dvec_dot(u, u), uv = mote_dvec_dot(u, v), vv = mote_dvec_dot(v, v);
    double uw = mote_dvec_dot(u, w), vw = mote_dvec_dot(v, w), area = uu * vv - uv * uv;
    if (!(area > 1e-12 * uu * vv)) return least; // parallel: an end is as near as any
    double s = (uv * vw - vv * uw) / area, t = (uu * vw - uv * uw) / area;
    if (s < 0 || s > 1 || t < 0 || t > 1) return least;
    return fmin(least, length_between(along(p0, u, s), along(q0, v, t)));
}

// Infinity if the foot of the perpendicular is outside the face.
static double point_to_inside(mote_dvec3 p, const mote_dvec3 t[3])
{
    mote_dvec3 normal = mote_dvec_cross(mote_dvec_sub(t[1], t[0]), mote_dvec_sub(t[2], t[0]));
    double squared = mote_dvec_dot(normal, normal);
    if (!(squared > 0)) return (double)INFINITY;
    for (int k = 0; k < 3; k++) {
        mote_dvec3 edge = mote_dvec_sub(t[(k + 1) % 3], t[k]);
        if (mote_dvec_dot(mote_dvec_cross(edge, mote_dvec_sub(p, t[k])), normal) < 0)
            return (double)INFINITY;
    }
    return fabs(mote_dvec_dot(mote_dvec_sub(p, t[0]), normal)) / sqrt(squared);
}

double paper_true_distance(const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_dvec3 p[3], q[3];
    for (int k = 0; k < 3; k++) {
        p[k] = mote_vec_widen(a[k]);
        q[k] = mote_vec_widen(b[k]);
    }
    double least = (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        least = fmin(least, fmin(point_to_inside(p[i], q), point_to_inside(q[i], p)));
        for (int k = 0; k < 3; k++)
            least = fmin(least, segment_to_segment(p[i], p[(i + 1) % 3], q[k], q[(k + 1) % 3]));
    }
    return least;
}

double paper_relative_error(double truth, double found)
{
    return fabs(found - truth) / fmax(fabs(truth), 1e-30);
}
