// Axis-aligned boxes, one or eight at a time.

#ifndef MOTE_CORE_BOX_H
#define MOTE_CORE_BOX_H

#include <float.h>
#include <math.h>
#include <mote/base.h>
#include <string.h>

#include "core/vec.h"

static inline mote_box mote_box_empty(void)
{
    return (mote_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static inline void mote_box_add_point(mote_box *box, mote_vec3 p)
{
    box->min.x = p.x < box->min.x ? p.x : box->min.x;
    box->min.y = p.y < box->min.y ? p.y : box->min.y;
    box->min.z = p.z < box->min.z ? p.z : box->min.z;
    box->max.x = p.x > box->max.x ? p.x : box->max.x;
    box->max.y = p.y > box->max.y ? p.y : box->max.y;
    box->max.z = p.z > box->max.z ? p.z : box->max.z;
}

// An empty box adds nothing.
static inline void mote_box_add_box(mote_box *box, const mote_box *other)
{
    box->min.x = other->min.x < box->min.x ? other->min.x : box->min.x;
    box->min.y = other->min.y < box->min.y ? other->min.y : box->min.y;
    box->min.z = other->min.z < box->min.z ? other->min.z : box->min.z;
    box->max.x = other->max.x > box->max.x ? other->max.x : box->max.x;
    box->max.y = other->max.y > box->max.y ? other->max.y : box->max.y;
    box->max.z = other->max.z > box->max.z ? other->max.z : box->max.z;
}

static inline mote_box mote_box_of_triangle(const mote_vec3 t[3])
{
    mote_box box = {t[0], t[0]};
    mote_box_add_point(&box, t[1]);
    mote_box_add_point(&box, t[2]);
    return box;
}

// Touching counts.
static inline bool mote_boxes_overlap(const mote_box *a, const mote_box *b)
{
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y &&
           b->min.y <= a->max.y && a->min.z <= b->max.z && b->min.z <= a->max.z;
}

// Uses comparisons because compilers emit calls for fminf and fmaxf. Boxes hold no NaN.
static inline mote_box mote_box_intersection(const mote_box *a, const mote_box *b)
{
    return (mote_box){
        {a->min.x > b->min.x ? a->min.x : b->min.x, a->min.y > b->min.y ? a->min.y : b->min.y,
         a->min.z > b->min.z ? a->min.z : b->min.z},
        {a->max.x < b->max.x ? a->max.x : b->max.x, a->max.y < b->max.y ? a->max.y : b->max.y,
         a->max.z < b->max.z ? a->max.z : b->max.z}};
}

// Same as nextafterf(x, -INFINITY) without a call, except that it returns -FLT_MAX instead of
// -INFINITY.
static inline float mote_bound_below(float x)
{
    if (x <= -FLT_MAX) return -FLT_MAX;
    if (x == 0) return -FLT_TRUE_MIN;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += x < 0 ? 1 : UINT32_MAX;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Widens the box by `by` on each side, rounded outwards: the result contains every point within
// `by` of the box. Bounds are clamped to FLT_MAX: all points are finite, and callers may compute
// with the bounds. `by` may be infinite.
static inline mote_box mote_box_widened(const mote_box *box, float by)
{
    if (!(by > 0)) return *box;
    return (mote_box){{mote_bound_below(box->min.x - by), mote_bound_below(box->min.y - by),
                       mote_bound_below(box->min.z - by)},
                      {-mote_bound_below(-(box->max.x + by)), -mote_bound_below(-(box->max.y + by)),
                       -mote_bound_below(-(box->max.z + by))}};
}

// Half of a tolerance, rounded up: halves of denormal numbers may be no floats, and half of the
// smallest one would be 0. Boxes within the tolerance overlap when both are widened by this.
static inline float mote_half_reach(float tolerance)
{
    float half = 0.5f * tolerance;
    return half + half < tolerance ? half + FLT_TRUE_MIN : half;
}

static inline mote_dvec3 mote_box_center(const mote_box *box)
{
    return mote_dvec_scale(mote_dvec_add(mote_vec_widen(box->min), mote_vec_widen(box->max)), 0.5);
}

// The gap between two intervals; 0 if the intervals overlap.
static inline double mote_interval_gap(float min_a, float max_a, float min_b, float max_b)
{
    double above = (double)min_a - (double)max_b, below = (double)min_b - (double)max_a;
    double gap = above > below ? above : below;
    return gap > 0 ? gap : 0;
}

// A lower bound of the squared distance of two boxes that are not empty, for pruning. It never exceeds the true distance:
// differences, squares and sums round at most five times, each by a relative 2^-53; nothing underflows.
static inline double mote_box_distance_squared(const mote_box *a, const mote_box *b)
{
    double x = mote_interval_gap(a->min.x, a->max.x, b->min.x, b->max.x);
    double y = mote_interval_gap(a->min.y, a->max.y, b->min.y, b->max.y);
    double z = mote_interval_gap(a->min.z, a->max.z, b->min.z, b->max.z);
    return (x * x + y * y + z * z) * (1 - 0x1p-50);
}

// ---------------------------------------------------------------------------------------------
// Eight boxes side by side, one vector per coordinate. A lane without a box is empty: min +inf, max -inf.

typedef struct mote_box8 {
    union {
        struct {
            float min_x[8], min_y[8], min_z[8];
            float max_x[8], max_y[8], max_z[8];
        };
        float bound[6][8]; // the six bounds in the order above
    };
} mote_box8;

static inline mote_box mote_box8_get(const mote_box8 *boxes, uint32_t lane)
{
    return (mote_box){{boxes->min_x[lane], boxes->min_y[lane], boxes->min_z[lane]},
                      {boxes->max_x[lane], boxes->max_y[lane], boxes->max_z[lane]}};
}

static inline void mote_box8_set(mote_box8 *boxes, uint32_t lane, const mote_box *box)
{
    boxes->min_x[lane] = box->min.x;
    boxes->min_y[lane] = box->min.y;
    boxes->min_z[lane] = box->min.z;
    boxes->max_x[lane] = box->max.x;
    boxes->max_y[lane] = box->max.y;
    boxes->max_z[lane] = box->max.z;
}

// The bounding box of the boxes of x and y, in each lane.
static inline void mote_box8_unite(const mote_box8 *x, const mote_box8 *y, mote_box8 *out)
{
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 8; i++) {
            float low = x->bound[k][i], high = x->bound[k + 3][i];
            out->bound[k][i] = y->bound[k][i] < low ? y->bound[k][i] : low;
            out->bound[k + 3][i] = y->bound[k + 3][i] > high ? y->bound[k + 3][i] : high;
        }
    }
}

#endif
