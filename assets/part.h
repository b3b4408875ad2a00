// A part: what is checked against other parts and against itself.

#ifndef MOTE_ASSETS_PART_H
#define MOTE_ASSETS_PART_H

#include <mote/mesh.h>

#include "assets/labels.h"

// All zero is an empty one. Owns what it points at.
typedef struct asset_part {
    char *name;
    mote_mesh *mesh;      // in the rest pose; its vertices are those of `positions`
    mote_vec3 *positions; // in the last pose, if `evaluated`
    uint32_t vertex_count, triangle_count;
    uint32_t version; // raised whenever it moves
    bool evaluated;   // otherwise only `bounds` is known of the last pose
    mote_box bounds;  // holds all positions of the last pose, of parts that can be bounded
    // Vertices that are in the same place in every frame have the same number here, even in
    // different parts of a source: the surface continues from one part to the other. Null if a source has
    // no such vertices.
    uint32_t *shared;
    asset_labels labels;
} asset_part;

// A mesh of the given vertices and triangles, the positions in them, and a copy of the name.
mote_result asset_part_create(const char *name, const mote_vec3 *positions, uint32_t vertex_count,
                              const uint32_t *triangles, uint32_t triangle_count, asset_part *out);
void asset_part_release(asset_part *part);

// If several parts have the same name, 2 is appended to the second, and so on, skipping names that exist already.
// Rules and baselines identify parts by name.
mote_result asset_make_names_unique(asset_part *const *parts, uint32_t count);

#endif
