#include "apps/mote/options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/nearest.h"
#include "apps/mote/terminal.h"
#include "core/result.h"

static mote_result refuse(const cmd_option *option, const char *text, const char *wanted)
{
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': '%s' is not %s", option->name, text,
                     wanted);
}

// Digits alone: strtoull would take a sign and spaces too.
static bool read_count(const char *text, char stop, uint64_t most, uint64_t *out, const char **end)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || (text[digits] != '\0' && text[digits] != stop)) return false;
    errno = 0;
    *out = strtoull(text, NULL, 10);
    *end = text + digits;
    return errno == 0 && *out <= most;
}

static mote_result set_count(const cmd_option *option, const char *text)
{
    const char *end;
    uint64_t count;
    if (!read_count(text, '\0', UINT64_MAX, &count, &end))
        return refuse(option, text, "a whole number");
    *(uint64_t *)option->to = count;
    return MOTE_OK;
}

static mote_result set_range(const cmd_option *option, const char *text)
{
    const char *wanted = "a range such as 10:20, or a number";
    const char *end;
    uint64_t first, last;
    if (!read_count(text, ':', UINT32_MAX, &first, &end)) return refuse(option, text, wanted);
    last = first;
    if (*end == ':' && !read_count(end + 1, '\0', UINT32_MAX, &last, &end))
        return refuse(option, text, wanted);
    if (first > last) return refuse(option, text, "a range: it ends before it begins");
    *(cmd_range *)option->to = (cmd_range){(uint32_t)first, (uint32_t)last};
    return MOTE_OK;
}

static mote_result set_real(const cmd_option *option, const char *text)
{
    char *end;
    float real = strtof(text, &end);
    if (end == text || *end || !isfinite(real)) return refuse(option, text, "a number");
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
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s' knows no '%s'; did you mean '%s'?",
                     option->name, text, cmd_nearest(text, option->choices, count));
}

static mote_result add_text(const cmd_option *option, const char *text)
{
    cmd_texts *texts = option->to;
    if (texts->count == CMD_MOST_TEXTS)
        return mote_fail(MOTE_ERROR_LIMIT, "option '--%s' may be given %d times at most",
                         option->name, CMD_MOST_TEXTS);
    texts->items[texts->count++] = text;
    return MOTE_OK;
}

static mote_result set(const cmd_option *option, const char *text)
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
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s' is of no known kind", option->name);
}

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

// Takes the option at argv[*at], and its value if that comes next.
static mote_result take_option(cmd_options options, int argc, char **argv, int *at)
{
    const char *name = argv[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const cmd_option *option = find(&options, name, length);
    if (!option) return fail_unknown(options, name, length);
    if (option->kind == CMD_OPTION_FLAG) {
        if (equals)
            return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s' takes no value", option->name);
        return set(option, "yes");
    }
    if (equals) return set(option, equals + 1);
    bool file_follows =
        *at + 1 < argc && strncmp(argv[*at + 1], "--", 2) != 0 && strpbrk(argv[*at + 1], "./");
    if (option->kind == CMD_OPTION_OUTPUT && !file_follows) return set(option, "-");
    if (*at + 1 >= argc)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s' needs a value: %s", option->name,
                         option->value);
    return set(option, argv[++*at]);
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
        mote_result result = set(&options.list[i], options.list[i].standard);
        if (result) return result;
    }
    bool ended = false;
    for (int i = 0; i < argc; i++) {
        if (!ended && strcmp(argv[i], "--") == 0) {
            ended = true;
        } else if (!ended && strncmp(argv[i], "--", 2) == 0) {
            mote_result result = take_option(options, argc, argv, &i);
            if (result) return result;
        } else if (!ended && argv[i][0] == '-' && argv[i][1]) {
            return mote_fail(MOTE_ERROR_ARGUMENT, "unknown option '%s'; options begin with --",
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
            snprintf(text + used, sizeof text - used, " (%s)", option->standard);
        cmd_print_entry(to, CMD_STYLE_BOLD, head, 20, text);
    }
    cmd_print_entry(to, CMD_STYLE_BOLD, "--help", 20, "show this help");
}
