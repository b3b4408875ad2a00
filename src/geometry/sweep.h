// The parts of continuous collision, from the fastest to the exact one: sweep_filter.h (eight
// candidates in float), sweep_bracket_simd.c (one in double), sweep_grid.c (the time in integers of
// 128 bits), sweep_exact.c (integers of any length). docs/continuous.md explains the decisions.
//
// A vertex p and a face a b c, or two edges a b and c d, move on straight lines over t in [0, 1]. The four points are in one
// plane at roots of the cubic f. At a root, the signs of areas, which are quadratic, decide whether the primitives meet:
//
//   vertex p, face a b c: A = a - p, B = b - p, C = c - p; f = A . (B x C); areas B x C, C x A, A x B
//   edges a b and c d: U = b - a, V = d - c, W = c - a, R = b - c, T = d - a; f = U . (W x V);
//                      areas W x V, R x V, W x U, U x T
//
// If f = 0, the area vectors are parallel. In any coordinate in which not all areas vanish, the areas are, up to a common
// factor, the barycentric coordinates of the point, or u, 1 - u, v and 1 - v of the crossing: the primitives meet if no two
// areas have opposite signs. If all areas vanish, all points lie on a line, and the primitives meet if and only if one of some
// dot products is not positive. Degenerate triangles, parallel edges and flat motion need no special case.
//
// Times are reported on a grid of 2^41 steps: as a grid point if the first time is one, else as the
// step that contains it. All parts therefore give the same bits, whichever part decides.

#ifndef MOTE_GEOMETRY_SWEEP_H
#define MOTE_GEOMETRY_SWEEP_H

#include <mote/geometry.h>

#include "core/simd.h"

enum {
    MOTE_SWEEP_MAX_AREAS = 4,
    MOTE_SWEEP_MAX_VECTORS = 6,
    MOTE_SWEEP_DOT_COUNT = 3,
    MOTE_SWEEP_TIME_BITS = 41
};

#define MOTE_SWEEP_GRID ((int64_t)1 << MOTE_SWEEP_TIME_BITS)

// The vectors, areas and dot products of a kind of primitives, as in the comment above.
typedef struct mote_sweep_layout {
    bool edges; // else a vertex and a face
    int vector_count, area_count, between_count;
    uint8_t ends[MOTE_SWEEP_MAX_VECTORS][2]; // start point and end point of each vector
    uint8_t areas[MOTE_SWEEP_MAX_AREAS]
                 [2]; // vectors of each cross product; f = vector 0 . the first one
    uint8_t dots[MOTE_SWEEP_DOT_COUNT][2]; // vectors of each dot product
    int8_t dot_signs[MOTE_SWEEP_DOT_COUNT];
    uint8_t between
        [MOTE_SWEEP_MAX_AREAS]; // vectors from one primitive to the other, or with sign -1 back
    int8_t between_signs[MOTE_SWEEP_MAX_AREAS];
} mote_sweep_layout;

static const mote_sweep_layout mote_sweep_vertex_face = {
    .vector_count = 3, // A, B, C
    .area_count = 3,
    .between_count = 3,
    .ends = {{0, 1}, {0, 2}, {0, 3}},
    .areas = {{1, 2}, {2, 0}, {0, 1}},
    .dots = {{0, 1}, {1, 2}, {2, 0}},
    .dot_signs = {1, 1, 1},
    .between = {0, 1, 2},
    .between_signs = {1, 1, 1},
};

// Segments on a line overlap if c lies between a and b, a between c and d, or d between a and b.
static const mote_sweep_layout mote_sweep_edges = {
    .edges = true,
    .vector_count = 6, // U, W, V, R, T, and from b to d
    .area_count = 4,
    .between_count = 4,
    .ends = {{0, 1}, {0, 2}, {2, 3}, {2, 1}, {0, 3}, {1, 3}},
    .areas = {{1, 2}, {3, 2}, {1, 0}, {0, 4}},
    .dots = {{1, 3}, {1, 4}, {4, 5}},
    .dot_signs = {-1, 1, 1},
    .between = {1, 3, 4, 5},
    .between_signs = {1, -1, 1, 1},
};

static inline double mote_sweep_coordinate(mote_dvec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// All parts below need rounding to nearest and denormals kept (core/float_env.h).

typedef enum mote_sweep_verdict {
    MOTE_SWEEP_APART, // until the given time
    MOTE_SWEEP_MEET,
    MOTE_SWEEP_DOUBT // call mote_sweep_exactly
} mote_sweep_verdict;

// The pipeline for one candidate with finite coordinates: certificates in double, then the exact
// part. Only times with low <= until count. `time` may be null if `until` is 1. Adds to `bracketed`
// and `exact` of `stats`.
bool mote_sweep_meet(const mote_sweep_layout *has, const mote_dvec3 start[4],
                     const mote_dvec3 end[4], double until, mote_impact_time *time,
                     mote_impact_batch_stats *stats);

// Certificates in double. Writes the time if the primitives meet and `time` is not null.
MOTE_DECLARE_KERNEL(mote_sweep_verdict, mote_sweep_bracket,
                    (bool edges, const mote_dvec3 start[4], const mote_dvec3 end[4], double until,
                     mote_impact_time *time));

// f in integers of 128 bits.
__extension__ typedef unsigned __int128 mote_sweep_word;

typedef struct mote_sweep_cubic {
    mote_sweep_word c[4]; // in two's complement; see sweep_grid.c
} mote_sweep_cubic;

// Returns false if the coordinates span too many binary places.
bool mote_sweep_cubic_make(const mote_sweep_layout *has, const mote_dvec3 start[4],
                           const mote_dvec3 end[4], mote_sweep_cubic *out);

// The sign of f at grid point k, from 0 to MOTE_SWEEP_GRID.
int mote_sweep_cubic_sign(const mote_sweep_cubic *f, int64_t k);

// Decides exactly, for finite coordinates. `time` may be null. Takes 42 kB of stack.
bool mote_sweep_exactly(const mote_sweep_layout *has, const mote_dvec3 start[4],
                        const mote_dvec3 end[4], mote_impact_time *time);

// Narrows low and high around the only root of f between them, as mote_search_grid does. `before`
// is the sign of f before the root. Takes 42 kB of stack.
void mote_sweep_locate(const mote_sweep_layout *has, const mote_dvec3 start[4],
                       const mote_dvec3 end[4], int before, int64_t guess, int64_t *low,
                       int64_t *high);

#endif
