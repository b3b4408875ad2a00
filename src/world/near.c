#include "world/near.h"

#include <math.h>

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float gap(float min_a, float max_a, float min_b, float max_b, float slack)
{
    return larger(larger(min_a - max_b, min_b - max_a) - slack, 0);
}

static float squared_distance(const mote_box *a, const mote_box *b, float slack)
{
    float x = gap(a->min.x, a->max.x, b->min.x, b->max.x, slack);
    float y = gap(a->min.y, a->max.y, b->min.y, b->max.y, slack);
    float z = gap(a->min.z, a->max.z, b->min.z, b->max.z, slack);
    return x * x + y * y + z * z;
}

bool mote_boxes_near(const mote_box *a, const mote_box *b, mote_nearness near)
{
    return squared_distance(a, b, near.slack) < near.squared;
}

uint32_t mote_near_boxes_scalar(const mote_box *box, const mote_box8 *boxes, uint32_t group_count,
                                mote_nearness near, uint32_t *out, float *squared)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 8 * group_count; i++) {
        mote_box other = mote_box8_get(&boxes[i / 8], i % 8);
        float distance = squared_distance(box, &other, near.slack);
        if (!(distance < near.squared)) continue;
        out[count] = i;
        squared[count++] = distance;
    }
    return count;
}

void mote_near_groups_scalar(const mote_box8 *a, const mote_box8 *b, mote_nearness near,
                             uint8_t out[8])
{
    for (uint32_t i = 0; i < 8; i++) {
        mote_box box = mote_box8_get(a, i);
        float squared[8];
        uint32_t found[8], bits = 0;
        uint32_t count = mote_near_boxes_scalar(&box, b, 1, near, found, squared);
        for (uint32_t k = 0; k < count; k++) bits |= 1u << found[k];
        out[i] = (uint8_t)bits;
    }
}

// The same arithmetic as in near_simd.c.
uint32_t mote_parted_pairs_scalar(const mote_tri_pairs8 *pairs, float scale, mote_nearness near)
{
    uint32_t bits = 0;
    for (int lane = 0; lane < 8; lane++) {
        float a[9], b[9], w[3], low = INFINITY, high = -INFINITY, size = 0;
        for (int k = 0; k < 9; k++) {
            a[k] = (pairs->a[k][lane] - pairs->a[k % 3][lane]) * scale;
            b[k] = (pairs->b[k][lane] - pairs->a[k % 3][lane]) * scale;
            size += fabsf(a[k]) + fabsf(b[k]);
        }
        for (int k = 0; k < 3; k++) w[k] = (b[k] + b[k + 3] + b[k + 6]) - (a[k + 3] + a[k + 6]);
        for (int c = 0; c < 9; c += 3) {
            float on_a = w[0] * a[c] + w[1] * a[c + 1] + w[2] * a[c + 2];
            float on_b = w[0] * b[c] + w[1] * b[c + 1] + w[2] * b[c + 2];
            high = on_a > high ? on_a : high;
            low = on_b < low ? on_b : low;
        }
        float error = (fabsf(w[0]) + fabsf(w[1]) + fabsf(w[2])) * size * 0x1p-20f;
        float apart = low - high - error;
        float length2 = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
        bits |= (uint32_t)(apart > 0 && apart * apart >= length2 * near.squared) << lane;
    }
    return bits;
}
