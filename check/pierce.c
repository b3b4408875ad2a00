#include "check/pierce.h"

#include <float.h>
#include <mote/geometry.h>

#include "core/vec.h"

// The bound for rounding errors of a determinant of differences is this times the sum of the
// absolute values of its products. A factor of 7 would be enough.
static const double rounding = 16 * DBL_EPSILON;

// The sign of the volume of t and p. 0 if rounding may have changed the sign.
static int side_of(const mote_vec3 t[3], mote_vec3 p)
{
    mote_dvec3 o = mote_vec_widen(p);
    mote_dvec3 a = mote_dvec_sub(mote_vec_widen(t[0]), o);
    mote_dvec3 b = mote_dvec_sub(mote_vec_widen(t[1]), o);
    mote_dvec3 c = mote_dvec_sub(mote_vec_widen(t[2]), o);
    double volume = mote_dvec_dot(a, mote_dvec_cross(b, c));
    double size = fabs(a.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) +
                  fabs(a.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
                  fabs(a.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
    if (!(fabs(volume) > rounding * size)) return 0;
    return volume > 0 ? 1 : -1;
}

// Are there corners of `t` on both sides of the plane?
static bool straddles(const mote_vec3 t[3], const mote_vec3 plane[3])
{
    bool above = false, below = false;
    for (int i = 0; i < 3; i++) {
        int side = side_of(plane, t[i]);
        above |= side > 0;
        below |= side < 0;
    }
    return above && below;
}

// Rounding may turn a single point into a very short segment.
static bool has_length(const mote_overlap *overlap)
{
    mote_dvec3 p = overlap->points[0], q = overlap->points[1];
    double size = fabs(p.x) + fabs(p.y) + fabs(p.z);
    return mote_dvec_length(mote_dvec_sub(q, p)) > rounding * size;
}

static mote_dvec3 normal_of(const mote_vec3 t[3])
{
    mote_dvec3 p = mote_vec_widen(t[0]);
    return mote_dvec_cross(mote_dvec_sub(mote_vec_widen(t[1]), p),
                           mote_dvec_sub(mote_vec_widen(t[2]), p));
}

static bool face_the_same_way(const mote_vec3 a[3], const mote_vec3 b[3])
{
    return mote_dvec_dot(normal_of(a), normal_of(b)) > 0;
}

bool check_faces_pierce(const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_overlap overlap;
    if (!mote_triangles_intersection(a, b, &overlap)) return false;
    if (overlap.kind == MOTE_OVERLAP_POLYGON) return face_the_same_way(a, b);
    return overlap.kind == MOTE_OVERLAP_SEGMENT && has_length(&overlap) && straddles(a, b) &&
           straddles(b, a);
}
