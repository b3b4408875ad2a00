// An asset as bytes, sent from the child process that reads a file to its parent. Both are the same program, so that
// sizes and byte order agree; but the child may have been taken over by the file, and is not trusted.

#ifndef MOTE_CHECK_WIRE_H
#define MOTE_CHECK_WIRE_H

#include "assets/asset.h"

// Writes all of it to a descriptor; false when that fails.
bool check_wire_send(int descriptor, const asset_file *asset);

// `path` is for messages. What comes out has been checked (asset_check).
mote_result check_wire_parse(const unsigned char *bytes, size_t size, const char *path,
                             asset_file *out);

// As many bytes as there are; false when the other end is closed.
bool check_wire_write(int descriptor, const void *bytes, size_t size);

#endif
