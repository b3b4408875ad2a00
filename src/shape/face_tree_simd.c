#include "core/simd.h"
#include "shape/face_tree.h"

static mote_box box_of_lanes(const mote_box8 *boxes)
{
    mote_box whole = mote_box8_get(boxes, 0);
    for (uint32_t lane = 1; lane < 8; lane++) {
        mote_box box = mote_box8_get(boxes, lane);
        mote_box_add_box(&whole, &box);
    }
    return whole;
}

void MOTE_KERNEL(mote_face_boxes)(const float *xyz, const uint32_t *corners, uint32_t first,
                                  uint32_t count, mote_box8 *out, mote_box *whole)
{
    const mote_f32x4 above = {INFINITY, INFINITY, INFINITY, INFINITY};
    mote_f32x4 low[8], high[8];
    for (uint32_t lane = 0; lane < 8; lane++) {
        low[lane] = above;
        high[lane] = -above;
        if (lane >= count) continue;
        const uint32_t *c = corners + 3 * (size_t)(first + lane);
        mote_f32x4 p = mote_f32x4_load3(xyz + 3 * (size_t)c[0]);
        mote_f32x4 q = mote_f32x4_load3(xyz + 3 * (size_t)c[1]);
        mote_f32x4 r = mote_f32x4_load3(xyz + 3 * (size_t)c[2]);
        low[lane] = mote_f32x4_min(mote_f32x4_min(p, q), r);
        high[lane] = mote_f32x4_max(mote_f32x4_max(p, q), r);
    }
    mote_f32x4_transpose8(low, out->bound);
    mote_f32x4_transpose8(high, out->bound + 3);
    *whole = box_of_lanes(out);
}
