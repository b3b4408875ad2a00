#define _POSIX_C_SOURCE 200809L
#include "apps/mote/config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/result.h"
#include "io/file.h"
#include "io/name.h"

bool cmd_config_find(const char *input, const char *name, char *path, size_t size)
{
    struct stat status;
    const char *slash = strrchr(input, '/');
    int folder = slash ? (int)(slash - input) + 1 : 0;
    bool is_folder = stat(input, &status) == 0 && S_ISDIR(status.st_mode);
    int length = is_folder ? snprintf(path, size, "%s/%s", input, name)
                           : snprintf(path, size, "%.*s%s", folder, input, name);
    return length > 0 && (size_t)length < size && stat(path, &status) == 0;
}

void cmd_config_release(cmd_config *config)
{
    io_toml_release(&config->toml);
}

// Fails with the last message, with the file and the line instead of the prefix "option '--KEY': ".
static mote_result fail_entry(const cmd_config *config, const io_toml_entry *entry,
                              mote_result result, const char *message)
{
    char room[IO_SHORT_NAME];
    const char *colon = strncmp(message, "option '--", 10) == 0 ? strstr(message, "': ") : NULL;
    return mote_fail(result, "%s, line %u: %s: %s", io_short_name(config->path, room), entry->line,
                     entry->key, colon ? colon + 3 : message);
}

static const char *expected_of(const cmd_option *option)
{
    switch (option->kind) {
    case CMD_OPTION_FLAG: return "true or false";
    case CMD_OPTION_COUNT: return "a whole number";
    case CMD_OPTION_REAL:
        return option->is_length ? "a number, or a string such as \"2cm\"" : "a number";
    case CMD_OPTION_RANGE: return "a string such as \"10:20\", or a number";
    case CMD_OPTION_TEXTS: return "a string or an array of strings";
    case CMD_OPTION_TEXT:
    case CMD_OPTION_CHOICE:
    case CMD_OPTION_OUTPUT: break;
    }
    return "a string";
}

static bool fits(const cmd_option *option, io_toml_kind kind)
{
    switch (option->kind) {
    case CMD_OPTION_FLAG: return kind == IO_TOML_BOOL;
    case CMD_OPTION_COUNT: return kind == IO_TOML_NUMBER;
    case CMD_OPTION_REAL:
        return kind == IO_TOML_NUMBER || (option->is_length && kind == IO_TOML_STRING);
    case CMD_OPTION_RANGE: return kind == IO_TOML_STRING || kind == IO_TOML_NUMBER;
    case CMD_OPTION_TEXTS: return kind == IO_TOML_STRING || kind == IO_TOML_ARRAY;
    case CMD_OPTION_TEXT:
    case CMD_OPTION_CHOICE:
    case CMD_OPTION_OUTPUT: break;
    }
    return kind == IO_TOML_STRING;
}

static const cmd_option *find(const cmd_options *options, const char *name)
{
    for (size_t i = 0; i < options->count; i++)
        if (strcmp(options->list[i].name, name) == 0) return &options->list[i];
    return NULL;
}

static mote_result check_key(const cmd_config *config, const io_toml_entry *entry,
                             const char *const *allowed)
{
    size_t count = 0;
    for (; allowed[count]; count++)
        if (strcmp(allowed[count], entry->key) == 0) return MOTE_OK;
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s, line %u: unknown key '%.64s': expected '%s'?",
                     io_short_name(config->path, room), entry->line, entry->key,
                     cmd_nearest(entry->key, allowed, count));
}

static mote_result set_entry(const cmd_config *config, const io_toml_entry *entry,
                             const cmd_option *option, bool is_given)
{
    char room[IO_SHORT_NAME];
    if (!fits(option, entry->kind))
        return mote_fail(MOTE_ERROR_DATA, "%s, line %u: %s: expected %s",
                         io_short_name(config->path, room), entry->line, entry->key,
                         expected_of(option));
    for (uint32_t i = 0; i < entry->text_count; i++) {
        const char *text = entry->texts[i];
        if (option->kind == CMD_OPTION_FLAG) text = strcmp(text, "true") == 0 ? "yes" : "no";
        mote_result result =
            is_given ? MOTE_OK : cmd_option_set(option, text); // the command line takes precedence
        if (!result) continue;
        char message[512];
        snprintf(message, sizeof message, "%s", mote_last_message());
        return fail_entry(config, entry, result, message);
    }
    return MOTE_OK;
}

mote_result cmd_config_read(cmd_config *config, cmd_options options, uint64_t given,
                            const char *const *allowed)
{
    unsigned char *text;
    size_t size;
    int descriptor;
    mote_result result = io_file_open(config->path, &descriptor);
    if (result) return result;
    result = io_file_read(descriptor, config->path, &text, &size);
    close(descriptor);
    if (result) return result;
    result = io_toml_parse((const char *)text, size, config->path, &config->toml);
    free(text);
    for (uint32_t i = 0; i < config->toml.count && !result; i++) {
        const io_toml_entry *entry = &config->toml.entries[i];
        result = check_key(config, entry, allowed);
        const cmd_option *option = find(&options, entry->key);
        if (!result && option)
            result = set_entry(config, entry, option, given >> (option - options.list) & 1);
    }
    return result;
}

mote_result cmd_config_blame(const cmd_config *config, mote_result result)
{
    char message[512], start[80];
    if (!result) return result;
    snprintf(message, sizeof message, "%s", mote_last_message());
    for (uint32_t i = 0; i < config->toml.count; i++) {
        const io_toml_entry *entry = &config->toml.entries[i];
        snprintf(start, sizeof start, "option '--%.60s': ", entry->key);
        bool about = strncmp(message, start, strlen(start)) == 0;
        snprintf(start, sizeof start, "%.60s '", entry->key); // the prefix of messages about a rule
        about |= strncmp(message, start, strlen(start)) == 0;
        if (about) return fail_entry(config, entry, result, message);
    }
    return result;
}
