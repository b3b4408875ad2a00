// A file from memory, its rig, and every clip of it at its start, in the middle and at its end.

#include "assets/gltf.h"
#include "fuzz/pose_rig.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef MOTE_DECODERS
asset_decoders_getter mote_decoders; // of decoders/, which is linked
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    asset_gltf_def def = asset_default_gltf_def();
    def.bytes = data;
    def.size = size;
    def.name = "fuzz";
    def.max_bytes = 1 << 22;
#ifdef MOTE_DECODERS
    def.decoders = mote_decoders();
#endif
    asset_file asset = {0};
    if (asset_gltf_read(&def, &asset)) {
        asset_release(&asset);
        return 0;
    }
    pose_rig(&asset);
    return 0;
}
