#include "shape/on_demand.h"

#include <math.h>

// Twice the maximum rounding error. With u = 2^-24 and s the sum of the magnitudes of all terms of
// a coordinate: the center and the extent of a box are each rounded once (2 u s), three products
// and three sums give 6 u s for the new center and 6 u s for the extent, and the vertex itself is
// rounded once (u s).
#define ROUNDING 0x1p-19f
#define UNDERFLOW 0x1p-126f

typedef struct axis_of_boxes {
    mote_f32x8 center, extent; // half the length
} axis_of_boxes;

static inline axis_of_boxes axis_of(const mote_box8 *boxes, int axis)
{
    mote_f32x8 low = mote_f32x8_load(boxes->bound[axis]);
    mote_f32x8 high = mote_f32x8_load(boxes->bound[3 + axis]);
    return (axis_of_boxes){0.5f * low + 0.5f * high, 0.5f * high - 0.5f * low};
}

// `row` holds the coefficients of one output coordinate.
static inline void put_axis(const axis_of_boxes in[3], const float row[3], float t,
                            mote_i32x8 empty, float *out_min, float *out_max)
{
    const mote_f32x8 up = mote_f32x8_splat(INFINITY), down = mote_f32x8_splat(-INFINITY);
    mote_f32x8 center = mote_f32x8_splat(t), extent = mote_f32x8_splat(0);
    mote_f32x8 size = mote_f32x8_splat(fabsf(t));
    for (int k = 0; k < 3; k++) {
        center += row[k] * in[k].center;
        extent += fabsf(row[k]) * in[k].extent;
        size += fabsf(row[k]) * (mote_f32x8_abs(in[k].center) + in[k].extent);
    }
    extent += ROUNDING * size + UNDERFLOW;
    mote_f32x8 low = center - extent, high = center + extent;
    const mote_f32x8 zero = mote_f32x8_splat(0); // the comparison is false for NaN
    low = mote_f32x8_select(mote_f32x8_abs(low) >= zero, low, down);
    high = mote_f32x8_select(mote_f32x8_abs(high) >= zero, high, up);
    mote_f32x8_store(out_min, mote_f32x8_select(empty, up, low));
    mote_f32x8_store(out_max, mote_f32x8_select(empty, down, high));
}

void MOTE_KERNEL(mote_transform_boxes)(const mote_box8 *boxes, const mote_transform *m,
                                       mote_box8 *out)
{
    axis_of_boxes in[3] = {axis_of(boxes, 0), axis_of(boxes, 1), axis_of(boxes, 2)};
    mote_i32x8 empty = mote_f32x8_load(boxes->min_x) > mote_f32x8_load(boxes->max_x);
    const float x[3] = {m->cx.x, m->cy.x, m->cz.x};
    const float y[3] = {m->cx.y, m->cy.y, m->cz.y};
    const float z[3] = {m->cx.z, m->cy.z, m->cz.z};
    put_axis(in, x, m->t.x, empty, out->min_x, out->max_x);
    put_axis(in, y, m->t.y, empty, out->min_y, out->max_y);
    put_axis(in, z, m->t.z, empty, out->min_z, out->max_z);
}
