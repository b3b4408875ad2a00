// What a distance query knows so far: the bound that it is lowering, and the axes along which the
// bound prunes. The memory stays from one query to the next.
//
// Side 0 is body a, side 1 body b. Triangles are named by their slots in the shapes' clusters.

#ifndef MOTE_WORLD_DISTANCE_SEARCH_H
#define MOTE_WORLD_DISTANCE_SEARCH_H

#include <float.h>
#include <math.h>

#include "core/array.h"
#include "core/box_tree.h"
#include "core/vec.h"
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
typedef struct mote_cluster_boxes {
    uint32_t cluster; // MOTE_NONE for none
    uint32_t group_count;
    mote_box8 boxes[MOTE_CLUSTER_GROUPS];
} mote_cluster_boxes;

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
    mote_cluster_boxes cache[MOTE_CACHED_CLUSTERS];
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

// ---------------------------------------------------------------------------------------------
// The line through the closest points

// What some points take up of the line, and a bound of the coordinates behind that.
typedef struct mote_line_span {
    double low, high, size;
} mote_line_span;

static inline mote_line_span mote_line_span_empty(void)
{
    return (mote_line_span){(double)INFINITY, (double)-INFINITY, 0};
}

static inline void mote_line_span_add(const mote_search *search, mote_line_span *span,
                                      mote_vec3 point)
{
    mote_dvec3 p = mote_dvec_sub(mote_vec_widen(point), search->from);
    double along = mote_dvec_dot(p, search->line);
    double size = fabs(p.x) + fabs(p.y) + fabs(p.z);
    span->low = along < span->low ? along : span->low;
    span->high = along > span->high ? along : span->high;
    span->size = size > span->size ? size : span->size;
}

// Parted along the line by the bound, in double: faces around the closest corners, and all faces of
// parallel planes, are exactly as far apart as the closest ones. A quarter of 1e-6 of the bound
// is given away for that, less than distances are accurate to.
static inline bool mote_line_spans_part(const mote_search *search, const mote_line_span *a,
                                        const mote_line_span *b)
{
    mote_dvec3 w = search->line;
    double error = 8 * DBL_EPSILON * (fabs(w.x) + fabs(w.y) + fabs(w.z)) * (a->size + b->size);
    double apart = b->low - a->high - error;
    return apart > 0 && apart * apart >= mote_dvec_dot(w, w) * search->bound * (1 - 5e-7);
}

// ---------------------------------------------------------------------------------------------
// Pairs of triangles (triangle_pairs.c): their distances are taken a few at a time, those with the nearest boxes
// first, because the bound that they give rules out most of the others

// How much to do about the triangles of two clusters.
typedef enum mote_effort {
    MOTE_GLANCE, // measure the few with the nearest boxes
    MOTE_LOOK    // measure all that may come below the bound
} mote_effort;

// Measures one pair, past those that wait.
void mote_measure_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b);

// Makes room when all of it is taken: a look measures what waits, a glance drops all but the nearest.
void mote_waiting_make_room(mote_search *search, mote_effort effort);

// Has a pair wait; afterwards there is room for one more.
static inline void mote_waiting_add(mote_search *search, mote_waiting pair, mote_effort effort)
{
    search->waiting[search->waiting_count++] = pair;
    if (search->waiting_count == MOTE_WAITING_PAIRS) mote_waiting_make_room(search, effort);
}

// Measures what waits, as far as the effort goes. After a look nothing waits any more that may come
// below the bound.
void mote_waiting_measure(mote_search *search, mote_effort effort);

// ---------------------------------------------------------------------------------------------
// Pairs of clusters (triangle_pairs.c)

typedef struct mote_cluster_ref {
    uint32_t cluster;
    mote_box box; // along the present axes
} mote_cluster_ref;

// A cluster of a side with its exact box.
mote_cluster_ref mote_cluster_refer(const mote_search *search, int side, uint32_t cluster);

// Lowers the bound by the triangles of two clusters. A look misses none that is below it, unless new
// axes are wanted before it is through: what is left is then for the next descent.
void mote_look_at(mote_search *search, const mote_cluster_ref *a, const mote_cluster_ref *b,
                  mote_effort effort);

// ---------------------------------------------------------------------------------------------
// A first bound (search.c): the closer to the answer, the less is left to do

// From a pair of triangles down to the closest that their two clusters have to offer, as far as
// glances tell.
void mote_start_from_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b);

// The same from nothing but up-to-date trees over the clusters of both bodies.
void mote_start_cold(mote_search *search, const mote_box_tree *const trees[2]);

// ---------------------------------------------------------------------------------------------
// Fresh bodies (cluster_descent.c)

// Fills kept, boxes, whole and tree of both sides, along the present axes. Clusters are left out only
// where all their triangles are certainly no closer than the bound.
void mote_keep_near_clusters(mote_search *search, const mote_allocator *allocator);

// Looks at all pairs of clusters kept that may come below the bound, or returns false as soon as
// other axes would serve better: then the clusters must be kept anew, and the descent begins again.
bool mote_descend(mote_search *search);

// ---------------------------------------------------------------------------------------------
// Bodies on demand (node_descent.c)

// Looks at all that may come below the bound of a search that has begun, from the slots of a hint or
// MOTE_NONE. `trees` are over the clusters of fresh bodies, null for those on demand. False where the
// bodies should rather be evaluated and the search begun again: bounding has become costly, or a
// position turned out not to be finite.
bool mote_descend_nodes(mote_search *search, const mote_box_tree *const trees[2], uint32_t slot_a,
                        uint32_t slot_b);

#endif
