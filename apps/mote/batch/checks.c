#define _POSIX_C_SOURCE 200809L
#include "apps/mote/batch/checks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/batch/file.h"
#include "apps/mote/verb.h"
#include "core/hash.h"
#include "core/result.h"

static void release_check(cmd_batch_check *check)
{
    cmd_words_release(&check->words);
    free(check->failure);
}

void cmd_batch_checks_release(cmd_batch_checks *checks)
{
    for (uint32_t i = 0; i < checks->count; i++) release_check(&checks->items[i]);
    free(checks->items);
    free(checks->manifest);
    free(checks->folder);
    *checks = (cmd_batch_checks){0};
}

mote_result cmd_batch_parse(const cmd_batch_check *check, cmd_arguments *out, char ***array)
{
    *array = malloc((check->words.count + 1) * sizeof **array);
    if (!*array) return mote_fail_memory(check->words.count * sizeof **array, "a check");
    for (uint32_t i = 0; i < check->words.count; i++) (*array)[i] = check->words.items[i].text;
    (*array)[check->words.count] = NULL;
    cmd_check_given = (cmd_check_options){.frames = CMD_ALL_FRAMES};
    mote_result result =
        cmd_options_parse(cmd_verb_check.options, (int)check->words.count, *array, out);
    if (!result && out->help)
        result = mote_fail(MOTE_ERROR_ARGUMENT, "'--help' is not for a manifest");
    return result;
}

uint64_t cmd_batch_check_key(const cmd_batch_checks *checks, const cmd_batch_check *check)
{
    uint64_t key = mote_hash_u64(MOTE_HASH_START, check->content);
    key = mote_hash_u64(key, checks->formats);
    key = mote_hash_u64(key, check->frames);
    for (uint32_t i = 0; i < check->words.count; i++)
        key = mote_hash_bytes(key, check->words.items[i].text,
                              strlen(check->words.items[i].text) + 1);
    return key;
}

// ---------------------------------------------------------------------------------------------
// The list as a file

mote_result cmd_batch_write_checks(const cmd_batch_checks *checks, const char *path)
{
    cmd_batch_file file;
    mote_result result = cmd_batch_file_open(&file, path);
    if (result) return result;
    fprintf(file.file, "mote-batch-checks 1 %s\nmanifest ", mote_version());
    cmd_word_write(file.file, checks->manifest);
    fputs("\nfolder ", file.file);
    cmd_word_write(file.file, checks->folder);
    fprintf(file.file, "\nformats %u\n", checks->formats);
    for (uint32_t i = 0; i < checks->count; i++) {
        const cmd_batch_check *check = &checks->items[i];
        fprintf(file.file, "check %u %u", check->line, check->own);
        for (uint32_t k = 0; k < check->words.count; k++) {
            fputc(' ', file.file);
            cmd_word_write(file.file, check->words.items[k].text);
        }
        fputc('\n', file.file);
    }
    return cmd_batch_text_close(&file, MOTE_OK);
}

mote_result cmd_batch_read_lines(const char *path,
                                 mote_result (*read)(void *context, const cmd_words *words),
                                 void *context)
{
    char *text, *rest = NULL;
    mote_result result = cmd_batch_read_text(path, &text);
    if (result) return result;
    for (const char *line = strtok_r(text, "\n", &rest); line && !result;
         line = strtok_r(NULL, "\n", &rest)) {
        cmd_words words = {0};
        result = cmd_words_split(&words, line);
        if (!result) result = read(context, &words);
        cmd_words_release(&words);
    }
    free(text);
    return result;
}

static mote_result read_check(cmd_batch_checks *out, const cmd_words *words)
{
    cmd_batch_check *items = realloc(out->items, (out->count + 1) * sizeof *items);
    if (!items) return mote_fail_memory(sizeof *items, "the checks");
    out->items = items;
    cmd_batch_check *check = &items[out->count++];
    *check = (cmd_batch_check){.line = (uint32_t)strtoul(words->items[1].text, NULL, 10),
                               .own = (uint32_t)strtoul(words->items[2].text, NULL, 10)};
    mote_result result = MOTE_OK;
    for (uint32_t i = 3; i < words->count && !result; i++)
        result = cmd_words_add(&check->words, words->items[i].text);
    return result;
}

// The target of reading a list of checks.
typedef struct list_reader {
    cmd_batch_checks *out;
    const char *path;
} list_reader;

static mote_result read_line(void *context, const cmd_words *words)
{
    const list_reader *r = context;
    cmd_batch_checks *out = r->out;
    const char *path = r->path;
    const char *what = words->count > 1 ? words->items[0].text : "";
    const char *value = words->count > 1 ? words->items[1].text : "";
    if (strcmp(what, "check") == 0 && words->count > 3) return read_check(out, words);
    if (strcmp(what, "mote-batch-checks") == 0) {
        const char *version = words->count > 2 ? words->items[2].text : "";
        if (strcmp(value, "1") == 0 && strcmp(version, mote_version()) == 0) return MOTE_OK;
        return mote_fail(MOTE_ERROR_DATA, "%s: is a batch of mote %s, and this is mote %s", path,
                         version, mote_version());
    }
    if (strcmp(what, "manifest") == 0 && !out->manifest)
        return (out->manifest = strdup(value)) ? MOTE_OK : mote_fail_memory(1, "a name");
    if (strcmp(what, "folder") == 0 && !out->folder)
        return (out->folder = strdup(value)) ? MOTE_OK : mote_fail_memory(1, "a name");
    if (strcmp(what, "formats") == 0) {
        out->formats = (uint32_t)strtoul(value, NULL, 10);
        return MOTE_OK;
    }
    return mote_fail(MOTE_ERROR_DATA, "%s: is not a list of checks", path);
}

mote_result cmd_batch_read_checks(const char *path, cmd_batch_checks *out)
{
    *out = (cmd_batch_checks){0};
    list_reader r = {out, path};
    mote_result result = cmd_batch_read_lines(path, read_line, &r);
    if (!result && (!out->folder || !out->manifest))
        result = mote_fail(MOTE_ERROR_DATA, "%s: is not a list of checks", path);
    if (result) cmd_batch_checks_release(out);
    return result;
}
