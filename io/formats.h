// The readers and writers of single formats, behind io.h.

#ifndef MOTE_IO_FORMATS_H
#define MOTE_IO_FORMATS_H

#include "io/io.h"
#include "io/writer.h"

// A file in memory.
typedef struct mote_source {
    const unsigned char *data;
    size_t size;
    const char *name; // for messages
} mote_source;

// By the first bytes; UNKNOWN if they look like nothing that mote reads.
mote_io_format mote_io_format_of_content(const mote_source *source);

// Whether the size is the one that the count in the header of a binary STL asks for.
bool mote_stl_has_binary_size(const mote_source *source);

// Each fills `out` on success alone.
mote_result mote_read_obj(const mote_source *source, mote_model *out);
mote_result mote_read_ply(const mote_source *source, mote_model *out);
mote_result mote_read_stl(const mote_source *source, mote_model *out);
mote_result mote_read_off(const mote_source *source, mote_model *out);

// Failures stay in the writer until it is closed. `model` has passed mote_model_check.
void mote_write_obj(mote_writer *writer, const mote_model *model);
void mote_write_ply(mote_writer *writer, const mote_model *model);
void mote_write_ply_ascii(mote_writer *writer, const mote_model *model);
void mote_write_stl(mote_writer *writer, const mote_model *model);
void mote_write_stl_ascii(mote_writer *writer, const mote_model *model);
void mote_write_off(mote_writer *writer, const mote_model *model);

// What PLY and OFF share: " r g b" from 0 to 255, and a line "3 a b c" for each triangle.
void mote_put_color(mote_writer *writer, const uint8_t color[3]);
void mote_put_faces(mote_writer *writer, const mote_model *model);

#endif
