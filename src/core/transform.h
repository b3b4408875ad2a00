// Transforms, affine maps and rotations. Each has a single formula, so that the floats of worlds,
// deformers, scenes and assets are bitwise equal.

#ifndef MOTE_CORE_TRANSFORM_H
#define MOTE_CORE_TRANSFORM_H

#include "core/simd.h"
#include "core/vec.h"

// ---------------------------------------------------------------------------------------------
// Transforms, in float

#define MOTE_NO_TRANSFORM ((mote_transform){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}})

// Summed from left to right in double (each product is exact there) and rounded to float once.
static inline mote_vec3 mote_transform_point(const mote_transform *m, mote_vec3 p)
{
    mote_dvec3 x = mote_dvec_scale(mote_vec_widen(m->cx), (double)p.x);
    mote_dvec3 y = mote_dvec_scale(mote_vec_widen(m->cy), (double)p.y);
    mote_dvec3 z = mote_dvec_scale(mote_vec_widen(m->cz), (double)p.z);
    return mote_dvec_narrow(
        mote_dvec_add(mote_dvec_add(mote_dvec_add(x, y), z), mote_vec_widen(m->t)));
}

// True if all twelve numbers are finite.
static inline bool mote_transform_is_finite(const mote_transform *m)
{
    return mote_vec_finite(m->cx) && mote_vec_finite(m->cy) && mote_vec_finite(m->cz) &&
           mote_vec_finite(m->t);
}

// ---------------------------------------------------------------------------------------------
// Affine maps, in double

// p' = x cx + y cy + z cz + t.
typedef struct mote_affine {
    mote_dvec3 cx, cy, cz, t;
} mote_affine;

static inline mote_dvec3 mote_affine_linear(const mote_affine *m, mote_dvec3 p)
{
    return mote_dvec_add(mote_dvec_add(mote_dvec_scale(m->cx, p.x), mote_dvec_scale(m->cy, p.y)),
                         mote_dvec_scale(m->cz, p.z));
}

static inline mote_dvec3 mote_affine_point(const mote_affine *m, mote_dvec3 p)
{
    return mote_dvec_add(mote_affine_linear(m, p), m->t);
}

// |m| p: a bound of the linear part of m applied to any e with |e| <= p.
static inline mote_dvec3 mote_affine_extent(const mote_affine *m, mote_dvec3 p)
{
    return mote_dvec_add(mote_dvec_add(mote_dvec_scale(mote_dvec_abs(m->cx), p.x),
                                       mote_dvec_scale(mote_dvec_abs(m->cy), p.y)),
                         mote_dvec_scale(mote_dvec_abs(m->cz), p.z));
}

static inline mote_affine mote_affine_of(const mote_transform *m)
{
    return (mote_affine){mote_vec_widen(m->cx), mote_vec_widen(m->cy), mote_vec_widen(m->cz),
                         mote_vec_widen(m->t)};
}

// Bitwise equal to mote_transform_point; for many points, because the matrix is converted to double
// once.
static inline mote_vec3 mote_affine_round_point(const mote_affine *m, mote_vec3 p)
{
    mote_f64x2 xy = (mote_f64x2){m->cx.x, m->cx.y} * (double)p.x;
    xy += (mote_f64x2){m->cy.x, m->cy.y} * (double)p.y;
    xy += (mote_f64x2){m->cz.x, m->cz.y} * (double)p.z;
    xy += (mote_f64x2){m->t.x, m->t.y};
    double z = m->cx.z * (double)p.x + m->cy.z * (double)p.y + m->cz.z * (double)p.z + m->t.z;
    return (mote_vec3){(float)xy[0], (float)xy[1], (float)z};
}

// First b, then a.
static inline mote_affine mote_affine_product(const mote_affine *a, const mote_affine *b)
{
    return (mote_affine){mote_affine_linear(a, b->cx), mote_affine_linear(a, b->cy),
                         mote_affine_linear(a, b->cz), mote_affine_point(a, b->t)};
}

static inline mote_transform mote_affine_round(const mote_affine *m)
{
    return (mote_transform){mote_dvec_narrow(m->cx), mote_dvec_narrow(m->cy),
                            mote_dvec_narrow(m->cz), mote_dvec_narrow(m->t)};
}

// False if the map is singular up to rounding.
bool mote_affine_inverse(const mote_affine *m, mote_affine *out);

// ---------------------------------------------------------------------------------------------
// Rotations: unit quaternions, without libm's sine and arc sine, whose last bits differ between platforms

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

// 0 for a quaternion whose length is 0 or NaN.
static inline double mote_rotation_length(mote_rotation q)
{
    double squared = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return squared > 0 ? sqrt(squared) : 0;
}

// Normalizes q, whose length must not be 0.
mote_rotation mote_rotation_unit(mote_rotation q);

// The rotation about the vector by its length in radians.
mote_rotation mote_rotation_exp(mote_dvec3 angles);

// The shortest vector whose mote_rotation_exp is q.
mote_dvec3 mote_rotation_log(mote_rotation q);

// A unit quaternion as a matrix.
mote_affine mote_rotation_matrix(mote_rotation q);

// The unit quaternion of a matrix; false unless the linear part is a rotation, up to the rounding
// of a product of float matrices.
bool mote_rotation_of_matrix(const mote_affine *m, mote_rotation *out);

// Diagonalizes a symmetric matrix: m becomes the diagonal matrix of the eigenvalues, and the
// columns of `axes` the eigenvectors.
void mote_diagonalize(double m[3][3], double axes[3][3]);

#endif
