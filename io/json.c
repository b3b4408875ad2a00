#include "io/json.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"

enum { DEEPEST = 64, MAX_VALUES = 1 << 25 };

typedef struct reader {
    const char *text, *at, *end;
    io_json *out;
    uint32_t max_values;
    int depth;
} reader;

static mote_result fail_here(const reader *r, const char *wanted)
{
    return mote_fail(MOTE_ERROR_DATA, "JSON, byte %zu: %s", (size_t)(r->at - r->text), wanted);
}

static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static void skip_space(reader *r)
{
    while (r->at < r->end && is_one_of(*r->at, " \t\r\n")) r->at++;
}

static bool take(reader *r, char wanted)
{
    skip_space(r);
    if (r->at == r->end || *r->at != wanted) return false;
    r->at++;
    return true;
}

static mote_result add_node(reader *r, uint32_t *out)
{
    io_json *json = r->out;
    *out = json->count;
    if (json->count == r->max_values) return fail_here(r, "too many values");
    if (json->count == json->capacity) {
        uint32_t capacity = json->capacity ? 2 * json->capacity : 256;
        if (capacity > r->max_values) capacity = r->max_values;
        io_json_node *nodes = realloc(json->nodes, capacity * sizeof *nodes);
        if (!nodes) return mote_fail_memory(capacity * sizeof *nodes, "JSON");
        json->nodes = nodes;
        json->capacity = capacity;
    }
    json->count++;
    json->nodes[*out] = (io_json_node){0};
    return MOTE_OK;
}

// Reads a string from behind its opening quote.
static mote_result read_string(reader *r, const char **from, const char **to)
{
    *from = r->at;
    while (r->at < r->end && *r->at != '"') r->at += *r->at == '\\' ? 2 : 1;
    if (r->at >= r->end) {
        r->at = r->end;
        return fail_here(r, "a string does not end");
    }
    *to = r->at++;
    return MOTE_OK;
}

static mote_result read_number(reader *r, io_json_node *node)
{
    char digits[64];
    size_t length = 0;
    while (r->at + length < r->end && is_one_of(r->at[length], "+-.0123456789eE")) length++;
    if (length == 0 || length >= sizeof digits) return fail_here(r, "expected a value");
    memcpy(digits, r->at, length);
    digits[length] = '\0';
    char *end;
    node->number = strtod(digits, &end);
    if (*end) return fail_here(r, "not a number");
    node->kind = IO_JSON_NUMBER;
    node->text = r->at;
    node->end = r->at += length;
    return MOTE_OK;
}

static bool read_word(reader *r, io_json_node *node)
{
    static const char *const words[] = {"null", "true", "false"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(r->end - r->at) < length || memcmp(r->at, words[i], length) != 0) continue;
        *node = (io_json_node){.kind = IO_JSON_WORD, .text = r->at, .end = r->at + length};
        r->at += length;
        return true;
    }
    return false;
}

static mote_result read_value(reader *r, uint32_t *out);

// Reads an item of an array, or a member of an object with its key.
static mote_result read_item(reader *r, bool member, uint32_t *out)
{
    const char *key = NULL, *key_end = NULL;
    if (member) {
        if (!take(r, '"')) return fail_here(r, "expected a key");
        mote_result result = read_string(r, &key, &key_end);
        if (result) return result;
        if (!take(r, ':')) return fail_here(r, "expected ':'");
    }
    mote_result result = read_value(r, out);
    if (result) return result;
    r->out->nodes[*out].key = key;
    r->out->nodes[*out].key_end = key_end;
    return MOTE_OK;
}

// Reads the items of node `parent` from behind its opening bracket.
static mote_result read_items(reader *r, uint32_t parent, char close)
{
    if (++r->depth > DEEPEST) return fail_here(r, "nested too deeply");
    uint32_t last = 0;
    while (!take(r, close)) {
        if (last && !take(r, ',')) return fail_here(r, "expected ','");
        uint32_t item = 0;
        mote_result result = read_item(r, close == '}', &item);
        if (result) return result;
        if (last)
            r->out->nodes[last].next = item;
        else
            r->out->nodes[parent].first = item;
        last = item;
    }
    r->depth--;
    r->out->nodes[parent].end = r->at;
    return MOTE_OK;
}

static mote_result read_value(reader *r, uint32_t *out)
{
    mote_result result = add_node(r, out);
    if (result) return result;
    skip_space(r);
    io_json_node *node = &r->out->nodes[*out];
    node->text = r->at;
    if (take(r, '{') || take(r, '[')) {
        bool object = *node->text == '{';
        node->kind = object ? IO_JSON_OBJECT : IO_JSON_ARRAY;
        return read_items(r, *out, object ? '}' : ']');
    }
    if (take(r, '"')) {
        node->kind = IO_JSON_STRING;
        return read_string(r, &node->text, &node->end);
    }
    return read_word(r, node) ? MOTE_OK : read_number(r, node);
}

mote_result io_json_parse(const char *text, size_t size, io_json *out)
{
    return io_json_parse_within(text, size, MAX_VALUES, out);
}

mote_result io_json_parse_within(const char *text, size_t size, uint32_t max_values, io_json *out)
{
    *out = (io_json){0};
    reader r = {.text = text, .at = text, .end = text + size, .out = out, .max_values = max_values};
    uint32_t root = 0;
    mote_result result = read_value(&r, &root);
    skip_space(&r);
    if (!result && r.at < r.end) result = fail_here(&r, "unexpected text after the value");
    if (result) io_json_release(out);
    return result;
}

void io_json_release(io_json *json)
{
    free(json->nodes);
    *json = (io_json){0};
}

const io_json_node *io_json_first(const io_json *json, const io_json_node *node)
{
    return node && node->first ? &json->nodes[node->first] : NULL;
}

const io_json_node *io_json_next(const io_json *json, const io_json_node *node)
{
    return node->next ? &json->nodes[node->next] : NULL;
}

static bool equals(const char *from, const char *to, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(to - from) == length && memcmp(from, text, length) == 0;
}

const io_json_node *io_json_member(const io_json *json, const io_json_node *node, const char *key)
{
    const io_json_node *member = io_json_first(json, node);
    while (member && !(member->key && equals(member->key, member->key_end, key)))
        member = io_json_next(json, member);
    return member;
}

double io_json_number(const io_json *json, const io_json_node *node, const char *key)
{
    const io_json_node *member = io_json_member(json, node, key);
    return member ? member->number : 0.0;
}

bool io_json_is(const io_json_node *node, const char *text)
{
    return node && node->kind == IO_JSON_STRING && equals(node->text, node->end, text);
}

// Reads four hexadecimal digits; -1 if there are not four.
static int32_t read_hex4(const char *at, const char *end)
{
    int32_t code = 0;
    if (end - at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9'                 ? c - '0'
                    : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                         : -1;
        if (digit < 0) return -1;
        code = code << 4 | digit;
    }
    return code;
}

static size_t put_utf8(int32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const int first[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(first[more] | code >> (6 * more));
    for (size_t i = 1; i <= more; i++) out[i] = (char)(0x80 | (code >> (6 * (more - i)) & 0x3f));
    return more + 1;
}

// Reads the code after \u, or two codes for a character beyond 16 bits. Moves `*at` past it; -1 if it is invalid.
static int32_t read_code(const char **at, const char *end)
{
    int32_t code = read_hex4(*at, end);
    if (code < 0) return -1;
    *at += 4;
    bool high = code >= 0xd800 && code < 0xdc00;
    if (high && end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u') {
        int32_t low = read_hex4(*at + 2, end);
        if (low >= 0xdc00 && low < 0xe000) {
            *at += 6;
            return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
    }
    return code >= 0xd800 && code < 0xe000 ? 0xfffd : code;
}

size_t io_json_unescape(const io_json_node *string, char *out)
{
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *at = string->text, *end = string->end;
    size_t length = 0;
    while (at < end) {
        if (*at != '\\' || at + 1 == end) {
            out[length++] = *at++;
            continue;
        }
        const char *known = strchr(escapes, at[1]);
        const char *code_at = at + 2;
        int32_t code = at[1] == 'u' ? read_code(&code_at, end) : -1;
        if (code >= 0) {
            length += put_utf8(code, out + length);
            at = code_at;
        } else if (at[1] && known) {
            out[length++] = meanings[known - escapes];
            at += 2;
        } else {
            out[length++] = *at++;
        }
    }
    return length;
}
