#include "geometry/expansion.h"

#include <stdbool.h>
#include <string.h>

void mote_expansion_set(mote_expansion *out, double value)
{
    out->count = value != 0;
    out->terms[0] = value;
}

static inline void append(mote_expansion *e, double term)
{
    if (term != 0) e->terms[e->count++] = term;
}

void mote_expansion_difference(mote_expansion *out, double a, double b)
{
    double low;
    double high = mote_two_sum(a, -b, &low);
    out->count = 0;
    append(out, low);
    append(out, high);
}

void mote_expansion_negate(mote_expansion *in_place)
{
    for (int i = 0; i < in_place->count; i++) in_place->terms[i] = -in_place->terms[i];
}

// FAST-EXPANSION-SUM with the second operand multiplied by `sign`, 1 or -1.
static void merge(mote_expansion *out, const mote_expansion *a, const mote_expansion *b,
                  double sign)
{
    out->count = 0;
    double carry = 0;
    int i = 0, j = 0;
    while (i < a->count || j < b->count) {
        bool take_a = j == b->count || (i < a->count && fabs(a->terms[i]) < fabs(b->terms[j]));
        double next = take_a ? a->terms[i++] : sign * b->terms[j++];
        double error;
        carry = mote_two_sum(carry, next, &error);
        append(out, error);
    }
    append(out, carry);
}

void mote_expansion_add(mote_expansion *out, const mote_expansion *a, const mote_expansion *b)
{
    merge(out, a, b, 1);
}

void mote_expansion_subtract(mote_expansion *out, const mote_expansion *a, const mote_expansion *b)
{
    merge(out, a, b, -1);
}

void mote_expansion_scale(mote_expansion *out, const mote_expansion *a, double factor)
{
    out->count = 0;
    if (a->count == 0) return;
    double error;
    double carry = mote_two_product(a->terms[0], factor, &error);
    append(out, error);
    for (int i = 1; i < a->count; i++) {
        double low;
        double high = mote_two_product(a->terms[i], factor, &low);
        double sum = mote_two_sum(carry, low, &error);
        append(out, error);
        carry = mote_fast_two_sum(high, sum, &error);
        append(out, error);
    }
    append(out, carry);
}

void mote_expansion_multiply(mote_expansion *out, const mote_expansion *a, const mote_expansion *b)
{
    if (b->count == 1) {
        mote_expansion_scale(out, a, b->terms[0]);
        return;
    }
    mote_expansion scaled, sum;
    out->count = 0;
    for (int i = 0; i < b->count; i++) {
        mote_expansion_scale(&scaled, a, b->terms[i]);
        mote_expansion_add(&sum, out, &scaled);
        out->count = sum.count;
        memcpy(out->terms, sum.terms, (size_t)sum.count * sizeof sum.terms[0]);
    }
}

double mote_expansion_value(const mote_expansion *e)
{
    double value = 0;
    for (int i = 0; i < e->count; i++) value += e->terms[i];
    return value;
}
