// Buffered writing that keeps the first failure until the end, so that formats need not look.

#ifndef MOTE_IO_WRITER_H
#define MOTE_IO_WRITER_H

#include <mote/base.h>
#include <stdio.h>

typedef struct mote_writer {
    FILE *file;
    const char *path;
    int error; // errno of the first failure, or 0
    size_t used;
    char buffer[1 << 16];
} mote_writer;

mote_result mote_writer_open(mote_writer *writer, const char *path);

// Writes what is left and closes; MOTE_ERROR_IO if anything since the opening failed.
mote_result mote_writer_close(mote_writer *writer);

void mote_put_bytes(mote_writer *writer, const void *data, size_t size);
void mote_put_text(mote_writer *writer, const char *text);
void mote_put_character(mote_writer *writer, char character);
void mote_put_integer(mote_writer *writer, uint64_t number);
void mote_put_float(mote_writer *writer, float number);

// The three numbers with a blank between them.
void mote_put_vec3(mote_writer *writer, mote_vec3 vector);

// Four bytes, lowest first.
void mote_put_u32_bytes(mote_writer *writer, uint32_t number);
void mote_put_float_bytes(mote_writer *writer, float number);

#endif
