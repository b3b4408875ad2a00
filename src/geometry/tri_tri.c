// Guigue, Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates",
// 2003: every decision is the sign of an orientation determinant. Their case table for corners on
// the other's plane is replaced by one rule for the lone corner (below), triangles that span no
// plane are recognized by the signs themselves, and coplanar triangles are separated by edges
// instead of by the paper's regions.

#include "geometry/tri_tri.h"

#include "core/box.h"
#include "core/float_env.h"
#include "core/vec.h"
#include "geometry/orient.h"
#include "geometry/tri_tri_batch.h"

static bool all_finite(const mote_vec3 t[3])
{
    return mote_vec_finite(t[0]) && mote_vec_finite(t[1]) && mote_vec_finite(t[2]);
}

static bool strictly_on_one_side(const int s[3])
{
    return s[0] != 0 && s[0] == s[1] && s[0] == s[2];
}

static bool any_off_plane(const int s[3])
{
    return s[0] != 0 || s[1] != 0 || s[2] != 0;
}

// The corner strictly off the plane with no other corner on its side. If there is none, both other
// corners are on one strict side of the corner in the plane, which then counts as on the opposite
// side.
static int lone_corner(const int sides[3], bool *above)
{
    for (int p = 0; p < 3; p++) {
        int s = sides[p];
        if (s != 0 && s * sides[(p + 1) % 3] <= 0 && s * sides[(p + 2) % 3] <= 0) {
            *above = s > 0;
            return p;
        }
    }
    int p = sides[0] == 0 ? 0 : sides[1] == 0 ? 1 : 2;
    *above = sides[(p + 1) % 3] < 0;
    return p;
}

mote_tri_tri_order mote_tri_tri_lone_first(const int sides_of_a[3], const int sides_of_b[3])
{
    bool a_above, b_above;
    int i = lone_corner(sides_of_a, &a_above);
    int j = lone_corner(sides_of_b, &b_above);
    // If the lone corner is below, flipping the other triangle puts it above.
    return (mote_tri_tri_order){{i, (i + (b_above ? 1 : 2)) % 3, (i + (b_above ? 2 : 1)) % 3},
                                {j, (j + (a_above ? 1 : 2)) % 3, (j + (a_above ? 2 : 1)) % 3}};
}

// Each triangle meets the common line of both planes in an interval. The triangles meet if neither
// interval ends before the other begins.
static bool crossing_triangles_meet(const mote_vec3 a[3], const int sides_of_a[3],
                                    const mote_vec3 b[3], const int sides_of_b[3])
{
    mote_tri_tri_order o = mote_tri_tri_lone_first(sides_of_a, sides_of_b);
    return mote_orient3d(a[o.a[0]], a[o.a[1]], b[o.b[0]], b[o.b[1]]) <= 0 &&
           mote_orient3d(a[o.a[0]], a[o.a[2]], b[o.b[0]], b[o.b[2]]) >= 0;
}

// The points of `line` lie on a line (or coincide) that is not in the plane of `t`.
static bool line_pierces_triangle(const mote_vec3 line[3], const int sides[3], const mote_vec3 t[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        if (sides[i] * sides[j] > 0 || sides[i] == sides[j]) continue;
        int turns[3];
        for (int k = 0; k < 3; k++)
            turns[k] = mote_orient3d(line[i], line[j], t[k], t[(k + 1) % 3]);
        bool left = turns[0] >= 0 && turns[1] >= 0 && turns[2] >= 0;
        bool right = turns[0] <= 0 && turns[1] <= 0 && turns[2] <= 0;
        if (left || right) return true;
    }
    return false;
}

int mote_tri_tri_flat_axis(const mote_vec3 t[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (mote_orient2d(t[0], t[1], t[2], axis) != 0) return axis;
    return -1;
}

// True if `other` is strictly beyond the line through an edge of `t`, on the side without `t`.
static bool some_edge_separates(const mote_vec3 t[3], const mote_vec3 other[3], int axis)
{
    for (int i = 0; i < 3; i++) {
        mote_vec3 p = t[i], q = t[(i + 1) % 3];
        int side = mote_orient2d(p, q, other[0], axis);
        if (side == 0 || side != mote_orient2d(p, q, other[1], axis) ||
            side != mote_orient2d(p, q, other[2], axis))
            continue;
        if (side != mote_orient2d(p, q, t[(i + 2) % 3], axis)) return true;
    }
    return false;
}

// True if the projections along an axis meet. The boxes overlap. Disjoint convex polygons in a
// plane, including segments, are separated by the line of an edge, unless all lie on one line; in
// that case the boxes decide.
static bool projections_meet(const mote_vec3 a[3], const mote_vec3 b[3], int axis)
{
    return !some_edge_separates(a, b, axis) && !some_edge_separates(b, a, axis);
}

static bool lines_share_a_plane(const mote_vec3 a[3], const mote_vec3 b[3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (mote_orient3d(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]) != 0) return false;
    return true;
}

// No triangle has a corner off the other's plane: all corners are in one plane, or neither triangle
// spans a plane.
static bool flat_triangles_meet(const mote_vec3 a[3], const mote_vec3 b[3])
{
    int axis = mote_tri_tri_flat_axis(a);
    if (axis < 0) axis = mote_tri_tri_flat_axis(b);
    if (axis >= 0) return projections_meet(a, b, axis);
    // Two segments. One of the projections is one-to-one on their span, so all three must meet.
    if (!lines_share_a_plane(a, b)) return false;
    return projections_meet(a, b, 0) && projections_meet(a, b, 1) && projections_meet(a, b, 2);
}

mote_tri_tri_relation mote_tri_tri_relate(const mote_vec3 a[3], const mote_vec3 b[3],
                                          int sides_of_a[3], int sides_of_b[3])
{
    mote_box box_a = mote_box_of_triangle(a), box_b = mote_box_of_triangle(b);
    if (!mote_boxes_overlap(&box_a, &box_b)) return MOTE_TRI_TRI_APART;
    if (!all_finite(a) || !all_finite(b)) return MOTE_TRI_TRI_APART;
    mote_orient3d_three(a, b, sides_of_b);
    if (strictly_on_one_side(sides_of_b)) return MOTE_TRI_TRI_APART;
    mote_orient3d_three(b, a, sides_of_a);
    if (strictly_on_one_side(sides_of_a)) return MOTE_TRI_TRI_APART;

    // A corner off the plane through three other corners proves that these span a plane. If this
    // holds for only one triangle, the other spans no plane: otherwise both would span the same
    // plane.
    bool a_spans = any_off_plane(sides_of_b), b_spans = any_off_plane(sides_of_a);
    bool meet;
    mote_tri_tri_relation relation;
    if (a_spans && b_spans) {
        relation = MOTE_TRI_TRI_CROSSING;
        meet = crossing_triangles_meet(a, sides_of_a, b, sides_of_b);
    } else if (a_spans || b_spans) {
        relation = MOTE_TRI_TRI_PIERCED;
        meet = a_spans ? line_pierces_triangle(b, sides_of_b, a)
                       : line_pierces_triangle(a, sides_of_a, b);
    } else {
        relation = MOTE_TRI_TRI_FLAT;
        meet = flat_triangles_meet(a, b);
    }
    return meet ? relation : MOTE_TRI_TRI_APART;
}

bool mote_triangles_intersect_guarded(const mote_vec3 a[3], const mote_vec3 b[3])
{
    int sides_of_a[3], sides_of_b[3];
    return mote_tri_tri_relate(a, b, sides_of_a, sides_of_b) != MOTE_TRI_TRI_APART;
}

static bool filtered(const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_box box_a = mote_box_of_triangle(a), box_b = mote_box_of_triangle(b);
    if (!mote_boxes_overlap(&box_a, &box_b)) return false;
    mote_tri_verdict verdict = mote_tri_tri_filter1(a, b);
    if (verdict != MOTE_TRI_UNCERTAIN) return verdict == MOTE_TRI_MEET;
    return mote_triangles_intersect_guarded(a, b);
}

bool mote_triangles_intersect(const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_float_env before = mote_float_env_enter();
    bool meet = filtered(a, b);
    MOTE_FLOAT_SETTLE(meet);
    mote_float_env_leave(before);
    return meet;
}
