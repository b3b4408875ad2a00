// The nearest code vector of each point: Eqs. 5 and 6 of Saenghaengtham and Kanongchaiyos 2006, where nearly all
// of the time of a quantization goes.

#ifndef MOTE_PAPERS_AREAS_NEAREST_CODE_H
#define MOTE_PAPERS_AREAS_NEAREST_CODE_H

#include "core/simd.h"

// Points are taken in eights; columns are padded to them.
enum { MOTE_CODE_LANES = 8 };

// Vectors by columns: coordinate k of point p is columns[k * stride + p].
typedef struct mote_code_search {
    const float *columns;
    size_t stride; // a multiple of MOTE_CODE_LANES
    uint32_t dimensions;
    const float *codes; // code_count * dimensions
    uint32_t code_count;
} mote_code_search;

// nearest[p] and squared[p], the squared distance to it, for all p below the stride. The lowest of several codes
// at the same distance wins; where all distances overflow that is code 0, at infinity.
MOTE_DECLARE_KERNEL(void, mote_nearest_codes,
                    (const mote_code_search *search, uint32_t *nearest, float *squared));

// The scalar twin.
void mote_nearest_codes_scalar(const mote_code_search *search, uint32_t *nearest, float *squared);

#endif
