// Ray against triangle by the signs of the tetrahedra that the ray's line spans with the edges.
//
// Let D be the direction, O the origin. D . ((P - O) x (Q - O)) says on which side of the edge PQ
// the line passes. If two of the three values have opposite signs, the line misses the triangle.
// The sum of the values is D . N: if all are zero, the line is in the plane of the triangle, or the
// triangle has no plane.

#include <mote/geometry.h>

#include "core/float_env.h"
#include "core/vec.h"
#include "geometry/orient.h"
#include "geometry/tri_tri.h"

typedef struct ray {
    mote_vec3 origin;
    mote_arrow direction;
    const mote_vec3 *corner; // of the triangle
} ray;

static double arrow_part(const mote_arrow *a, int axis)
{
    if (axis == 0) return (double)a->to.x - (double)a->from.x;
    if (axis == 1) return (double)a->to.y - (double)a->from.y;
    return (double)a->to.z - (double)a->from.z;
}

// u . (v x w) to at least nine digits: in double if little cancels, else by exact arithmetic.
static double det3_value(const mote_arrow *u, const mote_arrow *v, const mote_arrow *w)
{
    double sum = 0, magnitude = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double plus = arrow_part(u, i) * arrow_part(v, j) * arrow_part(w, k);
        double minus = arrow_part(u, i) * arrow_part(v, k) * arrow_part(w, j);
        sum += plus - minus;
        magnitude += fabs(plus) + fabs(minus);
    }
    if (fabs(sum) > 1e-6 * magnitude) return sum;
    mote_expansion exact;
    mote_exact_det3(&exact, u, v, w);
    return mote_expansion_value(&exact);
}

// The line must pass through the interior or an edge of the triangle and not lie in its plane.
static bool time_of_crossing(const ray *r, double *t)
{
    const mote_vec3 *c = r->corner;
    mote_arrow to_plane = {r->origin, c[0]}, u = {c[0], c[1]}, v = {c[0], c[2]};
    double height = det3_value(&to_plane, &u, &v);
    double speed = det3_value(&r->direction, &u, &v);
    *t = height / speed;
    return height == 0 || (height > 0) == (speed > 0);
}

// The interval of t in which the line intersects a triangle in the same plane.
typedef struct span {
    double low, high;
} span;

static void span_add(span *s, double t)
{
    s->low = t < s->low ? t : s->low;
    s->high = t > s->high ? t : s->high;
}

static double time_of_point(const ray *r, mote_vec3 p)
{
    mote_arrow to_point = {r->origin, p};
    mote_expansion dot;
    mote_exact_dot(&dot, &to_point, &r->direction);
    mote_dvec3 d = mote_vec_widen(r->direction.to);
    return mote_expansion_value(&dot) / mote_dvec_dot(d, d);
}

// (O + t D - P) x (Q - P) = 0, in the component where D x (Q - P) is known not to vanish
static double time_of_edge(const ray *r, mote_vec3 p, mote_vec3 q, int axis)
{
    mote_arrow to_edge = {r->origin, p}, edge = {p, q};
    mote_expansion top, bottom;
    mote_exact_cross(&top, &to_edge, &edge, axis);
    mote_exact_cross(&bottom, &r->direction, &edge, axis);
    return mote_expansion_value(&top) / mote_expansion_value(&bottom);
}

static span span_in_plane(const ray *r)
{
    int side[3][3];
    span s = {(double)INFINITY, (double)-INFINITY};
    for (int i = 0; i < 3; i++) {
        mote_arrow to_corner = {r->origin, r->corner[i]};
        bool on_line = true;
        for (int axis = 0; axis < 3; axis++) {
            side[i][axis] = mote_sign_cross(&r->direction, &to_corner, axis);
            if (side[i][axis] != 0) on_line = false;
        }
        if (on_line) span_add(&s, time_of_point(r, r->corner[i]));
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, axis = 0;
        while (axis < 3 && side[i][axis] * side[j][axis] >= 0) axis++;
        if (axis < 3) span_add(&s, time_of_edge(r, r->corner[i], r->corner[j], axis));
    }
    return s;
}

static bool time_in_plane(const ray *r, double *t)
{
    span s = span_in_plane(r);
    *t = s.low > 0 ? s.low : 0;
    return s.high >= 0;
}

static bool line_meets(const ray *r, double *t)
{
    bool left = false, right = false;
    mote_arrow to[3];
    for (int i = 0; i < 3; i++) to[i] = (mote_arrow){r->origin, r->corner[i]};
    for (int i = 0; i < 3; i++) {
        int sign = mote_sign_det3(&r->direction, &to[i], &to[(i + 1) % 3]);
        left |= sign > 0;
        right |= sign < 0;
        if (left && right) return false;
    }
    return left || right ? time_of_crossing(r, t) : time_in_plane(r, t);
}

static bool ray_meets(const ray *r, double *t)
{
    mote_vec3 d = r->direction.to, o = r->origin;
    for (int i = 0; i < 3; i++)
        if (!mote_vec_finite(r->corner[i])) return false;
    if (!mote_vec_finite(d) || !mote_vec_finite(o)) return false;
    if (d.x != 0 || d.y != 0 || d.z != 0) return line_meets(r, t);
    mote_vec3 point[3] = {o, o, o};
    *t = 0;
    return mote_triangles_intersect_guarded(r->corner, point);
}

bool mote_ray_triangle(mote_vec3 origin, mote_vec3 direction, float t_max,
                       const mote_vec3 triangle[3], float *t)
{
    mote_float_env env = mote_float_env_enter();
    ray r = {origin, {{0, 0, 0}, direction}, triangle};
    double found;
    bool hit = ray_meets(&r, &found) && (float)found <= t_max;
    if (hit && t) *t = (float)found;
    MOTE_FLOAT_SETTLE(hit);
    mote_float_env_leave(env);
    return hit;
}
