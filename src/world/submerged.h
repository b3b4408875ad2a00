// Which vertices of one body lie inside the other, near one region of contact: what the estimate of
// a contact's depth is made of.

#ifndef MOTE_WORLD_SUBMERGED_H
#define MOTE_WORLD_SUBMERGED_H

#include "core/array.h"
#include "shape/shape.h"

// A vertex that the region's faces use, or that the flood from there has reached.
typedef struct mote_submerged_vertex {
    uint32_t vertex;         // in the caller's numbering
    bool reached;            // by the flood
    double distance_squared; // to the nearest of the other's faces, in its own face
    double side;             // how far in front of that face (negative: behind)
} mote_submerged_vertex;

// One side of a pair of bodies. What a slot array says counts only if the list agrees, so that
// nothing needs clearing.
typedef struct mote_submerged {
    const mote_shape *shape, *other; // other is null for a body with itself
    mote_u32_array vertex_slot;      // per vertex: where it is in vertices
    MOTE_ARRAY(mote_submerged_vertex) vertices;
    mote_u32_array face_slot; // per face: where it is in crossed
    mote_u32_array crossed;   // faces that are in some face pair of the bodies
    mote_u32_array queue;     // vertices of a flood
    size_t budget;            // vertices that floods may still reach for this pair
} mote_submerged;

void mote_submerged_release(mote_submerged *side, const mote_allocator *allocator);

// A new pair of bodies: `shape` is this side's, `other` may be the same. False for no memory.
bool mote_submerged_begin_pair(mote_submerged *side, const mote_allocator *allocator,
                               const mote_shape *shape, const mote_shape *other);

// The face is in some pair, and so may be inside in part. All of them before the first region.
bool mote_submerged_add_crossed(mote_submerged *side, const mote_allocator *allocator,
                                uint32_t face);

void mote_submerged_begin_region(mote_submerged *side);

// A face of this side meets one of the other side in the segment from p to q (p may be q); normals
// are unit. Tells on which sides its corners lie. False for no memory.
bool mote_submerged_add_crossing(mote_submerged *side, const mote_allocator *allocator,
                                 uint32_t face, const mote_vec3 corners[3], mote_dvec3 normal,
                                 mote_dvec3 other_normal, mote_dvec3 p, mote_dvec3 q);

// From the corners that lie inside to all vertices that are joined with them by faces in no pair.
// MOTE_ERROR_LIMIT, without a message, when that is more than the budget or makes no sense.
mote_result mote_submerged_flood(mote_submerged *side, const mote_allocator *allocator);

// The greatest (vertex - origin) . direction of the vertices inside, but at least `least`.
double mote_submerged_reach(const mote_submerged *side, mote_dvec3 origin, mote_dvec3 direction,
                            double least);

#endif
