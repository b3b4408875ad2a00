#define _POSIX_C_SOURCE 200809L
#include "check/import/assimp_collada.h"

#include <string.h>
#include <strings.h>

#include "core/result.h"
#include "io/name.h"

// A range of the text.
typedef struct text_span {
    const char *at, *end;
} text_span;

typedef struct count_scan {
    const char *text, *end, *at;
    const char *path;
    // The current element of faces or lines if libassimp reads its count as 0, and that count;
    // otherwise null.
    text_span empty, empty_count;
} count_scan;

static const text_span nothing;

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

// Returns whether libassimp uses the count of this element. Elements of extensions may use the
// attribute for anything.
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

// Fails because libassimp would leave out the current faces or lines.
static mote_result fail_empty(const count_scan *s)
{
    static const char why[] = "but it has indices";
    text_span name = s->empty;
    char room[IO_SHORT_NAME];
    if (s->empty_count.at) return fail_count(s, name, s->empty_count, why);
    return mote_fail(MOTE_ERROR_DATA, "%s:%u: <%.*s> has no count, %s",
                     io_short_name(s->path, room), line_of(s, name.at), short_length(name), name.at,
                     why);
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

// Moves past the next `mark`, or to the end of the text.
static void skip_past(count_scan *s, const char *mark)
{
    size_t length = strlen(mark);
    while ((size_t)(s->end - s->at) >= length && memcmp(s->at, mark, length) != 0) s->at++;
    s->at = (size_t)(s->end - s->at) >= length ? s->at + length : s->end;
}

static bool begins(const count_scan *s, const char *mark)
{
    size_t length = strlen(mark);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, mark, length) == 0;
}

// Skips text enclosed by these marks if it starts here.
static bool skip_between(count_scan *s, const char *begin, const char *end)
{
    if (!begins(s, begin)) return false;
    s->at += strlen(begin);
    skip_past(s, end);
    return true;
}

// Reads the value of an attribute after its name. Empty if there is none.
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

// Reads the attributes of a start tag, after its name. Of two counts, libassimp uses the first.
static mote_result read_attributes(count_scan *s, text_span name)
{
    text_span taken = nothing;
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
        if (!taken.at) taken = count;
    }
    bool is_closed = s->at[-1] == '/';
    if (s->at < s->end) s->at++;
    if (!is_primitive(name)) return MOTE_OK;
    s->empty_count = taken;
    s->empty = is_closed || (taken.at && !has_only(taken, '0', '0')) ? nothing : name;
    return MOTE_OK;
}

static void skip_comments(count_scan *s)
{
    do skip_blanks(s);
    while (skip_between(s, "<!--", "-->") || skip_between(s, "<?", "?>"));
}

static bool is_at_text(const count_scan *s)
{
    return s->at < s->end && (*s->at != '<' || begins(s, "<![CDATA["));
}

static mote_result read_start_tag(count_scan *s)
{
    s->at++;
    text_span name = take_name(s);
    mote_result result = read_attributes(s, name);
    if (result || !s->empty.at || !says(name, "p")) return result;
    skip_comments(s);
    return is_at_text(s) ? fail_empty(s) : MOTE_OK;
}

static void read_end_tag(count_scan *s)
{
    s->at += 2;
    if (is_primitive(take_name(s))) s->empty = nothing;
    skip_past(s, ">");
}

static mote_result fail_markup(const count_scan *s, const char *at, const char *why)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s:%u: %s", io_short_name(s->path, room), line_of(s, at),
                     why);
}

// Goes to the next '>' outside of quotes, or to the end. Returns false for an unterminated quote,
// and for a '[' or '<' before the '>'.
static bool find_end(count_scan *s)
{
    for (; s->at < s->end && *s->at != '>'; s->at++) {
        if (*s->at == '[' || *s->at == '<') return false;
        if (*s->at != '"' && *s->at != '\'') continue;
        s->at = memchr(s->at + 1, *s->at, (size_t)(s->end - s->at - 1));
        if (!s->at) return false;
    }
    return true;
}

// libassimp does not read the definitions of a document type, and does not find its end by the
// rules of XML.
static mote_result read_doctype(count_scan *s)
{
    count_scan inside = *s;
    inside.at += 2;
    if (!find_end(&inside))
        return fail_markup(s, s->at, "<!DOCTYPE> has definitions, expected a name and an address");
    s->at = inside.at;
    return MOTE_OK;
}

// libassimp ends an instruction at the first "?>". But it ends an XML declaration at the first '>'
// outside of a value.
static mote_result read_instruction(count_scan *s)
{
    count_scan inside = *s;
    skip_between(s, "<?", "?>");
    inside.end = s->at;
    if (inside.end - inside.at < 5 || strncasecmp(inside.at, "<?xml", 5) != 0) return MOTE_OK;
    const char *begin = inside.at++;
    if (find_end(&inside) && inside.at == s->at - 1) return MOTE_OK;
    return fail_markup(s, begin, "<?xml> has a '>', '[' or '<' before its end");
}

// Reads the tag at a '<'.
static mote_result read_tag(count_scan *s)
{
    if (skip_between(s, "<!--", "-->") || skip_between(s, "<![CDATA[", "]]>")) return MOTE_OK;
    if (begins(s, "<?")) return read_instruction(s);
    if (begins(s, "<!")) return read_doctype(s);
    if (!begins(s, "</")) return read_start_tag(s);
    read_end_tag(s);
    return MOTE_OK;
}

mote_result check_collada_counts(const char *text, size_t size, const char *path)
{
    count_scan s = {.text = text, .end = text + size, .at = text, .path = path};
    mote_result result = MOTE_OK;
    while (!result && (s.at = memchr(s.at, '<', (size_t)(s.end - s.at)))) result = read_tag(&s);
    return result;
}
