// A rig: parts moved by nodes, skins, morph targets and clips. The surfaces of an asset are merged
// into one list, equal vertices get the same number, and the list is split into parts.
//
// The exact weld merges vertices with the same rest position, bones, weights and morph targets.
// Such vertices coincide at all times.

#ifndef MOTE_ASSETS_RIG_H
#define MOTE_ASSETS_RIG_H

#include "assets/rig_part.h"

// The unit that becomes one part.
typedef enum asset_split {
    ASSET_SPLIT_AUTO = 0,  // nodes for one source, files for several
    ASSET_SPLIT_FILE,      // a whole file
    ASSET_SPLIT_NODE,      // the surfaces of a node
    ASSET_SPLIT_MESH,      // the surfaces of a mesh, on all of its nodes
    ASSET_SPLIT_MATERIAL,  // the surfaces with the same material
    ASSET_SPLIT_COMPONENT, // a connected component
} asset_split;

typedef struct asset_rig_def {
    const char *name;     // of the file
    bool names_with_file; // prefix names of parts with it
    asset_split split;    // ASSET_SPLIT_AUTO means by nodes
    mote_weld weld;
    float weld_tolerance; // for MOTE_WELD_TOLERANCE
    bool bounds;          // deformers must be able to bound nodes, for bodies on demand
    uint32_t
        max_pieces; // vertices, and triangles: nodes may share meshes, and a small file have any
                    // number of either
    uint32_t max_parts;
} asset_rig_def;

// Split by nodes, exact weld, at most 33 million pieces and a million parts.
asset_rig_def asset_default_rig_def(void);

typedef struct asset_rig {
    asset_file asset;
    asset_node_poses poses;
    asset_part *parts;         // in the rest pose; owned; set to null to take ownership
    asset_rig_part *rig_parts; // one per part
    uint32_t part_count;
} asset_rig;

// Takes ownership of the validated asset, even if it fails. Error messages name the file.
mote_result asset_rig_create(asset_file *asset, const asset_rig_def *def, asset_rig **out);

// Null is allowed.
void asset_rig_destroy(asset_rig *rig);

// Sets the deformers of all parts to a time of one of the asset's clips. Null is the rest pose.
// Evaluates no vertices.
mote_result asset_rig_pose(asset_rig *rig, const asset_clip *clip, double time);

#endif
