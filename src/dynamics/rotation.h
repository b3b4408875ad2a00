// Unit quaternions: turning vectors, and rotations by an angle without libm's sine and arc sine, whose
// last bits differ between platforms.

#ifndef MOTE_DYNAMICS_ROTATION_H
#define MOTE_DYNAMICS_ROTATION_H

#include <mote/dynamics.h>

#include "core/vec.h"

#define MOTE_NO_ROTATION ((mote_rotation){1, 0, 0, 0})

static inline mote_rotation mote_rotation_inverse(mote_rotation q)
{
    return (mote_rotation){q.w, -q.x, -q.y, -q.z};
}

// First b, then a.
static inline mote_rotation mote_rotation_product(mote_rotation a, mote_rotation b)
{
    return (mote_rotation){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                           a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                           a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                           a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline mote_dvec3 mote_rotate(mote_rotation q, mote_dvec3 v)
{
    mote_dvec3 u = {q.x, q.y, q.z};
    mote_dvec3 t = mote_dvec_scale(mote_dvec_cross(u, v), 2);
    return mote_dvec_add(v, mote_dvec_add(mote_dvec_scale(t, q.w), mote_dvec_cross(u, t)));
}

static inline mote_dvec3 mote_rotate_back(mote_rotation q, mote_dvec3 v)
{
    return mote_rotate(mote_rotation_inverse(q), v);
}

// 0 for a quaternion whose length is 0 or no number.
static inline double mote_rotation_length(mote_rotation q)
{
    double squared = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return squared > 0 ? sqrt(squared) : 0;
}

// Of unit length; the length must not be 0.
mote_rotation mote_rotation_unit(mote_rotation q);

// About the vector, by its length in radians.
mote_rotation mote_rotation_exp(mote_dvec3 angles);

// The shortest such vector.
mote_dvec3 mote_rotation_log(mote_rotation q);

#endif
