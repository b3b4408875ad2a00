#include "io/toml.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "io/name.h"

typedef struct reader {
    const char *at, *end;
    uint32_t line;
    const char *name; // of the file
    char *to;         // end of the stored texts
    io_toml *toml;
} reader;

static mote_result refuse(const reader *r, const char *what)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s, line %u: %s", io_short_name(r->name, room), r->line,
                     what);
}

static bool is_at(const reader *r, char c)
{
    return r->at < r->end && *r->at == c;
}

static void skip_blanks(reader *r)
{
    while (is_at(r, ' ') || is_at(r, '\t') || is_at(r, '\r')) r->at++;
}

static void skip_comment(reader *r)
{
    skip_blanks(r);
    if (!is_at(r, '#')) return;
    while (r->at < r->end && *r->at != '\n') r->at++;
}

// Skips blanks, comments and line ends.
static void skip_lines(reader *r)
{
    for (skip_comment(r); is_at(r, '\n'); skip_comment(r)) {
        r->at++;
        r->line++;
    }
}

static bool is_bare(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
}

static const char *take_bare(reader *r)
{
    const char *text = r->to;
    while (r->at < r->end && is_bare(*r->at)) *r->to++ = *r->at++;
    *r->to++ = '\0';
    return text;
}

// ---------------------------------------------------------------------------------------------
// Values

static mote_result take_escape(reader *r)
{
    static const char letters[] = "\"\\nt", values[] = "\"\\\n\t";
    r->at++;
    const char *letter = r->at < r->end && *r->at ? strchr(letters, *r->at) : NULL;
    if (!letter) return refuse(r, "unknown escape in a string: expected \\\", \\\\, \\n or \\t");
    *r->to++ = values[letter - letters];
    r->at++;
    return MOTE_OK;
}

static mote_result take_string(reader *r, const char **out)
{
    char quote = *r->at++;
    *out = r->to;
    if (r->at + 1 < r->end && r->at[0] == quote && r->at[1] == quote)
        return refuse(r, "strings over several lines are not read: expected one pair of quotes");
    while (r->at < r->end && *r->at != quote) {
        if (*r->at == '\n' || *r->at == '\0')
            return refuse(r, "the string does not end: expected a closing quote in the same line");
        if (quote == '"' && *r->at == '\\') {
            mote_result result = take_escape(r);
            if (result) return result;
        } else {
            *r->to++ = *r->at++;
        }
    }
    if (r->at == r->end)
        return refuse(r, "the string does not end: expected a closing quote in the same line");
    r->at++;
    *r->to++ = '\0';
    return MOTE_OK;
}

static bool is_quote(const reader *r)
{
    return is_at(r, '"') || is_at(r, '\'');
}

static mote_result add_text(io_toml_entry *entry, const char *text)
{
    const char **texts = realloc(entry->texts, (entry->text_count + 1) * sizeof *texts);
    if (!texts) return mote_fail_memory(entry->text_count * sizeof *texts, "settings");
    entry->texts = texts;
    texts[entry->text_count++] = text;
    return MOTE_OK;
}

static mote_result take_array(reader *r, io_toml_entry *entry)
{
    entry->kind = IO_TOML_ARRAY;
    r->at++;
    for (skip_lines(r); !is_at(r, ']'); skip_lines(r)) {
        const char *text;
        if (r->at == r->end) return refuse(r, "the array does not end: expected ]");
        if (!is_quote(r)) return refuse(r, "expected a string in quotes, or ] to end the array");
        mote_result result = take_string(r, &text);
        if (!result) result = add_text(entry, text);
        if (result) return result;
        skip_lines(r);
        if (is_at(r, ','))
            r->at++;
        else if (!is_at(r, ']'))
            return refuse(r, "expected a comma or ] after a string of an array");
    }
    r->at++;
    return MOTE_OK;
}

// Whether the text is a decimal number, optionally with a sign.
static bool is_number(const char *text)
{
    const char *at = text + (*text == '-' || *text == '+');
    size_t digits = strspn(at, "0123456789");
    if (digits == 0) return false;
    at += digits;
    if (*at == '.') {
        digits = strspn(++at, "0123456789");
        if (digits == 0) return false;
        at += digits;
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '-' || *at == '+';
        digits = strspn(at, "0123456789");
        if (digits == 0) return false;
        at += digits;
    }
    return *at == '\0';
}

// Reads true, false or a number.
static mote_result take_word(reader *r, io_toml_entry *entry)
{
    const char *text = r->to;
    while (r->at < r->end && (is_bare(*r->at) || *r->at == '.' || *r->at == '+' || *r->at == ':'))
        *r->to++ = *r->at++;
    *r->to++ = '\0';
    entry->kind = is_number(text) ? IO_TOML_NUMBER : IO_TOML_BOOL;
    if (entry->kind == IO_TOML_BOOL && strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        return refuse(r, *text
                             ? "expected a value: a string in quotes, a number, true, false or an "
                               "array of strings"
                             : "missing value: expected a string in quotes, a number, true, false "
                               "or an array of strings");
    return add_text(entry, text);
}

static mote_result take_value(reader *r, io_toml_entry *entry)
{
    if (is_at(r, '[')) return take_array(r, entry);
    if (is_at(r, '{')) return refuse(r, "inline tables are not read: expected key = value");
    if (!is_quote(r)) return take_word(r, entry);
    const char *text;
    entry->kind = IO_TOML_STRING;
    mote_result result = take_string(r, &text);
    return result ? result : add_text(entry, text);
}

// ---------------------------------------------------------------------------------------------
// Lines

static mote_result check_new(const reader *r, const char *key)
{
    for (uint32_t i = 0; i + 1 < r->toml->count; i++)
        if (strcmp(r->toml->entries[i].key, key) == 0)
            return mote_fail(MOTE_ERROR_DATA,
                             "%s, line %u: '%s' is set in line %u already: expected each key once",
                             r->name, r->line, key, r->toml->entries[i].line);
    return MOTE_OK;
}

static mote_result take_entry(reader *r, io_toml_entry *entry)
{
    entry->line = r->line;
    if (is_at(r, '[')) return refuse(r, "tables are not read: expected key = value");
    if (is_quote(r)) return refuse(r, "expected a key without quotes");
    entry->key = take_bare(r);
    if (!*entry->key) return refuse(r, "expected a key: letters, digits, - and _");
    mote_result result = check_new(r, entry->key);
    if (result) return result;
    skip_blanks(r);
    if (is_at(r, '.')) return refuse(r, "dotted keys are not read: expected = after the key");
    if (!is_at(r, '=')) return refuse(r, "expected = after the key");
    r->at++;
    skip_blanks(r);
    result = take_value(r, entry);
    if (result) return result;
    skip_comment(r);
    if (r->at < r->end && *r->at != '\n')
        return refuse(r, "expected the end of the line, or a comment, after the value");
    return MOTE_OK;
}

static mote_result take_all(reader *r)
{
    mote_result result = MOTE_OK;
    for (skip_lines(r); r->at < r->end && !result; skip_lines(r)) {
        io_toml *toml = r->toml;
        io_toml_entry *entries = realloc(toml->entries, (toml->count + 1) * sizeof *entries);
        if (!entries) return mote_fail_memory(toml->count * sizeof *entries, "settings");
        toml->entries = entries;
        entries[toml->count] = (io_toml_entry){0};
        result = take_entry(r, &entries[toml->count++]);
    }
    return result;
}

mote_result io_toml_parse(const char *text, size_t size, const char *name, io_toml *out)
{
    *out = (io_toml){.memory = malloc(2 * size + 2)}; // texts with their terminating zeros
    if (!out->memory) return mote_fail_memory(size, "settings");
    reader r = {
        .at = text, .end = text + size, .line = 1, .name = name, .to = out->memory, .toml = out};
    mote_result result = take_all(&r);
    if (result) io_toml_release(out);
    return result;
}

void io_toml_release(io_toml *toml)
{
    for (uint32_t i = 0; i < toml->count; i++) free(toml->entries[i].texts);
    free(toml->entries);
    free(toml->memory);
    *toml = (io_toml){0};
}
