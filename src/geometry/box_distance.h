// Lower bounds of the squared distance between boxes, for pruning: never above the truth, so that
// what is pruned is certainly too far. Boxes are not empty.

#ifndef MOTE_GEOMETRY_BOX_DISTANCE_H
#define MOTE_GEOMETRY_BOX_DISTANCE_H

#include <float.h>
#include <mote/base.h>

#include "core/simd.h"

static inline double mote_interval_gap(float min_a, float max_a, float min_b, float max_b)
{
    double above = (double)min_a - (double)max_b, below = (double)min_b - (double)max_a;
    double gap = above > below ? above : below;
    return gap > 0 ? gap : 0;
}

// Differences, squares and sums round five times at most, each by 2^-53 of itself; nothing
// underflows.
static inline double mote_box_distance_squared(const mote_box *a, const mote_box *b)
{
    double x = mote_interval_gap(a->min.x, a->max.x, b->min.x, b->max.x);
    double y = mote_interval_gap(a->min.y, a->max.y, b->min.y, b->max.y);
    double z = mote_interval_gap(a->min.z, a->max.z, b->min.z, b->max.z);
    return (x * x + y * y + z * z) * (1 - 0x1p-50);
}

// Eight boxes, one a lane.
typedef struct mote_box8 {
    mote_f32x8 min_x, min_y, min_z, max_x, max_y, max_z;
} mote_box8;

static inline mote_f32x8 mote_interval_gap8(float min, float max, mote_f32x8 min8, mote_f32x8 max8)
{
    mote_f32x8 gap = mote_f32x8_max(min - max8, min8 - max);
    return mote_f32x8_max(gap, mote_f32x8_splat(0));
}

// In float: the relative slack covers the roundings of what is normal, FLT_MIN those of what is
// not, and FLT_MAX stands in for what overflows.
static inline mote_f32x8 mote_box_distance_squared8(const mote_box *box, const mote_box8 *boxes)
{
    mote_f32x8 x = mote_interval_gap8(box->min.x, box->max.x, boxes->min_x, boxes->max_x);
    mote_f32x8 y = mote_interval_gap8(box->min.y, box->max.y, boxes->min_y, boxes->max_y);
    mote_f32x8 z = mote_interval_gap8(box->min.z, box->max.z, boxes->min_z, boxes->max_z);
    mote_f32x8 sum = mote_f32x8_min(x * x + y * y + z * z, mote_f32x8_splat(FLT_MAX));
    return mote_f32x8_max(sum * (1 - 0x1p-20f) - FLT_MIN, mote_f32x8_splat(0));
}

#endif
