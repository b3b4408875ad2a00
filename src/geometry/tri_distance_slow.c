// The fifteen features of distance_lanes.h in double-double arithmetic. For any shape, the error of
// a squared distance is about 1e-31 of the squared extent, and the error of a distance about 1e-15
// of the extent.

#include "geometry/tri_distance.h"

#include <float.h>
#include <math.h>

#include "core/vec.h"
#include "geometry/double_double.h"
#include "geometry/tri_tri.h"

typedef struct dd_vec {
    mote_dd x, y, z;
} dd_vec;

typedef struct dd_closest {
    mote_dd squared;
    dd_vec on_a, on_b;
} dd_closest;

static dd_vec dd_vec_sub(dd_vec a, dd_vec b)
{
    return (dd_vec){mote_dd_sub(a.x, b.x), mote_dd_sub(a.y, b.y), mote_dd_sub(a.z, b.z)};
}

static dd_vec dd_vec_along(dd_vec a, dd_vec b, mote_dd s)
{
    return (dd_vec){mote_dd_add(a.x, mote_dd_mul(b.x, s)), mote_dd_add(a.y, mote_dd_mul(b.y, s)),
                    mote_dd_add(a.z, mote_dd_mul(b.z, s))};
}

static dd_vec dd_vec_cross(dd_vec a, dd_vec b)
{
    return (dd_vec){mote_dd_sub(mote_dd_mul(a.y, b.z), mote_dd_mul(a.z, b.y)),
                    mote_dd_sub(mote_dd_mul(a.z, b.x), mote_dd_mul(a.x, b.z)),
                    mote_dd_sub(mote_dd_mul(a.x, b.y), mote_dd_mul(a.y, b.x))};
}

static mote_dd dd_vec_dot(dd_vec a, dd_vec b)
{
    mote_dd xy = mote_dd_add(mote_dd_mul(a.x, b.x), mote_dd_mul(a.y, b.y));
    return mote_dd_add(xy, mote_dd_mul(a.z, b.z));
}

// a / b clamped to [0, high]; 0 if b is not positive.
static mote_dd clamped_quotient(mote_dd a, mote_dd b, mote_dd high)
{
    if (!mote_dd_positive(b) || !mote_dd_positive(a)) return mote_dd_of(0);
    mote_dd q = mote_dd_div(a, b);
    return mote_dd_less(q, high) ? q : high;
}

static void keep_smaller(dd_closest *best, dd_vec on_a, dd_vec on_b)
{
    dd_vec w = dd_vec_sub(on_a, on_b);
    mote_dd squared = dd_vec_dot(w, w);
    if (mote_dd_less(squared, best->squared)) *best = (dd_closest){squared, on_a, on_b};
}

static void try_edges(dd_closest *best, const dd_vec a[2], const dd_vec b[2])
{
    const mote_dd one = mote_dd_of(1);
    dd_vec da = dd_vec_sub(a[1], a[0]), db = dd_vec_sub(b[1], b[0]), r = dd_vec_sub(a[0], b[0]);
    mote_dd aa = dd_vec_dot(da, da), bb = dd_vec_dot(db, db), ab = dd_vec_dot(da, db);
    mote_dd ar = dd_vec_dot(da, r), br = dd_vec_dot(db, r);
    mote_dd det = mote_dd_sub(mote_dd_mul(aa, bb), mote_dd_mul(ab, ab));
    mote_dd top = mote_dd_sub(mote_dd_mul(ab, br), mote_dd_mul(ar, bb));
    mote_dd s = clamped_quotient(top, det, one);
    mote_dd t = clamped_quotient(mote_dd_add(mote_dd_mul(ab, s), br), bb, one);
    s = clamped_quotient(mote_dd_sub(mote_dd_mul(ab, t), ar), aa, one);
    keep_smaller(best, dd_vec_along(a[0], da, s), dd_vec_along(b[0], db, t));
}

typedef struct dd_face {
    const dd_vec *corner;
    dd_vec normal;
    mote_dd normal2; // squared length of the normal
} dd_face;

static dd_face dd_face_of(const dd_vec t[3])
{
    dd_face face = {.corner = t};
    face.normal = dd_vec_cross(dd_vec_sub(t[1], t[0]), dd_vec_sub(t[2], t[0]));
    face.normal2 = dd_vec_dot(face.normal, face.normal);
    return face;
}

// The foot of p on the plane, if it falls on the face. Computed from the normal: the Gram matrix of
// two edges, as in distance_lanes.h, would move the foot along a needle by 1e-32 over the square of
// the needle's angle.
static bool foot_on_face(const dd_face *face, dd_vec p, dd_vec *foot)
{
    if (!mote_dd_positive(face->normal2)) return false;
    mote_dd height = dd_vec_dot(face->normal, dd_vec_sub(face->corner[0], p));
    *foot = dd_vec_along(p, face->normal, mote_dd_div(height, face->normal2));
    for (int i = 0; i < 3; i++) {
        dd_vec edge = dd_vec_sub(face->corner[(i + 1) % 3], face->corner[i]);
        dd_vec across = dd_vec_cross(edge, dd_vec_sub(*foot, face->corner[i]));
        if (dd_vec_dot(across, face->normal).hi < 0) return false;
    }
    return true;
}

// The point of the edge nearest to the plane of the face, or the intersection point if there is
// one.
static dd_vec towards_plane(dd_vec from, dd_vec to, const dd_face *face)
{
    dd_vec edge = dd_vec_sub(to, from);
    mote_dd height = dd_vec_dot(face->normal, dd_vec_sub(face->corner[0], from));
    mote_dd slope = dd_vec_dot(face->normal, edge);
    if (slope.hi < 0) {
        slope = mote_dd_negate(slope);
        height = mote_dd_negate(height);
    }
    return dd_vec_along(from, edge, clamped_quotient(height, slope, mote_dd_of(1)));
}

static dd_closest closest_features(const dd_vec a[3], const dd_vec b[3])
{
    dd_closest best = {mote_dd_of((double)INFINITY), a[0], b[0]};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            dd_vec edge_a[2] = {a[i], a[(i + 1) % 3]}, edge_b[2] = {b[j], b[(j + 1) % 3]};
            try_edges(&best, edge_a, edge_b);
        }
    }
    dd_face face_a = dd_face_of(a), face_b = dd_face_of(b);
    dd_vec foot;
    for (int i = 0; i < 3; i++) {
        if (foot_on_face(&face_b, a[i], &foot)) keep_smaller(&best, a[i], foot);
        if (foot_on_face(&face_a, b[i], &foot)) keep_smaller(&best, foot, b[i]);
    }
    return best;
}

// Triangles that intersect have a common point on an edge of one and on the face of the other.
static dd_closest common_point(const dd_vec a[3], const dd_vec b[3])
{
    dd_closest best = closest_features(a, b);
    dd_face face_a = dd_face_of(a), face_b = dd_face_of(b);
    dd_vec foot;
    for (int i = 0; i < 3; i++) {
        dd_vec p = towards_plane(a[i], a[(i + 1) % 3], &face_b);
        if (foot_on_face(&face_b, p, &foot)) keep_smaller(&best, p, foot);
        dd_vec q = towards_plane(b[i], b[(i + 1) % 3], &face_a);
        if (foot_on_face(&face_a, q, &foot)) keep_smaller(&best, foot, q);
    }
    return best;
}

static dd_vec widen(mote_vec3 p)
{
    return (dd_vec){mote_dd_of((double)p.x), mote_dd_of((double)p.y), mote_dd_of((double)p.z)};
}

static mote_dvec3 dd_vec_round(dd_vec p)
{
    return (mote_dvec3){p.x.hi, p.y.hi, p.z.hi};
}

static bool both_are_finite(const mote_vec3 a[3], const mote_vec3 b[3])
{
    for (int i = 0; i < 3; i++)
        if (!mote_vec_finite(a[i]) || !mote_vec_finite(b[i])) return false;
    return true;
}

static void widen_both(const mote_vec3 a[3], const mote_vec3 b[3], dd_vec da[3], dd_vec db[3])
{
    for (int i = 0; i < 3; i++) {
        da[i] = widen(a[i]);
        db[i] = widen(b[i]);
    }
}

// The squared distance of disjoint triangles: not 0, and not below the square of the smallest
// float.
static double positive_squared(const dd_closest *best)
{
    double least = (double)FLT_TRUE_MIN * (double)FLT_TRUE_MIN;
    return best->squared.hi > least ? best->squared.hi : least;
}

void mote_tri_distance_slow(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_distance *out)
{
    dd_vec da[3], db[3];
    if (!both_are_finite(a, b)) {
        mote_dvec3 nowhere = {(double)NAN, (double)NAN, (double)NAN};
        *out = (mote_tri_distance){(double)NAN, nowhere, nowhere};
        return;
    }
    widen_both(a, b, da, db);
    if (mote_triangles_intersect_guarded(a, b)) {
        mote_dvec3 common = dd_vec_round(common_point(da, db).on_a);
        *out = (mote_tri_distance){0, common, common};
        return;
    }
    dd_closest best = closest_features(da, db);
    *out = (mote_tri_distance){positive_squared(&best), dd_vec_round(best.on_a),
                               dd_vec_round(best.on_b)};
}

double mote_tri_distance_slow_squared(const mote_vec3 a[3], const mote_vec3 b[3])
{
    dd_vec da[3], db[3];
    if (!both_are_finite(a, b)) return (double)NAN;
    if (mote_triangles_intersect_guarded(a, b)) return 0;
    widen_both(a, b, da, db);
    dd_closest best = closest_features(da, db);
    return positive_squared(&best);
}
