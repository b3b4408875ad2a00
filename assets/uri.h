// Where a glTF file says its buffers are.

#ifndef MOTE_ASSETS_URI_H
#define MOTE_ASSETS_URI_H

#include "io/json.h"

// Reads files that other files name.
typedef struct asset_beside {
    // All bytes of a file, from malloc, or a failure that names it. `path` is that of the file that names it, and `name` is
    // relative to its folder, or absolute; what may be read is for this function to decide. Null: nothing.
    mote_result (*read)(void *context, const char *path, const char *name, unsigned char **out,
                        size_t *size);
    void *context;
} asset_beside;

// The bytes that a JSON string names: base64 in it ("data:...;base64,..."), or a file beside `path`. From malloc. Schemes
// other than data and file are refused.
mote_result asset_uri_read(const char *path, const io_json_node *uri, const asset_beside *beside,
                           unsigned char **out, size_t *size);

#endif
