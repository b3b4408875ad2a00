// The face-pair test of Smith et al., "A Real-Time Algorithm for Accurate Collision Detection for
// Deformable Polyhedral Objects", 1998, section 3.6: boxes, the side of each face's plane on which
// the corners of the other lie, then each edge of one face against the plane and the inside of the
// other.
//
// Decided where the paper is silent: arithmetic is in float, the precision of the coordinates. A
// corner that evaluates to zero has neither sign. An edge is coplanar when both ends evaluate to
// zero. "Most parallel" is the coordinate plane across the largest component of the normal. Inside
// is decided by counting crossings of a half-line in that plane, as point-in-polygon tests of the
// time do, so some points on the border count and some do not. A face without a plane (its normal
// is zero) has every point on its plane.

#include <mote/papers.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/vec.h"
#include "papers/smith/smith.h"

typedef struct face {
    const mote_vec3 *corner;
    mote_vec3 normal;
    float offset;
    int drop;      // the axis along which the face is projected
    float side[3]; // the other face's corners in this face's plane equation
} face;

typedef struct point2 {
    float u, v;
} point2;

static int largest_axis(mote_vec3 n)
{
    float x = fabsf(n.x), y = fabsf(n.y), z = fabsf(n.z);
    if (x >= y && x >= z) return 0;
    return y >= z ? 1 : 2;
}

static face face_of(const mote_vec3 t[3], const mote_vec3 other[3])
{
    face f = {.corner = t};
    f.normal = mote_vec_cross(mote_vec_sub(t[1], t[0]), mote_vec_sub(t[2], t[0]));
    f.offset = -mote_vec_dot(f.normal, t[0]);
    f.drop = largest_axis(f.normal);
    for (int i = 0; i < 3; i++) f.side[i] = mote_vec_dot(f.normal, other[i]) + f.offset;
    return f;
}

static bool all_on_one_side(const float side[3])
{
    return (side[0] > 0 && side[1] > 0 && side[2] > 0) ||
           (side[0] < 0 && side[1] < 0 && side[2] < 0);
}

static point2 project(mote_vec3 p, int drop)
{
    if (drop == 0) return (point2){p.y, p.z};
    if (drop == 1) return (point2){p.z, p.x};
    return (point2){p.x, p.y};
}

static bool inside(const face *f, mote_vec3 point)
{
    point2 p = project(point, f->drop);
    bool in = false;
    for (int i = 0; i < 3; i++) {
        point2 a = project(f->corner[i], f->drop), b = project(f->corner[(i + 1) % 3], f->drop);
        if ((a.v > p.v) == (b.v > p.v)) continue;
        if (p.u < a.u + (p.v - a.v) * (b.u - a.u) / (b.v - a.v)) in = !in;
    }
    return in;
}

static float turn(point2 a, point2 b, point2 c)
{
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

static bool edges_cross(point2 a, point2 b, point2 c, point2 d)
{
    float at_a = turn(c, d, a), at_b = turn(c, d, b), at_c = turn(a, b, c), at_d = turn(a, b, d);
    return ((at_a > 0) != (at_b > 0)) && ((at_c > 0) != (at_d > 0));
}

static bool coplanar_edge_meets(const face *f, mote_vec3 from, mote_vec3 to)
{
    if (inside(f, from) || inside(f, to)) return true;
    point2 a = project(from, f->drop), b = project(to, f->drop);
    for (int i = 0; i < 3; i++) {
        point2 c = project(f->corner[i], f->drop), d = project(f->corner[(i + 1) % 3], f->drop);
        if (edges_cross(a, b, c, d)) return true;
    }
    return false;
}

static bool an_edge_meets(const face *f, const mote_vec3 other[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        float from = f->side[i], to = f->side[j];
        if (from == 0 && to == 0) {
            if (coplanar_edge_meets(f, other[i], other[j])) return true;
        } else if ((from >= 0 && to <= 0) || (from <= 0 && to >= 0)) {
            mote_vec3 edge = mote_vec_sub(other[j], other[i]);
            mote_vec3 point = mote_vec_add(other[i], mote_vec_scale(edge, from / (from - to)));
            if (inside(f, point)) return true;
        }
    }
    return false;
}

bool mote_smith_faces_meet(const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_box box_a = mote_box_of_triangle(a), box_b = mote_box_of_triangle(b);
    if (!mote_boxes_overlap(&box_a, &box_b)) return false;
    face first = face_of(a, b);
    if (all_on_one_side(first.side)) return false;
    face second = face_of(b, a);
    if (all_on_one_side(second.side)) return false;
    return an_edge_meets(&second, a) || an_edge_meets(&first, b);
}

bool mote_smith_face_pair(const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_float_env env = mote_float_env_enter();
    bool hit = mote_smith_faces_meet(a, b);
    MOTE_FLOAT_SETTLE(hit);
    mote_float_env_leave(env);
    return hit;
}
