// A part: the unit that is checked against other parts and against itself.

#ifndef MOTE_ASSETS_PART_H
#define MOTE_ASSETS_PART_H

#include <mote/mesh.h>

#include "assets/labels.h"

// Owns its data. Zero-initialized means empty.
typedef struct asset_part {
    char *name;
    mote_mesh *mesh;      // in the rest pose; same vertices as `positions`
    mote_vec3 *positions; // in the last pose, if `evaluated`
    uint32_t vertex_count, triangle_count;
    uint32_t version; // incremented with each motion
    bool evaluated;   // if not, only `bounds` is valid for the last pose
    mote_box bounds;  // contains all positions of the last pose, if the part can be bounded
    // Vertices with the same position in every frame have the same number here, even across parts
    // of a source, because the surface continues from one part to the other. Null if a source has
    // no such vertices.
    uint32_t *shared;
    asset_labels labels;
} asset_part;

// Creates a part: a mesh of these vertices and triangles, their positions, and a copy of the name.
mote_result asset_part_create(const char *name, const mote_vec3 *positions, uint32_t vertex_count,
                              const uint32_t *triangles, uint32_t triangle_count, asset_part *out);
void asset_part_release(asset_part *part);

// Appends 2 to the second of several equal names, and so on, skipping existing names. Rules and
// baselines identify parts by name.
mote_result asset_make_names_unique(asset_part *const *parts, uint32_t count);

#endif
