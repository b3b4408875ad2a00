// f at points of the time grid, in integers of fixed size. Determines the time of nearly every
// impact.
//
// Along each axis the eight coordinates are multiplied by a power of two such that the largest is
// below 2^40, and must then be integers: true of floats whose exponents span 16 places. Differences
// are below 2^41. f at either end is a determinant of three vectors, at most (sqrt(3) 2^41)^3 by
// Hadamard, and each of its four coefficients
//
//   F0 = A0 . B0 x C0,  F1 = A1 . B0 x C0 + A0 . (B0 x C1 + B1 x C0),  F2 likewise,  F3 = A1 . B1 x C1
//
// is a sum of at most three of these: below 15.6 * 2^123 < 2^127. Sums that leave that range on the
// way come back, because words wrap around. With n = 2^41 and j = n - k,
//
//   n^3 f(k / n) = F0 j^3 + F1 j^2 k + F2 j k^2 + F3 k^3,
//
// and since f(t) is also a determinant of vectors below 2^41, this is at most 5.2 * 2^123 * 2^123 <
// 2^249: it fits into 256 bits, whatever the sums on the way are.

#include <math.h>
#include <string.h>

#include "geometry/sweep.h"

__extension__ typedef __int128 signed_word;
typedef mote_sweep_word word;

enum { COORDINATE_BITS = 40 };

// The factor that scales numbers of at most this size to below 2^40; 0 if the size is out of range.
static double scale_of(double size)
{
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    uint64_t exponent = bits >> 52; // size < 2^(exponent - 1022)
    if (exponent < COORDINATE_BITS || exponent > 2046) return 0;
    uint64_t inverse = (uint64_t)(1023 + 1022 + COORDINATE_BITS - (int)exponent) << 52;
    double scale;
    memcpy(&scale, &inverse, sizeof scale);
    return scale;
}

// Converts the coordinates along one axis to integers. Returns false if they are not integers after
// scaling.
static bool to_integers(const double in[8], int64_t out[8])
{
    double size = 0;
    for (int i = 0; i < 8; i++) size = fabs(in[i]) > size ? fabs(in[i]) : size;
    double scale = size > 0 ? scale_of(size) : 1;
    bool whole = scale > 0;
    for (int i = 0; i < 8; i++) {
        double scaled = in[i] * scale;
        out[i] = (int64_t)scaled;
        whole &= (double)out[i] == scaled && (scaled != 0) == (in[i] != 0);
    }
    return whole;
}

typedef struct moving {
    int64_t c[2][3];
} moving;

static word cross(const int64_t a[3], const int64_t b[3], int k)
{
    int n = (k + 1) % 3, l = (k + 2) % 3;
    return (word)((signed_word)a[n] * b[l] - (signed_word)a[l] * b[n]);
}

static word times(int64_t a, word b)
{
    return (word)(signed_word)a * b;
}

static mote_sweep_cubic cubic_of(const moving *a, const moving *b, const moving *c)
{
    mote_sweep_cubic f = {{0, 0, 0, 0}};
    for (int k = 0; k < 3; k++) {
        word q0 = cross(b->c[0], c->c[0], k), q2 = cross(b->c[1], c->c[1], k);
        word q1 = cross(b->c[0], c->c[1], k) + cross(b->c[1], c->c[0], k);
        f.c[0] += times(a->c[0][k], q0);
        f.c[1] += times(a->c[1][k], q0) + times(a->c[0][k], q1);
        f.c[2] += times(a->c[1][k], q1) + times(a->c[0][k], q2);
        f.c[3] += times(a->c[1][k], q2);
    }
    return f;
}

bool mote_sweep_cubic_make(const mote_sweep_layout *has, const mote_dvec3 start[4],
                           const mote_dvec3 end[4], mote_sweep_cubic *out)
{
    const int vectors[3] = {0, has->areas[0][0], has->areas[0][1]};
    moving v[3];
    for (int axis = 0; axis < 3; axis++) {
        double in[8];
        int64_t at[8];
        for (int i = 0; i < 4; i++) {
            in[i] = mote_sweep_coordinate(start[i], axis);
            in[4 + i] = mote_sweep_coordinate(end[i], axis);
        }
        if (!to_integers(in, at)) return false;
        for (int i = 0; i < 3; i++) {
            const uint8_t *ends = has->ends[vectors[i]];
            v[i].c[0][axis] = at[ends[1]] - at[ends[0]];
            v[i].c[1][axis] = at[4 + ends[1]] - at[4 + ends[0]];
        }
    }
    *out = cubic_of(&v[0], &v[1], &v[2]);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Integers of 256 bits in two's complement, the least significant word first

typedef struct wide {
    uint64_t w[4];
} wide;

static wide widen(word a)
{
    uint64_t high = (uint64_t)(a >> 64), fill = high >> 63 ? UINT64_MAX : 0;
    return (wide){{(uint64_t)a, high, fill, fill}};
}

static wide wide_times(wide a, uint64_t factor)
{
    word carry = 0;
    for (int i = 0; i < 4; i++) {
        carry += (word)a.w[i] * factor;
        a.w[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return a;
}

static wide wide_plus(wide a, wide b)
{
    word carry = 0;
    for (int i = 0; i < 4; i++) {
        carry += (word)a.w[i] + b.w[i];
        a.w[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return a;
}

int mote_sweep_cubic_sign(const mote_sweep_cubic *f, int64_t k)
{
    uint64_t after = (uint64_t)k, before = (uint64_t)(MOTE_SWEEP_GRID - k);
    wide value = widen(f->c[0]);
    value = wide_plus(wide_times(value, before), wide_times(widen(f->c[1]), after));
    wide term = wide_times(wide_times(widen(f->c[2]), after), after);
    value = wide_plus(wide_times(value, before), term);
    term = wide_times(wide_times(wide_times(widen(f->c[3]), after), after), after);
    value = wide_plus(wide_times(value, before), term);
    if (value.w[3] >> 63) return -1;
    return (value.w[0] | value.w[1] | value.w[2] | value.w[3]) != 0;
}
