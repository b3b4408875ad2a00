// Reading and writing triangle meshes: OBJ, PLY (ascii and binary), STL (ascii and binary), OFF.
//
// Polygons are cut into fans. Every error names the file and the line (text) or the byte (binary).
// Readers refuse invalid data: counts for which the file is too short, indices out of range,
// numbers that are not finite. Readers never allocate more than a small multiple of the file's
// size.

#ifndef MOTE_IO_H
#define MOTE_IO_H

#include "io/model.h"

typedef enum io_format {
    IO_UNKNOWN = 0,
    IO_OBJ,
    IO_PLY, // writes binary little endian
    IO_PLY_ASCII,
    IO_STL, // writes binary; reading makes three vertices per triangle (weld when building the
            // mesh)
    IO_STL_ASCII,
    IO_OFF
} io_format;

// Gets the format by the path's extension, ignoring case; UNKNOWN for other extensions.
io_format io_format_of(const char *path);

// Reads a whole file. The format is determined by the extension or, failing that, by the first
// bytes. Folders, FIFOs and devices are refused at once.
mote_result io_read(const char *path, io_model *out);

// As io_read, for an open file, which stays open. `path` gives the format and is named in messages.
mote_result io_read_opened(int descriptor, const char *path, io_model *out);

// As io_read, for a file found by listing a folder: a symbolic link that leaves the folder is
// refused unless `allow_outside` is set.
mote_result io_read_listed(const char *path, bool allow_outside, io_model *out);

// Reads from memory. `name` names the file in messages. For UNKNOWN the first bytes determine the
// format. For PLY and STL the bytes determine whether the file is ascii or binary.
mote_result io_read_memory(const void *data, size_t size, io_format format, const char *name,
                           io_model *out);

// Writes a file in the format of its extension. A write that fails (disk full, closed pipe) is an
// error; the bytes written before stay. A closed pipe raises SIGPIPE first, unless the program
// ignores the signal. Every format but STL stores colors and reads back bit for bit; STL keeps the
// corners' bits.
mote_result io_write(const char *path, const io_model *model);
mote_result io_write_as(const char *path, io_format format, const io_model *model);

#endif
