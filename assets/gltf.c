#include "assets/gltf.h"

#include "io/name.h"

asset_gltf_def asset_default_gltf_def(void)
{
    return (asset_gltf_def){.most_bytes = (uint64_t)2 << 30};
}

mote_result asset_gltf_read(const asset_gltf_def *def, asset_file *out)
{
    asset_gltf gltf;
    mote_result result = asset_gltf_open(def, &gltf);
    gltf.asset = out;
    if (!result) result = asset_gltf_add_nodes(&gltf);
    if (!result) result = asset_gltf_add_surfaces(&gltf);
    if (!result) result = asset_gltf_add_clips(&gltf);
    if (!result) result = asset_check(out, def->name);
    asset_gltf_close(&gltf);
    return io_name_file(result, def->name);
}
