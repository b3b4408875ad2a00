// Reading JSON: what the bench has written, and glTF.

#ifndef MOTE_IO_JSON_H
#define MOTE_IO_JSON_H

#include <mote/base.h>

typedef enum io_json_kind {
    IO_JSON_WORD, // null, true, false
    IO_JSON_NUMBER,
    IO_JSON_STRING,
    IO_JSON_ARRAY,
    IO_JSON_OBJECT
} io_json_kind;

typedef struct io_json_node {
    io_json_kind kind;
    double number;
    const char *text, *end;    // the value as written; a string without its quotes, escapes
                               // left as they are
    const char *key, *key_end; // if it is a member of an object, else null
    uint32_t first, next;      // 0 for none
} io_json_node;

// Points into the text, which must outlive it. Node 0 is the whole document.
typedef struct io_json {
    io_json_node *nodes;
    uint32_t count, capacity;
} io_json;

// Parses JSON. The message of a failure gives the position of the first invalid byte.
mote_result io_json_parse(const char *text, size_t size, io_json *out);
// Also fails if there are more than `max_values` values, each of which takes sizeof(io_json_node)
// bytes.
mote_result io_json_parse_within(const char *text, size_t size, uint32_t max_values, io_json *out);
void io_json_release(io_json *json);

// The first value in an array or object, and the next one after a value; null for none.
const io_json_node *io_json_first(const io_json *json, const io_json_node *node);
const io_json_node *io_json_next(const io_json *json, const io_json_node *node);

// The member with this key; null if there is none or if `node` is null.
const io_json_node *io_json_member(const io_json *json, const io_json_node *node, const char *key);

// The member's number; 0 if there is none.
double io_json_number(const io_json *json, const io_json_node *node, const char *key);

// Decodes the escapes of a string to UTF-8. `out` needs as many bytes as the string has in the
// text. Returns the number of bytes written. Invalid escapes are copied unchanged.
size_t io_json_unescape(const io_json_node *string, char *out);

// Whether the node is this string.
bool io_json_is(const io_json_node *node, const char *text);

#endif
