// Reads the manifest: a check per line, as the arguments of 'mote check', with or without these two words. A line "defaults:
// OPTIONS" applies to the lines after it. An input with *, ? or [ is a pattern: one check per matching file, sorted by name.

#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/mote/batch/checks.h"
#include "apps/mote/batch/file.h"
#include "apps/mote/verb.h"
#include "core/result.h"
#include "io/name.h"

typedef struct reader {
    const char *path;
    uint32_t line;
    cmd_words defaults;
    cmd_batch_checks *out;
} reader;

static mote_result fail_line(const reader *r, mote_result result, const char *message)
{
    char room[IO_SHORT_NAME], text[512];
    snprintf(text, sizeof text, "%s", message);
    return mote_fail(result, "%s:%u: %s", io_short_name(r->path, room), r->line, text);
}

// Refuses options for reports, which the batch writes itself, and options that make results depend
// on time.
static mote_result refuse_options(void)
{
    const cmd_check_options *given = &cmd_check_given;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        if (given->reports[i])
            return mote_fail(MOTE_ERROR_ARGUMENT,
                             "option '--%s': the batch writes the reports; see '--report' of "
                             "'mote batch'",
                             mote_check_format_name((mote_check_format)i));
    if (given->out || given->write_baseline)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': not in a batch",
                         given->out ? "out" : "write-baseline");
    if (given->budget > 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--budget': not in a batch, whose reports "
                                              "do not depend on the time that it takes");
    if (given->watch)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--watch': not in a batch, which ends");
    return MOTE_OK;
}

// Standard input can be read only once, but several processes read the inputs of a check.
static mote_result refuse_standard_input(const cmd_arguments *inputs)
{
    for (int i = 0; i < inputs->count; i++)
        if (strcmp(inputs->items[i], "-") == 0)
            return mote_fail(MOTE_ERROR_ARGUMENT, "'-': standard input is not for a batch, which "
                                                  "reads its inputs several times");
    return MOTE_OK;
}

// Adds a line as a check. `name` replaces the word with index `replaced`, unless that is MOTE_NONE.
static mote_result add_check(reader *r, const cmd_words *words, uint32_t replaced, const char *name)
{
    cmd_batch_checks *out = r->out;
    cmd_batch_check *items = realloc(out->items, (out->count + 1) * sizeof *items);
    if (!items) return mote_fail_memory(sizeof *items, "the checks");
    out->items = items;
    cmd_batch_check *check = &items[out->count++];
    *check = (cmd_batch_check){.line = r->line, .own = r->defaults.count};
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < r->defaults.count && !result; i++)
        result = cmd_words_add(&check->words, r->defaults.items[i].text);
    for (uint32_t i = 0; i < words->count && !result; i++)
        result = cmd_words_add(&check->words, i == replaced ? name : words->items[i].text);
    return result;
}

// Finds the input that is a pattern, or MOTE_NONE. Only inputs may be file patterns: "--ignore a*"
// matches names of parts.
static mote_result find_pattern(const cmd_words *words, const cmd_arguments *inputs,
                                uint32_t *pattern)
{
    *pattern = MOTE_NONE;
    for (uint32_t i = 0; i < words->count; i++) {
        bool input = false;
        for (int k = 0; k < inputs->count; k++) input |= inputs->items[k] == words->items[i].text;
        if (!input || !words->items[i].pattern) continue;
        if (*pattern != MOTE_NONE)
            return mote_fail(MOTE_ERROR_ARGUMENT, "'%s' and '%s': only one input can be a pattern",
                             words->items[*pattern].text, words->items[i].text);
        *pattern = i;
    }
    return MOTE_OK;
}

// A missing folder has no matches. An unreadable folder is an error.
static int judge_error(const char *path, int reason)
{
    (void)path;
    return reason != ENOENT && reason != ENOTDIR;
}

// Refuses names that start with -, which look like options.
static mote_result add_match(reader *r, const cmd_words *words, uint32_t pattern, const char *name)
{
    char path[CMD_BATCH_PATH];
    if (strpbrk(name, "\r\n"))
        return mote_fail(MOTE_ERROR_REFUSED, "'%s' has a line break in its name", name);
    if (name[0] != '-') return add_check(r, words, pattern, name);
    mote_result result = cmd_batch_path(path, ".", "%s", name);
    return result ? result : add_check(r, words, pattern, path);
}

static mote_result add_matches(reader *r, const cmd_words *words, uint32_t pattern)
{
    glob_t found = {0};
    mote_result result = MOTE_OK;
    int code = glob(words->items[pattern].pattern, 0, judge_error, &found);
    if (code)
        result = mote_fail(MOTE_ERROR_IO,
                           code == GLOB_NOMATCH ? "no file matches '%s'"
                                                : "the files of '%s' cannot be listed",
                           words->items[pattern].text);
    for (size_t i = 0; i < found.gl_pathc && !result; i++)
        result = add_match(r, words, pattern, found.gl_pathv[i]);
    globfree(&found);
    return result;
}

// Parses defaults and words as 'mote check' does, to report errors early. Sets the index of the
// word that is a pattern.
static mote_result check_words(const reader *r, const cmd_words *words, bool defaults,
                               uint32_t *pattern)
{
    cmd_batch_check check = {0};
    uint32_t count = r->defaults.count + words->count;
    check.words.items = calloc(count + 1, sizeof *check.words.items);
    if (!check.words.items) return mote_fail_memory(count, "a line");
    for (uint32_t i = 0; i < r->defaults.count; i++)
        check.words.items[check.words.count++] = r->defaults.items[i];
    for (uint32_t i = 0; i < words->count; i++)
        check.words.items[check.words.count++] = words->items[i];
    cmd_arguments arguments;
    char **array = NULL;
    mote_result result = cmd_batch_parse(&check, &arguments, &array);
    if (!result) result = refuse_options();
    if (!result && defaults && arguments.count > 0)
        result =
            mote_fail(MOTE_ERROR_ARGUMENT, "defaults: '%s' is not an option", arguments.items[0]);
    if (!result && !defaults && arguments.count == 0)
        result = mote_fail(MOTE_ERROR_ARGUMENT, "missing argument: INPUT");
    if (!result) result = refuse_standard_input(&arguments);
    if (!result) result = find_pattern(words, &arguments, pattern);
    free(array);
    free(check.words.items); // the reader owns the words
    return result;
}

// Removes "mote check" from the front.
static void drop_command(cmd_words *words)
{
    if (words->count < 2 || strcmp(words->items[0].text, "mote") != 0 ||
        strcmp(words->items[1].text, "check") != 0)
        return;
    for (int i = 0; i < 2; i++) {
        free(words->items[i].text);
        free(words->items[i].pattern);
    }
    words->count -= 2;
    memmove(words->items, words->items + 2, words->count * sizeof *words->items);
}

static mote_result read_words(reader *r, const char *line, bool defaults)
{
    cmd_words words = {0};
    uint32_t pattern = MOTE_NONE;
    mote_result result = cmd_words_split(&words, line);
    if (!result) drop_command(&words);
    bool empty = words.count == 0;
    if (!result && !empty) result = check_words(r, &words, defaults, &pattern);
    for (uint32_t i = 0; i < words.count && defaults && !result; i++)
        result = cmd_words_add(&r->defaults, words.items[i].text);
    if (!result && !defaults && !empty)
        result = pattern == MOTE_NONE ? add_check(r, &words, MOTE_NONE, NULL)
                                      : add_matches(r, &words, pattern);
    cmd_words_release(&words);
    if (!result) return MOTE_OK;
    char message[512];
    snprintf(message, sizeof message, "%s", mote_last_message());
    return fail_line(r, result, message);
}

static mote_result read_lines(reader *r, char *text)
{
    static const char defaults[] = "defaults:";
    mote_result result = MOTE_OK;
    for (char *line = text; line && !result;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        r->line++;
        line += strspn(line, " \t");
        bool is_default = strncmp(line, defaults, sizeof defaults - 1) == 0;
        if (is_default && r->out->count > 0)
            result = fail_line(r, MOTE_ERROR_ARGUMENT, "defaults come before the first check");
        else
            result = read_words(r, is_default ? line + sizeof defaults - 1 : line, is_default);
        line = end ? end + 1 : NULL;
    }
    return result;
}

mote_result cmd_batch_read_manifest(const char *path, bool require_filter, cmd_batch_checks *out)
{
    char *text = NULL, folder[CMD_BATCH_PATH], room[IO_SHORT_NAME];
    size_t size;
    reader r = {.path = path, .out = out};
    *out = (cmd_batch_checks){0};
    mote_result result = cmd_batch_read(path, &text, &size);
    if (result) return result;
    if (strlen(text) < size)
        result = mote_fail(MOTE_ERROR_DATA, "%s: is not a text", io_short_name(path, room));
    if (!result && !getcwd(folder, sizeof folder))
        result = mote_fail(MOTE_ERROR_IO, "the current folder is not known");
    if (!result && require_filter) result = cmd_words_add(&r.defaults, "--require-filter");
    if (!result) result = read_lines(&r, text);
    if (!result && out->count == 0)
        result = mote_fail(MOTE_ERROR_DATA, "%s: has no checks", io_short_name(path, room));
    if (!result && !((out->manifest = strdup(path)) && (out->folder = strdup(folder))))
        result = mote_fail_memory(size, "a manifest");
    free(text);
    cmd_words_release(&r.defaults);
    if (result) cmd_batch_checks_release(out);
    return result;
}
