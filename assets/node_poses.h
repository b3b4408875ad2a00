// Where the nodes of an asset are at a time, and how much of each morph target there is.

#ifndef MOTE_ASSETS_NODE_POSES_H
#define MOTE_ASSETS_NODE_POSES_H

#include "assets/asset.h"

// An affine map in double: column vectors and a translation.
typedef struct mote_affine {
    mote_dvec3 cx, cy, cz, t;
} mote_affine;

mote_affine mote_affine_of(const mote_transform *transform);
mote_affine mote_affine_product(const mote_affine *a, const mote_affine *b); // first b, then a
mote_transform mote_affine_round(const mote_affine *affine);

typedef struct mote_node_poses {
    const mote_asset *asset; // must outlive it
    mote_affine *global;     // of each node, from its own space to the world
    double *weights;         // of each node's morph targets, at its `weights.first`
    // Of each node while a pose is made: what tracks have set.
    struct mote_local_pose *local;
} mote_node_poses;

mote_result mote_node_poses_create(const mote_asset *asset, mote_node_poses *out);
void mote_node_poses_release(mote_node_poses *poses);

// At a time of a clip; null is the rest pose.
void mote_node_poses_pose(mote_node_poses *poses, const mote_asset_clip *clip, double time);

#endif
