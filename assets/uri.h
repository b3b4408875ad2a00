// Where a glTF file says its buffers are.

#ifndef MOTE_ASSETS_URI_H
#define MOTE_ASSETS_URI_H

#include "io/json.h"

// Reads all bytes of a file, from malloc, or fails with its name. `path` is that of the file that names
// it, whose folder `name` is relative to.
typedef mote_result asset_beside_reader(const char *path, const char *name, unsigned char **out,
                                        size_t *size);

// The bytes that a JSON string names: base64 in it ("data:...;base64,..."), or a file beside `path`,
// which is refused without a reader. From malloc. Other schemes and absolute paths are refused.
mote_result asset_uri_read(const char *path, const io_json_node *uri, asset_beside_reader *beside,
                           unsigned char **out, size_t *size);

#endif
