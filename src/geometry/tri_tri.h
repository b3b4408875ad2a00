// The exact triangle-triangle test, for code that has entered core/float_env.h itself.

#ifndef MOTE_GEOMETRY_TRI_TRI_H
#define MOTE_GEOMETRY_TRI_TRI_H

#include <mote/geometry.h>

// Same as mote_triangles_intersect. Rounding to nearest and denormals kept must be set.
bool mote_triangles_intersect_guarded(const mote_vec3 a[3], const mote_vec3 b[3]);

// The relation of two triangles, as far as the test determines it.
typedef enum mote_tri_tri_relation {
    MOTE_TRI_TRI_APART,
    MOTE_TRI_TRI_CROSSING, // the triangles meet and span two different planes
    MOTE_TRI_TRI_PIERCED,  // the triangles meet, only one spans a plane, the other is not in it
    MOTE_TRI_TRI_FLAT      // the triangles meet and all six corners are in one plane
} mote_tri_tri_relation;

// Returns the relation, and the side of each corner relative to the plane of the other triangle (0
// if the other triangle spans no plane). The sides are set only if the result is not APART.
mote_tri_tri_relation mote_tri_tri_relate(const mote_vec3 a[3], const mote_vec3 b[3],
                                          int sides_of_a[3], int sides_of_b[3]);

// The order of the corners of two triangles that span different planes, neither strictly on one
// side of the other's plane. The lone corner of each triangle is first: both of its edges reach the
// plane of the other triangle, and the intersection of the triangle with that plane is between
// these edges. The other corners are ordered along the common line of both planes: triangle a
// begins at edge a[0] a[2] and ends at a[0] a[1], triangle b begins at b[0] b[1] and ends at b[0]
// b[2], and mote_orient3d(a[0], a[i], b[0], b[j]) <= 0 if and only if the point of b[0] b[j] is not
// behind the point of a[0] a[i].
typedef struct mote_tri_tri_order {
    int a[3], b[3];
} mote_tri_tri_order;

mote_tri_tri_order mote_tri_tri_lone_first(const int sides_of_a[3], const int sides_of_b[3]);

// An axis along which the projection of the triangle does not collapse to a line, or -1 if there is
// none.
int mote_tri_tri_flat_axis(const mote_vec3 t[3]);

#endif
