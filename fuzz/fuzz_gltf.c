// A file from memory, its rig, and every clip of it at its start, in the middle and at its end.

#include <stdlib.h>

#include "assets/gltf.h"
#include "assets/rig.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void move(mote_rig *rig, const mote_asset_clip *clip, double time)
{
    if (mote_rig_pose(rig, clip, time)) return;
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
    mote_gltf_def def = mote_default_gltf_def();
    def.bytes = data;
    def.size = size;
    def.name = "fuzz";
    def.most_bytes = 1 << 22;
    mote_asset asset = mote_asset_create();
    if (mote_gltf_read(&def, &asset)) {
        mote_asset_release(&asset);
        return 0;
    }
    mote_rig_def rig_def = mote_default_rig_def();
    rig_def.name = def.name;
    rig_def.bounds = true;
    rig_def.most_pieces = 1 << 12;
    rig_def.most_parts = 64;
    mote_rig *rig;
    if (mote_rig_create(&asset, &rig_def, &rig)) return 0;
    const mote_asset_clip *clips = rig->asset.clips.data;
    move(rig, NULL, 0);
    for (size_t i = 0; i < rig->asset.clips.count && i < 8; i++) {
        move(rig, &clips[i], clips[i].start);
        move(rig, &clips[i], clips[i].start / 2 + clips[i].end / 2);
        move(rig, &clips[i], clips[i].end);
    }
    mote_rig_destroy(rig);
    return 0;
}
