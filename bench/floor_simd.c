// Packed x y z x y z ... read as vectors of eight repeats every three vectors: six accumulators for
// each of min and max take 16 vertices at a time without a shuffle, and hide the latency.

#include "bench/floor.h"

#include <math.h>

enum { VECTORS = 6, FLOATS = 8 * VECTORS };

static void add_lanes(const mote_f32x8 low[VECTORS], const mote_f32x8 high[VECTORS], mote_box *box)
{
    float least[3] = {box->min.x, box->min.y, box->min.z};
    float most[3] = {box->max.x, box->max.y, box->max.z};
    for (int i = 0; i < FLOATS; i++) {
        least[i % 3] = fminf(least[i % 3], low[i / 8][i % 8]);
        most[i % 3] = fmaxf(most[i % 3], high[i / 8][i % 8]);
    }
    *box = (mote_box){{least[0], least[1], least[2]}, {most[0], most[1], most[2]}};
}

void MOTE_KERNEL(bench_floor_blocks)(const float *at, size_t block_count, mote_box *box)
{
    mote_f32x8 low[VECTORS], high[VECTORS];
    for (int k = 0; k < VECTORS; k++) {
        low[k] = mote_f32x8_splat(INFINITY);
        high[k] = mote_f32x8_splat(-INFINITY);
    }
    for (size_t block = 0; block < block_count; block++) {
        for (int k = 0; k < VECTORS; k++) {
            mote_f32x8 v = mote_f32x8_load(at + FLOATS * block + 8 * k);
            low[k] = mote_f32x8_min(v, low[k]);
            high[k] = mote_f32x8_max(v, high[k]);
        }
    }
    add_lanes(low, high, box);
}
