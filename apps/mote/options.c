#include "apps/mote/options.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/terminal.h"
#include "core/result.h"

enum { MAX_COMPARED = 63 };

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

// The Levenshtein distance of the first MAX_COMPARED characters, computed row by row.
static size_t edit_distance(const char *a, const char *b)
{
    size_t rows = min_size(strlen(a), MAX_COMPARED), columns = min_size(strlen(b), MAX_COMPARED);
    size_t row[MAX_COMPARED + 1];
    for (size_t k = 0; k <= columns; k++) row[k] = k;
    for (size_t i = 1; i <= rows; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= columns; k++) {
            size_t above = row[k];
            size_t change = diagonal + (a[i - 1] != b[k - 1]);
            row[k] = min_size(change, min_size(above, row[k - 1]) + 1);
            diagonal = above;
        }
    }
    return row[columns];
}

const char *cmd_nearest(const char *given, const char *const *names, size_t count)
{
    const char *best = names[0];
    for (size_t i = 1; i < count; i++)
        if (edit_distance(given, names[i]) < edit_distance(given, best)) best = names[i];
    return best;
}

// ---------------------------------------------------------------------------------------------
// Values

static mote_result refuse(const cmd_option *option, const char *text, const char *expected)
{
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': '%s' is not %s", option->name, text,
                     expected);
}

// Accepts digits only. strtoull would accept signs and spaces too.
static bool read_count(const char *text, char stop, uint64_t max, uint64_t *out, const char **end)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || (text[digits] != '\0' && text[digits] != stop)) return false;
    errno = 0;
    *out = strtoull(text, NULL, 10);
    *end = text + digits;
    return errno == 0 && *out <= max;
}

static mote_result set_count(const cmd_option *option, const char *text)
{
    const char *end;
    uint64_t count;
    uint64_t max = option->max ? option->max : UINT64_MAX;
    if (read_count(text, '\0', max, &count, &end) && count >= option->min) {
        *(uint64_t *)option->to = count;
        return MOTE_OK;
    }
    char expected[96] = "a whole number";
    if (option->max)
        snprintf(expected, sizeof expected, "a whole number from %" PRIu64 " to %" PRIu64,
                 option->min, option->max);
    return refuse(option, text, expected);
}

static mote_result set_range(const cmd_option *option, const char *text)
{
    const char *expected = "a range such as 10:20, or a number";
    const char *end;
    uint64_t first, last;
    if (!read_count(text, ':', UINT32_MAX, &first, &end)) return refuse(option, text, expected);
    last = first;
    if (*end == ':' && !read_count(end + 1, '\0', UINT32_MAX, &last, &end))
        return refuse(option, text, expected);
    if (first > last) return refuse(option, text, "a range: its end is before its start");
    *(cmd_range *)option->to = (cmd_range){(uint32_t)first, (uint32_t)last};
    return MOTE_OK;
}

// Reads an optional unit of length. Returns its length in meters.
static float take_unit(char **at)
{
    static const struct {
        const char *name;
        float meters;
    } units[] = {{"mm", 0.001f}, {"cm", 0.01f}, {"m", 1}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(*at, units[i].name) != 0) continue;
        *at += strlen(*at);
        return units[i].meters;
    }
    return 1;
}

static mote_result set_real(const cmd_option *option, const char *text)
{
    char *end;
    float real = strtof(text, &end);
    if (end != text && option->is_length) real *= take_unit(&end);
    if (end == text || *end || !isfinite(real))
        return refuse(option, text,
                      option->is_length ? "a number, or a length such as 2cm, 5mm or 0.02m"
                                        : "a number");
    if (option->sign == CMD_POSITIVE && !(real > 0))
        return refuse(option, text, "a number above 0");
    if (option->sign == CMD_NOT_NEGATIVE && real < 0)
        return refuse(option, text, "a number of 0 or more");
    *(float *)option->to = real;
    return MOTE_OK;
}

static mote_result set_choice(const cmd_option *option, const char *text)
{
    size_t count = 0;
    for (; option->choices[count]; count++) {
        if (strcmp(option->choices[count], text) != 0) continue;
        *(const char **)option->to = option->choices[count];
        return MOTE_OK;
    }
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': unknown value '%s'; did you mean '%s'?",
                     option->name, text, cmd_nearest(text, option->choices, count));
}

static mote_result add_text(const cmd_option *option, const char *text)
{
    cmd_texts *texts = option->to;
    if (texts->count == CMD_MAX_TEXTS)
        return mote_fail(MOTE_ERROR_LIMIT, "option '--%s': given more than %d times", option->name,
                         CMD_MAX_TEXTS);
    texts->items[texts->count++] = text;
    return MOTE_OK;
}

mote_result cmd_option_set(const cmd_option *option, const char *text)
{
    switch (option->kind) {
    case CMD_OPTION_FLAG: *(bool *)option->to = strcmp(text, "yes") == 0; return MOTE_OK;
    case CMD_OPTION_TEXT:
    case CMD_OPTION_OUTPUT: *(const char **)option->to = text; return MOTE_OK;
    case CMD_OPTION_CHOICE: return set_choice(option, text);
    case CMD_OPTION_COUNT: return set_count(option, text);
    case CMD_OPTION_REAL: return set_real(option, text);
    case CMD_OPTION_RANGE: return set_range(option, text);
    case CMD_OPTION_TEXTS: return add_text(option, text);
    }
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': unknown kind", option->name);
}

// ---------------------------------------------------------------------------------------------
// Command lines

static mote_result fail_unknown(cmd_options options, const char *name, size_t length)
{
    const char *names[64] = {"help"};
    size_t count = 1;
    for (size_t i = 0; i < options.count && count < 64; i++) names[count++] = options.list[i].name;
    char given[64];
    snprintf(given, sizeof given, "%.*s", (int)length, name);
    return mote_fail(MOTE_ERROR_ARGUMENT, "unknown option '--%s'; did you mean '--%s'?", given,
                     cmd_nearest(given, names, count));
}

static const cmd_option *find(const cmd_options *options, const char *name, size_t length)
{
    for (size_t i = 0; i < options->count; i++) {
        const cmd_option *option = &options->list[i];
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

// Reads the option at argv[*at], and its value if that is the next argument.
static mote_result take_option(cmd_options options, int argc, char **argv, int *at, uint64_t *given)
{
    const char *name = argv[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const cmd_option *option = find(&options, name, length);
    if (!option) return fail_unknown(options, name, length);
    *given |= (uint64_t)1 << (option - options.list);
    if (option->kind == CMD_OPTION_FLAG) {
        if (equals)
            return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': takes no value", option->name);
        return cmd_option_set(option, "yes");
    }
    if (equals) return cmd_option_set(option, equals + 1);
    bool file_follows =
        *at + 1 < argc && strncmp(argv[*at + 1], "--", 2) != 0 && strpbrk(argv[*at + 1], "./");
    if (option->kind == CMD_OPTION_OUTPUT && !file_follows) return cmd_option_set(option, "-");
    if (*at + 1 >= argc)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': missing value: %s", option->name,
                         option->value);
    return cmd_option_set(option, argv[++*at]);
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

mote_result cmd_options_parse(cmd_options options, int argc, char **argv, cmd_arguments *out)
{
    *out = (cmd_arguments){.items = argv, .help = asks_for_help(argc, argv)};
    if (out->help) return MOTE_OK;
    for (size_t i = 0; i < options.count; i++) {
        if (!options.list[i].standard) continue;
        mote_result result = cmd_option_set(&options.list[i], options.list[i].standard);
        if (result) return result;
    }
    bool ended = false;
    for (int i = 0; i < argc; i++) {
        if (!ended && strcmp(argv[i], "--") == 0) {
            ended = true;
        } else if (!ended && strncmp(argv[i], "--", 2) == 0) {
            mote_result result = take_option(options, argc, argv, &i, &out->given);
            if (result) return result;
        } else if (!ended && argv[i][0] == '-' && argv[i][1]) {
            return mote_fail(MOTE_ERROR_ARGUMENT, "unknown option '%s'; options start with --",
                             argv[i]);
        } else {
            out->items[out->count++] = argv[i];
        }
    }
    return MOTE_OK;
}

static void print_choices(const cmd_option *option, char *text, size_t size)
{
    for (const char *const *choice = option->choices; *choice; choice++) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", choice == option->choices ? ": " : ", ",
                 *choice);
    }
}

void cmd_options_print(cmd_options options, FILE *to)
{
    for (size_t i = 0; i < options.count; i++) {
        const cmd_option *option = &options.list[i];
        char head[64], text[512];
        snprintf(head, sizeof head, "--%s%s%s", option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        snprintf(text, sizeof text, "%s", option->help);
        if (option->choices) print_choices(option, text, sizeof text);
        size_t used = strlen(text);
        if (option->standard && option->kind != CMD_OPTION_FLAG)
            snprintf(text + used, sizeof text - used, " (default: %s)", option->standard);
        cmd_print_entry(to, CMD_STYLE_BOLD, head, 20, text);
    }
    cmd_print_entry(to, CMD_STYLE_BOLD, "--help", 20, "show this help");
}

bool cmd_is_all_frames(cmd_range given)
{
    return given.first > given.last;
}

mote_result cmd_choose_frames(cmd_range given, uint32_t count, cmd_range *out)
{
    *out = cmd_is_all_frames(given) ? (cmd_range){0, count - 1} : given;
    if (out->last < count) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '--frames': %u:%u, but there are frames 0 to %u",
                     given.first, given.last, count - 1);
}
