#include "mesh/cross.h"

#include "core/vec.h"
#include "geometry/orient.h"

static mote_dvec3 exact_cross(const mote_vec3 corner[3])
{
    mote_arrow ab = {corner[0], corner[1]}, ac = {corner[0], corner[2]};
    double component[3];
    for (int axis = 0; axis < 3; axis++) {
        mote_expansion exact;
        mote_exact_cross(&exact, &ab, &ac, axis);
        component[axis] = mote_expansion_value(&exact);
    }
    return (mote_dvec3){component[0], component[1], component[2]};
}

mote_dvec3 mote_triangle_cross(const mote_vec3 corner[3])
{
    mote_dvec3 a = mote_vec_widen(corner[0]);
    mote_dvec3 ab = mote_dvec_sub(mote_vec_widen(corner[1]), a);
    mote_dvec3 ac = mote_dvec_sub(mote_vec_widen(corner[2]), a);
    mote_dvec3 cross = mote_dvec_cross(ab, ac);
    // Each component is off by at most 2^-50 |ab| |ac|. Where the sine of the angle at `a` is above
    // 2^-20, that is below 2^-30 of the length; needles are left to exact arithmetic.
    double safe = 0x1p-40 * mote_dvec_dot(ab, ab) * mote_dvec_dot(ac, ac);
    return mote_dvec_dot(cross, cross) > safe ? cross : exact_cross(corner);
}
