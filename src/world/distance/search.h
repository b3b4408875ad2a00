// The memory that distance queries share and keep.

#ifndef MOTE_WORLD_DISTANCE_H
#define MOTE_WORLD_DISTANCE_H

#include "core/box_tree.h"
#include "shape/axis_boxes.h"
#include "shape/shape.h"
#include "world/near.h"

enum {
    MOTE_CLUSTER_GROUPS = MOTE_CLUSTER_TRIANGLES / 8,
    MOTE_CACHED_CLUSTERS = 32,
    MOTE_WAITING_PAIRS = 256
};

// The boxes of a cluster's triangles along the present axes.
typedef struct mote_triangle_boxes {
    uint32_t cluster; // MOTE_NONE for none
    uint32_t group_count;
    mote_box8 boxes[MOTE_CLUSTER_GROUPS];
} mote_triangle_boxes;

// One body of a query.
typedef struct mote_search_side {
    const mote_shape *shape;
    mote_array codes; // uint32_t, one a cluster and up to a whole group
    mote_array kept;  // uint32_t: clusters that may hold the closest face
    mote_array boxes; // mote_box, parallel to kept: along the axes
    mote_box whole;   // of the boxes
    mote_box_tree tree;
    mote_triangle_boxes cache[MOTE_CACHED_CLUSTERS];
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

void mote_search_destroy(mote_search *search, const mote_allocator *allocator);
size_t mote_search_bytes(const mote_search *search);

#endif
