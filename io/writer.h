// Buffered writing. The writer keeps the first failure until it is closed, so that formats need not
// check.

#ifndef MOTE_IO_WRITER_H
#define MOTE_IO_WRITER_H

#include <mote/base.h>
#include <stdio.h>

typedef struct io_writer {
    FILE *file;
    const char *path;
    int error; // errno of the first failure, or 0
    size_t used;
    char buffer[1 << 16];
} io_writer;

mote_result io_writer_open(io_writer *writer, const char *path);

// Flushes the buffer and closes the file. Returns MOTE_ERROR_IO if any write failed.
mote_result io_writer_close(io_writer *writer);

void io_put_bytes(io_writer *writer, const void *data, size_t size);
void io_put_text(io_writer *writer, const char *text);
void io_put_character(io_writer *writer, char character);
void io_put_integer(io_writer *writer, uint64_t number);
void io_put_float(io_writer *writer, float number);

// Writes three numbers separated by blanks.
void io_put_vec3(io_writer *writer, mote_vec3 vector);

// Writes four bytes, the lowest first.
void io_put_u32_bytes(io_writer *writer, uint32_t number);
void io_put_float_bytes(io_writer *writer, float number);

#endif
