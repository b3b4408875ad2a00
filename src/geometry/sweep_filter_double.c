// The scalar twin of sweep_filter_double_simd.c: the same operations in the same order, one
// candidate after the other.

#define MOTE_LANES 1
#define MOTE_LANES_DOUBLE
#include "geometry/sweep_lanes.h"

static void gather(const mote_sweep_block *block, const uint8_t which[8], mote_lanes_quads *out)
{
    for (int point = 0; point < 4; point++) {
        int side = mote_sweep_side(block, point);
        for (int t = 0; t < 2; t++) {
            const double *from = t ? block->end[side] : block->start[side];
            for (int i = 0; i < 8; i++) {
                const double *p = from + 3 * (size_t)block->quads[which[i]].v[point];
                for (int k = 0; k < 3; k++) out->at[t][point][k][i] = p[k];
            }
        }
    }
}

uint32_t mote_sweep_filter_double_scalar(const mote_sweep_block *block, uint8_t *left)
{
    return lanes_filter(block, gather, left);
}
