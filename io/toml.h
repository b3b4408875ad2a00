// Reads settings: a subset of TOML for lists of keys and values. Supported are comments, bare keys,
// strings in double or single quotes on one line, decimal numbers, true and false, and arrays of
// strings over any number of lines. For tables, dotted keys, dates and other values, the message
// names the unsupported kind.

#ifndef MOTE_IO_TOML_H
#define MOTE_IO_TOML_H

#include <mote/base.h>

typedef enum io_toml_kind {
    IO_TOML_STRING,
    IO_TOML_NUMBER,
    IO_TOML_BOOL,
    IO_TOML_ARRAY
} io_toml_kind;

typedef struct io_toml_entry {
    const char *key;
    uint32_t line; // from 1
    io_toml_kind kind;
    // A decoded string, a number as written, "true" or "false"; for an array its strings.
    const char **texts;
    uint32_t text_count; // 1 if not an array
} io_toml_entry;

typedef struct io_toml {
    char *memory; // storage of the texts
    io_toml_entry *entries;
    uint32_t count;
} io_toml;

// Parses settings. The message of a failure names the file, the line and the expected syntax.
mote_result io_toml_parse(const char *text, size_t size, const char *name, io_toml *out);
void io_toml_release(io_toml *toml);

#endif
