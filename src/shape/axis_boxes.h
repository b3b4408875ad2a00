// Oriented boxes. With one axis along the line between the closest points of two bodies, oriented
// boxes often separate the bodies although their axis-aligned boxes overlap.

#ifndef MOTE_SHAPE_AXIS_BOXES_H
#define MOTE_SHAPE_AXIS_BOXES_H

#include "core/box.h"
#include "core/simd.h"

// A point p has the coordinates row[k] . (scale * p - origin). The scale is a power of two and the
// origin is near the points: the float coordinates of every point in the box that was passed to
// mote_axes_along have an error below half the slack.
typedef struct mote_axes {
    mote_vec3 row[3]; // orthonormal up to rounding
    mote_vec3 origin; // scaled
    float scale;
    float slack; // in scaled units
} mote_axes;

// Row 0 has the given direction (any length; zero gives the coordinate axes). The coordinates of
// `origin` are zero. `reach` contains the origin and all points that will be transformed.
mote_axes mote_axes_along(mote_dvec3 direction, mote_dvec3 origin, const mote_box *reach);

// The search region: the part of a box between two planes perpendicular to row 0.
typedef struct mote_slab {
    mote_box box;
    float low, high; // along row 0, in scaled units
} mote_slab;

// Bounds of the coordinates along row 0 of everything in the boxes.
typedef struct mote_extent {
    float low, high;
} mote_extent;

MOTE_DECLARE_KERNEL(mote_extent, mote_axis_extent,
                    (const mote_axes *axes, const mote_box8 *boxes, uint32_t group_count));

// The greatest coordinate along row 0 of any vertex, but at least `least`. Each box bounds a run of
// `per_box` vertices; runs whose boxes do not exceed the maximum so far are skipped.
float mote_axis_high(const mote_axes *axes, const float *xyz, uint32_t vertex_count,
                     const mote_box8 *boxes, uint32_t per_box, float least);

// Sets one bit per box for each of the eight half-spaces of the slab that the box lies outside of.
// Writes eight codes per group.
MOTE_DECLARE_KERNEL(void, mote_axis_outcodes,
                    (const mote_axes *axes, const mote_slab *slab, const mote_box8 *boxes,
                     uint32_t group_count, uint32_t *codes));

// The oriented box of the vertices first .. end - 1 and those listed in `border`.
MOTE_DECLARE_KERNEL(mote_box, mote_axis_box,
                    (const mote_axes *axes, const float *xyz, uint32_t first, uint32_t end,
                     const uint32_t *border, uint32_t border_count));

// The oriented boxes of `count` triangles, eight at a time. Lanes without a triangle are empty.
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
