// LBG vector quantization (Linde, Buzo, Gray 1980) as Saenghaengtham and Kanongchaiyos 2006 write it down for
// surfaces, Eqs. 1-9.

#ifndef MOTE_PAPERS_AREAS_QUANTIZE_H
#define MOTE_PAPERS_AREAS_QUANTIZE_H

#include "core/array.h"
#include "papers/areas/area_points.h"

// The order of the splits: a binary tree whose root is split 0. A split comes after the one it is part of.
typedef struct mote_quantizer_tree {
    uint32_t *parent; // node_count; MOTE_NONE for the root
    uint32_t *leaf;   // of each cell
    uint32_t node_count;
} mote_quantizer_tree;

typedef MOTE_ARRAY(mote_area_step) mote_area_step_array;

typedef struct mote_quantizer {
    const mote_area_points *points;
    uint32_t code_count;
    float *codes;       // code_count * dimensions
    uint32_t *cell;     // of each point: the nearest code (stride entries)
    float *squared;     // of each point: its squared distance to that code (stride entries)
    double *sums;       // of the vectors of each cell
    uint32_t *sizes;    // points of each cell
    double *distortion; // of each cell: sum of squared distances to its code
    uint32_t *farthest; // of each cell: the point that is farthest from its code, or MOTE_NONE
    mote_quantizer_tree tree;
    mote_area_step_array steps;
} mote_quantizer;

// Quantizes into def->count cells; everything is in `scratch` but the steps, which are allocated by `allocator` and
// are the caller's to release, also after a failure. Cells may be empty where there are fewer different vectors
// than cells, and in the LITERAL form for other reasons too.
mote_result mote_quantize(const mote_areas_def *def, const mote_area_points *points,
                          const mote_allocator *allocator, mote_arena *scratch,
                          mote_quantizer *out);

#endif
