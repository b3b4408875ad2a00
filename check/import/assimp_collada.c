#include "check/import/assimp_collada.h"

#include <string.h>

#include "core/result.h"
#include "io/name.h"

// A part of the text.
typedef struct text_span {
    const char *at, *end;
} text_span;

typedef struct count_scan {
    const char *text, *end, *at;
    const char *path;
    text_span empty; // the faces or lines with a count of 0 that the scan is in; null for none
} count_scan;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_name(char c)
{
    return !is_blank(c) && c != '/' && c != '>' && c != '=' && c != '<';
}

static bool says(text_span span, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(span.end - span.at) == length && memcmp(span.at, word, length) == 0;
}

static bool is_primitive(text_span name)
{
    static const char *const names[] = {"lines",     "linestrips", "polygons",  "polylist",
                                        "triangles", "trifans",    "tristrips", NULL};
    for (const char *const *n = names; *n; n++)
        if (says(name, *n)) return true;
    return false;
}

// Elements of extensions may call anything a count.
static bool counts(text_span name)
{
    static const char *const names[] = {"accessor",  "bool_array", "float_array",    "IDREF_array",
                                        "int_array", "Name_array", "vertex_weights", NULL};
    for (const char *const *n = names; *n; n++)
        if (says(name, *n)) return true;
    return is_primitive(name);
}

static unsigned line_of(const count_scan *s, const char *at)
{
    unsigned line = 1;
    for (const char *c = s->text; c < at; c++) line += *c == '\n';
    return line;
}

static int short_length(text_span span)
{
    ptrdiff_t length = span.end - span.at;
    return (int)(length < 64 ? length : 64);
}

static mote_result fail_count(const count_scan *s, text_span name, text_span count, const char *why)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s:%u: <%.*s> has the count '%.*s', %s",
                     io_short_name(s->path, room), line_of(s, name.at), short_length(name), name.at,
                     short_length(count), count.at, why);
}

static void skip_blanks(count_scan *s)
{
    while (s->at < s->end && is_blank(*s->at)) s->at++;
}

static text_span take_name(count_scan *s)
{
    text_span name = {s->at, s->at};
    while (s->at < s->end && is_name(*s->at)) s->at++;
    name.end = s->at;
    return name;
}

// Goes behind the next `mark`, or to the end.
static void skip_past(count_scan *s, const char *mark)
{
    size_t length = strlen(mark);
    while ((size_t)(s->end - s->at) >= length && memcmp(s->at, mark, length) != 0) s->at++;
    s->at = (size_t)(s->end - s->at) >= length ? s->at + length : s->end;
}

// The value of an attribute, after its name; empty if there is none.
static text_span take_value(count_scan *s)
{
    text_span none = {s->at, s->at};
    skip_blanks(s);
    if (s->at == s->end || *s->at != '=') return none;
    s->at++;
    skip_blanks(s);
    if (s->at == s->end || (*s->at != '"' && *s->at != '\'')) return none;
    char quote = *s->at++;
    text_span value = {s->at, s->at};
    while (s->at < s->end && *s->at != quote) s->at++;
    value.end = s->at;
    if (s->at < s->end) s->at++;
    return value;
}

static text_span trimmed(text_span span)
{
    while (span.at < span.end && is_blank(*span.at)) span.at++;
    while (span.at < span.end && is_blank(span.end[-1])) span.end--;
    if (span.end - span.at > 1 && *span.at == '+') span.at++;
    return span;
}

static bool has_only(text_span span, char low, char high)
{
    for (const char *c = span.at; c < span.end; c++)
        if (*c < low || *c > high) return false;
    return span.at < span.end;
}

// Behind a start tag of that name: its attributes.
static mote_result read_attributes(count_scan *s, text_span name)
{
    while (skip_blanks(s), s->at < s->end && *s->at != '>') {
        text_span attribute = take_name(s);
        if (attribute.at == attribute.end) {
            s->at++;
            continue;
        }
        text_span value = take_value(s), count = trimmed(value);
        if (!says(attribute, "count") || !counts(name)) continue;
        if (!has_only(count, '0', '9'))
            return fail_count(s, name, value, "expected a number of 0 or more");
        if (is_primitive(name) && has_only(count, '0', '0')) s->empty = name;
    }
    if (s->at < s->end) s->at++;
    return MOTE_OK;
}

static bool has_text(count_scan *s)
{
    skip_blanks(s);
    return s->at < s->end && *s->at != '<';
}

// At a '<'.
static mote_result read_tag(count_scan *s)
{
    size_t left = (size_t)(s->end - s->at);
    if (left >= 4 && memcmp(s->at, "<!--", 4) == 0) {
        skip_past(s, "-->");
    } else if (left >= 9 && memcmp(s->at, "<![CDATA[", 9) == 0) {
        skip_past(s, "]]>");
    } else if (left >= 2 && strchr("!?/", s->at[1])) {
        skip_past(s, ">");
    } else {
        s->at++;
        text_span name = take_name(s);
        if (is_primitive(name)) s->empty = (text_span){NULL, NULL};
        mote_result result = read_attributes(s, name);
        if (!result && s->empty.at && says(name, "p") && has_text(s)) {
            static const char zero[] = "0";
            result = fail_count(s, s->empty, (text_span){zero, zero + 1}, "but it has indices");
        }
        return result;
    }
    return MOTE_OK;
}

mote_result check_collada_counts(const char *text, size_t size, const char *path)
{
    count_scan s = {.text = text, .end = text + size, .at = text, .path = path};
    mote_result result = MOTE_OK;
    while (!result && (s.at = memchr(s.at, '<', (size_t)(s.end - s.at)))) result = read_tag(&s);
    return result;
}
