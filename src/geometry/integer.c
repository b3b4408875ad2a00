#include "geometry/algebraic.h"

#include <assert.h>
#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 two_words;

static uint64_t *take(mote_integer_store *store, uint32_t size)
{
    uint64_t *words = store->words + store->used;
    store->used += size;
    assert(store->used <= store->capacity);
    if (store->used > store->most) store->most = store->used;
    return words;
}

// A number of up to `size` words at the end of the store; leading zeros go back.
static mote_integer finish(mote_integer_store *store, uint64_t *words, uint32_t size, int sign)
{
    while (size > 0 && words[size - 1] == 0) size--;
    store->used = (uint32_t)(words - store->words) + size;
    return (mote_integer){words, size, size ? sign : 0};
}

mote_integer mote_integer_shifted(mote_integer_store *store, int64_t value, uint32_t shift)
{
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    uint32_t whole = shift / 64, bits = shift % 64;
    uint64_t *words = take(store, whole + 2);
    memset(words, 0, whole * sizeof *words);
    words[whole] = magnitude << bits;
    words[whole + 1] = bits ? magnitude >> (64 - bits) : 0;
    return finish(store, words, whole + 2, value < 0 ? -1 : 1);
}

mote_integer mote_integer_small(mote_integer_store *store, int64_t value)
{
    return mote_integer_shifted(store, value, 0);
}

int mote_integer_compare_sizes(mote_integer a, mote_integer b)
{
    if (a.size != b.size) return a.size < b.size ? -1 : 1;
    for (uint32_t i = a.size; i-- > 0;) {
        if (a.words[i] != b.words[i]) return a.words[i] < b.words[i] ? -1 : 1;
    }
    return 0;
}

// |a| + |b|, where a is not the shorter one.
static mote_integer add_sizes(mote_integer_store *store, mote_integer a, mote_integer b, int sign)
{
    uint64_t *words = take(store, a.size + 1);
    two_words sum = 0;
    for (uint32_t i = 0; i < a.size; i++) {
        sum += (two_words)a.words[i] + (i < b.size ? b.words[i] : 0);
        words[i] = (uint64_t)sum;
        sum >>= 64;
    }
    words[a.size] = (uint64_t)sum;
    return finish(store, words, a.size + 1, sign);
}

// |a| - |b|, where a is not the smaller one.
static mote_integer subtract_sizes(mote_integer_store *store, mote_integer a, mote_integer b,
                                   int sign)
{
    uint64_t *words = take(store, a.size), borrow = 0;
    for (uint32_t i = 0; i < a.size; i++) {
        two_words less = (two_words)(i < b.size ? b.words[i] : 0) + borrow;
        borrow = a.words[i] < less;
        words[i] = (uint64_t)(a.words[i] - less);
    }
    return finish(store, words, a.size, sign);
}

mote_integer mote_integer_add(mote_integer_store *store, mote_integer a, mote_integer b)
{
    if (a.sign == 0) return b;
    if (b.sign == 0) return a;
    if (a.sign == b.sign)
        return a.size < b.size ? add_sizes(store, b, a, a.sign) : add_sizes(store, a, b, a.sign);
    return mote_integer_compare_sizes(a, b) < 0 ? subtract_sizes(store, b, a, b.sign)
                                                : subtract_sizes(store, a, b, a.sign);
}

mote_integer mote_integer_multiply(mote_integer_store *store, mote_integer a, mote_integer b)
{
    if (a.sign == 0 || b.sign == 0) return (mote_integer){0};
    uint32_t size = a.size + b.size;
    uint64_t *words = take(store, size);
    memset(words, 0, size * sizeof *words);
    for (uint32_t i = 0; i < a.size; i++) {
        uint64_t carry = 0;
        for (uint32_t j = 0; j < b.size; j++) {
            two_words product = (two_words)a.words[i] * b.words[j] + words[i + j] + carry;
            words[i + j] = (uint64_t)product;
            carry = (uint64_t)(product >> 64);
        }
        words[i + b.size] = carry;
    }
    return finish(store, words, size, a.sign * b.sign);
}

mote_integer mote_integer_keep(mote_integer_store *store, uint32_t used, mote_integer a)
{
    uint64_t *words = store->words + used;
    if (a.size) memmove(words, a.words, a.size * sizeof *words);
    store->used = used + a.size;
    return (mote_integer){words, a.size, a.sign};
}

mote_integer mote_integer_cross(mote_integer_store *store, mote_integer a, mote_integer b,
                                mote_integer c, mote_integer d)
{
    uint32_t used = store->used;
    mote_integer left = mote_integer_multiply(store, a, b);
    mote_integer right = mote_integer_multiply(store, c, d);
    return mote_integer_keep(store, used, mote_integer_subtract(store, left, right));
}

// value = mantissa * 2^exponent, the mantissa odd or 0.
static int64_t split(double value, int *exponent)
{
    *exponent = 0;
    if (value == 0) return 0;
    int64_t mantissa = (int64_t)ldexp(frexp(value, exponent), 53);
    int zeros = __builtin_ctzll((uint64_t)mantissa);
    *exponent += zeros - 53;
    return mantissa / ((int64_t)1 << zeros);
}

int mote_exponent_of_double(double value)
{
    int exponent;
    split(value, &exponent);
    return exponent;
}

mote_integer mote_integer_difference(mote_integer_store *store, double a, double b, int exponent)
{
    int of_a, of_b;
    uint32_t used = store->used;
    int64_t mantissa_a = split(a, &of_a), mantissa_b = split(b, &of_b);
    mote_integer left = {0}, right = {0};
    if (mantissa_a) left = mote_integer_shifted(store, mantissa_a, (uint32_t)(of_a - exponent));
    if (mantissa_b) right = mote_integer_shifted(store, mantissa_b, (uint32_t)(of_b - exponent));
    return mote_integer_keep(store, used, mote_integer_subtract(store, left, right));
}
