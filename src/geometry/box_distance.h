// A lower bound of the squared distance of two boxes, for pruning: never above the truth, so that
// what is pruned is certainly too far. Boxes are not empty.

#ifndef MOTE_GEOMETRY_BOX_DISTANCE_H
#define MOTE_GEOMETRY_BOX_DISTANCE_H

#include <mote/base.h>

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

#endif
