// Seen along x, the ray is a point and the triangles are triangles in the plane of y and z. The
// point is moved symbolically by (d, e) with 1 >> d >> e > 0, smaller than any difference that
// occurs: so that it meets no projected edge or vertex, each triangle is crossed through its inside
// or not at all, and a triangle seen edge-on never. All that the move leaves behind is which way a
// zero is decided. A point on the surface, which the move would take off it, is tested for first.

#include "geometry/parity.h"

#include "core/box.h"
#include "geometry/orient.h"
#include "geometry/tri_tri.h"

enum { X_AXIS = 0 };

// Does the edge pass the moved point on the side of +y? A vertex level with the point lies below it
// (e), a point on the edge lies beyond it (d).
static bool passes_on_the_right(mote_vec3 a, mote_vec3 b, mote_vec3 point)
{
    bool a_above = a.z > point.z, b_above = b.z > point.z;
    if (a_above == b_above) return false;
    mote_vec3 low = a_above ? b : a, high = a_above ? a : b;
    return mote_orient2d(low, high, point, X_AXIS) > 0;
}

// The ray of +y in the plane leaves a triangle that has the point inside through one edge, and
// passes two or none of any other.
static bool covers_from_x(const mote_vec3 t[3], mote_vec3 point)
{
    return passes_on_the_right(t[0], t[1], point) ^ passes_on_the_right(t[1], t[2], point) ^
           passes_on_the_right(t[2], t[0], point);
}

// Where along x the normal of the covering triangle, which does not touch the point, points; 0 unless it is ahead of
// the point in the direction of +x.
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
