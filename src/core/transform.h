// Applying a transform: one formula for worlds, scenes and tests, so that their floats agree to the
// bit.

#ifndef MOTE_CORE_TRANSFORM_H
#define MOTE_CORE_TRANSFORM_H

#include "core/vec.h"

// Summed from left to right in double (each product is exact there) and rounded to float once.
static inline mote_vec3 mote_transform_point(const mote_transform *m, mote_vec3 p)
{
    mote_dvec3 x = mote_dvec_scale(mote_vec_widen(m->cx), (double)p.x);
    mote_dvec3 y = mote_dvec_scale(mote_vec_widen(m->cy), (double)p.y);
    mote_dvec3 z = mote_dvec_scale(mote_vec_widen(m->cz), (double)p.z);
    return mote_dvec_narrow(
        mote_dvec_add(mote_dvec_add(mote_dvec_add(x, y), z), mote_vec_widen(m->t)));
}

#endif
