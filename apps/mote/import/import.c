#define _POSIX_C_SOURCE 200809L
#include "apps/mote/import/import.h"

#include <string.h>
#include <strings.h>

mote_result mote_import(const char *path, const mote_import_limits *limits, mote_asset *out)
{
    const char *dot = strrchr(path, '.');
    bool gltf = dot && (strcasecmp(dot, ".gltf") == 0 || strcasecmp(dot, ".glb") == 0);
    return mote_import_in_child(path, gltf ? mote_read_gltf : mote_read_by_assimp, limits, out);
}
