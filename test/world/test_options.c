// Options by name: what is listed can be read and set, and ranges are those of worlds.

#include <math.h>
#include <string.h>

#include <mote/options.h>

#include "support/run.h"
#include "world/recorded_options.h"

// A method that the option concerns.
static mote_method some_method(const mote_world_option *option)
{
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++)
        if (mote_world_option_concerns(option, info->method)) return info->method;
    fail_msg("%s concerns no method", option->name);
    return MOTE_METHOD_HYBRID;
}

static void expect_same_options(const mote_world_def *a, const mote_world_def *b)
{
    const mote_world_option *option;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        double of_a, of_b;
        assert_int_equal(mote_world_option_get(a, option->name, &of_a), MOTE_OK);
        assert_int_equal(mote_world_option_get(b, option->name, &of_b), MOTE_OK);
        assert_true(of_a == of_b);
    }
}

static void what_is_set_is_read_back(void **state)
{
    (void)state;
    const mote_world_option *option;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        mote_world_def def = mote_default_world_def();
        double most = option->most < 1000 ? option->most : 1000, value;
        assert_ptr_equal(mote_world_option_find(option->name), option);
        assert_int_equal(mote_world_option_get(&def, option->name, &value), MOTE_OK);
        assert_true(value >= option->least && value <= option->most);
        for (double set = option->least; set <= most; set++) {
            assert_int_equal(mote_world_option_set(&def, option->name, set), MOTE_OK);
            assert_int_equal(mote_world_option_get(&def, option->name, &value), MOTE_OK);
            assert_true(value == set);
        }
        // Nothing else has changed.
        mote_world_def before = mote_default_world_def();
        assert_int_equal(mote_world_option_get(&before, option->name, &value), MOTE_OK);
        assert_int_equal(mote_world_option_set(&def, option->name, value), MOTE_OK);
        expect_same_options(&def, &before);
    }
}

static mote_result created_with(const mote_world_option *option, double value)
{
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    def.method = some_method(option);
    def.contacts = strcmp(option->name, "detect") != 0; // wants all face pairs
    assert_int_equal(mote_world_option_set(&def, option->name, value), MOTE_OK);
    mote_result result = mote_world_create(&def, &world);
    mote_world_destroy(world);
    return result;
}

static void ranges_are_those_of_worlds(void **state)
{
    (void)state;
    const mote_world_option *option;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        bool is_whole = option->kind != MOTE_WORLD_OPTION_NUMBER;
        if (option->kind == MOTE_WORLD_OPTION_BOOLEAN) continue;
        assert_int_equal(created_with(option, option->least), MOTE_OK);
        if (option->most < 1e6) {
            assert_int_equal(created_with(option, option->most), MOTE_OK);
            assert_int_equal(created_with(option, option->most + 1), MOTE_ERROR_ARGUMENT);
        }
        if (option->least > 0)
            assert_int_equal(created_with(option, is_whole ? option->least - 1 : 0.5),
                             MOTE_ERROR_ARGUMENT);
    }
}

static void fields_hold_only_what_they_can(void **state)
{
    (void)state;
    const mote_world_option *option;
    const double never_whole[] = {-1, 0.5, 1e300, nan(""), HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        mote_world_def def = mote_default_world_def(), before = def;
        if (option->kind == MOTE_WORLD_OPTION_NUMBER) continue;
        for (size_t k = 0; k < sizeof never_whole / sizeof *never_whole; k++)
            assert_int_equal(mote_world_option_set(&def, option->name, never_whole[k]),
                             MOTE_ERROR_ARGUMENT);
        if (option->kind == MOTE_WORLD_OPTION_BOOLEAN)
            assert_int_equal(mote_world_option_set(&def, option->name, 2), MOTE_ERROR_ARGUMENT);
        expect_same_options(&def, &before);
    }
}

static void choices_have_names(void **state)
{
    (void)state;
    const mote_world_option *option;
    size_t choices = 0;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        assert_int_equal(option->choices != NULL, option->kind == MOTE_WORLD_OPTION_CHOICE);
        for (uint32_t k = 0; option->choices && k <= (uint32_t)option->most; k++, choices++)
            assert_true(strlen(option->choices[k]) > 0);
    }
    assert_int_equal(choices, 11);
}

static void options_concern_the_methods_that_read_them(void **state)
{
    (void)state;
    const struct {
        const char *name;
        mote_method method;
        bool concerned;
    } cases[] = {
        {"smith.level", MOTE_METHOD_SMITH, true},
        {"smith.level", MOTE_METHOD_OCTREE_UPDATE, true},
        {"smith.bintree", MOTE_METHOD_OCTREE_UPDATE, false},
        {"senin.faces", MOTE_METHOD_SENIN, true},
        {"senin.faces", MOTE_METHOD_LBG, false},
        {"tolerance", MOTE_METHOD_HYBRID, true},
        {"tolerance", MOTE_METHOD_LBG, false},
        {"certify", MOTE_METHOD_LBG, true},
        {"certify", MOTE_METHOD_NAIVE, false},
        {"seed", MOTE_METHOD_NAIVE, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(
            mote_world_option_concerns(mote_world_option_find(cases[i].name), cases[i].method),
            cases[i].concerned);
    assert_false(mote_world_option_concerns(mote_world_option_find("seed"), (mote_method)99));
    assert_false(mote_world_option_concerns(NULL, MOTE_METHOD_HYBRID));
}

static void wrong_names_are_refused(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    double value;
    const char *const wrong[] = {"", "smith", "smith.", "level", "method", "worker_count", NULL};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(mote_world_option_find(wrong[i]));
        assert_int_equal(mote_world_option_get(&def, wrong[i], &value), MOTE_ERROR_ARGUMENT);
        assert_int_equal(mote_world_option_set(&def, wrong[i], 1), MOTE_ERROR_ARGUMENT);
    }
    assert_int_equal(mote_world_option_get(NULL, "seed", &value), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_option_get(&def, "seed", NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_option_set(NULL, "seed", 1), MOTE_ERROR_ARGUMENT);
}

// Recordings of earlier versions hold these numbers in this order.
static void tags_of_recordings_stay(void **state)
{
    (void)state;
    uint32_t index = 0;
    const uint32_t first[] = {1, 0x100, 0x200, 0x300}, count[] = {2, 15, 9, 2};
    for (int group = 0; group < 4; group++) {
        for (uint32_t i = 0; i < count[group]; i++)
            assert_int_equal(mote_recorded_option_tag(index++), first[group] + i);
    }
    assert_int_equal(mote_recorded_option_count(), index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_set_is_read_back),
        cmocka_unit_test(ranges_are_those_of_worlds),
        cmocka_unit_test(fields_hold_only_what_they_can),
        cmocka_unit_test(choices_have_names),
        cmocka_unit_test(options_concern_the_methods_that_read_them),
        cmocka_unit_test(wrong_names_are_refused),
        cmocka_unit_test(tags_of_recordings_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
