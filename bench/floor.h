// The floor: the least time in which every moved vertex can be read once. Exact methods that must
// read all positions are measured in multiples of it.

#ifndef MOTE_BENCH_FLOOR_H
#define MOTE_BENCH_FLOOR_H

#include <mote/base.h>

#include "core/simd.h"

// The box of all positions in one streaming pass; empty for none. As wide as the machine allows.
mote_box bench_floor_min_max(const mote_vec3 *positions, size_t count);

// ---------------------------------------------------------------------------------------------
// The kernel (floor_simd.c)

enum { BENCH_FLOOR_BLOCK = 16 }; // vertices

// Adds `block_count` blocks of packed positions to the box.
MOTE_DECLARE_KERNEL(void, bench_floor_blocks, (const float *at, size_t block_count, mote_box *box));

#endif
