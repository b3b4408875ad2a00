// A part of a rig, moved by bones and morph targets with the library's deformers.

#ifndef MOTE_ASSETS_RIG_PART_H
#define MOTE_ASSETS_RIG_PART_H

#include <mote/deform.h>

#include "assets/node_poses.h"
#include "assets/part.h"
#include "assets/rig_bounds.h"
#include "assets/subset.h"

// A vertex of one of the asset's surfaces.
typedef struct asset_rig_vertex_ref {
    uint32_t surface, vertex;
} asset_rig_vertex_ref;

// Moves vertices by a node, after the inverse bind matrix if it is a bone.
typedef struct asset_mover {
    uint32_t node;
    uint32_t bone; // MOTE_NONE for a node without a bone
} asset_mover;

// All numbers that determine the pose of a part. Owned by the structure that contains them.
typedef struct asset_rig_numbers {
    mote_transform *bones; // one per mover
    float *weights;        // one per morph target
} asset_rig_numbers;

typedef struct asset_rig_part {
    const asset_file *asset; // must outlive the part
    mote_mesh *mesh;         // vertices as in the file, before any motion
    mote_nodes *nodes;       // nodes of the mesh; null if no bounds are needed
    asset_mover *movers;     // bones of the skin, or a single mover for the chain's transform
    uint32_t mover_count;
    mote_u64_array weight_at; // index of each morph target's weight among those of the nodes
    uint32_t target_count;
    asset_rig_numbers now;    // numbers of the deformers
    asset_rig_numbers before; // numbers before the last pose, if it changed them
    asset_rig_bounds bounds;
    mote_deformer *morph, *skin; // null if not needed
    mote_deformer *chain;        // combines both
    asset_labels labels;         // of the bones; moved to the part when it is made
    bool posed;
    bool changed; // the last pose changed the numbers
} asset_rig_part;

// Temporary data for making the parts of an asset.
typedef struct asset_rig_part_maker {
    const asset_file *asset;
    const asset_node_poses *rest; // in the rest pose
    bool bounds;                  // deformers must be able to bound nodes
    // For each bone and node: its mover, and its first morph target, in the current part. MOTE_NONE
    // between parts.
    uint32_t *mover_of_bone, *mover_of_node, *first_target;
} asset_rig_part_maker;

mote_result asset_rig_part_maker_create(const asset_file *asset, const asset_node_poses *rest,
                                        bool bounds, asset_rig_part_maker *out);
void asset_rig_part_maker_release(asset_rig_part_maker *maker);

// Also creates the part in the rest pose.
mote_result asset_rig_part_create(const asset_rig_part_maker *maker, const char *name,
                                  const asset_rig_vertex_ref *vertices, const asset_subset *subset,
                                  asset_rig_part *out, asset_part *part);
void asset_rig_part_release(asset_rig_part *rig_part);

// Does the part change its shape, beyond position and scale?
bool asset_rig_part_deforms(const asset_rig_part *rig_part);

// Sets the deformers to the transforms of the nodes. `chain` then evaluates the positions of the
// part.
mote_result asset_rig_part_pose(asset_rig_part *rig_part, const asset_node_poses *poses);

// Computes a box that contains the part in the last pose. Returns false if a position may overflow.
bool asset_rig_part_bound(const asset_rig_part *rig_part, mote_box *out);

// Evaluates the positions in the pose with these numbers. The last pose is kept, even after a
// failure.
mote_result asset_rig_part_evaluate_at(asset_rig_part *rig_part, const asset_rig_numbers *numbers,
                                       const mote_tasks *tasks, mote_vec3 *out);

// Allocates the numbers of a part.
mote_result asset_rig_numbers_create(const asset_rig_part *rig_part, asset_rig_numbers *out);
void asset_rig_numbers_release(asset_rig_numbers *numbers);

// Copies the numbers of the last pose.
void asset_rig_part_save(const asset_rig_part *rig_part, asset_rig_numbers *to);

// The position of one vertex under the current node transforms, computed in double and rounded
// once.
mote_vec3 asset_rig_vertex(const asset_file *asset, const asset_node_poses *poses, uint32_t surface,
                           uint32_t vertex);

#endif
