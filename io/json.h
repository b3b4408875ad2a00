// Reading JSON: what the bench has written, and glTF.

#ifndef MOTE_IO_JSON_H
#define MOTE_IO_JSON_H

#include <mote/base.h>

typedef enum mote_json_kind {
    MOTE_JSON_WORD, // null, true, false
    MOTE_JSON_NUMBER,
    MOTE_JSON_STRING,
    MOTE_JSON_ARRAY,
    MOTE_JSON_OBJECT
} mote_json_kind;

typedef struct mote_json_node {
    mote_json_kind kind;
    double number;
    const char *text, *end; // the value as it is written; of a string without its quotes, escapes
                            // left as they are
    const char *key, *key_end; // of an object's member, else null
    uint32_t first, next;      // 0 for none
} mote_json_node;

// Points into the text, which must outlive it. Node 0 is the whole.
typedef struct mote_json {
    mote_json_node *nodes;
    uint32_t count, capacity;
} mote_json;

// Fails with the byte where the text is no JSON.
mote_result mote_json_parse(const char *text, size_t size, mote_json *out);
void mote_json_release(mote_json *json);

// The first value in an array or object, and the next one after a value; null for none.
const mote_json_node *mote_json_first(const mote_json *json, const mote_json_node *node);
const mote_json_node *mote_json_next(const mote_json *json, const mote_json_node *node);

// The member of that name; null for none, and when `node` is null.
const mote_json_node *mote_json_member(const mote_json *json, const mote_json_node *node,
                                       const char *key);

// The member's number; 0 for none.
double mote_json_number(const mote_json *json, const mote_json_node *node, const char *key);

// Writes the string with its escapes undone, as UTF-8, into room for as many bytes as it is written
// with; returns how many. Escapes that are none stay as they are.
size_t mote_json_unescape(const mote_json_node *string, char *out);

// Is it this string?
bool mote_json_is(const mote_json_node *node, const char *text);

#endif
