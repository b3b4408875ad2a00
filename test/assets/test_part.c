// Names of parts: none twice, whatever they were called.

#include "assets/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"

enum { MAX = 40 };

static void name(asset_part *part, const char *text)
{
    part->name = malloc(strlen(text) + 1);
    assert_non_null(part->name);
    memcpy(part->name, text, strlen(text) + 1);
}

static void make_unique(asset_part *const *parts, uint32_t count)
{
    assert_int_equal(asset_make_names_unique(parts, count), MOTE_OK);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(parts[i]->name, parts[k]->name) == 0)
                fail_msg("two are '%s'", parts[i]->name);
}

static void numbers_pass_over_names_that_there_are(void **state)
{
    (void)state;
    const char *const given[] = {"arm", "arm 2", "arm", "leg", "arm", "arm 2", "leg"};
    const char *const wanted[] = {"arm", "arm 2", "arm 3", "leg", "arm 4", "arm 2 2", "leg 2"};
    asset_part parts[7] = {0}, *list[7];
    for (int i = 0; i < 7; i++)
        name(list[i] = &parts[6 - i], given[i]); // by the list, not in memory
    make_unique(list, 7);
    for (int i = 0; i < 7; i++) assert_string_equal(list[i]->name, wanted[i]);
    for (int i = 0; i < 7; i++) asset_part_release(&parts[i]);
    assert_int_equal(asset_make_names_unique(list, 0), MOTE_OK);
}

static void no_name_is_there_twice(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(1000, 10000, 1000000); seed++) {
        mote_random random = mote_random_stream(620, seed, 0);
        asset_part parts[MAX] = {0}, *list[MAX];
        uint32_t count = mote_random_below(&random, MAX + 1);
        for (uint32_t i = 0; i < count; i++) {
            char text[16] = "";
            size_t length = 0;
            for (uint32_t k = mote_random_below(&random, 4); k > 0; k--)
                length += (size_t)snprintf(text + length, sizeof text - length, "%s%u",
                                           k > 1 ? " " : "", 2 + mote_random_below(&random, 3));
            name(list[i] = &parts[i], text);
        }
        make_unique(list, count);
        for (uint32_t i = 0; i < count; i++) asset_part_release(&parts[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_pass_over_names_that_there_are),
        cmocka_unit_test(no_name_is_there_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
