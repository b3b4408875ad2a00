// The state of a distance query: the bound, and the axes along which it prunes. The memory is kept
// from one query to the next.
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
#include "shape/streamed.h"
#include "world/near.h"

// The kernel for this machine, or its scalar twin in the scalar build.
#ifdef MOTE_SCALAR
#define MOTE_SEARCH_KERNEL(name) name##_scalar
#else
#define MOTE_SEARCH_KERNEL(name) MOTE_PICK_KERNEL(name)
#endif

enum {
    MOTE_CLUSTER_GROUPS = MOTE_CLUSTER_TRIANGLES / 8,
    MOTE_CACHED_CLUSTERS = 32,
    MOTE_CACHED_TWIGS = 64,
    MOTE_PENDING_PAIRS = 256
};

// The boxes of a cluster's triangles along the present axes.
typedef struct mote_cluster_boxes {
    uint32_t cluster; // MOTE_NONE for none
    uint32_t group_count;
    mote_box8 boxes[MOTE_CLUSTER_GROUPS];
} mote_cluster_boxes;

// The boxes of a twig's triangles. A twig is one of the eight runs of 16 triangles of a cluster.
typedef struct mote_twig_boxes {
    uint32_t twig; // MOTE_NONE for none
    uint32_t group_count;
    mote_box8 boxes[2];
    mote_box whole; // their union
} mote_twig_boxes;

// The boxes of a cluster's twigs along the coordinate axes.
typedef struct mote_cluster_twigs {
    uint32_t cluster; // MOTE_NONE for none
    mote_box8 boxes;
} mote_cluster_twigs;

// One body of a query.
typedef struct mote_search_side {
    const mote_shape *shape;
    mote_u32_array codes; // one per cluster, up to a whole group of eight
    // From mote_streamed_outcodes: one byte per cluster, then one per group.
    MOTE_ARRAY(uint8_t) streamed_codes;
    mote_u32_array kept;        // clusters that may hold the closest face
    MOTE_ARRAY(mote_box) boxes; // parallel to kept: oriented boxes
    mote_box whole;             // the union of the boxes
    mote_box_tree tree;
    mote_cluster_boxes cache[MOTE_CACHED_CLUSTERS];
    // Used if a body is on demand.
    mote_twig_boxes twigs[MOTE_CACHED_TWIGS];
    mote_cluster_twigs cluster_twigs[MOTE_CACHED_CLUSTERS];
} mote_search_side;

// A pair of triangles whose distance has not been computed yet.
typedef struct mote_pending_pair {
    uint32_t slot_a, slot_b;
    float squared; // distance of their boxes, in the axes' units
} mote_pending_pair;

typedef struct mote_search {
    mote_search_side side[2];
    mote_dvec3 from, line;     // when the axes were made: closest point on a, vector to b
    mote_axes axes;            // along that line
    mote_nearness near;        // the bound in the axes' units
    double bound;              // squared; greater distances are ignored
    double aimed_bound;        // the bound when the axes were made
    uint64_t work, work_limit; // since the axes were made; limit for new ones
    uint32_t slot_a, slot_b;   // the closest pair so far; MOTE_NONE for none
    mote_pending_pair pending[MOTE_PENDING_PAIRS];
    uint32_t pending_count;
    uint64_t triangle_pairs; // count of computed distances
} mote_search;

// Returns null if out of memory.
mote_search *mote_search_create(const mote_allocator *allocator);

// The search may be null.
void mote_search_destroy(mote_search *search, const mote_allocator *allocator);

// Starts a query for distances up to and including `limit`. No pair is known; the axes point from
// body to body. The shapes are fresh, streamed or on demand; a streamed shape may become fresh
// before the result. Returns false if out of memory; nothing is allocated afterwards.
bool mote_search_begin(mote_search *search, const mote_shape *const shapes[2], float limit,
                       const mote_allocator *allocator);

// A box that holds all vertices of a side.
static inline const mote_box *mote_search_box(const mote_search *search, int side)
{
    const mote_shape *shape = search->side[side].shape;
    return mote_shape_is_on_demand(shape) ? &shape->on_demand->box : &shape->box;
}

// Makes new axes: along the closest points so far, or from body to body if there are none.
void mote_search_aim(mote_search *search);

// Are new axes worth their cost, because the bound has fallen and much work was done since they
// were made?
static inline bool mote_search_wants_new_axes(const mote_search *search)
{
    return search->bound < search->aimed_bound && search->work > search->work_limit;
}

// Makes two triangles the closest pair so far if their squared distance is below the bound.
void mote_search_lower_bound(mote_search *search, double squared, uint32_t slot_a, uint32_t slot_b);

// Computes the closest points of the closest pair so far, which must exist.
void mote_search_closest_points(const mote_search *search, mote_tri_distance *out);

// ---------------------------------------------------------------------------------------------
// The line through the closest points

// The interval of some points on the line, and a bound of their coordinates.
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

// Are the two separated along the line by the bound? Computed in double, because faces around the
// closest corners, and all faces of parallel planes, are exactly as far apart as the closest pair.
// To prune these, a quarter of 1e-6 of the bound is given up, less than the accuracy of distances.
static inline bool mote_line_spans_part(const mote_search *search, const mote_line_span *a,
                                        const mote_line_span *b)
{
    mote_dvec3 w = search->line;
    double error = 8 * DBL_EPSILON * (fabs(w.x) + fabs(w.y) + fabs(w.z)) * (a->size + b->size);
    double apart = b->low - a->high - error;
    return apart > 0 && apart * apart >= mote_dvec_dot(w, w) * search->bound * (1 - 5e-7);
}

// ---------------------------------------------------------------------------------------------
// Pairs of triangles (triangle_pairs.c). Their distances are computed a few at a time, nearest boxes first, because the resulting
// bound rules out most of the others.

// How many of the pending pairs to measure.
typedef enum mote_effort {
    MOTE_MEASURE_NEAREST, // the few with the nearest boxes
    MOTE_MEASURE_ALL      // all that may come below the bound
} mote_effort;

// Measures one pair immediately.
void mote_measure_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b);

// Makes space when the list is full: measures all pairs, or drops all but the nearest.
void mote_pending_make_room(mote_search *search, mote_effort effort);

// Adds a pair to the pending ones. Afterwards at least one more fits.
static inline void mote_pending_add(mote_search *search, mote_pending_pair pair, mote_effort effort)
{
    search->pending[search->pending_count++] = pair;
    if (search->pending_count == MOTE_PENDING_PAIRS) mote_pending_make_room(search, effort);
}

// Measures pending pairs. After MOTE_MEASURE_ALL no pair that may come below the bound remains.
void mote_pending_measure(mote_search *search, mote_effort effort);

// ---------------------------------------------------------------------------------------------
// Pairs of clusters (triangle_pairs.c)

typedef struct mote_cluster_ref {
    uint32_t cluster;
    mote_box box; // along the present axes
} mote_cluster_ref;

// Copies the vertices of a cluster into mesh order if the shape is streamed. Required before its
// triangles are read.
static inline void mote_search_bring(const mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    if (mote_shape_is_streamed(shape)) mote_streamed_bring(shape, cluster);
}

// Returns a cluster of a side with its exact box.
mote_cluster_ref mote_cluster_refer(const mote_search *search, int side, uint32_t cluster);

// Lowers the bound by the triangles of two clusters. With MOTE_MEASURE_ALL, finds all that are
// below it, unless it stops early because new axes are worth their cost; the next descent then
// finds the rest.
void mote_measure_clusters(mote_search *search, const mote_cluster_ref *a,
                           const mote_cluster_ref *b, mote_effort effort);

// ---------------------------------------------------------------------------------------------
// A first bound (search.c): the closer it is to the answer, the less work remains

// Lowers the bound from a pair of triangles to about the closest pair of their two clusters.
void mote_start_from_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b);

// Finds a first bound without an initial pair, for shapes that are streamed or fresh.
void mote_start_streamed(mote_search *search);

// Finds a first bound without an initial pair, using up-to-date trees over the clusters of both
// bodies.
void mote_start_cold(mote_search *search, const mote_box_tree *const trees[2]);

// ---------------------------------------------------------------------------------------------
// Fresh and streamed bodies (cluster_descent.c)

// A box of all points closer to the other body than the bound.
mote_box mote_search_region(const mote_search *search, int side);

// Fills kept, boxes, whole and tree of both sides, along the present axes. A cluster is left out
// only if all its triangles are certainly no closer than the bound.
void mote_keep_near_clusters(mote_search *search, const mote_allocator *allocator);

// Measures all pairs of kept clusters that may come below the bound. Returns false as soon as new
// axes are worth their cost: then the clusters must be selected again and the descent restarted.
bool mote_descend(mote_search *search);

// ---------------------------------------------------------------------------------------------
// Bodies on demand (node_descent.c)

// Measures everything that may come below the bound of a search that has begun, starting with the
// slots of a hint, or MOTE_NONE. `trees` are over the clusters of fresh bodies, null for bodies on
// demand. Returns false if the bodies must become fresh and the search restarted: a body may not
// stay on demand, or a position is not finite.
bool mote_descend_nodes(mote_search *search, const mote_box_tree *const trees[2], uint32_t slot_a,
                        uint32_t slot_b);

#endif
