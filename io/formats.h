// The readers and writers of single formats, called by io.c.

#ifndef MOTE_IO_FORMATS_H
#define MOTE_IO_FORMATS_H

#include "io/io.h"
#include "io/writer.h"

// A file in memory.
typedef struct io_source {
    const unsigned char *data;
    size_t size;
    const char *name; // for messages
} io_source;

// Guesses the format by the first bytes; UNKNOWN if no format matches.
io_format io_format_of_content(const io_source *source);

// Whether the size matches the triangle count in the header of a binary STL.
bool io_stl_has_binary_size(const io_source *source);

// Each reader fills `out` only on success.
mote_result io_read_obj(const io_source *source, io_model *out);
mote_result io_read_ply(const io_source *source, io_model *out);
mote_result io_read_stl(const io_source *source, io_model *out);
mote_result io_read_off(const io_source *source, io_model *out);

// The writer keeps failures until it is closed. `model` must have passed io_model_check.
void io_write_obj(io_writer *writer, const io_model *model);
void io_write_ply(io_writer *writer, const io_model *model);
void io_write_ply_ascii(io_writer *writer, const io_model *model);
void io_write_stl(io_writer *writer, const io_model *model);
void io_write_stl_ascii(io_writer *writer, const io_model *model);
void io_write_off(io_writer *writer, const io_model *model);

// Shared by PLY and OFF: write " r g b" from 0 to 255, and a line "3 a b c" for each triangle.
void io_put_color(io_writer *writer, const uint8_t color[3]);
void io_put_faces(io_writer *writer, const io_model *model);

#endif
