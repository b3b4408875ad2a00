// Reads settings: the subset of TOML that a list of keys and values needs. Comments, bare keys, strings in double or single
// quotes on one line, decimal numbers, true and false, arrays of strings over any number of lines. Tables, dotted keys, dates
// and other kinds of values are refused by name.

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
    // A string without quotes and escapes, a number as it is written, or "true" or "false". Of an array: its strings.
    const char **texts;
    uint32_t text_count; // 1 if it is no array
} io_toml_entry;

typedef struct io_toml {
    char *memory; // that the texts lie in
    io_toml_entry *entries;
    uint32_t count;
} io_toml;

// Fails with a message that names the file, the line and what was expected.
mote_result io_toml_parse(const char *text, size_t size, const char *name, io_toml *out);
void io_toml_release(io_toml *toml);

#endif
