// The filter of sweep_lanes.h in float, as wide as the registers are.

#ifdef __AVX2__
#define MOTE_LANES 8
#else
#define MOTE_LANES 4
#endif
#include "geometry/sweep_lanes.h"

static void gather(const mote_sweep_block *block, const uint8_t which[8], mote_lanes_quads *out)
{
    for (int point = 0; point < 4; point++) {
        int side = mote_sweep_side(block, point);
        for (int t = 0; t < 2; t++) {
            const float *from = t ? block->end[side] : block->start[side];
            mote_f32x4 points[8];
            for (int i = 0; i < 8; i++)
                points[i] = mote_f32x4_load3(from + 3 * (size_t)block->quads[which[i]].v[point]);
            mote_f32x4_transpose8(points, out->at[t][point]);
        }
    }
}

uint32_t MOTE_KERNEL(mote_sweep_filter_single)(const mote_sweep_block *block, uint8_t *left)
{
    return lanes_filter(block, gather, left);
}
