#include "core/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"

// Frozen: report hashes are compared between machines and versions.
static void known_values_never_change(void **state)
{
    (void)state;
    assert_true(mote_hash_bytes(MOTE_HASH_START, "", 0) == 0x95bfd40cd0054c57);
    assert_true(mote_hash_bytes(MOTE_HASH_START, "mote", 4) == 0x26a8dc1a13668869);
    assert_true(mote_hash_bytes(MOTE_HASH_START, "twelve bytes", 12) == 0x82ca42a9c71a3762);
    assert_true(mote_hash_u64(MOTE_HASH_START, 42) == 0xde5e09e8b86555ab);
}

static void alignment_does_not_matter(void **state)
{
    (void)state;
    const char text[] = "a text of some length that is no multiple of eight";
    char moved[sizeof text + 8];
    uint64_t expected = mote_hash_bytes(MOTE_HASH_START, text, sizeof text);
    for (size_t offset = 0; offset < 8; offset++) {
        memcpy(moved + offset, text, sizeof text);
        assert_true(mote_hash_bytes(MOTE_HASH_START, moved + offset, sizeof text) == expected);
    }
}

static void trailing_zeros_count(void **state)
{
    (void)state;
    const char zeros[32] = {0};
    uint64_t hashes[33];
    for (size_t n = 0; n <= 32; n++) {
        hashes[n] = mote_hash_bytes(MOTE_HASH_START, zeros, n);
        for (size_t i = 0; i < n; i++) assert_true(hashes[i] != hashes[n]);
    }
}

// Flipping any one bit of the input flips each bit of the hash about every other time.
static void every_bit_reaches_every_bit(void **state)
{
    (void)state;
    enum { TRIES = 2000 };
    mote_random random = mote_random_stream(1, 0, 0);
    for (int bit = 0; bit < 64; bit++) {
        uint32_t flips[64] = {0};
        for (int i = 0; i < TRIES; i++) {
            uint64_t value = mote_random_u64(&random);
            uint64_t change = mote_hash_u64(MOTE_HASH_START, value) ^
                              mote_hash_u64(MOTE_HASH_START, value ^ (uint64_t)1 << bit);
            for (int out = 0; out < 64; out++) flips[out] += change >> out & 1;
        }
        for (int out = 0; out < 64; out++)
            assert_true(flips[out] > TRIES / 4 && flips[out] < TRIES * 3 / 4);
    }
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void small_numbers_do_not_collide(void **state)
{
    (void)state;
    size_t count = test_count(20000, 500000, 5000000);
    uint64_t *hashes = malloc(count * sizeof *hashes);
    assert_non_null(hashes);
    for (size_t i = 0; i < count; i++) hashes[i] = mote_hash_u64(MOTE_HASH_START, i);
    qsort(hashes, count, sizeof *hashes, compare_u64);
    for (size_t i = 1; i < count; i++) assert_true(hashes[i] != hashes[i - 1]);
    free(hashes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values_never_change),
        cmocka_unit_test(alignment_does_not_matter),
        cmocka_unit_test(trailing_zeros_count),
        cmocka_unit_test(every_bit_reaches_every_bit),
        cmocka_unit_test(small_numbers_do_not_collide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
