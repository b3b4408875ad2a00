// A rig: parts that nodes, skins, morph targets and clips move. The surfaces of an asset are laid side by
// side, the vertices that are one are numbered alike, and parts are cut out of the whole.
//
// Exact weld: vertices are one if they have the same place, the same bones and weights, and the same
// morph targets: then they are in the same place at any time.

#ifndef MOTE_ASSETS_RIG_H
#define MOTE_ASSETS_RIG_H

#include "assets/rig_part.h"

// What is one part.
typedef enum asset_split {
    ASSET_SPLIT_AUTO = 0,  // nodes for one source, files for several
    ASSET_SPLIT_FILE,      // a whole file
    ASSET_SPLIT_NODE,      // what hangs on a node
    ASSET_SPLIT_MESH,      // what comes from one mesh, on however many nodes
    ASSET_SPLIT_MATERIAL,  // what has the same material
    ASSET_SPLIT_COMPONENT, // what hangs together
} asset_split;

typedef struct asset_rig_def {
    const char *name;     // of the file
    bool names_with_file; // names of parts begin with it
    asset_split split;    // ASSET_SPLIT_AUTO is by nodes
    mote_weld weld;
    float weld_tolerance; // for MOTE_WELD_TOLERANCE
    bool bounds;          // the deformers of parts can bound nodes, for bodies on demand
    uint32_t
        max_pieces; // vertices, and triangles: nodes may share meshes, and a small file have any
                    // number of either
    uint32_t max_parts;
} asset_rig_def;

// By nodes, exact weld, 33 million pieces, a million parts.
asset_rig_def asset_default_rig_def(void);

typedef struct asset_rig {
    asset_file asset;
    asset_node_poses poses;
    asset_part *parts; // in the rest pose; owned; a caller that sets it to null has taken them over
    asset_rig_part *rig_parts; // what moves each part
    uint32_t part_count;
} asset_rig;

// Takes over the asset, which has been checked, also when it fails; then the message names the file.
mote_result asset_rig_create(asset_file *asset, const asset_rig_def *def, asset_rig **out);

// Null is allowed.
void asset_rig_destroy(asset_rig *rig);

// Tells the deformers of all parts where they are at a time of one of the asset's clips; null is the rest
// pose. No vertex is evaluated.
mote_result asset_rig_pose(asset_rig *rig, const asset_clip *clip, double time);

#endif
