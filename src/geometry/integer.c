#include "geometry/algebraic.h"

#include <assert.h>
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

// Makes a number of the last `size` words of the store. Returns leading zero words to the store.
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

// |a| + |b|. a must not be shorter than b.
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

// |a| - |b|. |a| must not be smaller than |b|.
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

// words[0 .. size] = factor * b, or, if `more`, words[0 .. size - 1] and then word `size` by it.
static void multiply_row(uint64_t *words, const uint64_t *b, uint32_t size, uint64_t factor,
                         bool more)
{
    uint64_t carry = 0;
    for (uint32_t j = 0; j < size; j++) {
        two_words product = (two_words)factor * b[j] + (more ? words[j] : 0) + carry;
        words[j] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
    words[size] = carry;
}

static uint32_t trailing_zeros(mote_integer a) // in words
{
    uint32_t count = 0;
    while (a.words[count] == 0) count++;
    return count;
}

mote_integer mote_integer_multiply(mote_integer_store *store, mote_integer a, mote_integer b)
{
    if (a.sign == 0 || b.sign == 0) return (mote_integer){0};
    if (a.size == 1 && b.size == 1) {
        uint64_t *words = take(store, 2);
        two_words product = (two_words)a.words[0] * b.words[0];
        words[0] = (uint64_t)product;
        words[1] = (uint64_t)(product >> 64);
        return finish(store, words, 2, a.sign * b.sign);
    }
    if (a.size > b.size) {
        mote_integer other = a;
        a = b;
        b = other;
    }
    uint32_t size = a.size + b.size, zeros_a = trailing_zeros(a), zeros_b = trailing_zeros(b);
    uint64_t *words = take(store, size);
    for (uint32_t i = 0; i < zeros_a + zeros_b; i++) words[i] = 0;
    uint32_t rest = b.size - zeros_b;
    multiply_row(words + zeros_a + zeros_b, b.words + zeros_b, rest, a.words[zeros_a], false);
    for (uint32_t i = zeros_a + 1; i < a.size; i++)
        multiply_row(words + i + zeros_b, b.words + zeros_b, rest, a.words[i], true);
    return finish(store, words, size, a.sign * b.sign);
}

double mote_integer_fraction(mote_integer a, int *exponent)
{
    *exponent = 0;
    if (a.sign == 0) return 0;
    int zeros = __builtin_clzll(a.words[a.size - 1]);
    uint64_t high = a.words[a.size - 1] << zeros;
    if (zeros && a.size > 1) high |= a.words[a.size - 2] >> (64 - zeros);
    *exponent = (int)(64 * a.size) - zeros;
    return a.sign * (double)high * 0x1p-64;
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

int64_t mote_split_double(double value, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t mantissa = bits & (((uint64_t)1 << 52) - 1);
    int power = (int)(bits >> 52 & 2047);
    if (power > 0) mantissa |= (uint64_t)1 << 52;
    *exponent = 0;
    if (mantissa == 0) return 0;
    int zeros = __builtin_ctzll(mantissa);
    *exponent = (power > 0 ? power : 1) - 1075 + zeros;
    int64_t odd = (int64_t)(mantissa >> zeros);
    return bits >> 63 ? -odd : odd;
}
