#define _POSIX_C_SOURCE 200809L

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "io/number.h"
#include "support/run.h"

static uint32_t bits_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

// The test programs run in the "C" locale, where strtof is the oracle.
static void agrees_with_strtof(const char *text)
{
    char *expected_end;
    float expected = strtof(text, &expected_end), number = 0.0f;
    const char *end = io_number_read(text, text + strlen(text), &number);
    if (end != expected_end || bits_of(number) != bits_of(expected)) {
        fail_msg("%s: %a, but strtof says %a", text, (double)number, (double)expected);
    }
}

static void random_digits_agree_with_strtof(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(1, 2, 3);
    size_t count = test_count(100000, 3000000, 30000000);
    for (size_t i = 0; i < count; i++) {
        char text[64], *to = text;
        uint32_t digits = 1 + mote_random_below(&random, 25),
                 point = mote_random_below(&random, 26);
        if (mote_random_below(&random, 2)) *to++ = "+-"[mote_random_below(&random, 2)];
        for (uint32_t d = 0; d < digits; d++) {
            if (d == point) *to++ = '.';
            *to++ = (char)('0' + mote_random_below(&random, 10));
        }
        *to = 0;
        if (mote_random_below(&random, 2))
            sprintf(to, "e%d", (int)mote_random_below(&random, 120) - 60);
        agrees_with_strtof(text);
    }
}

static void printed_floats_agree_with_strtof(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(4, 5, 6);
    size_t count = test_count(50000, 1000000, 30000000);
    for (size_t i = 0; i < count; i++) {
        float number = float_of(mote_random_u32(&random));
        if (!isfinite(number)) continue;
        char text[64];
        snprintf(text, sizeof text, "%.*g", (int)mote_random_below(&random, 17) + 1,
                 (double)number);
        agrees_with_strtof(text);
    }
}

// Exactly between two floats, and off it by one in a far digit.
static void midpoints_agree_with_strtof(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(7, 8, 9);
    size_t count = test_count(2000, 30000, 1000000);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = mote_random_u32(&random) & 0x7fffffff;
        if (i % 4 == 0) bits &= 0xffffff; // subnormal or nearly
        if (!isfinite(float_of(bits + 1))) continue;
        double midpoint = ((double)float_of(bits) + (double)float_of(bits + 1)) / 2;
        char text[400];
        int length = snprintf(text, sizeof text - 40, "%.160e", midpoint);
        agrees_with_strtof(text);
        char *exponent = strchr(text, 'e');
        assert_non_null(exponent);
        assert_true(length < 300);
        exponent[-1] = '1';
        agrees_with_strtof(text);
        // Below the midpoint: the last digit that is not zero goes down by one, and nines follow.
        char *digit = exponent - 1;
        *digit = '0';
        while (*digit == '0' || *digit == '.') digit--;
        --*digit;
        for (digit++; digit < exponent; digit++) {
            if (*digit != '.') *digit = '9';
        }
        agrees_with_strtof(text);
    }
}

static void written_cases_agree_with_strtof(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "0",
        "-0",
        "+0",
        "0.",
        ".0",
        ".5",
        "5.",
        "-.5e1",
        "1e",
        "1e+",
        "1e-",
        "1e5x",
        "1.5.5",
        "00001",
        "0e999999999999999999999",
        "1e999999999999999999999",
        "1e-999999999999999999999",
        "1e39",
        "3.4028234663852886e38",
        "3.4028235677973366e38",
        "3.4028235677973365e38",
        "3.40282357e38",
        "1.401298464324817e-45",
        "7.006492321624085e-46",
        "7.006492321624086e-46",
        "7.0064923216240853546186479164495e-46",
        "1.17549435e-38",
        "1.1754942e-38",
        "16777217",
        "16777217.0000000000000000000000000000001",
        "9007199254740993",
        "18446744073709551616",
        "0.1000000014901161193847656250",
        "123456789012345678901234567890",
        "0.000000000000000000000000000000000000000000001401298464324817",
        "1-1",
        "1e1.5",
        "1 2"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) agrees_with_strtof(cases[i]);
    char text[3000];
    memset(text, '0', sizeof text); // 0.000...1e1500 = 1 and 1000...0e-1500 = 1
    memcpy(text, "0.", 2);
    strcpy(text + 1501, "1e1500");
    agrees_with_strtof(text);
    memset(text, '0', sizeof text);
    text[0] = '1';
    strcpy(text + 1501, "e-1500");
    agrees_with_strtof(text);
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const cases[] = {"",    "+",   "-",   ".", "-.",  "e5",
                                        ".e5", "nan", "inf", "x", "--1", " 1"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float number = 5.0f;
        assert_null(io_number_read(cases[i], cases[i] + strlen(cases[i]), &number));
        assert_true(number == 5.0f);
    }
}

static void nothing_behind_the_end_is_read(void **state)
{
    (void)state;
    const char *text = "12.5e17";
    static const float expected[] = {1.0f, 12.0f, 12.0f, 12.5f, 12.5f, 12.5e1f, 12.5e17f};
    static const int ends[] = {1, 2, 3, 4, 4, 6, 7};
    for (int length = 1; length <= 7; length++) {
        float number;
        const char *end = io_number_read(text, text + length, &number);
        assert_ptr_equal(end, text + ends[length - 1]);
        assert_true(number == expected[length - 1]);
    }
}

static void writes_back_the_same_bits(float number)
{
    char text[IO_NUMBER_SIZE + 1];
    memset(text, '#', sizeof text);
    size_t length = io_number_write(number, text);
    assert_true(length < IO_NUMBER_SIZE);
    text[length] = 0;
    char *end;
    if (bits_of(strtof(text, &end)) != bits_of(number) || *end) {
        fail_msg("%a is written as %s", (double)number, text);
    }
}

static void written_floats_read_back(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(10, 11, 12);
    size_t count = test_count(100000, 3000000, 100000000);
    for (size_t i = 0; i < count; i++) {
        float number = float_of(mote_random_u32(&random));
        if (isfinite(number)) writes_back_the_same_bits(number);
        writes_back_the_same_bits(mote_random_between(&random, -100.0f, 100.0f));
    }
    for (uint32_t exponent = 0; exponent < 255; exponent++) {
        for (uint32_t offset = 0; offset < 4; offset++) {
            writes_back_the_same_bits(float_of((exponent << 23) + offset));
            writes_back_the_same_bits(-float_of((exponent << 23) + 0x7fffff - offset));
        }
    }
}

// Rounding to fewer digits does not read back.
static void written_floats_are_short(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(13, 14, 15);
    size_t count = test_count(20000, 300000, 10000000);
    for (size_t i = 0; i < count; i++) {
        float number = float_of(mote_random_u32(&random));
        if (i % 8 == 0) number = float_of(mote_random_u32(&random) & 0x807fffff); // subnormal
        if (!isfinite(number)) continue;
        char text[IO_NUMBER_SIZE];
        size_t length = io_number_write(number, text), digits = 0, zeros = 0;
        text[length] = 0;
        for (size_t c = 0; c < length && text[c] != 'e'; c++) {
            if (text[c] < '0' || text[c] > '9' || (text[c] == '0' && digits == 0)) continue;
            digits++;
            zeros = text[c] == '0' ? zeros + 1 : 0;
        }
        digits -= zeros;
        char shorter[32];
        snprintf(shorter, sizeof shorter, "%.*e", (int)digits - 2, (double)number);
        if (digits > 1 && strtof(shorter, NULL) == number) {
            fail_msg("%s is longer than %s", text, shorter);
        }
    }
}

static void written_form(float number, const char *expected)
{
    char text[IO_NUMBER_SIZE + 1];
    text[io_number_write(number, text)] = 0;
    assert_string_equal(text, expected);
}

static void floats_are_written_as_people_would(void **state)
{
    (void)state;
    written_form(0.0f, "0");
    written_form(-0.0f, "-0");
    written_form(1.0f, "1");
    written_form(-1.5f, "-1.5");
    written_form(0.1f, "0.1");
    written_form(1000000.0f, "1000000");
    written_form(123456789.0f, "123456790");
    written_form(1e9f, "1e+09");
    written_form(0.0001f, "0.0001");
    written_form(-0.00012345678f, "-0.00012345678");
    written_form(0.00001f, "1e-05");
    written_form(12.34f, "12.34");
    written_form(FLT_MAX, "3.4028235e+38");
}

// Where the program asked for a locale with a decimal comma, if the machine has one.
static void the_locale_does_not_matter(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE",
                                        "fr_FR"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_ALL, names[i])) break;
    }
    float number = 0.0f;
    const char *text = "1.5";
    assert_ptr_equal(io_number_read(text, text + 3, &number), text + 3);
    assert_true(number == 1.5f);
    written_form(1.5f, "1.5");
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_digits_agree_with_strtof),
        cmocka_unit_test(printed_floats_agree_with_strtof),
        cmocka_unit_test(midpoints_agree_with_strtof),
        cmocka_unit_test(written_cases_agree_with_strtof),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(nothing_behind_the_end_is_read),
        cmocka_unit_test(written_floats_read_back),
        cmocka_unit_test(written_floats_are_short),
        cmocka_unit_test(floats_are_written_as_people_would),
        cmocka_unit_test(the_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
