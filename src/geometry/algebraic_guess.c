// Approximates a place in double, without a guarantee. The guess saves most of the exact
// comparisons of an enclosure.

#include <math.h>

#include "geometry/algebraic.h"

static int bit_count(mote_integer a)
{
    int bits;
    mote_integer_fraction(a, &bits);
    return bits;
}

// a / 2^shift
static double scaled(mote_integer a, int shift)
{
    int bits;
    double fraction = mote_integer_fraction(a, &bits);
    return ldexp(fraction, bits - shift);
}

// Coefficients divided by a common power of two, so that the largest is about 1.
static void scale_all(const mote_integer *in, int count, double *out)
{
    int bits = 0;
    for (int i = 0; i < count; i++) bits = bit_count(in[i]) > bits ? bit_count(in[i]) : bits;
    for (int i = 0; i < count; i++) out[i] = scaled(in[i], bits);
}

// x / (1 + x) for x = over / under.
static double time_of(double over, double under)
{
    return over / (over + under);
}

static double guess_surd(const mote_place *at)
{
    int bits = 0;
    for (int i = 0; i < 3; i++)
        bits = bit_count(at->of.c[i]) > bits ? bit_count(at->of.c[i]) : bits;
    double c[3];
    for (int i = 0; i < 3; i++) c[i] = scaled(at->of.c[i], bits);
    double root = sqrt(scaled(at->discriminant, 2 * bits));
    // The root of larger magnitude is a sum of numbers with the same sign; the product of both is
    // c0 / c2.
    double sum = c[1] > 0 ? -c[1] - root : -c[1] + root;
    bool is_larger = (c[1] > 0) == (at->side < 0);
    return is_larger ? time_of(sum, 2 * c[2]) : time_of(2 * c[0], sum);
}

// A cubic in x at x = t / (1 - t), times (1 - t)^3.
static double cubic_at(const double c[4], double t)
{
    double s = 1 - t;
    return ((c[3] * t + c[2] * s) * t + c[1] * s * s) * t + c[0] * s * s * s;
}

static double cubic_slope(const double c[4], double t)
{
    double s = 1 - t, b0 = c[1] - 3 * c[0], b1 = c[2] - c[1], b2 = 3 * c[3] - c[2];
    return b0 * s * s + 2 * b1 * s * t + b2 * t * t;
}

// The times of the extremes on either side of the second root, for a cubic with three roots and a
// positive leading coefficient.
static void find_extremes(const double c[4], double *first, double *second)
{
    double d = c[2] * c[2] - 3 * c[1] * c[3], root = d > 0 ? sqrt(d) : 0;
    double sum = c[2] > 0 ? -c[2] - root : -c[2] + root; // times 1 / (3 c3), or c1 divided by it
    double a = time_of(sum, 3 * c[3]), b = time_of(c[1], sum);
    double x = sum / (3 * c[3]), y = c[1] / sum;
    *first = x < y ? (x > 0 ? a : 0) : (y > 0 ? b : 0);
    *second = x < y ? (y > 0 ? b : 0) : (x > 0 ? a : 0);
}

// Newton's method between times at which the cubic has different signs, with bisection if a step
// fails.
static double guess_root(const double c[4], double low, double high, bool rises)
{
    double at = 0.5 * (low + high);
    for (int i = 0; i < 80; i++) {
        double value = cubic_at(c, at), step = value / cubic_slope(c, at), next = at - step;
        if ((value < 0) == rises)
            low = at;
        else
            high = at;
        if (fabs(step) < 0x1p-52 || !(high - low > 0x1p-52)) return at;
        at = next > low && next < high ? next : 0.5 * (low + high);
    }
    return at;
}

static double guess_cubic_root(const mote_place *at)
{
    double c[4], first = 0, second = 0;
    scale_all(at->of.c, 4, c);
    if (at->count == 1) return guess_root(c, 0, 1, true);
    find_extremes(c, &first, &second);
    if (at->index == 1) return guess_root(c, 0, first, true);
    return at->index == 2 ? guess_root(c, first, second, false) : guess_root(c, second, 1, true);
}

double mote_place_guess(const mote_place *at)
{
    double c[2], t = 0.5;
    const mote_integer fraction[2] = {at->over, at->under};
    if (at->kind == MOTE_AT_FRACTION) {
        scale_all(fraction, 2, c);
        t = time_of(c[0], c[1]);
    }
    if (at->kind == MOTE_AT_SURD) t = guess_surd(at);
    if (at->kind == MOTE_AT_CUBIC_ROOT) t = guess_cubic_root(at);
    return t > 0 && t < 1 ? t : 0.5;
}
