// Writing JSON to a stream, value by value; the writer adds commas and quotes.
//
//     io_json_writer writer = {.to = file};
//     io_json_write_object(&writer, NULL);
//     io_json_write_string(&writer, "name", "left \"arm\"");
//     io_json_write_array(&writer, "frames");
//     io_json_write_integer(&writer, NULL, 7);
//     io_json_write_end_array(&writer);
//     io_json_write_end_object(&writer);
//
// The stream keeps write errors: check ferror at the end.

#ifndef MOTE_IO_JSON_WRITE_H
#define MOTE_IO_JSON_WRITE_H

#include <mote/base.h>
#include <stdio.h>

// Initialize with the stream and zeros.
typedef struct io_json_writer {
    FILE *to;
    bool needs_comma; // before the next value
} io_json_writer;

// In all functions below, `key` is the name of the member to write, or null for an item of an array
// and for the whole document.

void io_json_write_object(io_json_writer *writer, const char *key);
void io_json_write_end_object(io_json_writer *writer);
void io_json_write_array(io_json_writer *writer, const char *key);
void io_json_write_end_array(io_json_writer *writer);

// `text` is UTF-8; bytes that are not valid UTF-8 become U+FFFD. Characters that cannot be printed
// are escaped (mote_is_unprintable). '<' is escaped too, so no text can end a script element in
// which the document is embedded. A null pointer is written as null.
void io_json_write_string(io_json_writer *writer, const char *key, const char *text);
void io_json_write_integer(io_json_writer *writer, const char *key, uint64_t number);
void io_json_write_bool(io_json_writer *writer, const char *key, bool value);
void io_json_write_null(io_json_writer *writer, const char *key);

// Writes the fewest digits that read back as the same float or double, in any locale; null for
// infinities and NaN.
void io_json_write_float(io_json_writer *writer, const char *key, float number);
void io_json_write_double(io_json_writer *writer, const char *key, double number);

// Writes an array of three coordinates.
void io_json_write_vec3(io_json_writer *writer, const char *key, mote_vec3 vector);

// Writes `json`, which must be a valid value, unchanged.
void io_json_write_raw(io_json_writer *writer, const char *key, const char *json, size_t length);

// The next value starts on a new line, indented by this many blanks.
void io_json_write_line(io_json_writer *writer, uint32_t indent);

#endif
