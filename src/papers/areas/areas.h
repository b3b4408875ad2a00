// Internals of the areas: the types and functions that the files of this folder share, and that the
// particle counts (papers/counts) use.

#ifndef MOTE_PAPERS_AREAS_AREAS_H
#define MOTE_PAPERS_AREAS_AREAS_H

#include <mote/papers.h>

#include "core/array.h"
#include "core/simd.h"
#include "mesh/mesh.h"

// ---------------------------------------------------------------------------------------------
// Points (vertex_vectors.c)

// One point per vertex in use, in ascending order. Of welded vertices only the representative is a
// point.
typedef struct mote_area_points {
    uint32_t count;
    uint32_t dimensions;
    size_t stride;      // of the columns: count rounded up to MOTE_CODE_LANES, padded with zeros
    float *columns;     // coordinate k of point p is columns[k * stride + p]
    uint32_t *vertex;   // per point
    uint32_t *point_of; // per vertex; MOTE_NONE if it is not a point
    const mote_vec3 *positions; // per vertex
    const mote_mesh *mesh;
} mote_area_points;

// Everything is allocated in `scratch`. Fails with MOTE_ERROR_DATA if a position, normal or factor
// is not finite.
mote_result mote_area_points_make(const mote_areas_def *def, mote_arena *scratch,
                                  mote_area_points *out);

static inline double mote_area_squared(const mote_area_points *points, uint32_t point,
                                       const double *mean)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < points->dimensions; k++) {
        double difference = (double)points->columns[k * points->stride + point] - mean[k];
        sum += difference * difference;
    }
    return sum;
}

// The vertices that share an edge with a point; point_of gives their points.
static inline const uint32_t *mote_point_neighbors(const mote_area_points *points, uint32_t point,
                                                   uint32_t *count)
{
    const mote_lists *lists = &points->mesh->vertex_neighbors;
    const uint32_t *first = lists->first + points->vertex[point];
    *count = first[1] - first[0];
    return lists->items + first[0];
}

// ---------------------------------------------------------------------------------------------
// Fragments (fragments.c)

// Connected pieces of labeled points.
typedef struct mote_fragments {
    uint32_t count;
    uint32_t *fragment_of; // per point; fragments are numbered by their lowest point
    uint32_t *label;       // per fragment
    uint32_t *size;        // per fragment, in points
} mote_fragments;

// Two points are in the same fragment if a path of edges connects them on which all points have the
// same label.
mote_result mote_fragments_find(const mote_area_points *points, const uint32_t *label_of,
                                mote_arena *scratch, mote_fragments *out);

// For each label, the other labels that it shares an edge with, in ascending order.
mote_result mote_labels_adjacency(const mote_area_points *points, const uint32_t *label_of,
                                  uint32_t label_count, mote_arena *scratch, mote_lists *out);

// ---------------------------------------------------------------------------------------------
// LBG quantization (lbg_quantization.c)

// The kernels process this many points at a time; columns are padded to a multiple of it.
enum { MOTE_CODE_LANES = 8 };

typedef struct mote_code_search {
    const float *columns; // coordinate k of point p is columns[k * stride + p]
    size_t stride;        // a multiple of MOTE_CODE_LANES
    uint32_t dimensions;
    const float *codes; // code_count * dimensions
    uint32_t code_count;
} mote_code_search;

// The nearest code vector of each point, Eqs. 5 and 6: nearest[p] and its squared distance
// squared[p] for all p below the stride. Of several codes at the same distance the lowest wins; if
// all distances overflow, the result is code 0 at infinity. Nearly all of the time of a
// quantization is spent here.
MOTE_DECLARE_KERNEL(void, mote_nearest_codes,
                    (const mote_code_search *search, uint32_t *nearest, float *squared));

// The scalar twin of the kernel.
void mote_nearest_codes_scalar(const mote_code_search *search, uint32_t *nearest, float *squared);

// The splits as a binary tree: node 0 is the root, and children have higher numbers than their
// parents.
typedef struct mote_split_tree {
    uint32_t *parent; // per node; MOTE_NONE for the root
    uint32_t *leaf;   // per cell
    uint32_t node_count;
} mote_split_tree;

typedef MOTE_ARRAY(mote_area_step) mote_area_step_array;

typedef struct mote_quantizer {
    const mote_area_points *points;
    uint32_t code_count;
    float *codes;       // code_count * dimensions
    uint32_t *cell;     // per point, `stride` entries: the nearest code
    float *squared;     // per point, `stride` entries: squared distance to that code
    double *sums;       // per cell: sum of its vectors
    uint32_t *sizes;    // per cell: number of points
    double *distortion; // per cell: sum of squared distances to its code
    uint32_t *farthest; // per cell: the point that is farthest from its code, or MOTE_NONE
    mote_split_tree tree;
    mote_area_step_array steps;
} mote_quantizer;

// Quantizes the points into def->count cells. Everything is allocated in `scratch` except `steps`,
// which come from `allocator` and which the caller must release, also after a failure. Cells may be
// empty if there are fewer different vectors than cells, and in the LITERAL form for other reasons
// too.
mote_result mote_quantize(const mote_areas_def *def, const mote_area_points *points,
                          const mote_allocator *allocator, mote_arena *scratch,
                          mote_quantizer *out);

// ---------------------------------------------------------------------------------------------
// From cells to areas (connected_areas.c)

typedef struct mote_area_regions {
    uint32_t count;
    uint32_t *area_of; // per point
    uint32_t *cell;    // per area: the cell whose place in the split tree it takes
} mote_area_regions;

// The LITERAL form: each cell is an area.
mote_result mote_regions_of_cells(const mote_quantizer *q, mote_arena *scratch,
                                  mote_area_regions *out);

// The CONNECTED form: exactly `wanted` areas, which must not be more than there are points. No area
// is empty. Areas are connected along edges unless the mesh has more components than areas. They
// are numbered by their lowest point.
mote_result mote_regions_connect(const mote_quantizer *q, uint32_t wanted, mote_arena *scratch,
                                 mote_area_regions *out);

// ---------------------------------------------------------------------------------------------
// The result (areas.c, area_tree.c)

enum { MOTE_AREAS_MAX_BLOCKS = 10 };

struct mote_areas {
    mote_allocator allocator;
    mote_areas_view view; // its arrays are in the blocks
    mote_mesh_block blocks[MOTE_AREAS_MAX_BLOCKS];
    uint32_t block_count;
};

// Memory that lives as long as the areas. Null if there is none, with the message set.
void *mote_areas_allocate(mote_areas *areas, size_t count, size_t size);

// Fills nodes[].parent, node_count and children of the view.
mote_result mote_areas_build_tree(mote_areas *areas, const mote_split_tree *splits,
                                  const mote_area_regions *regions, uint32_t cell_count,
                                  mote_arena *scratch);

// Fills the other members of the nodes. Call it after mote_areas_build_tree.
mote_result mote_areas_measure(mote_areas *areas, const mote_area_points *points,
                               const mote_area_regions *regions, mote_arena *scratch);

#endif
