// Decompressing: a zlib stream (RFC 1950) of deflate blocks (RFC 1951), from memory to memory.

#ifndef MOTE_IO_INFLATE_H
#define MOTE_IO_INFLATE_H

#include <mote/base.h>

// Decompresses exactly `out_size` bytes. Returns null on success, otherwise a message: the stream
// is invalid, ends early, has more or fewer bytes, or its checksum differs. Never reads or writes
// outside of the two ranges.
const char *io_inflate(const unsigned char *in, size_t in_size, unsigned char *out,
                       size_t out_size);

#endif
