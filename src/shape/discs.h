// Discs: flat cylinders around parts of a surface. A part of a smooth surface is much flatter than
// its box, so a disc gives a much tighter lower bound of the distance to a point that is not near.

#ifndef MOTE_SHAPE_DISCS_H
#define MOTE_SHAPE_DISCS_H

#include "core/box.h"
#include "core/simd.h"

// Contains the points within `half` of the plane through the center with this normal and within
// `radius` of the axis. The normal is a unit vector up to rounding.
typedef struct mote_disc {
    mote_vec3 center, normal;
    float radius, half;
} mote_disc;

// Eight discs, stored like the boxes of mote_box8. Lanes without a disc are undefined.
typedef struct mote_disc8 {
    float center_x[8], center_y[8], center_z[8];
    float normal_x[8], normal_y[8], normal_z[8];
    float radius[8], half[8];
} mote_disc8;

static inline mote_disc mote_disc8_get(const mote_disc8 *discs, uint32_t lane)
{
    return (mote_disc){{discs->center_x[lane], discs->center_y[lane], discs->center_z[lane]},
                       {discs->normal_x[lane], discs->normal_y[lane], discs->normal_z[lane]},
                       discs->radius[lane],
                       discs->half[lane]};
}

static inline void mote_disc8_set(mote_disc8 *discs, uint32_t lane, const mote_disc *disc)
{
    discs->center_x[lane] = disc->center.x;
    discs->center_y[lane] = disc->center.y;
    discs->center_z[lane] = disc->center.z;
    discs->normal_x[lane] = disc->normal.x;
    discs->normal_y[lane] = disc->normal.y;
    discs->normal_z[lane] = disc->normal.z;
    discs->radius[lane] = disc->radius;
    discs->half[lane] = disc->half;
}

// The interval that a part of a surface covers along the normal, measured from a center.
typedef struct mote_disc_span {
    double low, high;
} mote_disc_span;

// The disc whose center is moved along the normal to the middle of the span. Its thickness is
// increased by `spare` on each side, and by the rounding error of the center.
mote_disc mote_disc_of_span(mote_vec3 center, mote_vec3 normal, double radius, mote_disc_span span,
                            double spare);

// A disc that contains the discs of the first `count` lanes, centered in a box.
mote_disc mote_disc_around(const mote_disc8 *discs, uint32_t count, const mote_box *box);

// A disc that contains `count` faces from slot `first` on, at most eight. `box` is their bounding
// box.
MOTE_DECLARE_KERNEL(mote_disc, mote_disc_of_faces,
                    (const float *xyz, const uint32_t *corners, uint32_t first, uint32_t count,
                     const mote_box *box));

#endif
