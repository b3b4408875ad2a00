// Reads the buffers that a glTF file names.

#ifndef MOTE_ASSETS_URI_H
#define MOTE_ASSETS_URI_H

#include "io/json.h"

// Reads a file that another file names.
typedef struct asset_beside {
    // Returns all bytes of a file, from malloc, or fails with a message that names it. `path` is
    // the file that contains the name. `name` is absolute or relative to the folder of `path`. The
    // function decides which files may be read. Null: none.
    mote_result (*read)(void *context, const char *path, const char *name, unsigned char **out,
                        size_t *size);
    void *context;
} asset_beside;

// Returns the bytes that a JSON string names: embedded base64 ("data:...;base64,...") or a file
// beside `path`. From malloc. Only the schemes data and file are supported.
mote_result asset_uri_read(const char *path, const io_json_node *uri, const asset_beside *beside,
                           unsigned char **out, size_t *size);

#endif
