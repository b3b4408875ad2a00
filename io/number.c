// Reading: a fast path in hardware arithmetic and a slow exact path, as in Clinger, "How to Read
// Floating Point Numbers Accurately", 1990. The fast path computes in double, with an error of a
// few units in the last place, which determines the float unless the result is close to the
// midpoint of two floats. The exact path compares the decimal with this midpoint in integers.
//
// Writing: nine digits always distinguish floats. Digits are dropped while the rest reads back as
// the same float.

#include "io/number.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// A number as written in the text: mantissa * 10^exponent, where the mantissa has the first 19
// digits.
typedef struct decimal {
    uint64_t mantissa;
    int64_t exponent;
    const char *digits; // including the point
    const char *digits_end;
} decimal;

enum { MANTISSA_DIGITS = 19 };

// Beyond these powers of ten a mantissa of up to 19 digits is always infinite or zero as a float.
enum { EXPONENT_OF_INFINITY = 40, EXPONENT_OF_ZERO = -70 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// ---------------------------------------------------------------------------------------------
// Fast path

static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

enum { EXACT_POWERS = 22 }; // larger powers of ten are not exact in double

static double times_power_of_ten(double number, int exponent)
{
    for (; exponent > EXACT_POWERS; exponent -= EXACT_POWERS) number *= 1e22;
    for (; exponent < -EXACT_POWERS; exponent += EXACT_POWERS) number /= 1e22;
    return exponent < 0 ? number / powers_of_ten[-exponent] : number * powers_of_ten[exponent];
}

// Whether `estimate`, with an error of a few units in the last place, rounds to the same float as
// the exact number.
static bool float_is_certain(double estimate)
{
    // Rounding the mantissa, dropping digits behind the 19th and at most four roundings of
    // times_power_of_ten are less than 6 half units, and a relative half unit is at most one unit.
    const uint64_t error = 16, midpoint = UINT64_C(1) << 28, dropped_bits = (midpoint << 1) - 1;
    if (!(estimate > 0x1p-125 && estimate < 0x1p127))
        return false; // subnormal, or next to infinity
    uint64_t bits;
    memcpy(&bits, &estimate, sizeof bits);
    uint64_t tail = bits & dropped_bits;
    return tail > midpoint + error || tail < midpoint - error;
}

// ---------------------------------------------------------------------------------------------
// Exact path

// A natural number, lowest word first. The largest here is a midpoint of 25 bits times 10^172 (597
// bits).
enum { BIG_WORDS = 32 };
typedef struct big {
    uint32_t words[BIG_WORDS];
    int count;
} big;

static void big_multiply_add(big *number, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < number->count; i++) {
        carry += (uint64_t)number->words[i] * factor;
        number->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) number->words[number->count++] = (uint32_t)carry;
}

static void big_times_power_of_ten(big *number, int64_t exponent)
{
    for (; exponent >= 9; exponent -= 9) big_multiply_add(number, 1000000000, 0);
    for (; exponent > 0; exponent--) big_multiply_add(number, 10, 0);
}

static void big_times_power_of_two(big *number, int exponent)
{
    for (; exponent >= 31; exponent -= 31) big_multiply_add(number, UINT32_C(1) << 31, 0);
    big_multiply_add(number, UINT32_C(1) << exponent, 0);
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->words[i] != b->words[i]) return a->words[i] < b->words[i] ? -1 : 1;
    }
    return 0;
}

// The digits of the text as a natural number, and their power of ten. A midpoint of two floats has
// at most 113 digits, so of the digits after the first 120 only matters whether any is not zero; a
// 1 represents them.
static big big_of_digits(const decimal *number, int64_t *exponent)
{
    enum { MAX_DIGITS = 120 };
    big result = {.count = 0};
    int digits = 0;
    bool point_seen = false, rest = false;
    *exponent = 0;
    for (const char *at = number->digits; at < number->digits_end; at++) {
        if (*at == '.') {
            point_seen = true;
            continue;
        }
        if (digits < MAX_DIGITS) {
            big_multiply_add(&result, 10, (uint32_t)(*at - '0'));
            if (result.count) digits++;
            *exponent -= point_seen;
        } else {
            rest |= *at != '0';
            *exponent += !point_seen;
        }
    }
    if (rest) {
        big_multiply_add(&result, 10, 1);
        --*exponent;
    }
    return result;
}

// Compares digits * 10^exponent with the midpoint between the float of the given bits and the next
// larger one.
static int compare_with_midpoint(const big *digits, int64_t exponent, uint32_t bits)
{
    uint32_t biased = bits >> 23, fraction = bits & 0x7fffff;
    uint32_t mantissa = biased ? fraction | 0x800000 : fraction;
    int binary_exponent = (biased ? (int)biased : 1) - 151;
    big left = *digits, right = {.words = {2 * mantissa + 1}, .count = 1};
    if (exponent >= 0)
        big_times_power_of_ten(&left, exponent);
    else
        big_times_power_of_ten(&right, -exponent);
    if (binary_exponent >= 0)
        big_times_power_of_two(&right, binary_exponent);
    else
        big_times_power_of_two(&left, -binary_exponent);
    return big_compare(&left, &right);
}

// The search begins at `estimate`, which need only be close.
static float exact_float(const decimal *number, int64_t written_exponent, double estimate)
{
    int64_t exponent;
    big digits = big_of_digits(number, &exponent);
    exponent += written_exponent;
    float nearest = estimate < (double)FLT_MAX ? (float)estimate : FLT_MAX;
    uint32_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    while (bits > 0) {
        int side = compare_with_midpoint(&digits, exponent, bits - 1);
        if (side > 0 || (side == 0 && bits % 2 == 0)) break;
        bits--;
    }
    while (bits < 0x7f800000) {
        int side = compare_with_midpoint(&digits, exponent, bits);
        if (side < 0 || (side == 0 && bits % 2 == 0)) break;
        bits++;
    }
    memcpy(&nearest, &bits, sizeof nearest);
    return nearest;
}

// ---------------------------------------------------------------------------------------------
// Reading

static const char *read_exponent(const char *at, const char *end, int64_t *out)
{
    const char *start = at;
    bool negative = false;
    if (at == end || (*at != 'e' && *at != 'E')) return start;
    at++;
    if (at < end && (*at == '+' || *at == '-')) negative = *at++ == '-';
    if (at == end || !is_digit(*at)) return start;
    int64_t exponent = 0;
    for (; at < end && is_digit(*at); at++) {
        // The limit is far above the number of digits in any memory, so a clipped exponent still
        // decides the result.
        if (exponent < INT64_MAX / 100) exponent = exponent * 10 + (*at - '0');
    }
    *out = negative ? -exponent : exponent;
    return at;
}

static inline const char *read_digits(const char *at, const char *end, decimal *number, int *digits,
                                      int64_t step)
{
    for (; at < end && is_digit(*at); at++) {
        if (*digits < MANTISSA_DIGITS) {
            number->mantissa = number->mantissa * 10 + (uint64_t)(*at - '0');
            *digits += number->mantissa != 0;
            number->exponent += step;
        } else {
            number->exponent += step + 1;
        }
    }
    return at;
}

static float float_of(const decimal *number, int64_t written_exponent)
{
    int64_t exponent = number->exponent + written_exponent;
    if (number->mantissa == 0 || exponent < EXPONENT_OF_ZERO) return 0.0f;
    if (exponent > EXPONENT_OF_INFINITY) return INFINITY;
    double estimate = times_power_of_ten((double)number->mantissa, (int)exponent);
    if (float_is_certain(estimate)) return (float)estimate;
    return exact_float(number, written_exponent, estimate);
}

const char *io_number_read(const char *at, const char *end, float *out)
{
    bool negative = false;
    if (at < end && (*at == '+' || *at == '-')) negative = *at++ == '-';
    decimal number = {.digits = at};
    int digits = 0;
    at = read_digits(at, end, &number, &digits, 0);
    size_t characters = (size_t)(at - number.digits);
    if (at < end && *at == '.') {
        const char *fraction = at + 1;
        at = read_digits(fraction, end, &number, &digits, -1);
        characters += (size_t)(at - fraction);
    }
    if (characters == 0) return NULL;
    number.digits_end = at;
    int64_t written_exponent = 0;
    at = read_exponent(at, end, &written_exponent);
    float magnitude = float_of(&number, written_exponent);
    *out = negative ? -magnitude : magnitude;
    return at;
}

// ---------------------------------------------------------------------------------------------
// Writing

enum { ENOUGH_DIGITS = 9 };

static char *put_digits(char *to, uint64_t mantissa, int count)
{
    for (int i = count - 1; i >= 0; i--, mantissa /= 10) to[i] = (char)('0' + mantissa % 10);
    return to + count;
}

static bool reads_back_as(uint64_t mantissa, int exponent, float number)
{
    char digits[ENOUGH_DIGITS];
    put_digits(digits, mantissa, ENOUGH_DIGITS);
    decimal text = {.mantissa = mantissa, .digits = digits, .digits_end = digits + ENOUGH_DIGITS};
    return float_of(&text, exponent) == number;
}

// The digits of a positive number: mantissa * 10^exponent.
static uint64_t shortest_digits(float number, int *exponent)
{
    *exponent = (int)floor(log10((double)number)) - (ENOUGH_DIGITS - 1);
    double scaled = times_power_of_ten((double)number, -*exponent);
    for (;;) {
        uint64_t shorter = (uint64_t)(scaled / 10 + 0.5);
        if (!reads_back_as(shorter, *exponent + 1, number)) return (uint64_t)(scaled + 0.5);
        scaled /= 10;
        ++*exponent;
    }
}

static int count_digits(uint64_t number)
{
    int count = 1;
    while (number >= 10) number /= 10, count++;
    return count;
}

// d.ddde+dd
static char *put_scientific(char *to, uint64_t mantissa, int count, int leading_exponent)
{
    put_digits(to + 1, mantissa, count);
    to[0] = to[1];
    to[1] = '.';
    to += count > 1 ? count + 1 : 1;
    *to++ = 'e';
    *to++ = leading_exponent < 0 ? '-' : '+';
    return put_digits(to, (uint64_t)(leading_exponent < 0 ? -leading_exponent : leading_exponent),
                      2);
}

static char *put_fixed(char *to, uint64_t mantissa, int count, int exponent)
{
    if (exponent >= 0) {
        to = put_digits(to, mantissa, count);
        memset(to, '0', (size_t)exponent);
        return to + exponent;
    }
    int whole = count + exponent; // digits before the point
    if (whole <= 0) {
        memset(to, '0', (size_t)(2 - whole));
        to[1] = '.';
        return put_digits(to + 2 - whole, mantissa, count);
    }
    put_digits(to + 1, mantissa, count);
    memmove(to, to + 1, (size_t)whole);
    to[whole] = '.';
    return to + count + 1;
}

size_t io_number_write(float number, char out[IO_NUMBER_SIZE])
{
    char *to = out;
    if (signbit(number)) *to++ = '-';
    if (number == 0.0f) {
        *to++ = '0';
        return (size_t)(to - out);
    }
    int exponent;
    uint64_t mantissa = shortest_digits(fabsf(number), &exponent);
    int count = count_digits(mantissa), leading = count + exponent - 1;
    bool fixed = leading >= -4 && leading < ENOUGH_DIGITS;
    to = fixed ? put_fixed(to, mantissa, count, exponent)
               : put_scientific(to, mantissa, count, leading);
    return (size_t)(to - out);
}
