// An FBX file from memory, its rig, and every clip of it at its start, in the middle and at its
// end.

#include "assets/fbx/fbx.h"
#include "fuzz/pose_rig.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    asset_fbx_def def = asset_default_fbx_def();
    def.bytes = data;
    def.size = size;
    def.name = "fuzz";
    def.max_bytes = 1 << 22;
    asset_file asset = {0};
    if (asset_fbx_read(&def, &asset)) {
        asset_release(&asset);
        return 0;
    }
    pose_rig(&asset);
    return 0;
}
