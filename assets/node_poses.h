// The transforms of an asset's nodes and the weights of its morph targets at a time.

#ifndef MOTE_ASSETS_NODE_POSES_H
#define MOTE_ASSETS_NODE_POSES_H

#include "assets/asset.h"
#include "core/transform.h"

typedef struct asset_node_poses {
    const asset_file *asset; // must outlive the poses
    mote_affine *global;     // from the space of each node to the world
    double *weights; // weights of each node's morph targets, starting at its `weights.first`
    // Temporary local transforms of the nodes, set by tracks.
    struct asset_local_pose *local;
    struct asset_joint_pose *joints; // one per node; null in an asset without joints
} asset_node_poses;

mote_result asset_node_poses_create(const asset_file *asset, asset_node_poses *out);
void asset_node_poses_release(asset_node_poses *poses);

// Computes the pose at a time of a clip. A null clip is the rest pose.
void asset_node_poses_pose(asset_node_poses *poses, const asset_clip *clip, double time);

#endif
