#define _POSIX_C_SOURCE 200809L
#include "apps/mote/batch/words.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"

// A word that is being read: its text, and a copy for glob with quoted special characters escaped
// by a backslash.
typedef struct reader {
    const char *at;
    char *text, *pattern;
    size_t text_length, pattern_length;
    bool is_pattern;
} reader;

static void append(reader *r, char c, bool quoted)
{
    bool special = strchr("*?[", c) != NULL;
    r->text[r->text_length++] = c;
    if (special && !quoted) r->is_pattern = true;
    if ((special && quoted) || c == '\\') r->pattern[r->pattern_length++] = '\\';
    r->pattern[r->pattern_length++] = c;
}

// Reads from the opening quote to the closing one.
static mote_result read_quoted(reader *r)
{
    char quote = *r->at++;
    for (; *r->at != quote; r->at++) {
        if (*r->at == '\\' && quote == '"' && r->at[1] && strchr("\"\\$`", r->at[1])) r->at++;
        if (!*r->at) return mote_fail(MOTE_ERROR_DATA, "the quote %c is not closed", quote);
        append(r, *r->at, true);
    }
    r->at++;
    return MOTE_OK;
}

static mote_result read_word(reader *r)
{
    mote_result result = MOTE_OK;
    while (!result && *r->at && !strchr(" \t\r\n", *r->at)) {
        if (*r->at == '\'' || *r->at == '"') {
            result = read_quoted(r);
        } else if (*r->at == '\\' && r->at[1]) {
            append(r, r->at[1], true);
            r->at += 2;
        } else {
            append(r, *r->at++, false);
        }
    }
    return result;
}

static mote_result add(cmd_words *words, char *text, char *pattern)
{
    cmd_word *items = realloc(words->items, (words->count + 1) * sizeof *items);
    if (items) words->items = items;
    if (!items || !text) {
        free(text);
        free(pattern);
        return mote_fail_memory(sizeof *items, "the words of a line");
    }
    items[words->count++] = (cmd_word){text, pattern};
    return MOTE_OK;
}

mote_result cmd_words_add(cmd_words *words, const char *text)
{
    return add(words, strdup(text), NULL);
}

mote_result cmd_words_split(cmd_words *words, const char *line)
{
    size_t length = strlen(line);
    mote_result result = MOTE_OK;
    for (const char *at = line; !result;) {
        at += strspn(at, " \t\r\n");
        if (!*at || *at == '#') break;
        reader r = {.at = at, .text = calloc(1, length + 1), .pattern = calloc(2, length + 1)};
        result = r.text && r.pattern ? read_word(&r) : mote_fail_memory(length, "a line");
        at = r.at;
        if (!result && r.is_pattern) {
            result = add(words, r.text, r.pattern);
        } else {
            free(r.pattern);
            if (result)
                free(r.text);
            else
                result = add(words, r.text, NULL);
        }
    }
    return result;
}

void cmd_words_release(cmd_words *words)
{
    for (uint32_t i = 0; i < words->count; i++) {
        free(words->items[i].text);
        free(words->items[i].pattern);
    }
    free(words->items);
    *words = (cmd_words){0};
}

void cmd_word_write(FILE *to, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./:=+,@%";
    if (*text && !text[strspn(text, plain)]) {
        fputs(text, to);
        return;
    }
    fputc('\'', to);
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", to);
        else
            fputc(*text, to);
    }
    fputc('\'', to);
}
