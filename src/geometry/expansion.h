// Exact arithmetic on small polynomials of floats: numbers kept as sums of doubles.
//
// Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
// 1997: TWO-SUM (Knuth), SPLIT and TWO-PRODUCT (Dekker), FAST-EXPANSION-SUM, SCALE-EXPANSION, the
// last two with elimination of zeros. No fused multiply-add is used, so every target computes the
// same terms.
//
// An expansion is a sum of non-zero doubles in order of increasing magnitude whose bits do not
// overlap ("strongly nonoverlapping" in the paper; all functions here preserve this). The sign of
// an expansion is the sign of the last term. Zero has no terms.
//
// Range. A finite float is an integer multiple of 2^-149 below 2^128 in magnitude. A polynomial of
// degree n in floats is built from integer multiples of 2^(-149 n), and so are all terms of its
// expansions; with up to 2^30 summands it stays below 2^(128 n + 30). Splitting needs 27 more bits.
// Doubles range from 2^-1074 to 2^1024: for n <= 7 no operation overflows or rounds by underflow.
//
// All functions need rounding to nearest and denormals kept: see core/float_env.h.

#ifndef MOTE_GEOMETRY_EXPANSION_H
#define MOTE_GEOMETRY_EXPANSION_H

#include <float.h>
#include <math.h>

_Static_assert(FLT_EVAL_METHOD == 0, "expansions need doubles that are rounded at every step");

// Enough for a 3 by 3 determinant of differences of floats: 3 * 2 * (2 * 2 * 8) terms.
#define MOTE_EXPANSION_MAX 192

typedef struct mote_expansion {
    int count;
    double terms[MOTE_EXPANSION_MAX];
} mote_expansion;

// sum + *error == a + b
static inline double mote_two_sum(double a, double b, double *error)
{
    double sum = a + b;
    double b_part = sum - a;
    double a_part = sum - b_part;
    *error = (a - a_part) + (b - b_part);
    return sum;
}

// Same as mote_two_sum, but requires |a| >= |b| or a == 0.
static inline double mote_fast_two_sum(double a, double b, double *error)
{
    double sum = a + b;
    *error = b - (sum - a);
    return sum;
}

// high + *low == a, each with at most 26 significant bits
static inline double mote_split(double a, double *low)
{
    double c = 134217729.0 * a; // 2^27 + 1
    double high = c - (c - a);
    *low = a - high;
    return high;
}

// product + *error == a * b
static inline double mote_two_product(double a, double b, double *error)
{
    double product = a * b;
    double a_low, b_low;
    double a_high = mote_split(a, &a_low);
    double b_high = mote_split(b, &b_low);
    double rest = product - a_high * b_high;
    rest -= a_low * b_high;
    rest -= a_high * b_low;
    *error = a_low * b_low - rest;
    return product;
}

// For the functions below, `out` must differ from the operands. Comments state the maximum number
// of terms of `out`, with a and b the terms of the operands. It must not exceed MOTE_EXPANSION_MAX.

void mote_expansion_set(mote_expansion *out, double value);              // 1
void mote_expansion_difference(mote_expansion *out, double a, double b); // a - b: 2
void mote_expansion_negate(mote_expansion *in_place);
void mote_expansion_add(mote_expansion *out, const mote_expansion *a,
                        const mote_expansion *b); // a + b
void mote_expansion_subtract(mote_expansion *out, const mote_expansion *a,
                             const mote_expansion *b);                                  // a + b
void mote_expansion_scale(mote_expansion *out, const mote_expansion *a, double factor); // 2 a
void mote_expansion_multiply(mote_expansion *out, const mote_expansion *a,
                             const mote_expansion *b); // 2 a b

// -1, 0 or 1
static inline int mote_expansion_sign(const mote_expansion *e)
{
    if (e->count == 0) return 0;
    return e->terms[e->count - 1] > 0 ? 1 : -1;
}

// The value as a double, with an error of less than two units in the last place.
double mote_expansion_value(const mote_expansion *e);

#endif
