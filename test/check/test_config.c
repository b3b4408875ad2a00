// mote-check.toml: what it may hold, that the command line wins, and that wrong files are refused
// with the file, the line and what was expected.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check_play.h"
#include "support/run.h"

static void write_text(const char *name, const char *text)
{
    char room[4096];
    FILE *file = fopen(play_path(room, name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void expect_word(const char *name, const char *word)
{
    char room[4096];
    char *text = play_slurp(play_path(room, name));
    if (!strstr(text, word)) fail_msg("no '%s' in %.3000s", word, text);
    free(text);
}

// Two triangles that cross.
static void write_inputs(void)
{
    write_text("sheet.obj", "v -1 -1 0\nv 2 -1 0\nv 0 2 0\nf 1 2 3\n");
    write_text("other.obj", "v 0 0.1 -1\nv 0.1 0 1\nv 0.4 0.3 0.5\nf 1 2 3\n");
}

typedef struct wrong_file {
    const char *text;
    unsigned line;
    const char *expected;
} wrong_file;

static const char word[] = "expected a value: a string in quotes, a number, true, false";
static const char missing[] = "missing value: expected a string in quotes";
static const char open_string[] = "expected a closing quote in the same line";
static const char strings[] = "expected a string in quotes, or ] to end the array";

static const wrong_file wrong_files[] = {
    // Lines
    {"tolerance", 1, "expected = after the key"},
    {"tolerance 0.1", 1, "expected = after the key"},
    {"\n\ntolerance : 0.1", 3, "expected = after the key"},
    {"# comment\n= 0.1", 2, "expected a key"},
    {"\"tolerance\" = 0.1", 1, "expected a key without quotes"},
    {"tolerance = 0.1 0.2", 1, "expected the end of the line"},
    {"tolerance = 0.1, fps = 3", 1, "expected the end of the line"},
    {"fps = 30\n\n[check]\ntolerance = 1", 3, "tables are not read: expected key = value"},
    {"[[allow]]\nregion = \"a\"", 1, "tables are not read: expected key = value"},
    {"check.fps = 30", 1, "dotted keys are not read: expected ="},
    {"fps = 30\ntolerance = 1\nfps = 25", 3,
     "'fps' is set in line 1 already: expected each key once"},
    {"@", 1, "expected a key"},
    // Values
    {"tolerance =", 1, missing},
    {"tolerance = # none", 1, missing},
    {"clip = walk", 1, word},
    {"between = yes", 1, word},
    {"between = True", 1, word},
    {"fps = 3O", 1, word},
    {"fps = 1.", 1, word},
    {"fps = .5", 1, word},
    {"fps = 1e", 1, word},
    {"fps = 0x10", 1, word},
    {"fps = nan", 1, word},
    {"clip = 2026-11-18", 1, word},
    {"clip = {name = \"walk\"}", 1, "inline tables are not read"},
    {"clip = \"walk", 1, open_string},
    {"\nclip = 'walk\n'", 2, open_string},
    {"clip = \"\"\"walk\"\"\"", 1, "expected one pair of quotes"},
    {"clip = \"a\\q\"", 1, "expected \\\", \\\\, \\n or \\t"},
    {"ignore = [\"a\"", 1, "expected a comma or ]"},
    {"ignore = [\"a\",", 1, "expected ]"},
    {"ignore = [\n  \"a\"\n  \"b\"\n]", 3, "expected a comma or ] after a string"},
    {"ignore = [\"a\", 3]", 1, strings},
    {"ignore = [a]", 1, strings},
    {"ignore = [[\"a\"]]", 1, strings},
    {"ignore = [,]", 1, strings},
    // Keys
    {"tolerence = 0.1", 1, "unknown key 'tolerence': expected 'tolerance'?"},
    {"fps = 25\nmin_area = 3", 2, "unknown key 'min_area': expected 'min-area'?"},
    {"json = \"report.json\"", 1, "unknown key 'json'"},
    {"allow-outside = true", 1, "unknown key 'allow-outside'"},
    {"Fps = 25", 1, "unknown key 'Fps': expected 'fps'?"},
    // Values of the wrong kind
    {"fps = \"25\"", 1, "fps: expected a number"},
    {"between = 1", 1, "between: expected true or false"},
    {"clip = 3", 1, "clip: expected a string"},
    {"ignore = true", 1, "ignore: expected a string or an array of strings"},
    {"min-faces = \"3\"", 1, "min-faces: expected a whole number"},
    {"tolerance = true", 1, "tolerance: expected a number, or a string such as \"2cm\""},
    {"frames = true", 1, "frames: expected a string such as \"10:20\""},
    // Values out of range
    {"fps = 0", 1, "fps: '0' is not a number above 0"},
    {"tolerance = -1", 1, "tolerance: '-1' is not a number of 0 or more"},
    {"tolerance = \"2 inches\"", 1, "tolerance: '2 inches' is not a number"},
    {"min-faces = 1.5", 1, "min-faces: '1.5' is not a whole number"},
    {"substeps = 1001", 1, "substeps: '1001' is not a whole number from 0 to 1000"},
    {"frames = \"20:10\"", 1, "frames: '20:10' is not a range: its end is before its start"},
    {"parts = \"bones\"", 1, "parts: unknown value 'bones'; did you mean"},
    {"\nfail-on = \"bad\"", 2, "fail-on: 'bad' is not near, touch, penetrate or depth>D"},
    {"weld = \"some\"", 1, "weld: 'some' is not none, exact or a distance"},
    {"accept = [\"all\"]", 1, "accept: 'all' is not files, clip, content"},
    {"first-frame = \"one\"", 1, "first-frame: 'one' is not a whole number"},
    {"\n\nallow = [\"hat x sheet\"]", 3, "nothing is called 'hat'"},
    {"allow = \"sheet, when=3\"", 1, "expected clip=NAME, frames=FIRST:LAST or depth<D"},
    {"allow = \"sheet, frames=4:1\"", 1, "expected frames=FIRST:LAST"},
    {"allow = \"sheet, depth<0\"", 1, "expected a depth above 0"},
};

static void wrong_files_are_refused_with_their_line(void **state)
{
    (void)state;
    size_t count = sizeof wrong_files / sizeof wrong_files[0];
    assert_true(count >= 50);
    play_run("--help");
    write_inputs();
    for (size_t i = 0; i < count; i++) {
        char place[64];
        write_text("mote-check.toml", wrong_files[i].text);
        if (play_run("sheet.obj other.obj") != 2) fail_msg("not refused: %s", wrong_files[i].text);
        snprintf(place, sizeof place, "mote-check.toml, line %u: ", wrong_files[i].line);
        expect_word("err.txt", place);
        expect_word("err.txt", wrong_files[i].expected);
    }
    write_text("mote-check.toml", "");
}

static void the_command_line_wins(void **state)
{
    (void)state;
    play_run("--help");
    write_inputs();
    write_text("mote-check.toml",
               "# settings\r\nfail-on = 'depth>0.5' # deep ones\n\n"
               "unknown-depth = \"pass\"\nignore = [ # none\n]\ntolerance = \"2cm\"");
    assert_int_equal(play_run("sheet.obj other.obj --json r"), 0);
    expect_word("out.txt", "4 settings are from mote-check.toml");
    expect_word("r", "\"tolerance\":0.02,");
    assert_int_equal(play_run("sheet.obj other.obj --unknown-depth fail"), 1);
    assert_int_equal(play_run("sheet.obj other.obj --no-config"), 1);
    assert_int_equal(play_run("sheet.obj other.obj --fail-on penetrate"), 1);
    write_text("mote-check.toml", "ignore = \"sheet:other\"\n");
    assert_int_equal(play_run("sheet.obj other.obj"), 0);
    assert_int_equal(play_run("sheet.obj other.obj --ignore sheet:sheet"), 1); // lists too
    write_text("mote-check.toml", "");
    write_text("mine.toml", "fail-on = \"near\"\nbad = 3\n");
    assert_int_equal(play_run("sheet.obj other.obj --config mine.toml"), 2);
    expect_word("err.txt", "mine.toml, line 2: ");
    assert_int_equal(play_run("sheet.obj other.obj --config none.toml"), 2);
    expect_word("err.txt", "none.toml");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_files_are_refused_with_their_line),
        cmocka_unit_test(the_command_line_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
