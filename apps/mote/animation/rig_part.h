// A part of a rig: which bones and morph targets move it, through the library's deformers.

#ifndef MOTE_ANIMATION_RIG_PART_H
#define MOTE_ANIMATION_RIG_PART_H

#include <mote/deform.h>

#include "apps/mote/animation/node_poses.h"
#include "apps/mote/animation/part.h"
#include "apps/mote/animation/subset.h"

// A vertex of a surface of the asset.
typedef struct mote_rig_vertex_ref {
    uint32_t surface, vertex;
} mote_rig_vertex_ref;

// What moves vertices: a node, after the inverse bind matrix of a bone if it is one.
typedef struct mote_mover {
    uint32_t node;
    uint32_t bone; // MOTE_NONE for a node alone
} mote_mover;

typedef struct mote_rig_part {
    const mote_asset *asset; // must outlive it
    mote_mesh *mesh;         // of the vertices as the file has them, before anything moves them
    mote_mover *movers;    // bones of the skin; or the one that moves all, by the chain's transform
    mote_transform *bones; // of each mover, in the last pose
    uint32_t mover_count;
    uint64_t *weight_at; // of each morph target: where its weight is among the nodes
    float *weights;      // of each morph target, in the last pose
    uint32_t target_count;
    mote_deformer *morph, *skin; // null where there is none
    mote_deformer *chain;        // of the two
    bool posed;
} mote_rig_part;

// Also makes the part, in the rest pose, which the nodes take on.
mote_result mote_rig_part_create(const mote_asset *asset, mote_node_poses *poses, const char *name,
                                 const mote_rig_vertex_ref *vertices, const mote_subset *subset,
                                 mote_rig_part *out, mote_part *part);
void mote_rig_part_release(mote_rig_part *rig_part);

// Moves the part to where the nodes are.
mote_result mote_rig_part_pose(mote_rig_part *rig_part, const mote_node_poses *poses,
                               const mote_tasks *tasks, mote_part *part);

// Where a single vertex is with the nodes where they are, in double and rounded once.
mote_vec3 mote_rig_vertex(const mote_asset *asset, const mote_node_poses *poses, uint32_t surface,
                          uint32_t vertex);

#endif
