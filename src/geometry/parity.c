// Projected along x, the ray is a point and the triangles are triangles in the plane of y and z.
// The point is moved symbolically by (d, e) with 1 >> d >> e > 0, smaller than any difference that
// occurs. The moved point is on no projected edge or vertex, so each triangle is crossed through
// its interior or not at all, and a triangle seen edge-on is never crossed. The move only decides
// how zeros are treated. Points on the surface are tested first, because the move would take them
// off it.

#include "geometry/parity.h"

#include "core/box.h"
#include "geometry/orient.h"
#include "geometry/tri_tri.h"

enum { X_AXIS = 0 };

// True if the edge passes the moved point on the side of +y. A vertex level with the point counts
// as below it (e); a point on the edge counts as beyond it (d).
static bool passes_on_the_right(mote_vec3 a, mote_vec3 b, mote_vec3 point)
{
    bool a_above = a.z > point.z, b_above = b.z > point.z;
    if (a_above == b_above) return false;
    mote_vec3 low = a_above ? b : a, high = a_above ? a : b;
    return mote_orient2d(low, high, point, X_AXIS) > 0;
}

// In the plane, the ray from the point along +y crosses one edge of a triangle that contains the
// point, and two or no edges of any other triangle.
static bool covers_from_x(const mote_vec3 t[3], mote_vec3 point)
{
    return passes_on_the_right(t[0], t[1], point) ^ passes_on_the_right(t[1], t[2], point) ^
           passes_on_the_right(t[2], t[0], point);
}

// The sign of the x component of the normal of a covering triangle, which does not touch the point;
// 0 unless the triangle is ahead of the point in direction +x.
static int facing_ahead(const mote_vec3 t[3], mote_vec3 point)
{
    int facing = mote_orient2d(t[0], t[1], t[2], X_AXIS);
    return mote_orient3d(t[0], t[1], t[2], point) == -facing ? facing : 0;
}

static bool touches(const mote_vec3 t[3], mote_vec3 point)
{
    const mote_vec3 as_triangle[3] = {point, point, point};
    return mote_triangles_intersect_guarded(t, as_triangle);
}

void mote_parity_add(mote_parity *parity, const mote_vec3 t[3])
{
    mote_box box = mote_box_of_triangle(t);
    mote_vec3 point = parity->point;
    if (!mote_parity_needs(parity, &box)) return;
    if (point.x >= box.min.x && touches(t, point)) parity->on_surface = true;
    if (parity->on_surface || !covers_from_x(t, point)) return;
    int facing = facing_ahead(t, point);
    parity->winding += facing;
    if (facing != 0) parity->odd = !parity->odd;
}
