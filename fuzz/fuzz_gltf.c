// A file from memory, its rig, and every clip of it at its start, in the middle and at its end.

#include <stdlib.h>

#include "assets/gltf.h"
#include "assets/rig.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void move(asset_rig *rig, const asset_clip *clip, double time)
{
    if (asset_rig_pose(rig, clip, time)) return;
    for (uint32_t i = 0; i < rig->part_count; i++) {
        const mote_deformer *chain = rig->rig_parts[i].chain;
        mote_nodes_info nodes;
        mote_box box;
        mote_nodes_get_info(rig->rig_parts[i].nodes, &nodes);
        if (mote_deformer_evaluate_all(chain, NULL, rig->parts[i].positions)) abort();
        if (mote_deformer_bound(chain, nodes.node_count - 1, &box)) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    asset_gltf_def def = asset_default_gltf_def();
    def.bytes = data;
    def.size = size;
    def.name = "fuzz";
    def.max_bytes = 1 << 22;
    asset_file asset = {0};
    if (asset_gltf_read(&def, &asset)) {
        asset_release(&asset);
        return 0;
    }
    asset_rig_def rig_def = asset_default_rig_def();
    rig_def.name = def.name;
    rig_def.bounds = true;
    rig_def.max_pieces = 1 << 12;
    rig_def.max_parts = 64;
    asset_rig *rig;
    if (asset_rig_create(&asset, &rig_def, &rig)) return 0;
    const asset_clip *clips = rig->asset.clips.data;
    move(rig, NULL, 0);
    for (size_t i = 0; i < rig->asset.clips.count && i < 8; i++) {
        move(rig, &clips[i], clips[i].start);
        move(rig, &clips[i], clips[i].start / 2 + clips[i].end / 2);
        move(rig, &clips[i], clips[i].end);
    }
    asset_rig_destroy(rig);
    return 0;
}
