#define _DEFAULT_SOURCE // POSIX
#include "support/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/result.h"
#include "io/json.h"
#include "support/check_play.h"
#include "support/run.h"

void hostile_write(const char *name, const void *bytes, size_t size)
{
    char room[4096];
    FILE *file = fopen(play_path(room, name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

// The text of an output; empty if there is none. The caller frees it.
static char *read_output(const char *name)
{
    char room[4096];
    if (access(play_path(room, name), F_OK)) return calloc(1, 1);
    return play_slurp(room);
}

// UTF-8 without anything that a terminal would obey or a reader not see. A page has line ends and
// tabs of its own.
static void expect_printable(const char *text, const char *name, const char *what)
{
    size_t size = strlen(text);
    if (strstr(text, HOSTILE_SECRET)) fail_msg("%s: %s holds a secret", what, name);
    for (size_t at = 0, length; at < size; at += length) {
        uint32_t code;
        length = mote_utf8_read(text + at, size - at, &code);
        if (length == 0) fail_msg("%s: %s, byte %zu is not UTF-8", what, name, at);
        if (mote_is_unprintable(code) && code != '\n')
            fail_msg("%s: %s, byte %zu is U+%04X", what, name, at, code);
    }
}

static uint32_t count_items(const io_json *json, const char *list)
{
    uint32_t count = 0;
    const io_json_node *items = io_json_member(json, &json->nodes[0], list);
    for (const io_json_node *i = io_json_first(json, items); i; i = io_json_next(json, i)) count++;
    return count;
}

static void read_report(const char *text, const char *what, hostile_outcome *out)
{
    io_json json;
    if (io_json_parse(text, strlen(text), &json)) fail_msg("%s: %s", what, mote_last_message());
    const io_json_node *root = &json.nodes[0], *summary = io_json_member(&json, root, "summary");
    const io_json_node *verdict = io_json_member(&json, summary, "verdict");
    assert_non_null(verdict);
    snprintf(out->verdict, sizeof out->verdict, "%.*s", (int)(verdict->end - verdict->text),
             verdict->text);
    const io_json_node *complete = io_json_member(&json, summary, "complete");
    assert_non_null(complete);
    out->complete = complete->text[0] == 't';
    out->parts = count_items(&json, "parts");
    out->clips = count_items(&json, "clips");
    out->frames = (uint64_t)io_json_number(&json, summary, "frames_checked");
    const io_json_node *part = io_json_first(&json, io_json_member(&json, root, "parts"));
    for (; part; part = io_json_next(&json, part))
        out->triangles += (uint64_t)io_json_number(&json, part, "triangles");
    io_json_release(&json);
}

static int run_command(const char *arguments)
{
    char room[4096], line[16384];
    const char *command = getenv("MOTE_COMMAND");
    if (!command) skip();
    remove(play_path(room, "hostile.json"));
    snprintf(line, sizeof line,
             "cd '%s' && HOSTILE=" HOSTILE_SECRET
             " timeout -s KILL 60 '%s' check %s --json hostile.json "
             ">out.txt 2>err.txt </dev/null",
             play_path(room, "."), command, arguments);
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

hostile_outcome hostile_run(const char *arguments, const char *what)
{
    static const char *const outputs[] = {"out.txt", "err.txt", "hostile.json"};
    hostile_outcome out = {.code = run_command(arguments)};
    char *message = read_output("err.txt");
    snprintf(out.message, sizeof out.message, "%.1000s", message);
    free(message);
    if (out.code < 0 || out.code > 2) fail_msg("%s: exit code %d: %s", what, out.code, out.message);
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        char *text = read_output(outputs[i]);
        expect_printable(text, outputs[i], what);
        if (i == 2 && text[0]) read_report(text, what, &out);
        free(text);
    }
    static const char *const phrases[] = {"bad_alloc", "std::", "basic_string",
                                          "vector::", "terminate called"};
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (strstr(out.message, phrases[i])) fail_msg("%s: says %s", what, out.message);
    if (out.code == 2 && !out.message[0] && !out.verdict[0]) fail_msg("%s: gives no reason", what);
    if (out.code == 0 && strcmp(out.verdict, "clean") != 0 && strcmp(out.verdict, "passed") != 0)
        fail_msg("%s: exit code 0, but the verdict is %s", what, out.verdict);
    return out;
}
