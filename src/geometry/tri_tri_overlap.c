// The intersection of two triangles. Exact signs decide its kind and its number of points. Each
// point is either a corner as given, or a point of an edge at a parameter computed to nearly full
// double precision: a ratio of two determinants, each with a relative error within 2^-43.

#include "core/float_env.h"
#include "core/vec.h"
#include "geometry/orient.h"
#include "geometry/tri_tri.h"

// The point at p + t (q - p), t = at_p / (at_p - at_q), taken from the nearer end; at_p and at_q
// have opposite signs.
static mote_dvec3 zero_between(mote_vec3 p, double at_p, mote_vec3 q, double at_q)
{
    mote_dvec3 start = mote_vec_widen(p), end = mote_vec_widen(q);
    mote_dvec3 way = mote_dvec_sub(end, start);
    double whole = at_p - at_q;
    if (fabs(at_p) <= fabs(at_q)) return mote_dvec_add(start, mote_dvec_scale(way, at_p / whole));
    return mote_dvec_add(end, mote_dvec_scale(way, at_q / whole));
}

// The intersection of the edge from p to q with the plane of t, which separates p and q or contains
// one of them.
static mote_dvec3 edge_and_plane(mote_vec3 p, int side_of_p, mote_vec3 q, int side_of_q,
                                 const mote_vec3 t[3])
{
    if (side_of_q == 0) return mote_vec_widen(q);
    if (side_of_p == 0) return mote_vec_widen(p);
    mote_arrow u = {t[0], t[1]}, v = {t[0], t[2]};
    double at_p = mote_det3_value(&(mote_arrow){t[0], p}, &u, &v);
    double at_q = mote_det3_value(&(mote_arrow){t[0], q}, &u, &v);
    return zero_between(p, at_p, q, at_q);
}

static void add_point(mote_overlap *out, mote_dvec3 p)
{
    out->points[out->count++] = p;
}

// The later of the two beginnings and the earlier of the two ends on the common line.
static void crossing_overlap(const mote_vec3 a[3], const int sides_of_a[3], const mote_vec3 b[3],
                             const int sides_of_b[3], mote_overlap *out)
{
    mote_tri_tri_order o = mote_tri_tri_lone_first(sides_of_a, sides_of_b);
    const int *i = o.a, *j = o.b;
    bool b_begins_first = mote_orient3d(a[i[0]], a[i[2]], b[j[0]], b[j[1]]) <= 0;
    bool b_ends_first = mote_orient3d(a[i[0]], a[i[1]], b[j[0]], b[j[2]]) <= 0;
    bool one_point = sides_of_a[i[0]] == 0 || sides_of_b[j[0]] == 0 ||
                     mote_orient3d(a[i[0]], a[i[1]], b[j[0]], b[j[1]]) == 0 ||
                     mote_orient3d(a[i[0]], a[i[2]], b[j[0]], b[j[2]]) == 0;
    add_point(out, b_begins_first
                       ? edge_and_plane(a[i[0]], sides_of_a[i[0]], a[i[2]], sides_of_a[i[2]], b)
                       : edge_and_plane(b[j[0]], sides_of_b[j[0]], b[j[1]], sides_of_b[j[1]], a));
    if (one_point) return;
    add_point(out, b_ends_first
                       ? edge_and_plane(b[j[0]], sides_of_b[j[0]], b[j[2]], sides_of_b[j[2]], a)
                       : edge_and_plane(a[i[0]], sides_of_a[i[0]], a[i[1]], sides_of_a[i[1]], b));
}

// `line` is a segment that meets `t` in one point, its only point in the plane of `t`.
static void pierced_overlap(const mote_vec3 line[3], const int sides[3], const mote_vec3 t[3],
                            mote_overlap *out)
{
    int p = 0;
    while (sides[p] * sides[(p + 1) % 3] > 0 || sides[p] == sides[(p + 1) % 3]) p++;
    int q = (p + 1) % 3;
    add_point(out, edge_and_plane(line[p], sides[p], line[q], sides[q], t));
}

// ---------------------------------------------------------------------------------------------
// All corners in one plane. The extreme points of the intersection are the corners of each triangle in the other and the proper
// crossings of edges. Points are distinguished exactly, so their number determines the kind of the intersection.

typedef struct hull {
    mote_vec3 corners[3]; // extreme points only
    int count;
    int axis; // of a projection that keeps the plane's dimension, or -1 if there is no plane
} hull;

static bool before(mote_vec3 p, mote_vec3 q)
{
    if (p.x != q.x) return p.x < q.x;
    if (p.y != q.y) return p.y < q.y;
    return p.z < q.z;
}

static hull hull_of(const mote_vec3 t[3])
{
    int axis = mote_tri_tri_flat_axis(t);
    if (axis >= 0) return (hull){{t[0], t[1], t[2]}, 3, axis};
    mote_vec3 first = t[0], last = t[0];
    for (int i = 1; i < 3; i++) {
        if (before(t[i], first)) first = t[i];
        if (before(last, t[i])) last = t[i];
    }
    return (hull){{first, last, last}, before(first, last) ? 2 : 1, -1};
}

static bool is_in(mote_vec3 p, const hull *h)
{
    const mote_vec3 *t = h->corners;
    if (h->axis < 0) return mote_triangles_intersect_guarded((const mote_vec3[3]){p, p, p}, t);
    int turns[3];
    for (int i = 0; i < 3; i++) turns[i] = mote_orient2d(t[i], t[(i + 1) % 3], p, h->axis);
    bool left = turns[0] >= 0 && turns[1] >= 0 && turns[2] >= 0;
    bool right = turns[0] <= 0 && turns[1] <= 0 && turns[2] <= 0;
    return left || right;
}

static bool is_corner(mote_vec3 p, const hull *h)
{
    for (int i = 0; i < h->count; i++)
        if (!before(p, h->corners[i]) && !before(h->corners[i], p)) return true;
    return false;
}

// True if the ends of `segment` are on strictly different sides of the line, as seen along the
// axis.
static bool has_on_both_sides(const mote_vec3 line[2], const mote_vec3 segment[2], int axis)
{
    return mote_orient2d(line[0], line[1], segment[0], axis) *
               mote_orient2d(line[0], line[1], segment[1], axis) <
           0;
}

// Adds the crossing point of the segments if it is between their ends. `known_axis` is the axis of
// a projection that keeps the dimension of their plane, or -1 if none is known.
static void add_crossing(const mote_vec3 e[2], const mote_vec3 f[2], int known_axis,
                         mote_overlap *out)
{
    int last_axis = known_axis < 0 ? 2 : known_axis;
    for (int axis = known_axis < 0 ? 0 : known_axis; axis <= last_axis; axis++) {
        if (!has_on_both_sides(f, e, axis) || !has_on_both_sides(e, f, axis)) continue;
        mote_arrow line = {f[0], f[1]};
        double at_start = mote_cross_value(&line, &(mote_arrow){f[0], e[0]}, axis);
        double at_end = mote_cross_value(&line, &(mote_arrow){f[0], e[1]}, axis);
        add_point(out, zero_between(e[0], at_start, e[1], at_end));
        return;
    }
}

static int edge_count(const hull *h)
{
    return h->count == 3 ? 3 : h->count - 1;
}

static double component(mote_dvec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Grows monotonically from 0 to 4 with the angle of (x, y).
static double turn(double x, double y)
{
    double share = y / (fabs(x) + fabs(y));
    if (x < 0) return 2 - share;
    return share < 0 ? 4 + share : share;
}

// Orders the points of a polygon around their center in the orientation of `a`.
static void order_around(const mote_vec3 a[3], mote_overlap *out)
{
    int axis = mote_tri_tri_flat_axis(a);
    int x = (axis + 1) % 3, y = (axis + 2) % 3;
    double direction = mote_orient2d(a[0], a[1], a[2], axis);
    mote_dvec3 center = {0, 0, 0};
    for (uint32_t i = 0; i < out->count; i++)
        center = mote_dvec_add(center, mote_dvec_scale(out->points[i], 1.0 / out->count));
    double turns[6];
    for (uint32_t i = 0; i < out->count; i++) {
        mote_dvec3 point = out->points[i], arm = mote_dvec_sub(point, center);
        double key = turn(component(arm, x), direction * component(arm, y));
        uint32_t k = i;
        for (; k > 0 && turns[k - 1] > key; k--) {
            turns[k] = turns[k - 1];
            out->points[k] = out->points[k - 1];
        }
        turns[k] = key;
        out->points[k] = point;
    }
}

static void flat_overlap(const mote_vec3 a[3], const mote_vec3 b[3], mote_overlap *out)
{
    hull of_a = hull_of(a), of_b = hull_of(b);
    int axis = of_a.axis >= 0 ? of_a.axis : of_b.axis;
    for (int i = 0; i < of_a.count; i++)
        if (is_in(of_a.corners[i], &of_b)) add_point(out, mote_vec_widen(of_a.corners[i]));
    for (int j = 0; j < of_b.count; j++)
        if (is_in(of_b.corners[j], &of_a) && !is_corner(of_b.corners[j], &of_a))
            add_point(out, mote_vec_widen(of_b.corners[j]));
    for (int i = 0; i < edge_count(&of_a); i++) {
        const mote_vec3 e[2] = {of_a.corners[i], of_a.corners[(i + 1) % of_a.count]};
        for (int j = 0; j < edge_count(&of_b); j++) {
            const mote_vec3 f[2] = {of_b.corners[j], of_b.corners[(j + 1) % of_b.count]};
            add_crossing(e, f, axis, out);
        }
    }
    if (out->count > 2) order_around(a, out);
}

static void find_overlap(const mote_vec3 a[3], const mote_vec3 b[3], mote_overlap *out)
{
    int sides_of_a[3], sides_of_b[3];
    switch (mote_tri_tri_relate(a, b, sides_of_a, sides_of_b)) {
    case MOTE_TRI_TRI_APART: return;
    case MOTE_TRI_TRI_CROSSING: crossing_overlap(a, sides_of_a, b, sides_of_b, out); return;
    case MOTE_TRI_TRI_FLAT: flat_overlap(a, b, out); return;
    case MOTE_TRI_TRI_PIERCED: break;
    }
    bool a_is_line = sides_of_b[0] == 0 && sides_of_b[1] == 0 && sides_of_b[2] == 0;
    if (a_is_line) {
        pierced_overlap(a, sides_of_a, b, out);
    } else {
        pierced_overlap(b, sides_of_b, a, out);
    }
}

bool mote_triangles_intersection(const mote_vec3 a[3], const mote_vec3 b[3], mote_overlap *out)
{
    static const mote_overlap_kind kinds[4] = {MOTE_OVERLAP_NONE, MOTE_OVERLAP_POINT,
                                               MOTE_OVERLAP_SEGMENT, MOTE_OVERLAP_POLYGON};
    mote_float_env before_call = mote_float_env_enter();
    *out = (mote_overlap){.kind = MOTE_OVERLAP_NONE};
    find_overlap(a, b, out);
    out->kind = kinds[out->count < 3 ? out->count : 3];
    mote_float_env_leave(before_call);
    return out->count > 0;
}
