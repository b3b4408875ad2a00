// What the targets of files with rigs have in common: every clip at its start, in the middle and at
// its end.

#ifndef MOTE_FUZZ_POSE_RIG_H
#define MOTE_FUZZ_POSE_RIG_H

#include <stdlib.h>

#include "assets/rig.h"

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

// Takes over the asset, which has been checked.
static void pose_rig(asset_file *asset)
{
    asset_rig_def def = asset_default_rig_def();
    def.name = "fuzz";
    def.bounds = true;
    def.max_pieces = 1 << 12;
    def.max_parts = 64;
    asset_rig *rig;
    if (asset_rig_create(asset, &def, &rig)) return;
    const asset_clip *clips = rig->asset.clips.data;
    move(rig, NULL, 0);
    for (size_t i = 0; i < rig->asset.clips.count && i < 8; i++) {
        move(rig, &clips[i], clips[i].start);
        move(rig, &clips[i], clips[i].start / 2 + clips[i].end / 2);
        move(rig, &clips[i], clips[i].end);
    }
    asset_rig_destroy(rig);
}

#endif
