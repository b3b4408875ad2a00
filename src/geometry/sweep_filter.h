// A filter in float or double over up to 64 candidates for an impact, with register-wide lanes.
// Candidates reported apart are certainly apart. Boxes are compared first, and the remaining
// candidates are gathered again, so that no lane is empty.

#ifndef MOTE_GEOMETRY_SWEEP_FILTER_H
#define MOTE_GEOMETRY_SWEEP_FILTER_H

#include "core/simd.h"

#include <mote/geometry.h>

enum { MOTE_SWEEP_BLOCK = 64 };

// The candidates of a block and pointers to their coordinates: three floats or doubles per point.
typedef struct mote_sweep_block {
    const void *start[2], *end[2]; // of both sides
    const mote_index_quad *quads;
    uint32_t count; // at most MOTE_SWEEP_BLOCK
    bool edges;     // else vertices and faces
    double until;   // later impacts do not count; 1 for the whole step
} mote_sweep_block;

// The side of a point of a quad. v[0], and for edges also v[1], are on the first side.
static inline int mote_sweep_side(const mote_sweep_block *block, int point)
{
    return point > (block->edges ? 1 : 0);
}

// Writes the indices of the candidates that may meet, ascending, and returns their count. `left`
// has room for MOTE_SWEEP_BLOCK + 8. Rounding to nearest and denormals kept must be set
// (core/float_env.h).
typedef uint32_t mote_sweep_filter(const mote_sweep_block *block, uint8_t *left);

MOTE_DECLARE_KERNEL(uint32_t, mote_sweep_filter_single,
                    (const mote_sweep_block *block, uint8_t *left));
MOTE_DECLARE_KERNEL(uint32_t, mote_sweep_filter_double,
                    (const mote_sweep_block *block, uint8_t *left));

// The scalar twins, one candidate after the other. Give the same answers.
uint32_t mote_sweep_filter_single_scalar(const mote_sweep_block *block, uint8_t *left);
uint32_t mote_sweep_filter_double_scalar(const mote_sweep_block *block, uint8_t *left);

// One function for float and one for double, so that a program that uses only one kind of batch
// links only its filter.
static inline mote_sweep_filter *mote_sweep_pick_filter_single(void)
{
#ifdef MOTE_SCALAR
    return mote_sweep_filter_single_scalar;
#else
    return MOTE_PICK_KERNEL(mote_sweep_filter_single);
#endif
}

static inline mote_sweep_filter *mote_sweep_pick_filter_double(void)
{
#ifdef MOTE_SCALAR
    return mote_sweep_filter_double_scalar;
#else
    return MOTE_PICK_KERNEL(mote_sweep_filter_double);
#endif
}

#endif
