// The kernel of the floor, between floor.c and floor_simd.c.

#ifndef MOTE_BENCH_FLOOR_SIMD_H
#define MOTE_BENCH_FLOOR_SIMD_H

#include <mote/base.h>

#include "core/simd.h"

enum { BENCH_FLOOR_BLOCK = 16 }; // vertices

// Adds `block_count` blocks of packed positions to the box.
MOTE_DECLARE_KERNEL(void, mote_floor_blocks, (const float *at, size_t block_count, mote_box *box));

#endif
