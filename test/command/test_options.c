#include "apps/mote/options.h"

#include <string.h>

#include "support/run.h"

static struct {
    bool loud;
    const char *out;
    const char *format;
    uint64_t seed;
    float speed;
    cmd_range frames;
    const char *json;
    uint64_t size;
    float fps, reach;
} given;

static const char *const formats[] = {"ply", "obj", NULL};

static const cmd_option rows[] = {
    {.name = "loud", .kind = CMD_OPTION_FLAG, .to = &given.loud, .help = "say more"},
    {.name = "out", .kind = CMD_OPTION_TEXT, .to = &given.out, .value = "DIR", .help = "where to"},
    {.name = "format",
     .kind = CMD_OPTION_CHOICE,
     .to = &given.format,
     .value = "NAME",
     .standard = "ply",
     .help = "what to write",
     .choices = formats},
    {.name = "seed",
     .kind = CMD_OPTION_COUNT,
     .to = &given.seed,
     .value = "N",
     .standard = "7",
     .help = "a help text that is long enough to need a second line when it is printed beside its "
             "option"},
    {.name = "speed",
     .kind = CMD_OPTION_REAL,
     .to = &given.speed,
     .value = "X",
     .help = "how fast"},
    {.name = "frames",
     .kind = CMD_OPTION_RANGE,
     .to = &given.frames,
     .value = "A:B",
     .help = "which"},
    {.name = "json",
     .kind = CMD_OPTION_OUTPUT,
     .to = &given.json,
     .value = "[FILE]",
     .help = "write JSON"},
    {.name = "size",
     .kind = CMD_OPTION_COUNT,
     .to = &given.size,
     .value = "N",
     .min = 1,
     .max = 16,
     .help = "how large"},
    CMD_OPTION_FPS(&given.fps),
    {.name = "reach",
     .kind = CMD_OPTION_REAL,
     .to = &given.reach,
     .value = "D",
     .sign = CMD_NOT_NEGATIVE,
     .help = "how far"},
};

static const cmd_options table = {rows, sizeof rows / sizeof rows[0]};

// Parses a line of words separated by single spaces.
static mote_result parse(const char *line, cmd_arguments *out)
{
    static char text[256];
    static char *words[32];
    int count = 0;
    memset(&given, 0, sizeof given);
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) words[count++] = word;
    return cmd_options_parse(table, count, words, out);
}

static void defaults_hold_when_nothing_is_given(void **state)
{
    (void)state;
    cmd_arguments rest;
    assert_int_equal(parse("", &rest), MOTE_OK);
    assert_int_equal(rest.count, 0);
    assert_false(given.loud);
    assert_null(given.out);
    assert_string_equal(given.format, "ply");
    assert_int_equal(given.seed, 7);
}

// An argument is taken for the file if it looks like one.
static void an_output_without_a_file_is_standard_output(void **state)
{
    (void)state;
    static const struct {
        const char *line, *json;
        int rest;
    } cases[] = {{"", NULL, 0},
                 {"--json", "-", 0},
                 {"--json --loud", "-", 0},
                 {"--json scene", "-", 1},
                 {"--json=scene", "scene", 0},
                 {"scene --json out.json", "out.json", 1},
                 {"--json a/out scene", "a/out", 1},
                 {"--json -- a.b", "-", 1},
                 {"--json --speed 1.5", "-", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cmd_arguments rest;
        assert_int_equal(parse(cases[i].line, &rest), MOTE_OK);
        assert_int_equal(rest.count, cases[i].rest);
        if (cases[i].json)
            assert_string_equal(given.json, cases[i].json);
        else
            assert_null(given.json);
    }
}

static void options_and_arguments_mix_in_any_order(void **state)
{
    (void)state;
    cmd_arguments rest;
    assert_int_equal(
        parse("one --seed 12 --loud two --out=a=b --frames 3:9 --speed -1.5e2 --format obj - "
              "-- --seed",
              &rest),
        MOTE_OK);
    assert_true(given.loud);
    assert_int_equal(given.seed, 12);
    assert_string_equal(given.out, "a=b");
    assert_string_equal(given.format, "obj");
    assert_true(given.speed == -150);
    assert_int_equal(given.frames.first, 3);
    assert_int_equal(given.frames.last, 9);
    const char *const expected[] = {"one", "two", "-", "--seed"};
    assert_int_equal(rest.count, 4);
    for (int i = 0; i < 4; i++) assert_string_equal(rest.items[i], expected[i]);
    assert_int_equal(parse("--frames 5", &rest), MOTE_OK);
    assert_true(given.frames.first == 5 && given.frames.last == 5);
}

static void help_wins_over_errors(void **state)
{
    (void)state;
    cmd_arguments rest;
    assert_int_equal(parse("--nonsense --help", &rest), MOTE_OK);
    assert_true(rest.help);
    assert_int_equal(parse("-h", &rest), MOTE_OK);
    assert_true(rest.help);
    assert_int_equal(parse("-- --help", &rest), MOTE_OK);
    assert_false(rest.help);
}

static void mistakes_are_named_with_what_would_be_right(void **state)
{
    (void)state;
    static const struct {
        const char *line, *named, *hint;
    } mistakes[] = {
        {"--fram 3", "'--fram'", "'--frames'"},
        {"--spead=3", "'--spead'", "'--speed'"},
        {"--format objj", "'objj'", "'obj'"},
        {"--loud=yes", "'--loud'", "no value"},
        {"--seed", "'--seed'", "N"},
        {"--seed -3", "'-3'", "whole number"},
        {"--seed 3x", "'3x'", "whole number"},
        {"--seed 99999999999999999999", "'99999999999999999999'", "whole number"},
        {"--speed fast", "'fast'", "a number"},
        {"--speed inf", "'inf'", "a number"},
        {"--frames 9:3", "'9:3'", "its end is before its start"},
        {"--frames 1:", "'1:'", "range"},
        {"--frames 1:2:3", "'1:2:3'", "range"},
        {"--frames 4294967296", "'4294967296'", "range"},
        {"-x", "'-x'", "--"},
        {"--size 0", "'0'", "a whole number from 1 to 16"},
        {"--size 17", "'17'", "a whole number from 1 to 16"},
        {"--fps 0", "'0'", "above 0"},
        {"--fps -1", "'-1'", "above 0"},
        {"--reach -0.5", "'-0.5'", "0 or more"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        cmd_arguments rest;
        assert_int_equal(parse(mistakes[i].line, &rest), MOTE_ERROR_ARGUMENT);
        assert_non_null(strstr(mote_last_message(), mistakes[i].named));
        assert_non_null(strstr(mote_last_message(), mistakes[i].hint));
    }
}

static void help_shows_every_option_within_80_columns(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    cmd_options_print(table, file);
    rewind(file);
    char line[256], all[4096] = "";
    while (fgets(line, sizeof line, file)) {
        assert_true(strlen(line) <= 81);
        strncat(all, line, sizeof all - strlen(all) - 1);
    }
    fclose(file);
    for (size_t i = 0; i < table.count; i++) assert_non_null(strstr(all, rows[i].name));
    assert_non_null(strstr(all, "ply, obj (default: ply)"));
    assert_non_null(strstr(all, "(default: 7)"));
}

static void limits_are_within(void **state)
{
    (void)state;
    cmd_arguments rest;
    assert_int_equal(parse("--size 16 --fps 0.5 --reach 0", &rest), MOTE_OK);
    assert_int_equal(given.size, 16);
    assert_true(given.fps == 0.5f && given.reach == 0);
    assert_int_equal(parse("--size 1", &rest), MOTE_OK);
}

static void frames_that_do_not_exist_are_refused(void **state)
{
    (void)state;
    cmd_range all = CMD_ALL_FRAMES, chosen;
    assert_int_equal(cmd_choose_frames(all, 7, &chosen), MOTE_OK);
    assert_true(chosen.first == 0 && chosen.last == 6);
    assert_int_equal(cmd_choose_frames((cmd_range){2, 6}, 7, &chosen), MOTE_OK);
    assert_true(chosen.first == 2 && chosen.last == 6);
    assert_int_equal(cmd_choose_frames((cmd_range){2, 7}, 7, &chosen), MOTE_ERROR_ARGUMENT);
    assert_non_null(strstr(mote_last_message(), "'--frames': 2:7, but there are frames 0 to 6"));
}

static void the_nearest_name_is_found(void **state)
{
    (void)state;
    const char *const names[] = {"scenes", "export", "info"};
    assert_string_equal(cmd_nearest("exprot", names, 3), "export");
    assert_string_equal(cmd_nearest("scene", names, 3), "scenes");
    assert_string_equal(cmd_nearest("inf", names, 3), "info");
    assert_string_equal(cmd_nearest("", names, 3), "info");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_hold_when_nothing_is_given),
        cmocka_unit_test(an_output_without_a_file_is_standard_output),
        cmocka_unit_test(options_and_arguments_mix_in_any_order),
        cmocka_unit_test(help_wins_over_errors),
        cmocka_unit_test(mistakes_are_named_with_what_would_be_right),
        cmocka_unit_test(help_shows_every_option_within_80_columns),
        cmocka_unit_test(limits_are_within),
        cmocka_unit_test(frames_that_do_not_exist_are_refused),
        cmocka_unit_test(the_nearest_name_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
