// Numbers of about 106 bits as unevaluated sums of two doubles.
//
// Dekker, "A floating-point technique for extending the available precision", 1971; the sums are
// the accurate ones of Knuth. Correct for rounding to nearest without contraction, which the build
// and core/float_env.h ensure, and for magnitudes well inside the range of double.

#ifndef MOTE_GEOMETRY_DOUBLE_DOUBLE_H
#define MOTE_GEOMETRY_DOUBLE_DOUBLE_H

#include <stdbool.h>

#include "geometry/expansion.h"

typedef struct mote_dd {
    double hi, lo; // |lo| is at most half an ulp of hi
} mote_dd;

static inline mote_dd mote_dd_of(double x)
{
    return (mote_dd){x, 0};
}

static inline mote_dd mote_dd_fast_two_sum(double big, double small)
{
    mote_dd sum;
    sum.hi = mote_fast_two_sum(big, small, &sum.lo);
    return sum;
}

static inline mote_dd mote_dd_two_sum(double a, double b)
{
    mote_dd sum;
    sum.hi = mote_two_sum(a, b, &sum.lo);
    return sum;
}

static inline mote_dd mote_dd_negate(mote_dd a)
{
    return (mote_dd){-a.hi, -a.lo};
}

static inline mote_dd mote_dd_add(mote_dd a, mote_dd b)
{
    mote_dd high = mote_dd_two_sum(a.hi, b.hi);
    mote_dd low = mote_dd_two_sum(a.lo, b.lo);
    mote_dd sum = mote_dd_fast_two_sum(high.hi, high.lo + low.hi);
    return mote_dd_fast_two_sum(sum.hi, sum.lo + low.lo);
}

static inline mote_dd mote_dd_sub(mote_dd a, mote_dd b)
{
    return mote_dd_add(a, mote_dd_negate(b));
}

static inline mote_dd mote_dd_mul(mote_dd a, mote_dd b)
{
    mote_dd product;
    product.hi = mote_two_product(a.hi, b.hi, &product.lo);
    return mote_dd_fast_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

// Three digits of long division.
static inline mote_dd mote_dd_div(mote_dd a, mote_dd b)
{
    double q1 = a.hi / b.hi;
    mote_dd rest = mote_dd_sub(a, mote_dd_mul(b, mote_dd_of(q1)));
    double q2 = rest.hi / b.hi;
    rest = mote_dd_sub(rest, mote_dd_mul(b, mote_dd_of(q2)));
    double q3 = rest.hi / b.hi;
    return mote_dd_add(mote_dd_fast_two_sum(q1, q2), mote_dd_of(q3));
}

static inline bool mote_dd_less(mote_dd a, mote_dd b)
{
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

static inline bool mote_dd_positive(mote_dd a)
{
    return a.hi > 0;
}

#endif
