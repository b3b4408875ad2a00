// What a distance query knows so far: the bound that it is lowering, and the axes along which the
// bound prunes. The memory stays from one query to the next.
//
// Side 0 is body a, side 1 body b. Triangles are named by their slots in the shapes' clusters.

#ifndef MOTE_WORLD_DISTANCE_SEARCH_H
#define MOTE_WORLD_DISTANCE_SEARCH_H

#include "core/array.h"
#include "core/box_tree.h"
#include "geometry/tri_distance.h"
#include "shape/axis_boxes.h"
#include "shape/on_demand.h"
#include "world/near.h"

// The kernel for this machine; its twin in the scalar build.
#ifdef MOTE_SCALAR
#define MOTE_SEARCH_KERNEL(name) name##_scalar
#else
#define MOTE_SEARCH_KERNEL(name) MOTE_PICK_KERNEL(name)
#endif

enum {
    MOTE_CLUSTER_GROUPS = MOTE_CLUSTER_TRIANGLES / 8,
    MOTE_CACHED_CLUSTERS = 32,
    MOTE_CACHED_TWIGS = 64,
    MOTE_WAITING_PAIRS = 256
};

// The boxes of a cluster's triangles along the present axes.
typedef struct mote_triangle_boxes {
    uint32_t cluster; // MOTE_NONE for none
    uint32_t group_count;
    mote_box8 boxes[MOTE_CLUSTER_GROUPS];
} mote_triangle_boxes;

// The same of a twig, one of eight runs of 16 triangles of a cluster.
typedef struct mote_twig_boxes {
    uint32_t twig; // MOTE_NONE for none
    uint32_t group_count;
    mote_box8 boxes[2];
    mote_box whole; // of them
} mote_twig_boxes;

// The boxes of a cluster's twigs along the axes of the coordinates.
typedef struct mote_cluster_twigs {
    uint32_t cluster; // MOTE_NONE for none
    mote_box8 boxes;
} mote_cluster_twigs;

// One body of a query.
typedef struct mote_search_side {
    const mote_shape *shape;
    mote_u32_array codes;       // one per cluster, up to a whole group of eight
    mote_u32_array kept;        // clusters that may hold the closest face
    MOTE_ARRAY(mote_box) boxes; // parallel to kept: along the axes
    mote_box whole;             // of the boxes
    mote_box_tree tree;
    mote_triangle_boxes cache[MOTE_CACHED_CLUSTERS];
    // Of queries with a body on demand.
    mote_twig_boxes twigs[MOTE_CACHED_TWIGS];
    mote_cluster_twigs cluster_twigs[MOTE_CACHED_CLUSTERS];
} mote_search_side;

// A pair of triangles whose distance is yet to be taken.
typedef struct mote_waiting {
    uint32_t slot_a, slot_b;
    float squared; // distance of their boxes, in the axes' units
} mote_waiting;

typedef struct mote_search {
    mote_search_side side[2];
    mote_dvec3 from, line;   // closest points when the axes were made: on a, and from there to b
    mote_axes axes;          // along that line
    mote_nearness near;      // the bound in the axes' units
    double bound;            // squared: only what is below is of interest
    double aimed_bound;      // when the axes were made
    uint64_t work, patience; // since then, and before new axes are made
    uint32_t slot_a, slot_b; // closest so far; MOTE_NONE for none
    mote_waiting waiting[MOTE_WAITING_PAIRS];
    uint32_t waiting_count;
    uint64_t triangle_pairs; // looked at
} mote_search;

// Null for no memory.
mote_search *mote_search_create(const mote_allocator *allocator);

// Both take null for a search that was never made.
void mote_search_destroy(mote_search *search, const mote_allocator *allocator);

// A new question, up to and including `limit`: no pair known yet, axes from body to body. The shapes
// are up to date, or asked on demand, and stay as they are until the answer. False for no memory; afterwards nothing
// needs any.
bool mote_search_begin(mote_search *search, const mote_shape *const shapes[2], float limit,
                       const mote_allocator *allocator);

// Where all vertices of a side are.
static inline const mote_box *mote_search_box(const mote_search *search, int side)
{
    const mote_shape *shape = search->side[side].shape;
    return mote_shape_is_fresh(shape) ? &shape->box : &shape->on_demand->box;
}

// New axes: along the closest points so far, or from body to body where there are none.
void mote_search_aim(mote_search *search);

// Has so much been done along axes whose bound has fallen since that new ones would pay?
static inline bool mote_search_wants_new_axes(const mote_search *search)
{
    return search->bound < search->aimed_bound && search->work > search->patience;
}

// Takes two triangles for the closest so far if their squared distance is below the bound.
void mote_search_lower_bound(mote_search *search, double squared, uint32_t slot_a, uint32_t slot_b);

// The points of the closest triangles so far, of which there are some.
void mote_search_closest_points(const mote_search *search, mote_tri_distance *out);

#endif
