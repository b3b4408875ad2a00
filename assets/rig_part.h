// A part of a rig: which bones and morph targets move it, through the library's deformers.

#ifndef MOTE_ASSETS_RIG_PART_H
#define MOTE_ASSETS_RIG_PART_H

#include <mote/deform.h>

#include "assets/node_poses.h"
#include "assets/part.h"
#include "assets/rig_bounds.h"
#include "assets/subset.h"

// A vertex of a surface of the asset.
typedef struct asset_rig_vertex_ref {
    uint32_t surface, vertex;
} asset_rig_vertex_ref;

// What moves vertices: a node, after the inverse bind matrix of a bone if it is one.
typedef struct asset_mover {
    uint32_t node;
    uint32_t bone; // MOTE_NONE for a node alone
} asset_mover;

// All that the pose of a part depends on. Owned by its holder.
typedef struct asset_rig_numbers {
    mote_transform *bones; // of each mover
    float *weights;        // of each morph target
} asset_rig_numbers;

typedef struct asset_rig_part {
    const asset_file *asset; // must outlive it
    mote_mesh *mesh;         // of the vertices as the file has them, before anything moves them
    mote_nodes *nodes;       // of that mesh; null if no bounds are needed
    asset_mover *movers; // bones of the skin; or the one that moves all, by the chain's transform
    uint32_t mover_count;
    mote_u64_array weight_at; // of each morph target: where its weight is among the nodes
    uint32_t target_count;
    asset_rig_numbers now;    // what the deformers have
    asset_rig_numbers before; // what they had before the last pose, if that changed it
    asset_rig_bounds bounds;
    mote_deformer *morph, *skin; // null where there is none
    mote_deformer *chain;        // of the two
    asset_labels labels;         // of the bones, until the part is made
    bool posed;
    bool changed; // by the last pose
} asset_rig_part;

// What making the parts of an asset needs on the way.
typedef struct asset_rig_part_maker {
    const asset_file *asset;
    const asset_node_poses *rest; // in the rest pose
    bool bounds;                  // the deformers shall be able to bound nodes
    // Of each bone and of each node: its mover, and the first of its morph targets, in the part that is
    // being made; MOTE_NONE between two parts.
    uint32_t *mover_of_bone, *mover_of_node, *first_target;
} asset_rig_part_maker;

mote_result asset_rig_part_maker_create(const asset_file *asset, const asset_node_poses *rest,
                                        bool bounds, asset_rig_part_maker *out);
void asset_rig_part_maker_release(asset_rig_part_maker *maker);

// Also makes the part, in the rest pose.
mote_result asset_rig_part_create(const asset_rig_part_maker *maker, const char *name,
                                  const asset_rig_vertex_ref *vertices, const asset_subset *subset,
                                  asset_rig_part *out, asset_part *part);
void asset_rig_part_release(asset_rig_part *rig_part);

// Whether it changes its form, not only its place and scale.
bool asset_rig_part_deforms(const asset_rig_part *rig_part);

// Tells the deformers where the nodes are. `chain` then evaluates to where the part is.
mote_result asset_rig_part_pose(asset_rig_part *rig_part, const asset_node_poses *poses);

// A box that holds the part in the last pose. False if a position may overflow.
bool asset_rig_part_bound(const asset_rig_part *rig_part, mote_box *out);

// Positions in the pose that these numbers describe. The last pose stays the last, also if it has failed.
mote_result asset_rig_part_evaluate_at(asset_rig_part *rig_part, const asset_rig_numbers *numbers,
                                       const mote_tasks *tasks, mote_vec3 *out);

// Room for the numbers of a part.
mote_result asset_rig_numbers_create(const asset_rig_part *rig_part, asset_rig_numbers *out);
void asset_rig_numbers_release(asset_rig_numbers *numbers);

// Copies the numbers of the last pose.
void asset_rig_part_save(const asset_rig_part *rig_part, asset_rig_numbers *to);

// Where a single vertex is with the nodes where they are, in double and rounded once.
mote_vec3 asset_rig_vertex(const asset_file *asset, const asset_node_poses *poses, uint32_t surface,
                           uint32_t vertex);

#endif
