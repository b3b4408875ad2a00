// Exact algebra for predicates whose numbers are too long for expansions of doubles: integers of
// any size, polynomials of low degree, and the real roots of these polynomials.
//
// Integers are values whose words are in a store, a stack of words provided by the caller: nothing
// is allocated. A function that needs temporary numbers saves `used` of the store and restores it
// at the end. All arithmetic is in machine words, so results do not depend on the floating point
// mode.

#ifndef MOTE_GEOMETRY_ALGEBRAIC_H
#define MOTE_GEOMETRY_ALGEBRAIC_H

#include <stdbool.h>
#include <stdint.h>

// ---------------------------------------------------------------------------------------------
// Integers (integer.c)

typedef struct mote_integer {
    const uint64_t *words; // the least significant first; the last is not 0
    uint32_t size;         // in words; 0 for zero
    int sign;              // -1, 0 or 1
} mote_integer;

typedef struct mote_integer_store {
    uint64_t *words;
    uint32_t capacity, used;
    uint32_t most; // maximum of `used` so far
} mote_integer_store;

mote_integer mote_integer_small(mote_integer_store *store, int64_t value);

// value * 2^shift
mote_integer mote_integer_shifted(mote_integer_store *store, int64_t value, uint32_t shift);

mote_integer mote_integer_add(mote_integer_store *store, mote_integer a, mote_integer b);
mote_integer mote_integer_multiply(mote_integer_store *store, mote_integer a, mote_integer b);

static inline mote_integer mote_integer_negative(mote_integer a)
{
    a.sign = -a.sign;
    return a;
}

static inline mote_integer mote_integer_subtract(mote_integer_store *store, mote_integer a,
                                                 mote_integer b)
{
    return mote_integer_add(store, a, mote_integer_negative(b));
}

// a * b - c * d
mote_integer mote_integer_cross(mote_integer_store *store, mote_integer a, mote_integer b,
                                mote_integer c, mote_integer d);

// Splits a finite double into mantissa * 2^exponent. Returns the mantissa, which is odd or 0.
int64_t mote_split_double(double value, int *exponent);

// Approximates a by fraction * 2^exponent with a relative error of at most 2^-52. 0.5 <= |fraction|
// <= 1 unless a is 0.
double mote_integer_fraction(mote_integer a, int *exponent);

// -1, 0 or 1: the sign of |a| - |b|.
int mote_integer_compare_sizes(mote_integer a, mote_integer b);

// Empties the store to `used`, but moves `a` to `used` and keeps it.
mote_integer mote_integer_keep(mote_integer_store *store, uint32_t used, mote_integer a);

// ---------------------------------------------------------------------------------------------
// Polynomials in x, of degree 3 at most, and places on the line from 0 to infinity (algebraic.c)

// Coefficients start with the constant one. The degree is fixed for each kind of quantity: if the
// leading coefficient is 0, the quantity vanishes at infinity.
typedef struct mote_polynomial {
    mote_integer c[4];
    int degree;
} mote_polynomial;

mote_polynomial mote_polynomial_negated(mote_polynomial p);
bool mote_polynomial_vanishes(const mote_polynomial *p); // identically

typedef enum mote_place_kind {
    MOTE_AT_ZERO,
    MOTE_AT_INFINITY,
    MOTE_AT_FRACTION,
    MOTE_AT_SURD,
    MOTE_AT_CUBIC_ROOT
} mote_place_kind;

// Zero, infinity or a positive number.
typedef struct mote_place {
    mote_place_kind kind;
    mote_integer over, under; // over / under; under > 0
    // (-c[1] + side sqrt(discriminant)) / (2 c[2]) for a quadratic with c[2] > 0, or root `index`,
    // counted from 1, of the `count` real roots of a cubic with c[3] > 0. A count of 1 means that
    // the root is the only positive one, and simple.
    mote_polynomial of;
    mote_integer discriminant;
    int side, index, count;
    // Set by mote_place_locate: low <= 2^grid_bits x / (1 + x) <= high, where low and high are
    // equal or consecutive. grid_bits is 0 before that.
    int grid_bits;
    int64_t low, high;
} mote_place;

typedef struct mote_places {
    mote_place at[3];
    int count;
} mote_places;

// The sign of a polynomial at a place. At infinity, this is the sign of the leading coefficient,
// which may be 0. At the root of a cubic, the degree of the polynomial must be at most 2.
int mote_sign_at(mote_integer_store *store, const mote_place *at, const mote_polynomial *p);

// Finds the positive roots, in increasing order, of a polynomial that does not vanish identically.
// The roots refer to the integers of `p`.
void mote_find_roots(mote_integer_store *store, const mote_polynomial *p, mote_places *out);

// Approximates x / (1 + x) for a root. May return any number in (0, 1) for a hard case
// (algebraic_guess.c).
double mote_place_guess(const mote_place *at);

// Compares the searched number with k: 1 if the number is above k, 0 if equal, -1 if below.
typedef int mote_side(void *context, int64_t k);

// Narrows low < number < high to consecutive integers, or to the number itself if it is an integer.
// Begins at `guess`, which may be any number. A guess close to the number saves calls of `side`.
void mote_search_grid(mote_side *side, void *context, int64_t guess, int64_t *low, int64_t *high);

// Locates a place that is neither zero nor infinity on a grid. `bits` is at most 62. Later calls of
// mote_sign_at are faster.
void mote_place_locate(mote_integer_store *store, mote_place *at, int bits);

#endif
