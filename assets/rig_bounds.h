// Where a part of a rig can be in a pose, without evaluating a vertex. Linear blending puts a vertex into the convex hull of the
// places where its bones alone would put it. So the boxes of what each bone moves, moved by the bones, hold the whole part.

#ifndef MOTE_ASSETS_RIG_BOUNDS_H
#define MOTE_ASSETS_RIG_BOUNDS_H

#include <mote/deform.h>

// All zero bounds nothing.
typedef struct asset_rig_bounds {
    mote_box *movers;  // of each bone: the rest positions of the vertices that it moves
    mote_box *targets; // of each morph target: its displacements, and 0
    uint32_t mover_count, target_count;
} asset_rig_bounds;

// Vertices with `influences` bones each. A bone with weight 0 does not count.
typedef struct asset_bound_vertices {
    const mote_vec3 *positions;
    uint32_t count;
    const uint16_t *bones;
    const float *weights;
    uint32_t influences;
} asset_bound_vertices;

// Of morph targets without displacements, and no bones.
mote_result asset_rig_bounds_create(uint32_t target_count, asset_rig_bounds *out);
void asset_rig_bounds_release(asset_rig_bounds *bounds);

// Adds the bones with what they move; once.
mote_result asset_rig_bounds_add_movers(asset_rig_bounds *bounds, uint32_t mover_count,
                                        const asset_bound_vertices *vertices);

// Adds displacements of a morph target.
void asset_rig_bounds_add_deltas(asset_rig_bounds *bounds, uint32_t target, const mote_vec3 *deltas,
                                 size_t count);

// A box that holds every position that the morph targets with these weights, followed by a linear skin of these bones or by the
// transform of the only bone, evaluate to. False if a position may overflow: then nothing is known.
bool asset_rig_bounds_find(const asset_rig_bounds *bounds, const mote_transform *bones,
                           const float *weights, mote_box *out);

#endif
