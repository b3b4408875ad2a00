#define _POSIX_C_SOURCE 200809L
#include "apps/mote/import/import.h"

#include <string.h>
#include <strings.h>

mote_result check_import(const char *path, const check_import_limits *limits, asset_file *out)
{
    const char *dot = strrchr(path, '.');
    bool gltf = dot && (strcasecmp(dot, ".gltf") == 0 || strcasecmp(dot, ".glb") == 0);
    return check_import_in_child(path, gltf ? check_read_gltf : check_read_by_assimp, limits, out);
}
