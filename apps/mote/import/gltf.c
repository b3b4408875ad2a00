#include "assets/gltf.h"

#include <stdlib.h>

#include "apps/mote/import/file.h"
#include "apps/mote/import/import.h"

mote_result mote_read_gltf(const char *path, mote_asset *out)
{
    mote_gltf_def def = mote_default_gltf_def();
    unsigned char *bytes;
    mote_result result = mote_file_read(path, &bytes, &def.size);
    def.bytes = bytes;
    def.name = path;
    def.beside = mote_file_read_beside;
    if (!result) result = mote_gltf_read(&def, out);
    free(bytes);
    return result;
}
