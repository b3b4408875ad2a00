// Contacts: connected regions of the face pairs of two bodies (regions.c), the depth of the bodies
// in each region (depth.c), and the data that a collision response needs (contacts.c).

#ifndef MOTE_WORLD_CONTACTS_H
#define MOTE_WORLD_CONTACTS_H

#include <mote/world.h>

#include "core/array.h"
#include "mesh/mesh.h"
#include "shape/shape.h"

typedef struct mote_region_link {
    uint32_t parent; // a face pair of the same region with the same or a lower index
    uint32_t flip;   // 1 if this pair names the two sides in the opposite order to its parent
} mote_region_link;

// A run: all pairs of one face of a, which are consecutive.
typedef struct mote_region_run {
    uint32_t face;
    uint32_t first; // index of the first face pair; the last run is followed by a sentinel
} mote_region_run;

// Indices of face pairs count from the first face pair of the two bodies.
typedef struct mote_regions {
    uint32_t count;
    mote_u32_array region_of; // per face pair
    mote_u32_array first;     // count + 1: the index in members at which each region begins
    mote_u32_array members;   // face pairs, ascending within each region
    MOTE_ARRAY(mote_region_link) links; // per face pair
    MOTE_ARRAY(mote_region_run) runs;   // one per face of a
    mote_u32_array table;               // hash table from face to the index of its run plus one
} mote_regions;

void mote_regions_release(mote_regions *regions, const mote_allocator *allocator);

// Two face pairs are in one region if they share a face or an edge-adjacent face on one side, and
// share or neighbor on the other. Regions are ordered by their first face pair. `pairs` are sorted
// and unique; for a body with itself (a == b and `self`) they name the lower face first. Returns
// false if out of memory.
bool mote_regions_find(mote_regions *regions, const mote_allocator *allocator, const mote_mesh *a,
                       const mote_mesh *b, bool self, const mote_face_pair *pairs, uint32_t count);

// For a body with itself: does this pair name the region's two sides in the opposite order to the
// region's first pair? Always false for two bodies.
static inline bool mote_region_flips(const mote_regions *regions, uint32_t pair)
{
    return regions->links.data[pair].flip;
}

// ---------------------------------------------------------------------------------------------
// Depth: the vertices of one body that lie inside the other, near one region

// The flood that has reached a vertex: the flood of vertices behind the other surface, or that of
// vertices in front of it.
typedef enum mote_flood { MOTE_FLOOD_NONE, MOTE_FLOOD_BEHIND, MOTE_FLOOD_IN_FRONT } mote_flood;

// A vertex that the region's faces use, or that a flood from such a vertex has reached.
typedef struct mote_depth_vertex {
    uint32_t vertex; // the caller's index
    mote_flood reached;
    double distance_squared; // to the other side's nearest face, in its own face
    double side;             // how far in front of that face (negative: behind)
} mote_depth_vertex;

// One side of a pair of bodies. An entry of a slot array is valid only if the list element it
// points to agrees, so slot arrays need no clearing.
typedef struct mote_depth_side {
    const mote_shape *shape, *other; // other is null for a body with itself
    mote_u32_array vertex_slot;      // per vertex: index in vertices
    MOTE_ARRAY(mote_depth_vertex) vertices;
    mote_u32_array face_slot; // per face: index in crossed
    mote_u32_array crossed;   // faces that are in some face pair of the bodies
    // Only for a closed body that meets an open surface:
    mote_u32_array touched_slot; // per face: index in touched
    mote_u32_array touched;      // faces of the region that touch the other body
    mote_u32_array queue;        // vertices of a flood
    size_t budget;               // vertices that floods may still reach for this pair
} mote_depth_side;

typedef struct mote_depth {
    mote_depth_side a, b;
} mote_depth;

void mote_depth_release(mote_depth *depth, const mote_allocator *allocator);

// Begins a pair of bodies, both fresh, with all its face pairs; `a` may be `b`. Returns false if
// out of memory.
bool mote_depth_begin_pair(mote_depth *depth, const mote_allocator *allocator, const mote_shape *a,
                           const mote_shape *b, const mote_face_pair *face_pairs, uint32_t count);

void mote_depth_begin_region(mote_depth *depth);

// A face of one side meets one of the other side in a segment, which may be a point. Normals are
// unit vectors.
typedef struct mote_crossing {
    uint32_t face;
    const mote_vec3 *corners; // three
    mote_dvec3 normal, other_normal;
    mote_dvec3 segment[2];
} mote_crossing;

// Determines on which side of the other face the corners of the face lie. Returns false if out of
// memory.
bool mote_depth_add_crossing(mote_depth_side *side, const mote_allocator *allocator,
                             const mote_crossing *crossing);

// Adds a face of the region that touches the other body, for mote_depth_find_exit. Returns false if
// out of memory.
bool mote_depth_add_touched(mote_depth_side *side, const mote_allocator *allocator, uint32_t face);

// Fills the contact's depth if the region allows an estimate: how far the surfaces penetrate each
// other along the normal, measured from `origin`. `segments` are those of the contact. Returns
// false if out of memory.
bool mote_depth_estimate(mote_depth *depth, const mote_allocator *allocator,
                         const mote_segment *segments, uint32_t segment_count, mote_dvec3 origin,
                         mote_dvec3 normal, mote_contact *contact);

// The curve in which an open surface crosses a closed body.
typedef struct mote_open_crossing {
    bool closed_is_a;
    const mote_segment *segments; // of the contact
    uint32_t segment_count;
    mote_dvec3 origin; // for all distances along a direction
    bool has_axis;     // the curve is closed and has an area
    mote_dvec3
        axis; // unit normal of that area; its sign depends on the winding of the open surface
    // Unit vector: the mean of the closed body's outward normals along the curve, or if these
    // cancel, the direction from body to body.
    mote_dvec3 outward;
} mote_open_crossing;

// Finds the direction in which the open surface has the shorter way out of the closed body, and the
// length of that way. Fills the contact's normal and depth. Returns false if out of memory.
bool mote_depth_find_exit(mote_depth *depth, const mote_allocator *allocator,
                          const mote_open_crossing *crossing, mote_contact *contact);

// ---------------------------------------------------------------------------------------------
// Sums over the face pairs of a region (region_sum.c)

// One pair of bodies.
typedef struct mote_contact_job {
    mote_world *world;
    const mote_shape *a, *b;
    uint32_t pair;
    const mote_face_pair *face_pairs;
    bool has_depth;  // a surface is closed and all face pairs are known
    bool one_closed; // exactly one surface is closed
} mote_contact_job;

typedef struct mote_region_sum {
    mote_dvec3 origin;    // the first point found; all other points are relative to it
    uint32_t point_count; // 0: no faces touch
    double length;        // of all segments
    mote_dvec3 points;    // sum of the ends of segments
    mote_dvec3 midpoints; // sum weighted by length
    mote_dvec3 swept;     // sum of p x q over the directed segments: twice an area
    mote_dvec3 way;       // sum of q - p over the directed segments: 0 for closed curves
    double directed;      // length of the directed segments
    mote_dvec3 lean;      // sum of n_a - n_b, or if exactly one body is closed, of its term only
    mote_dvec3 lean_by_length;
    // Nearest faces, if no faces touch.
    double nearest_squared;
    mote_dvec3 nearest_on_a, nearest_on_b;
    uint32_t nearest_face_a, nearest_face_b;
} mote_region_sum;

// One face pair, with the sides in the order of the region.
typedef struct mote_region_member {
    uint32_t face_a, face_b;
    mote_vec3 a[3], b[3];
} mote_region_member;

// Reads the present corners of a face that met another one in this frame.
void mote_region_read_face(const mote_shape *shape, uint32_t face, mote_vec3 out[3]);

mote_region_member mote_region_get_member(const mote_contact_job *job, uint32_t number);

// Adds the region's segments to the report and its faces to the depth. Returns false if out of
// memory.
bool mote_region_add_up(mote_contact_job *job, uint32_t region, mote_region_sum *sum);

// ---------------------------------------------------------------------------------------------
// Near area: parts of faces that are within the tolerance but do not touch

typedef struct mote_near_area {
    mote_dvec3 origin; // midway between the nearest points
    mote_dvec3 normal; // unit, from a to b
    double tolerance;
    double weight;     // sum of the weights added
    mote_dvec3 moment; // weighted sum of positions, relative to the origin
} mote_near_area;

// Adds the parts of two faces that lie opposite each other.
void mote_near_area_add(mote_near_area *area, const mote_vec3 a[3], const mote_vec3 b[3]);

// A triangle cut by five planes has at most eight corners; rounding may add some.
enum { MOTE_NEAR_CORNERS = 16 };

typedef struct mote_near_corner {
    mote_dvec3 on_a, on_b;
    double gap; // from on_a to on_b, along the normal
} mote_near_corner;

// Computes the corners of the parts of two faces that lie opposite each other. Returns the number
// of corners.
uint32_t mote_near_area_corners(const mote_near_area *area, const mote_vec3 a[3],
                                const mote_vec3 b[3], mote_near_corner out[MOTE_NEAR_CORNERS]);

// The weighted center of everything added, midway between the surfaces, or the origin if there is
// no area.
mote_dvec3 mote_near_area_middle(const mote_near_area *area);

// ---------------------------------------------------------------------------------------------
// Contacts

// Scratch memory for making contacts, kept from frame to frame.
typedef struct mote_contact_work {
    mote_regions regions;
    mote_depth depth;
    mote_u32_array undirected; // contacts whose faces give no direction
} mote_contact_work;

void mote_contact_work_release(mote_contact_work *work, const mote_allocator *allocator);

#endif
