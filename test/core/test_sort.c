#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "core/sort.h"
#include "support/run.h"

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Few different bits, all bits, or equal keys only.
static uint64_t some_key(mote_random *random, uint64_t kind)
{
    uint64_t key = mote_random_u64(random);
    if (kind == 0) return key;
    if (kind == 1) return key & 0x00000f0000000003u;
    return kind == 2 ? 7 : key & 1 ? UINT64_MAX : 0;
}

static void sorts_as_the_library_does(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(50, 400, 4000); seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        size_t count = mote_random_below(&random, seed % 3 ? 200 : 5000);
        uint64_t *keys = malloc((count + 1) * sizeof *keys),
                 *scratch = malloc((count + 1) * sizeof *keys);
        uint64_t *expected = malloc((count + 1) * sizeof *keys);
        for (size_t i = 0; i < count; i++) keys[i] = some_key(&random, seed % 4);
        memcpy(expected, keys, count * sizeof *keys);
        qsort(expected, count, sizeof *expected, compare_keys);
        mote_sort_keys(keys, count, scratch);
        assert_memory_equal(keys, expected, count * sizeof *keys);
        free(keys);
        free(scratch);
        free(expected);
    }
}

static void places_are_those_of_a_walk_from_the_start(void **state)
{
    (void)state;
    uint64_t keys[20], scratch[20];
    for (uint64_t seed = 0; seed < test_count(200, 2000, 20000); seed++) {
        mote_random random = mote_random_stream(seed, 1, 0);
        size_t count = mote_random_below(&random, 21), expected = 0;
        for (size_t i = 0; i < count; i++) keys[i] = some_key(&random, seed % 4);
        mote_sort_keys(keys, count, scratch);
        bool known = count && mote_random_below(&random, 2);
        uint64_t key =
            known ? keys[mote_random_below(&random, (uint32_t)count)] : some_key(&random, seed % 4);
        while (expected < count && keys[expected] < key) expected++;
        assert_int_equal(mote_sorted_place(keys, count, key), expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorts_as_the_library_does),
                                       cmocka_unit_test(places_are_those_of_a_walk_from_the_start)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
