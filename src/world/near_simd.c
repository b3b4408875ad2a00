#include "world/near.h"

#include <math.h>

static inline mote_f32x8 gap(float min, float max, const float *min8, const float *max8,
                             float slack)
{
    mote_f32x8 apart =
        mote_f32x8_max(min - mote_f32x8_load(max8), mote_f32x8_load(min8) - max) - slack;
    return mote_f32x8_max(apart, mote_f32x8_splat(0));
}

static inline mote_f32x8 squared_distance(mote_box box, const mote_box8 *b, float slack)
{
    mote_f32x8 x = gap(box.min.x, box.max.x, b->min_x, b->max_x, slack);
    mote_f32x8 y = gap(box.min.y, box.max.y, b->min_y, b->max_y, slack);
    mote_f32x8 z = gap(box.min.z, box.max.z, b->min_z, b->max_z, slack);
    return x * x + y * y + z * z;
}

uint32_t MOTE_KERNEL(mote_near_boxes)(const mote_box *box, const mote_box8 *boxes,
                                      uint32_t group_count, mote_nearness near, uint32_t *out,
                                      float *squared)
{
    uint32_t count = 0;
    for (uint32_t g = 0; g < group_count; g++) {
        mote_f32x8 distance = squared_distance(*box, &boxes[g], near.slack);
        uint32_t bits = mote_i32x8_bits(distance < near.squared);
        if (!bits) continue;
        float lanes[8];
        mote_f32x8_store(lanes, distance);
        for (; bits; bits &= bits - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(bits);
            out[count] = 8 * g + lane;
            squared[count++] = lanes[lane];
        }
    }
    return count;
}

void MOTE_KERNEL(mote_near_groups)(const mote_box8 *a, const mote_box8 *b, mote_nearness near,
                                   uint8_t out[8])
{
    for (uint32_t i = 0; i < 8; i++) {
        mote_f32x8 distance = squared_distance(mote_box8_get(a, i), b, near.slack);
        out[i] = (uint8_t)mote_i32x8_bits(distance < near.squared);
    }
}

// Coordinates are relative to the first corner of a, so rounding errors are within 2^-24 of the
// triangles' size and distance. Each product in a dot product has an error of at most four of
// those; 2^-20 allows for much more. Overflows become NaN, for which all comparisons are false.
// Using three times the line between the centers avoids a division.
uint32_t MOTE_KERNEL(mote_parted_pairs)(const mote_tri_pairs8 *pairs, float scale,
                                        mote_nearness near)
{
    mote_f32x8 a[9], b[9], w[3], size = mote_f32x8_splat(0);
    for (int k = 0; k < 9; k++) {
        mote_f32x8 origin = mote_f32x8_load(pairs->a[k % 3]);
        a[k] = (mote_f32x8_load(pairs->a[k]) - origin) * scale;
        b[k] = (mote_f32x8_load(pairs->b[k]) - origin) * scale;
        size += mote_f32x8_abs(a[k]) + mote_f32x8_abs(b[k]);
    }
    for (int k = 0; k < 3; k++) w[k] = (b[k] + b[k + 3] + b[k + 6]) - (a[k + 3] + a[k + 6]);
    mote_f32x8 low = mote_f32x8_splat(INFINITY), high = mote_f32x8_splat(-INFINITY);
    for (int c = 0; c < 9; c += 3) {
        mote_f32x8 on_a = w[0] * a[c] + w[1] * a[c + 1] + w[2] * a[c + 2];
        mote_f32x8 on_b = w[0] * b[c] + w[1] * b[c + 1] + w[2] * b[c + 2];
        high = mote_f32x8_max(on_a, high);
        low = mote_f32x8_min(on_b, low);
    }
    mote_f32x8 error = (mote_f32x8_abs(w[0]) + mote_f32x8_abs(w[1]) + mote_f32x8_abs(w[2])) * size;
    mote_f32x8 apart = low - high - error * 0x1p-20f;
    mote_f32x8 length2 = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    return mote_i32x8_bits((apart > 0) & (apart * apart >= length2 * near.squared));
}
