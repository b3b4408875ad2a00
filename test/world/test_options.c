// Options by name: every option of the list can be read, set, checked and recorded.

#include <math.h>
#include <mote/papers.h>
#include <mote/recording.h>
#include <stdio.h>
#include <string.h>

#include "support/options.h"
#include "world/options.h"

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
        double most = option->max < 1000 ? option->max : 1000, value;
        assert_ptr_equal(mote_world_option_find(option->name), option);
        assert_int_equal(mote_world_option_get(&def, option->name, &value), MOTE_OK);
        assert_true(value >= option->min && value <= option->max);
        double least = option->min > -1000 ? option->min : -1000;
        for (double set = least; set <= most; set++) {
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

static mote_world_def def_with(const mote_world_option *option, double value)
{
    mote_world_def def = mote_default_world_def();
    def.method = some_method(option);
    def.contacts = strcmp(option->name, "detect") != 0; // contacts need all face pairs
    set_option(&def, option->name, value);
    return def;
}

static void worlds_can_be_created_at_both_ends_of_a_range(void **state)
{
    (void)state;
    const mote_world_option *option;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        for (int end = 0; end < 2; end++) {
            mote_world_def def = def_with(option, end ? option->max : option->min);
            mote_world *world;
            if (mote_world_create(&def, &world)) fail_msg("%s", mote_last_message());
            mote_world_destroy(world);
        }
    }
}

// A value just outside of the range, at one end; false if no value of the kind is.
static bool value_outside(const mote_world_option *option, bool above, double *out)
{
    bool is_number = option->kind == MOTE_WORLD_OPTION_NUMBER;
    if (!above) {
        *out = is_number ? nextafter(option->min, -HUGE_VAL) : option->min - 1;
        return true;
    }
    *out = is_number ? HUGE_VAL : option->max + 1;
    return *out > option->max;
}

static void expect_message_about(const mote_world_option *option, double value)
{
    char text[64];
    snprintf(text, sizeof text, "'%s' is %.10g, expected ", option->name, value);
    if (!strstr(mote_last_message(), text)) fail_msg("no '%s' in: %s", text, mote_last_message());
    snprintf(text, sizeof text, "%.10g", option->min);
    assert_non_null(strstr(strstr(mote_last_message(), "expected"), text));
    if (option->max >= (double)FLT_MAX) return;
    snprintf(text, sizeof text, "%.16g", option->max);
    assert_non_null(strstr(strstr(mote_last_message(), "expected"), text));
}

static void values_out_of_range_are_refused_by_name(void **state)
{
    (void)state;
    const mote_world_option *option;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        mote_world_def def = mote_default_world_def(), before = def;
        for (int above = 0; above < 2; above++) {
            double value;
            if (!value_outside(option, above, &value)) continue;
            assert_int_equal(mote_world_option_set(&def, option->name, value), MOTE_ERROR_ARGUMENT);
            expect_message_about(option, value);
            assert_memory_equal(&def, &before, sizeof def);
        }
        assert_int_equal(mote_world_option_set(&def, option->name, nan("")), MOTE_ERROR_ARGUMENT);
        assert_memory_equal(&def, &before, sizeof def);
    }
}

// Puts the value into the def without a check; false if the field cannot hold it.
static bool force(mote_world_def *def, size_t index, double value)
{
    mote_world_option_slot slot;
    assert_true(mote_world_option_slot_at(index, &slot));
    mote_option_row unchecked = *slot.row;
    unchecked.option.kind = MOTE_WORLD_OPTION_NUMBER;
    unchecked.option.min = -HUGE_VAL;
    unchecked.option.max = HUGE_VAL;
    bool is_real =
        slot.row->type == MOTE_OPTION_TYPE_FLOAT || slot.row->type == MOTE_OPTION_TYPE_DOUBLE;
    if (slot.row->type == MOTE_OPTION_TYPE_BOOL || slot.row->type == MOTE_OPTION_TYPE_U64)
        return false;
    if (!is_real && (value < 0 || value > UINT32_MAX)) return false;
    return mote_option_set(&unchecked, (char *)def + slot.offset, value) == MOTE_OK &&
           get_option(def, slot.row->option.name) == value;
}

static void worlds_with_a_value_out_of_range_are_refused(void **state)
{
    (void)state;
    const mote_world_option *option;
    size_t refused = 0;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        for (int above = 0; above < 2; above++) {
            double value = 0;
            mote_world_def def = mote_default_world_def();
            mote_world *world;
            if (!value_outside(option, above, &value)) continue;
            if (!above && option->kind == MOTE_WORLD_OPTION_NUMBER)
                value = 1.25 * option->min - 0.5;
            if (!force(&def, i, value)) continue;
            assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
            assert_null(world);
            expect_message_about(option, value);
            refused++;
        }
    }
    assert_true(refused >= 23);
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
        for (uint32_t k = 0; option->choices && k <= (uint32_t)option->max; k++, choices++)
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
        {"smith.world_side", MOTE_METHOD_OCTREE_UPDATE, true},
        {"smith.stored_level", MOTE_METHOD_OCTREE_UPDATE, true},
        {"smith.stored_level", MOTE_METHOD_SMITH, false},
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

static void defaults_are_those_of_the_list(void **state)
{
    (void)state;
    const mote_world_option *option;
    const mote_world_def def = mote_default_world_def();
    for (size_t i = 0; (option = mote_world_option_at(i)); i++)
        assert_true(get_option(&def, option->name) == option->default_value);
}

static void every_option_has_a_summary_of_one_line(void **state)
{
    (void)state;
    const mote_world_option *option;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        size_t length = strlen(option->summary);
        assert_true(length > 10 && length < 120 && !strchr(option->summary, '\n'));
        assert_true(option->summary[length - 1] != '.');
    }
}

static void names_and_tags_are_unique(void **state)
{
    (void)state;
    mote_world_option_slot a, b;
    for (size_t i = 0; mote_world_option_slot_at(i, &a); i++) {
        for (size_t j = 0; j < i && mote_world_option_slot_at(j, &b); j++) {
            assert_string_not_equal(a.row->option.name, b.row->option.name);
            if (a.row->tag) assert_int_not_equal(a.row->tag, b.row->tag);
        }
        // Options of a method are all recorded.
        assert_true(a.row->tag || !a.table);
    }
}

static void all_options_fit_into_a_def_and_do_not_overlap(void **state)
{
    (void)state;
    bool taken[sizeof(mote_method_options)] = {false};
    const mote_option_table *table;
    for (size_t i = 0; (table = mote_option_table_at(i)); i++) {
        size_t offset = mote_option_table_offset(table);
        assert_true(offset + table->struct_size <= sizeof taken);
        for (size_t k = 0; k < table->struct_size; k++) {
            assert_false(taken[offset + k]);
            taken[offset + k] = true;
        }
        for (size_t k = 0; k < table->row_count; k++)
            assert_true(table->rows[k].offset < table->struct_size);
    }
}

static void structs_and_names_are_the_same_options(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    mote_smith_options smith = {.level = 9, .bintree = true};
    mote_senin_options senin = mote_default_senin_options();
    mote_lbg_options lbg = mote_default_lbg_options();
    senin.particles = 77;
    lbg.acceptable = 3.5f;
    mote_world_def_set_smith(&def, &smith);
    mote_world_def_set_senin(&def, &senin);
    mote_world_def_set_lbg(&def, &lbg);
    assert_true(get_option(&def, "smith.level") == 9 && get_option(&def, "smith.bintree") == 1);
    assert_true(get_option(&def, "senin.particles") == 77);
    assert_true(get_option(&def, "lbg.acceptable") == 3.5);
    set_option(&def, "smith.level", 2);
    set_option(&def, "senin.movement", MOTE_SENIN_FACES);
    set_option(&def, "lbg.pursue", 0);
    assert_int_equal(mote_world_def_get_smith(&def).level, 2);
    assert_int_equal(mote_world_def_get_senin(&def).movement, MOTE_SENIN_FACES);
    assert_int_equal(mote_world_def_get_senin(&def).particles, 77);
    assert_false(mote_world_def_get_lbg(&def).pursue);
}

static void literal_options_are_those_of_the_papers(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    mote_world_def_set_literal(&def);
    mote_senin_options senin = mote_world_def_get_senin(&def);
    assert_true(senin.particles == 5 && senin.reach_part == 1 && senin.neighborhood == 1 &&
                senin.closest_pairs == 1 && senin.faces == 64 && !senin.pursue);
    mote_lbg_options lbg = mote_world_def_get_lbg(&def);
    assert_true(lbg.particles == 12 && lbg.literal_areas && lbg.closest_pairs == 1 && !lbg.pursue &&
                lbg.faces == 0 && lbg.acceptable == 1 && lbg.literal_rectangles &&
                !lbg.present_areas && lbg.while_apart);
    mote_smith_options smith = mote_world_def_get_smith(&def);
    assert_true(smith.level == 6 && smith.paper_face_pair && smith.paper_clip && smith.all_boxes &&
                !smith.face_box && !smith.bintree && !smith.skip_boxes && !smith.root_is_region);
    mote_smith_options literal_smith = mote_literal_smith_options();
    mote_senin_options literal_senin = mote_literal_senin_options();
    mote_lbg_options literal_lbg = mote_literal_lbg_options();
    mote_world_def same = mote_default_world_def();
    mote_world_def_set_smith(&same, &literal_smith);
    mote_world_def_set_senin(&same, &literal_senin);
    mote_world_def_set_lbg(&same, &literal_lbg);
    expect_same_options(&def, &same);
}

// ---------------------------------------------------------------------------------------------
// Recordings

typedef struct bytes {
    unsigned char data[4096];
    size_t size;
} bytes;

static bool keep_bytes(void *context, const void *data, size_t size)
{
    bytes *kept = context;
    assert_true(kept->size + size <= sizeof kept->data);
    memcpy(kept->data + kept->size, data, size);
    kept->size += size;
    return true;
}

// The def that a recording of a world has.
static mote_recording_info recorded(const mote_world_def *def)
{
    bytes kept = {.size = 0};
    const mote_record_sink sink = {.write = keep_bytes, .context = &kept};
    mote_world *world;
    assert_int_equal(mote_world_create(def, &world), MOTE_OK);
    assert_int_equal(mote_world_record(world, &sink), MOTE_OK);
    assert_int_equal(mote_world_record_stop(world), MOTE_OK);
    mote_world_destroy(world);
    mote_recording *recording;
    assert_int_equal(mote_recording_open(kept.data, kept.size, NULL, &recording), MOTE_OK);
    mote_recording_info info;
    mote_recording_get_info(recording, &info);
    mote_recording_close(recording);
    return info;
}

static void recordings_keep_every_option(void **state)
{
    (void)state;
    const mote_world_option *option;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++) {
        for (int end = 0; end < 2; end++) {
            double value = end ? option->max : option->min;
            mote_world_def def = def_with(option, value);
            mote_recording_info info = recorded(&def);
            // Time is not played back: the def has no limit.
            bool is_time = strcmp(option->name, "time_budget") == 0;
            assert_true((is_time ? info.time_budget : get_option(&info.def, option->name)) ==
                        value);
            set_option(&def, "time_budget", 0);
            expect_same_options(&info.def, &def);
        }
    }
}

static void recordings_keep_all_bits_of_large_integers(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    def.seed = UINT64_MAX - 1;
    def.candidate_budget = ((uint64_t)1 << 53) + 1;
    mote_recording_info info = recorded(&def);
    assert_true(info.def.seed == def.seed && info.def.candidate_budget == def.candidate_budget);
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

// Recordings of earlier versions hold these tags.
static void tags_of_recordings_stay(void **state)
{
    (void)state;
    static const struct {
        const char *first;
        uint32_t tag, count;
    } groups[] = {{"seed", 1, 6},
                  {"smith.level", 0x400, 10},
                  {"senin.particles", 0x100, 18},
                  {"lbg.particles", 0x200, 11},
                  {"paired.starts", 0x300, 2}};
    const mote_world_def def = mote_default_world_def();
    size_t index = 0;
    uint32_t tag;
    uint64_t bits;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        for (uint32_t i = 0; i < groups[g].count; i++) {
            assert_true(mote_recorded_option_at(&def, index++, &tag, &bits));
            assert_int_equal(tag, groups[g].tag + i);
            assert_true(bits == mote_recorded_option_get(&def, tag));
            if (i == 0) assert_true((double)bits == get_option(&def, groups[g].first));
        }
    }
    assert_false(mote_recorded_option_at(&def, index, &tag, &bits));
    mote_world_def same = def;
    mote_recorded_option_set(&same, 0, 1);
    mote_recorded_option_set(&same, 0x999, 1);
    assert_memory_equal(&same, &def, sizeof def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_set_is_read_back),
        cmocka_unit_test(worlds_can_be_created_at_both_ends_of_a_range),
        cmocka_unit_test(values_out_of_range_are_refused_by_name),
        cmocka_unit_test(worlds_with_a_value_out_of_range_are_refused),
        cmocka_unit_test(fields_hold_only_what_they_can),
        cmocka_unit_test(choices_have_names),
        cmocka_unit_test(options_concern_the_methods_that_read_them),
        cmocka_unit_test(defaults_are_those_of_the_list),
        cmocka_unit_test(every_option_has_a_summary_of_one_line),
        cmocka_unit_test(names_and_tags_are_unique),
        cmocka_unit_test(all_options_fit_into_a_def_and_do_not_overlap),
        cmocka_unit_test(structs_and_names_are_the_same_options),
        cmocka_unit_test(literal_options_are_those_of_the_papers),
        cmocka_unit_test(recordings_keep_every_option),
        cmocka_unit_test(recordings_keep_all_bits_of_large_integers),
        cmocka_unit_test(wrong_names_are_refused),
        cmocka_unit_test(tags_of_recordings_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
