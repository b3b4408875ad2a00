// Where a glTF file says its buffers are.

#ifndef MOTE_IMPORT_URI_H
#define MOTE_IMPORT_URI_H

#include "io/json.h"

// All bytes of a file, from malloc; also of one whose size is not known before. Fails with its name.
mote_result mote_file_read(const char *path, unsigned char **out, size_t *size);

// The bytes that a JSON string names: base64 in it ("data:...;base64,..."), or a file beside `path`.
// From malloc. Other schemes and absolute paths are refused.
mote_result mote_uri_read(const char *path, const mote_json_node *uri, unsigned char **out,
                          size_t *size);

#endif
