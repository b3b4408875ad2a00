#include "assets/gltf.h"

#include <stdlib.h>

#include "apps/mote/import/file.h"
#include "apps/mote/import/import.h"

mote_result check_read_gltf(const char *path, asset_file *out)
{
    asset_gltf_def def = asset_default_gltf_def();
    unsigned char *bytes;
    mote_result result = check_file_read(path, &bytes, &def.size);
    def.bytes = bytes;
    def.name = path;
    def.beside = check_file_read_beside;
    if (!result) result = asset_gltf_read(&def, out);
    free(bytes);
    return result;
}
