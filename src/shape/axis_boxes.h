// Oriented boxes: along axes other than those of the coordinates. With one axis along the line
// between the closest points of two bodies, such boxes separate the bodies where axis-aligned ones
// do not.

#ifndef MOTE_SHAPE_AXIS_BOXES_H
#define MOTE_SHAPE_AXIS_BOXES_H

#include "core/box.h"
#include "core/simd.h"

// A point p has the coordinates row[k] . (scale * p - origin). The scale is a power of two and the
// origin near the points, so that the float coordinates of all points within the reach for which
// the axes were made are off by less than half the slack.
typedef struct mote_axes {
    mote_vec3 row[3]; // orthonormal up to rounding
    mote_vec3 origin; // scaled
    float scale;
    float slack; // in scaled units
} mote_axes;

// Row 0 along `direction` (any length; zero gives the axes of the coordinates), the zero at
// `origin`, for points in the box `reach`, which holds the origin.
mote_axes mote_axes_along(mote_dvec3 direction, mote_dvec3 origin, const mote_box *reach);

// Where points are of interest: the part of a box between two planes across row 0.
typedef struct mote_slab {
    mote_box box;
    float low, high; // along row 0, in scaled units
} mote_slab;

// The least and the greatest coordinate along row 0 that the boxes allow.
typedef struct mote_extent {
    float low, high;
} mote_extent;

MOTE_DECLARE_KERNEL(mote_extent, mote_axis_extent,
                    (const mote_axes *axes, const mote_box8 *boxes, uint32_t group_count));

// The greatest coordinate along row 0 of any vertex, or `least` if that is greater. The boxes are those of
// runs of `per_box` vertices; only runs that may hold a greater one are read.
float mote_axis_high(const mote_axes *axes, const float *xyz, uint32_t vertex_count,
                     const mote_box8 *boxes, uint32_t per_box, float least);

// One bit for each of the eight half-spaces that make up the slab, set where a box lies outside it;
// eight codes per group.
MOTE_DECLARE_KERNEL(void, mote_axis_outcodes,
                    (const mote_axes *axes, const mote_slab *slab, const mote_box8 *boxes,
                     uint32_t group_count, uint32_t *codes));

// The box along the axes of vertices first .. end - 1 and `border`.
MOTE_DECLARE_KERNEL(mote_box, mote_axis_box,
                    (const mote_axes *axes, const float *xyz, uint32_t first, uint32_t end,
                     const uint32_t *border, uint32_t border_count));

// The boxes along the axes of `count` triangles, eight at a time; lanes without a triangle are
// empty.
MOTE_DECLARE_KERNEL(void, mote_axis_triangle_boxes,
                    (const mote_axes *axes, const float *xyz, const uint32_t *corners,
                     uint32_t count, mote_box8 *out));

// The scalar twins.
mote_extent mote_axis_extent_scalar(const mote_axes *axes, const mote_box8 *boxes,
                                    uint32_t group_count);
void mote_axis_outcodes_scalar(const mote_axes *axes, const mote_slab *slab, const mote_box8 *boxes,
                               uint32_t group_count, uint32_t *codes);
mote_box mote_axis_box_scalar(const mote_axes *axes, const float *xyz, uint32_t first, uint32_t end,
                              const uint32_t *border, uint32_t border_count);
void mote_axis_triangle_boxes_scalar(const mote_axes *axes, const float *xyz,
                                     const uint32_t *corners, uint32_t count, mote_box8 *out);

#endif
