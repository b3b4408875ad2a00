// Compression for PNG files: a zlib stream (RFC 1950) of deflate blocks (RFC 1951).

#ifndef MOTE_SCENES_RENDER_DEFLATE_H
#define MOTE_SCENES_RENDER_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

// The maximum compressed size of `size` bytes.
size_t scene_zlib_bound(size_t size);

// Writes the stream and returns its size. `out` has room for scene_zlib_bound(size) bytes. `table`
// has room for SCENE_ZLIB_TABLE numbers.
enum { SCENE_ZLIB_TABLE = 1 << 15 };
size_t scene_zlib_compress(const uint8_t *data, size_t size, uint32_t *table, uint8_t *out);

#endif
