#include "assets/gltf.h"

#include "io/name.h"

mote_gltf_def mote_default_gltf_def(void)
{
    return (mote_gltf_def){.most_bytes = (uint64_t)2 << 30};
}

mote_result mote_gltf_read(const mote_gltf_def *def, mote_asset *out)
{
    mote_gltf gltf;
    mote_result result = mote_gltf_open(def, &gltf);
    gltf.asset = out;
    if (!result) result = mote_gltf_add_nodes(&gltf);
    if (!result) result = mote_gltf_add_surfaces(&gltf);
    if (!result) result = mote_gltf_add_clips(&gltf);
    if (!result) result = mote_asset_check(out, def->name);
    mote_gltf_close(&gltf);
    return mote_name_file(result, def->name);
}
