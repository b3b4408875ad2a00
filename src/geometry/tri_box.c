// Triangle against box by separating axes, with exact signs.
//
// Akenine-Moller, "Fast 3D Triangle-Box Overlap Testing", 2001: thirteen axes are enough. Here each
// is a side question that orient.h answers exactly: an axis e x E, with e along a coordinate axis
// and E an edge, separates when the whole box lies beyond E as seen along e; the normal separates
// when the whole box lies on one side of the plane. Only the extreme corner of the box is tested.
// The choice of that corner depends on signs that are known exactly. Only the side beyond the edge
// is tested, not the side beyond the opposite corner: of two disjoint convex bodies one is beyond a
// face, or both are beyond an edge, of the other. Degenerate triangles and flat boxes need no
// special case: if their difference has no volume, it has one in a projection.

#include <mote/geometry.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/vec.h"
#include "geometry/orient.h"

static float part(mote_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static void set_part(mote_vec3 *v, int axis, float value)
{
    if (axis == 0) v->x = value;
    if (axis == 1) v->y = value;
    if (axis == 2) v->z = value;
}

static bool contains(const mote_box *box, mote_vec3 p)
{
    return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
           p.z >= box->min.z && p.z <= box->max.z;
}

// The corner of the box for which mote_orient2d(from, to, corner, axis) is largest (sign 1) or
// smallest (-1).
static mote_vec3 extreme_corner(const mote_box *box, mote_vec3 from, mote_vec3 to, int axis,
                                int sign)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    bool rises_along_v = (part(to, u) > part(from, u)) == (sign > 0);
    bool falls_along_u = (part(to, v) > part(from, v)) == (sign > 0);
    mote_vec3 corner = box->min;
    set_part(&corner, v, part(rises_along_v ? box->max : box->min, v));
    set_part(&corner, u, part(falls_along_u ? box->min : box->max, u));
    return corner;
}

// True if, as seen along `axis`, the box is beyond an edge of the triangle. `turn` is the
// orientation of the triangle.
static bool edge_separates(const mote_vec3 t[3], const mote_box *box, int axis, int turn)
{
    for (int i = 0; i < 3; i++) {
        mote_vec3 from = t[i], to = t[(i + 1) % 3];
        mote_vec3 high = extreme_corner(box, from, to, axis, 1);
        if (turn >= 0 && mote_orient2d(from, to, high, axis) < 0) return true;
        mote_vec3 low = extreme_corner(box, from, to, axis, -1);
        if (turn <= 0 && mote_orient2d(from, to, low, axis) > 0) return true;
    }
    return false;
}

// turn[k] is the sign of component k of the normal.
static bool plane_separates(const mote_vec3 t[3], const mote_box *box, const int turn[3])
{
    mote_vec3 high = {turn[0] > 0 ? box->max.x : box->min.x, turn[1] > 0 ? box->max.y : box->min.y,
                      turn[2] > 0 ? box->max.z : box->min.z};
    if (mote_orient3d(t[0], t[1], t[2], high) < 0) return true;
    mote_vec3 low = {turn[0] > 0 ? box->min.x : box->max.x, turn[1] > 0 ? box->min.y : box->max.y,
                     turn[2] > 0 ? box->min.z : box->max.z};
    return mote_orient3d(t[0], t[1], t[2], low) > 0;
}

static bool meets(const mote_vec3 t[3], const mote_box *box)
{
    for (int i = 0; i < 3; i++)
        if (!mote_vec_finite(t[i])) return false;
    if (!(box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z))
        return false;
    for (int i = 0; i < 3; i++)
        if (contains(box, t[i])) return true;
    // Clips the box to the box of the triangle, which also makes infinite boxes finite.
    mote_box own = mote_box_of_triangle(t);
    if (!mote_boxes_overlap(box, &own)) return false;
    mote_box both = mote_box_intersection(box, &own);
    int turn[3];
    for (int axis = 0; axis < 3; axis++) turn[axis] = mote_orient2d(t[0], t[1], t[2], axis);
    if (plane_separates(t, &both, turn)) return false;
    for (int axis = 0; axis < 3; axis++)
        if (edge_separates(t, &both, axis, turn[axis])) return false;
    return true;
}

bool mote_triangle_box(const mote_vec3 triangle[3], const mote_box *box)
{
    mote_float_env env = mote_float_env_enter();
    bool hit = meets(triangle, box);
    MOTE_FLOAT_SETTLE(hit);
    mote_float_env_leave(env);
    return hit;
}
