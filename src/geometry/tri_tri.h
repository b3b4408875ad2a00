// The exact triangle-triangle test, for code that has entered core/float_env.h itself.

#ifndef MOTE_GEOMETRY_TRI_TRI_H
#define MOTE_GEOMETRY_TRI_TRI_H

#include <mote/geometry.h>

// As mote_triangles_intersect; rounding to nearest and denormals kept must be set.
bool mote_triangles_intersect_guarded(const mote_vec3 a[3], const mote_vec3 b[3]);

// How two triangles lie to each other, as far as the test had to find out.
typedef enum mote_tri_tri_relation {
    MOTE_TRI_TRI_APART,
    MOTE_TRI_TRI_CROSSING, // they meet, and span two different planes
    MOTE_TRI_TRI_PIERCED,  // they meet, exactly one spans a plane, and the other is not in it
    MOTE_TRI_TRI_FLAT      // they meet, and all six corners lie in one plane
} mote_tri_tri_relation;

// The relation, and the side of the other's plane on which each corner lies (all 0 against a
// triangle that spans no plane). The sides are set only where the answer is not APART.
mote_tri_tri_relation mote_tri_tri_relate(const mote_vec3 a[3], const mote_vec3 b[3],
                                          int sides_of_a[3], int sides_of_b[3]);

// The corner that is alone on its side of the other's plane, for sides that are neither all 0 nor
// all on one strict side: both edges that leave it reach the plane, and all of the triangle's
// common points with the plane lie between those two. *above tells whether it counts as lying on
// the positive side.
int mote_tri_tri_lone_corner(const int sides[3], bool *above);

// An axis along which the triangle can be projected without collapsing to a line, or -1 if there is
// none.
int mote_tri_tri_flat_axis(const mote_vec3 t[3]);

#endif
