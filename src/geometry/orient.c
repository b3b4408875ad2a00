// Error bounds of the filters, after Higham's count of rounding factors. Let e = 2^-53. Nothing
// under- or overflows (see expansion.h), so every operation returns its exact result times (1 + d),
// |d| <= e:
//
//   difference of floats                                1 factor
//   product of two differences                          3 factors
//   2 by 2 determinant                                  4
//   dot product: three products, two additions          5
//   3 by 3 determinant: (2 by 2) * difference,
//   two additions                                       4 + 1 + 1 + 2 = 8
//
// A sum of monomials with at most n factors each is off by at most n e / (1 - n e) times the sum of
// the monomials' magnitudes. That sum is computed by the same operations on magnitudes and so comes
// out too small by at most the factor (1 - e)^n. Hence |error| <= n e (1 + 3 n e) * magnitude, and
// (n + 1) e leaves room for that and for the rounding of the bound itself. If the magnitude is 0,
// the value is 0.

#include "geometry/orient.h"

#include "core/vec.h"

#define UNIT 0x1p-53
static const double cross_bound = 5 * UNIT;
static const double dot_bound = 6 * UNIT;
static const double det3_bound = 9 * UNIT;

static inline double coordinate(mote_vec3 v, int axis)
{
    return (double)(axis == 0 ? v.x : axis == 1 ? v.y : v.z);
}

static inline double component(const mote_arrow *a, int axis)
{
    return coordinate(a->to, axis) - coordinate(a->from, axis);
}

static inline mote_dvec3 rounded(const mote_arrow *a)
{
    return mote_dvec_sub(mote_vec_widen(a->to), mote_vec_widen(a->from));
}

static inline mote_dvec3 magnitude(mote_dvec3 a)
{
    return (mote_dvec3){fabs(a.x), fabs(a.y), fabs(a.z)};
}

// The cross product of magnitudes, with all minus signs replaced by plus signs.
static inline mote_dvec3 cross_magnitude(mote_dvec3 a, mote_dvec3 b)
{
    a = magnitude(a);
    b = magnitude(b);
    return (mote_dvec3){a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x};
}

static inline int sign_of(double value)
{
    return (value > 0) - (value < 0);
}

static void exact_component(mote_expansion *out, const mote_arrow *a, int axis)
{
    mote_expansion_difference(out, coordinate(a->to, axis), coordinate(a->from, axis));
}

void mote_exact_cross(mote_expansion *out, const mote_arrow *u, const mote_arrow *v, int axis)
{
    int next = (axis + 1) % 3, last = (axis + 2) % 3;
    mote_expansion a, b, left, right;
    exact_component(&a, u, next);
    exact_component(&b, v, last);
    mote_expansion_multiply(&left, &a, &b);
    exact_component(&a, u, last);
    exact_component(&b, v, next);
    mote_expansion_multiply(&right, &a, &b);
    mote_expansion_subtract(out, &left, &right);
}

void mote_exact_dot(mote_expansion *out, const mote_arrow *u, const mote_arrow *v)
{
    mote_expansion a, b, products[3], sum;
    for (int axis = 0; axis < 3; axis++) {
        exact_component(&a, u, axis);
        exact_component(&b, v, axis);
        mote_expansion_multiply(&products[axis], &a, &b);
    }
    mote_expansion_add(&sum, &products[0], &products[1]);
    mote_expansion_add(out, &sum, &products[2]);
}

void mote_exact_det3(mote_expansion *out, const mote_arrow *u, const mote_arrow *v,
                     const mote_arrow *w)
{
    mote_expansion minor, a, products[3], sum;
    for (int axis = 0; axis < 3; axis++) {
        mote_exact_cross(&minor, v, w, axis);
        exact_component(&a, u, axis);
        mote_expansion_multiply(&products[axis], &minor, &a);
    }
    mote_expansion_add(&sum, &products[0], &products[1]);
    mote_expansion_add(out, &sum, &products[2]);
}

int mote_sign_cross(const mote_arrow *u, const mote_arrow *v, int axis)
{
    int next = (axis + 1) % 3, last = (axis + 2) % 3;
    double left = component(u, next) * component(v, last);
    double right = component(u, last) * component(v, next);
    double value = left - right;
    double bound = cross_bound * (fabs(left) + fabs(right));
    if (fabs(value) > bound || bound == 0) return sign_of(value);
    mote_expansion exact;
    mote_exact_cross(&exact, u, v, axis);
    return mote_expansion_sign(&exact);
}

int mote_sign_dot(const mote_arrow *u, const mote_arrow *v)
{
    mote_dvec3 p = rounded(u), q = rounded(v);
    double value = mote_dvec_dot(p, q);
    double bound = dot_bound * mote_dvec_dot(magnitude(p), magnitude(q));
    if (fabs(value) > bound || bound == 0) return sign_of(value);
    mote_expansion exact;
    mote_exact_dot(&exact, u, v);
    return mote_expansion_sign(&exact);
}

static int exact_det3_sign(const mote_arrow *u, const mote_arrow *v, const mote_arrow *w)
{
    mote_expansion exact;
    mote_exact_det3(&exact, u, v, w);
    return mote_expansion_sign(&exact);
}

int mote_sign_det3(const mote_arrow *u, const mote_arrow *v, const mote_arrow *w)
{
    mote_dvec3 p = rounded(u), q = rounded(v), r = rounded(w);
    double value = mote_dvec_dot(p, mote_dvec_cross(q, r));
    double bound = det3_bound * mote_dvec_dot(magnitude(p), cross_magnitude(q, r));
    if (fabs(value) > bound || bound == 0) return sign_of(value);
    return exact_det3_sign(u, v, w);
}

static const double accurate = 0x1p-44;

double mote_det3_value(const mote_arrow *u, const mote_arrow *v, const mote_arrow *w)
{
    mote_dvec3 p = rounded(u), q = rounded(v), r = rounded(w);
    double value = mote_dvec_dot(p, mote_dvec_cross(q, r));
    double bound = det3_bound * mote_dvec_dot(magnitude(p), cross_magnitude(q, r));
    if (bound <= accurate * fabs(value)) return value;
    mote_expansion exact;
    mote_exact_det3(&exact, u, v, w);
    return mote_expansion_value(&exact);
}

double mote_cross_value(const mote_arrow *u, const mote_arrow *v, int axis)
{
    int next = (axis + 1) % 3, last = (axis + 2) % 3;
    double left = component(u, next) * component(v, last);
    double right = component(u, last) * component(v, next);
    double value = left - right;
    if (cross_bound * (fabs(left) + fabs(right)) <= accurate * fabs(value)) return value;
    mote_expansion exact;
    mote_exact_cross(&exact, u, v, axis);
    return mote_expansion_value(&exact);
}

int mote_orient3d(mote_vec3 a, mote_vec3 b, mote_vec3 c, mote_vec3 d)
{
    return mote_sign_det3(&(mote_arrow){a, d}, &(mote_arrow){a, b}, &(mote_arrow){a, c});
}

void mote_orient3d_three(const mote_vec3 plane[3], const mote_vec3 points[3], int signs[3])
{
    mote_arrow u = {plane[0], plane[1]}, v = {plane[0], plane[2]};
    mote_dvec3 p = rounded(&u), q = rounded(&v);
    mote_dvec3 normal = mote_dvec_cross(p, q), sizes = cross_magnitude(p, q);
    for (int i = 0; i < 3; i++) {
        mote_arrow w = {plane[0], points[i]};
        mote_dvec3 r = rounded(&w);
        double value = mote_dvec_dot(r, normal);
        double bound = det3_bound * mote_dvec_dot(magnitude(r), sizes);
        signs[i] = fabs(value) > bound || bound == 0 ? sign_of(value) : exact_det3_sign(&w, &u, &v);
    }
}

int mote_orient2d(mote_vec3 a, mote_vec3 b, mote_vec3 c, int axis)
{
    return mote_sign_cross(&(mote_arrow){a, b}, &(mote_arrow){a, c}, axis);
}

// ---------------------------------------------------------------------------------------------
// Cross products

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
    // The error of each component is at most 2^-50 |ab| |ac|. If the sine of the angle at `a` is above
    // 2^-20, the error is below 2^-30 of the length; needles use exact arithmetic.
    double safe = 0x1p-40 * mote_dvec_dot(ab, ab) * mote_dvec_dot(ac, ac);
    return mote_dvec_dot(cross, cross) > safe ? cross : exact_cross(corner);
}
