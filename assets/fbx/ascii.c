// The text format: nodes as "Name: values { nodes }", arrays as "Name: *count { a: numbers }".

#include <math.h>
#include <string.h>

#include "assets/fbx/fbx.h"
#include "core/result.h"

typedef struct scanner {
    asset_fbx *fbx;
    const char *at, *end;
} scanner;

typedef struct level {
    uint32_t node, last; // `last` is the last child added
} level;

static mote_result fail_line(const scanner *s, const char *why)
{
    size_t line = 1;
    for (const char *c = (const char *)s->fbx->file; c < s->at; c++) line += *c == '\n';
    return asset_fbx_fail(s->fbx, "line %zu: %s", line, why);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// ---------------------------------------------------------------------------------------------
// Numbers

// 10^n in double precision, for any n.
static double power_of_ten(int n)
{
    static const double powers[] = {1e1, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256};
    double p = 1;
    int m = n < 0 ? -n : n;
    for (int i = 0; m; i++, m >>= 1) {
        if (i >= (int)(sizeof powers / sizeof *powers)) return n < 0 ? 0 : HUGE_VAL;
        if (m & 1) p *= powers[i];
    }
    return n < 0 ? 1 / p : p;
}

// The components of a decimal number.
typedef struct decimal {
    uint64_t digits;
    int exponent;                    // of 10
    bool negative, any, real, exact; // has a digit; has a point or exponent; no digit was dropped
} decimal;

static void take_digit(decimal *d, char c, bool fraction)
{
    d->any = true;
    if (d->digits < (UINT64_MAX - 9) / 10) {
        d->digits = d->digits * 10 + (uint64_t)(c - '0');
        d->exponent -= fraction;
    } else {
        d->exact = false;
        d->exponent += !fraction;
    }
}

static const char *take_exponent(const char *at, const char *end, decimal *d)
{
    const char *from = at + 1;
    bool negative = from < end && *from == '-';
    if (from < end && (*from == '-' || *from == '+')) from++;
    if (from == end || !is_digit(*from)) return at;
    int exponent = 0;
    for (; from < end && is_digit(*from); from++)
        if (exponent < 10000) exponent = exponent * 10 + (*from - '0');
    d->real = true;
    d->exponent += negative ? -exponent : exponent;
    return from;
}

static double value_of(const decimal *d)
{
    double value = (double)d->digits;
    if (d->exponent < -300) // two steps, because the power would overflow
        value = value * power_of_ten(-300) * power_of_ten(d->exponent + 300);
    else if (d->exponent < 0 && d->exponent >= -22)
        value /= power_of_ten(-d->exponent); // a single rounding
    else if (value != 0)
        value *= power_of_ten(d->exponent);
    return d->negative ? -value : value;
}

const char *asset_fbx_read_number(const char *at, const char *end, asset_fbx_value *out)
{
    decimal d = {.exact = true};
    if (at < end && (*at == '-' || *at == '+')) d.negative = *at++ == '-';
    for (; at < end && is_digit(*at); at++) take_digit(&d, *at, false);
    if (at < end && *at == '.') {
        d.real = true;
        for (at++; at < end && is_digit(*at); at++) take_digit(&d, *at, true);
    }
    if (!d.any) return NULL;
    if (at < end && (*at == 'e' || *at == 'E')) at = take_exponent(at, end, &d);
    bool integer = !d.real && d.exact && d.digits <= INT64_MAX;
    *out = (asset_fbx_value){.kind = integer ? ASSET_FBX_INTEGER : ASSET_FBX_REAL};
    out->integer = integer ? (d.negative ? -(int64_t)d.digits : (int64_t)d.digits) : 0;
    out->real = value_of(&d);
    return at;
}

// ---------------------------------------------------------------------------------------------
// Values

static void skip_blanks(scanner *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\r')) s->at++;
}

static void skip_lines(scanner *s)
{
    while (s->at < s->end) {
        skip_blanks(s);
        if (s->at < s->end && *s->at == ';')
            while (s->at < s->end && *s->at != '\n') s->at++;
        if (s->at == s->end || *s->at != '\n') return;
        s->at++;
    }
}

static mote_result add_text(scanner *s, const char *from, const char *to)
{
    return asset_fbx_add_value(
        s->fbx,
        (asset_fbx_value){.kind = ASSET_FBX_STRING, .text = from, .size = (size_t)(to - from)});
}

static mote_result take_string(scanner *s)
{
    const char *from = ++s->at;
    const char *to = memchr(from, '"', (size_t)(s->end - from));
    if (!to) return fail_line(s, "a string has no end");
    s->at = to + 1;
    return add_text(s, from, to);
}

// Reads "*count { a: numbers }" as one value.
static mote_result take_array(scanner *s)
{
    asset_fbx_value count;
    const char *at = asset_fbx_read_number(s->at + 1, s->end, &count);
    if (!at || count.kind != ASSET_FBX_INTEGER || count.integer < 0 || count.integer >= MOTE_NONE)
        return fail_line(s, "an array has no count");
    s->at = at;
    skip_lines(s);
    if (s->at == s->end || *s->at != '{') return fail_line(s, "an array does not begin with {");
    const char *from = s->at + 1, *to = memchr(from, '}', (size_t)(s->end - from));
    if (!to) return fail_line(s, "an array has no end");
    s->at = to + 1;
    const char *colon = memchr(from, ':', (size_t)(to - from));
    if (colon) from = colon + 1;
    // Each number takes at least two bytes with its separator, except the last. A larger count is
    // invalid.
    if ((uint64_t)count.integer > (uint64_t)(to - from) / 2 + 1)
        return fail_line(s, "an array has fewer numbers than announced");
    return asset_fbx_add_value(s->fbx, (asset_fbx_value){.kind = ASSET_FBX_ARRAY,
                                                         .element = 't',
                                                         .count = (uint32_t)count.integer,
                                                         .text = from,
                                                         .size = (size_t)(to - from)});
}

static bool ends_word(char c)
{
    return c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '{' || c == '}';
}

static mote_result take_word(scanner *s)
{
    const char *from = s->at;
    while (s->at < s->end && !ends_word(*s->at)) s->at++;
    asset_fbx_value value;
    if (asset_fbx_read_number(from, s->at, &value) == s->at)
        return asset_fbx_add_value(s->fbx, value);
    return add_text(s, from, s->at);
}

// Reads the values of a node. A line that ends with a comma continues in the next line.
static mote_result take_values(scanner *s)
{
    mote_result result = MOTE_OK;
    while (!result) {
        skip_blanks(s);
        if (s->at == s->end || *s->at == '\n' || *s->at == '{' || *s->at == '}' || *s->at == ';')
            return MOTE_OK;
        if (*s->at == '"')
            result = take_string(s);
        else if (*s->at == '*')
            result = take_array(s);
        else if (*s->at != ',')
            result = take_word(s);
        skip_blanks(s);
        if (!result && s->at < s->end && *s->at == ',') {
            s->at++;
            skip_lines(s);
        }
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Nodes

static mote_result take_node(scanner *s, level *parent)
{
    const char *from = s->at;
    while (s->at < s->end && *s->at != ':' && *s->at != '\n' && *s->at != '{' && *s->at != '}')
        s->at++;
    if (s->at == s->end || *s->at != ':' || s->at == from)
        return fail_line(s, "a name and a colon were expected");
    mote_result result =
        asset_fbx_add_node(s->fbx, parent->node, &parent->last, from, (size_t)(s->at - from));
    s->at++;
    return result ? result : take_values(s);
}

static mote_result find_version(asset_fbx *fbx)
{
    uint32_t header = asset_fbx_child(fbx, 0, "FBXHeaderExtension");
    uint32_t version = header ? asset_fbx_child(fbx, header, "FBXVersion") : 0;
    if (!version) return asset_fbx_fail(fbx, "is no FBX file, or has no version");
    int64_t number = asset_fbx_integer_at(fbx, version, 0, 0);
    fbx->version = number > 0 && number < 100000 ? (uint32_t)number : 0;
    return MOTE_OK;
}

mote_result asset_fbx_parse_ascii(asset_fbx *fbx)
{
    scanner s = {fbx, (const char *)fbx->file, (const char *)fbx->file + fbx->file_size};
    level levels[ASSET_FBX_MAX_DEPTH] = {{0}};
    int depth = 0;
    mote_result result = MOTE_OK;
    for (skip_lines(&s); s.at < s.end && !result; skip_lines(&s)) {
        if (*s.at == '}') {
            if (depth == 0) return fail_line(&s, "a } has no {");
            depth--;
            s.at++;
            continue;
        }
        result = take_node(&s, &levels[depth]);
        if (result) return result;
        skip_blanks(&s);
        if (s.at == s.end || *s.at != '{') continue;
        if (depth + 1 == ASSET_FBX_MAX_DEPTH) return fail_line(&s, "is nested too deeply");
        levels[++depth] = (level){(uint32_t)fbx->nodes.count - 1, 0};
        s.at++;
    }
    if (!result && depth > 0) return fail_line(&s, "is cut off: a { has no }");
    return result ? result : find_version(fbx);
}
