#include "apps/mote/import/gltf.h"

#include "apps/mote/import/import.h"

mote_result mote_read_gltf(const char *path, mote_asset *out)
{
    mote_gltf gltf;
    mote_result result = mote_gltf_open(path, &gltf);
    gltf.asset = out;
    if (!result) result = mote_gltf_add_nodes(&gltf);
    if (!result) result = mote_gltf_add_surfaces(&gltf);
    if (!result) result = mote_gltf_add_clips(&gltf);
    mote_gltf_close(&gltf);
    return result;
}
