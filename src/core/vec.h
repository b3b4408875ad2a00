// Vectors of three, in float and in double.

#ifndef MOTE_CORE_VEC_H
#define MOTE_CORE_VEC_H

#include <math.h>
#include <mote/base.h>

static inline mote_vec3 mote_vec_add(mote_vec3 a, mote_vec3 b)
{
    return (mote_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline mote_vec3 mote_vec_sub(mote_vec3 a, mote_vec3 b)
{
    return (mote_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline mote_vec3 mote_vec_scale(mote_vec3 a, float s)
{
    return (mote_vec3){a.x * s, a.y * s, a.z * s};
}

static inline float mote_vec_dot(mote_vec3 a, mote_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline mote_vec3 mote_vec_cross(mote_vec3 a, mote_vec3 b)
{
    return (mote_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline float mote_vec_length(mote_vec3 a)
{
    return sqrtf(mote_vec_dot(a, a));
}

static inline bool mote_vec_finite(mote_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline bool mote_dvec_finite(mote_dvec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline mote_dvec3 mote_vec_widen(mote_vec3 a)
{
    return (mote_dvec3){(double)a.x, (double)a.y, (double)a.z};
}

static inline mote_vec3 mote_dvec_narrow(mote_dvec3 a)
{
    return (mote_vec3){(float)a.x, (float)a.y, (float)a.z};
}

static inline mote_dvec3 mote_dvec_add(mote_dvec3 a, mote_dvec3 b)
{
    return (mote_dvec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline mote_dvec3 mote_dvec_sub(mote_dvec3 a, mote_dvec3 b)
{
    return (mote_dvec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline mote_dvec3 mote_dvec_scale(mote_dvec3 a, double s)
{
    return (mote_dvec3){a.x * s, a.y * s, a.z * s};
}

static inline double mote_dvec_dot(mote_dvec3 a, mote_dvec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline mote_dvec3 mote_dvec_cross(mote_dvec3 a, mote_dvec3 b)
{
    return (mote_dvec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double mote_dvec_length(mote_dvec3 a)
{
    return sqrt(mote_dvec_dot(a, a));
}

static inline mote_dvec3 mote_dvec_abs(mote_dvec3 a)
{
    return (mote_dvec3){fabs(a.x), fabs(a.y), fabs(a.z)};
}

#endif
