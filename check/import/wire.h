// Serializes an asset to send it from the child process that reads a file to its parent. Both run
// the same program, so sizes and byte order agree. The parent does not trust the data, because the
// file may have taken over the child.

#ifndef MOTE_CHECK_WIRE_H
#define MOTE_CHECK_WIRE_H

#include "assets/asset.h"

// Writes the asset to a descriptor. False if that fails.
bool check_wire_send(int descriptor, const asset_file *asset);

// Returns a validated asset (asset_check). `path` is for messages.
mote_result check_wire_parse(const unsigned char *bytes, size_t size, const char *path,
                             asset_file *out);

// Writes all bytes. False if the other end is closed.
bool check_wire_write(int descriptor, const void *bytes, size_t size);

#endif
