// 'mote check -' reads standard input: the report is that of the file, and everything that can be
// wrong with it is told.

#define _POSIX_C_SOURCE 200809L // check_play.h
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io.h"
#include "samples/arm.h"
#include "support/check_play.h"
#include "support/hostile.h"
#include "support/run.h"

static char *report_of(const char *arguments, int code)
{
    char line[512], room[4096];
    snprintf(line, sizeof line, "--json report.json %s", arguments);
    int got = play_run(line);
    if (got != code)
        fail_msg("%s: exit code %d: %s", arguments, got, play_slurp(play_path(room, "err.txt")));
    return play_slurp(play_path(room, "report.json"));
}

static const char *rest_of(const char *report)
{
    const char *rest = strstr(report, "\"settings\"");
    assert_non_null(rest);
    return rest;
}

static void expect_same(const char *file, const char *standard_input, int code)
{
    char *wanted = report_of(file, code), *got = report_of(standard_input, code);
    assert_non_null(strstr(got, "\"inputs\":[\"-\"]"));
    assert_string_equal(rest_of(got), rest_of(wanted));
    free(wanted);
    free(got);
}

static void refuses(const char *arguments, const char *words)
{
    char room[4096];
    int code = play_run(arguments);
    char *message = play_slurp(play_path(room, "err.txt"));
    if (code != 2 || !strstr(message, words))
        fail_msg("%s: exit code %d, says %s", arguments, code, message);
    free(message);
}

static void write_arm(const char *name)
{
    unsigned char *bytes;
    size_t size;
    assert_int_equal(sample_make_arm(1, &bytes, &size), MOTE_OK);
    hostile_write(name, bytes, size);
    free(bytes);
}

static const char square[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

static void the_report_is_that_of_the_file(void **state)
{
    (void)state;
    // Parts have the name of their file, and so have remarks.
    write_arm("stdin.glb");
    expect_same("stdin.glb --fps 5", "- --format glb --fps 5 <stdin.glb", 1);
    assert_int_equal(remove(play_path((char[4096]){0}, "stdin.glb")), 0);
    hostile_write("stdin.obj", square, strlen(square));
    expect_same("stdin.obj", "- --format obj <stdin.obj", 0);
    assert_int_equal(remove(play_path((char[4096]){0}, "stdin.obj")), 0);
    // From a pipe, which has no size.
    char arguments[256];
    snprintf(arguments, sizeof arguments, "- --format OBJ <<END\n%sEND\n", square);
    assert_int_equal(play_run(arguments), 0);
    // Together with a file.
    hostile_write("file.obj", square, strlen(square));
    assert_int_equal(play_run("file.obj - --format obj <file.obj"), 1);
}

// What 'mote check' says of a file, it says of standard input.
static void what_is_wrong_is_told(void **state)
{
    (void)state;
    write_arm("arm.glb");
    refuses("- <arm.glb", "standard input: its format is not given; expected --format");
    refuses("- --format '' <arm.glb", "standard input: its format is not given");
    refuses("- --format ../glb <arm.glb", "'../glb', expected an extension, such as glb");
    refuses("- --format abcdefghijklmnopq <arm.glb", "expected an extension, such as glb");
    refuses("- --format nothing <arm.glb", "stdin.nothing: ");
    refuses("- --format usd <arm.glb", "stdin.usd: mote does not read USD");
    refuses("- --format glb </dev/null", "standard input: is empty");
    refuses("- --format glb <&-", "standard input: cannot be read");
    refuses("- --format obj <arm.glb", "stdin.obj:");
    refuses("- --format gltf <file.obj", "stdin.gltf: ");
    refuses("- --format glb --memory 1 </dev/zero", "standard input: has more than 1 MB");
    refuses("arm.glb --format glb", "option '--format' is for the input -");
    refuses("- - --format glb <arm.glb", "'-', standard input, is given more than once");
    // Buffers lie in the current folder or below, as those of a file do.
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":1,"
                               "\"uri\":\"../secret\"}]}";
    hostile_write("outside.gltf", text, strlen(text));
    refuses("- --format gltf <outside.gltf", "stdin.gltf: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_report_is_that_of_the_file),
        cmocka_unit_test(what_is_wrong_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
