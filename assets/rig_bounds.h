// Bounds a part of a rig in a pose without evaluating vertices. Linear blending puts a vertex into
// the convex hull of its positions under each single bone. Therefore the union of the boxes of each
// bone's vertices, moved by the bone, contains the part.

#ifndef MOTE_ASSETS_RIG_BOUNDS_H
#define MOTE_ASSETS_RIG_BOUNDS_H

#include <mote/deform.h>

// Zero-initialized bounds nothing.
typedef struct asset_rig_bounds {
    mote_box *movers;  // box of the rest positions of each bone's vertices
    mote_box *targets; // box of each morph target's displacements and 0
    uint32_t mover_count, target_count;
} asset_rig_bounds;

// Vertices with `influences` bones each. Bones with weight 0 are ignored.
typedef struct asset_bound_vertices {
    const mote_vec3 *positions;
    uint32_t count;
    const uint16_t *bones;
    const float *weights;
    uint32_t influences;
} asset_bound_vertices;

// Creates bounds without bones. The morph targets have no displacements yet.
mote_result asset_rig_bounds_create(uint32_t target_count, asset_rig_bounds *out);
void asset_rig_bounds_release(asset_rig_bounds *bounds);

// Adds the bones with their vertices. Must be called once.
mote_result asset_rig_bounds_add_movers(asset_rig_bounds *bounds, uint32_t mover_count,
                                        const asset_bound_vertices *vertices);

// Adds displacements to a morph target.
void asset_rig_bounds_add_deltas(asset_rig_bounds *bounds, uint32_t target, const mote_vec3 *deltas,
                                 size_t count);

// Computes a box that contains all vertices moved by the morph targets with these weights and then
// by a linear skin of these bones, or by the transform of a single bone. Returns false if a
// position may overflow.
bool asset_rig_bounds_find(const asset_rig_bounds *bounds, const mote_transform *bones,
                           const float *weights, mote_box *out);

#endif
