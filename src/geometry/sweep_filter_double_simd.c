// The filter of sweep_lanes.h in double, as wide as the registers are.

#ifdef __AVX2__
#define MOTE_LANES 4
#else
#define MOTE_LANES 2
#endif
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

uint32_t MOTE_KERNEL(mote_sweep_filter_double)(const mote_sweep_block *block, uint8_t *left)
{
    return lanes_filter(block, gather, left);
}
