// Where the nodes of an asset are at a time, and how much of each morph target there is.

#ifndef MOTE_ASSETS_NODE_POSES_H
#define MOTE_ASSETS_NODE_POSES_H

#include "assets/asset.h"
#include "core/transform.h"

typedef struct asset_node_poses {
    const asset_file *asset; // must outlive it
    mote_affine *global;     // of each node, from its own space to the world
    double *weights;         // of each node's morph targets, at its `weights.first`
    // Of each node while a pose is made: what tracks have set.
    struct asset_local_pose *local;
    struct asset_joint_pose *joints; // of each node; null in an asset without joints
} asset_node_poses;

mote_result asset_node_poses_create(const asset_file *asset, asset_node_poses *out);
void asset_node_poses_release(asset_node_poses *poses);

// At a time of a clip; null is the rest pose.
void asset_node_poses_pose(asset_node_poses *poses, const asset_clip *clip, double time);

#endif
