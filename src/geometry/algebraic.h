// Exact algebra for predicates whose numbers are too long for expansions of doubles: integers of any size, polynomials of
// low degree, and the real numbers that are their roots.
//
// Integers are values whose words lie in a store, a stack of words that the caller provides: nothing is allocated. A function
// that needs numbers for a moment notes how full the store is and empties it to there at its end. All arithmetic is in
// machine words, so no floating point mode matters.

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
    uint32_t most; // ever used
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

// value = mantissa * 2^exponent for a finite double; the mantissa is returned, and odd or 0.
int64_t mote_split_double(double value, int *exponent);

// About a = fraction * 2^exponent, with 0.5 <= |fraction| <= 1 unless a is 0. Off by at most 2^-52 of itself.
double mote_integer_fraction(mote_integer a, int *exponent);

// -1, 0 or 1: the sign of |a| - |b|.
int mote_integer_compare_sizes(mote_integer a, mote_integer b);

// Empties the store to `used`, but keeps the number, which then begins there.
mote_integer mote_integer_keep(mote_integer_store *store, uint32_t used, mote_integer a);

// ---------------------------------------------------------------------------------------------
// Polynomials in x, of degree 3 at most, and places on the line from 0 to infinity (algebraic.c)

// The constant coefficient first. The degree is that of the kind of quantity: leading coefficients may be 0, and then the
// quantity vanishes at infinity.
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
    // (-c[1] + side sqrt(discriminant)) / (2 c[2]) of a quadratic with c[2] > 0, or the number `index`, from 1, of the
    // `count` real roots of a cubic with c[3] > 0. A count of 1 means: the only positive root, and a simple one.
    mote_polynomial of;
    mote_integer discriminant;
    int side, index, count;
    // Where it is on a grid, once mote_place_locate was called: low <= 2^grid_bits x / (1 + x) <= high, integers that are
    // equal or follow each other. 0 bits before that.
    int grid_bits;
    int64_t low, high;
} mote_place;

typedef struct mote_places {
    mote_place at[3];
    int count;
} mote_places;

// The sign of a polynomial. At infinity, that of its leading coefficient, which may be 0; at the root of a cubic, of a
// polynomial of degree 2 at most.
int mote_sign_at(mote_integer_store *store, const mote_place *at, const mote_polynomial *p);

// The positive roots, in increasing order, of a polynomial that does not vanish identically. They use its numbers.
void mote_find_roots(mote_integer_store *store, const mote_polynomial *p, mote_places *out);

// About x / (1 + x) for such a place; anything within (0, 1) if that is hard to tell (algebraic_guess.c).
double mote_place_guess(const mote_place *at);

// A number that `side` knows: 1 if it is above the integer, 0 if it is that, -1 if it is below.
typedef int mote_side(void *context, int64_t k);

// Narrows low < number < high to integers that follow each other, or to the number itself if it is an integer. Begins at
// `guess`, which may be anything, and takes few questions if it is near.
void mote_search_grid(mote_side *side, void *context, int64_t guess, int64_t *low, int64_t *high);

// Finds a place that is neither zero nor infinity on a grid. `bits` is at most 62. Signs are easier to tell from then on.
void mote_place_locate(mote_integer_store *store, mote_place *at, int bits);

#endif
