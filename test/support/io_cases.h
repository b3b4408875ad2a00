// What the tests of all file formats share.

#ifndef MOTE_TEST_IO_CASES_H
#define MOTE_TEST_IO_CASES_H

#include "io/io.h"

// Reads `text` (without its final zero) and expects MOTE_OK. The caller releases the model.
io_model read_text(io_format format, const char *text);
io_model read_bytes(io_format format, const void *data, size_t size);

// Expects MOTE_ERROR_DATA, an untouched model and exactly this message. The file is called "case".
void refuses_text(io_format format, const char *text, const char *message);
void refuses_bytes(io_format format, const void *data, size_t size, const char *message);

void assert_same_model(const io_model *a, const io_model *b);
void assert_triangles(const io_model *model, uint32_t count, const uint32_t *expected);

// Vertices of every kind of finite float (subnormals, -0, the largest), triangles of any vertices.
io_model random_model(uint64_t seed, uint32_t vertex_count, uint32_t triangle_count, bool colors);

// What STL keeps of a model: three vertices of their own for each triangle, no colors.
io_model unshared_model(const io_model *model);

// Writes to a file of the test's own, reads the bytes back, removes it. The caller frees them.
unsigned char *written_bytes(io_format format, const io_model *model, size_t *size);

// Random models through a file and back.
void round_trip_keeps_every_bit(io_format format, bool colors);

// Every allocation of a read fails once: the read ends in MOTE_ERROR_MEMORY or does without.
void survives_failing_allocations(io_format format, const void *data, size_t size);

// Every prefix of the data either reads or is refused; the model it reads as is sound.
void survives_truncation(io_format format, const void *data, size_t size);

#endif
