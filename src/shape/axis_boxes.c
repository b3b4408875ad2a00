// Construction of axes, and the scalar twins of the kernels.

#include "shape/axis_boxes.h"

#include <float.h>
#include <math.h>

#include "core/box.h"
#include "core/vec.h"

// Returns a unit vector perpendicular to u.
static mote_dvec3 across(mote_dvec3 u)
{
    mote_dvec3 axis = {0, 0, 0};
    if (fabs(u.x) <= fabs(u.y) && fabs(u.x) <= fabs(u.z)) {
        axis.x = 1;
    } else if (fabs(u.y) <= fabs(u.z)) {
        axis.y = 1;
    } else {
        axis.z = 1;
    }
    mote_dvec3 v = mote_dvec_cross(u, axis);
    return mote_dvec_scale(v, 1 / mote_dvec_length(v));
}

// The largest power of two (of a normal float) that scales `extent` to 1 or below.
static float scale_for(double extent)
{
    if (!(extent > 0)) return 1;
    int exponent;
    frexp(extent, &exponent);
    if (exponent > 126) exponent = 126;
    if (exponent < -126) exponent = -126;
    return (float)ldexp(1, -exponent);
}

static double farthest(float low, float high, double from)
{
    return fmax(fabs((double)low - from), fabs((double)high - from));
}

mote_axes mote_axes_along(mote_dvec3 direction, mote_dvec3 origin, const mote_box *reach)
{
    double extent = fmax(fmax(farthest(reach->min.x, reach->max.x, origin.x),
                              farthest(reach->min.y, reach->max.y, origin.y)),
                         farthest(reach->min.z, reach->max.z, origin.z));
    mote_axes axes = {.scale = scale_for(extent)};
    axes.origin = mote_dvec_narrow(mote_dvec_scale(origin, (double)axes.scale));
    // A coordinate is a sum of three products of numbers up to 1, or up to the scaled extent if the
    // scale was clamped. Each of about twelve roundings has an error of 2^-24 of that.
    axes.slack = 16 * FLT_EPSILON * fmaxf(1, (float)(extent * (double)axes.scale));
    double length = mote_dvec_length(direction);
    if (!(length > 0)) {
        direction = (mote_dvec3){1, 0, 0};
        length = 1;
    }
    mote_dvec3 u = mote_dvec_scale(direction, 1 / length), v = across(u);
    axes.row[0] = mote_dvec_narrow(u);
    axes.row[1] = mote_dvec_narrow(v);
    axes.row[2] = mote_dvec_narrow(mote_dvec_cross(u, v));
    return axes;
}

static float along(const mote_axes *axes, int k, const float p[3])
{
    mote_vec3 r = axes->row[k];
    return (p[0] * axes->scale - axes->origin.x) * r.x +
           (p[1] * axes->scale - axes->origin.y) * r.y +
           (p[2] * axes->scale - axes->origin.z) * r.z;
}

static mote_vec3 in_axes(const mote_axes *axes, const float p[3])
{
    return (mote_vec3){along(axes, 0, p), along(axes, 1, p), along(axes, 2, p)};
}

static mote_extent extent_of_box(const mote_axes *axes, const mote_box *box)
{
    mote_vec3 r = axes->row[0];
    float low[3] = {r.x > 0 ? box->min.x : box->max.x, r.y > 0 ? box->min.y : box->max.y,
                    r.z > 0 ? box->min.z : box->max.z};
    float high[3] = {r.x > 0 ? box->max.x : box->min.x, r.y > 0 ? box->max.y : box->min.y,
                     r.z > 0 ? box->max.z : box->min.z};
    return (mote_extent){along(axes, 0, low), along(axes, 0, high)};
}

mote_extent mote_axis_extent_scalar(const mote_axes *axes, const mote_box8 *boxes,
                                    uint32_t group_count)
{
    mote_extent all = {INFINITY, -INFINITY};
    for (uint32_t i = 0; i < 8 * group_count; i++) {
        mote_box box = mote_box8_get(&boxes[i / 8], i % 8);
        mote_extent e = extent_of_box(axes, &box);
        if (box.min.x > box.max.x) continue;
        all.low = e.low < all.low ? e.low : all.low;
        all.high = e.high > all.high ? e.high : all.high;
    }
    return (mote_extent){all.low + 0.0f, all.high + 0.0f};
}

float mote_axis_high(const mote_axes *axes, const float *xyz, uint32_t vertex_count,
                     const mote_box8 *boxes, uint32_t per_box, float least)
{
    float high = least;
    for (uint32_t first = 0, i = 0; first < vertex_count; first += per_box, i++) {
        mote_box box = mote_box8_get(&boxes[i / 8], i % 8);
        if (!(extent_of_box(axes, &box).high > high)) continue;
        for (uint32_t v = first; v < first + per_box && v < vertex_count; v++) {
            float at = along(axes, 0, xyz + 3 * (size_t)v);
            high = at > high ? at : high;
        }
    }
    return high;
}

static uint32_t outcode(const mote_axes *axes, const mote_slab *slab, const mote_box *box)
{
    mote_extent e = extent_of_box(axes, box);
    return (uint32_t)(e.high < slab->low) | (uint32_t)(e.low > slab->high) << 1 |
           (uint32_t)(box->max.x < slab->box.min.x) << 2 |
           (uint32_t)(box->min.x > slab->box.max.x) << 3 |
           (uint32_t)(box->max.y < slab->box.min.y) << 4 |
           (uint32_t)(box->min.y > slab->box.max.y) << 5 |
           (uint32_t)(box->max.z < slab->box.min.z) << 6 |
           (uint32_t)(box->min.z > slab->box.max.z) << 7;
}

void mote_axis_outcodes_scalar(const mote_axes *axes, const mote_slab *slab, const mote_box8 *boxes,
                               uint32_t group_count, uint32_t *codes)
{
    for (uint32_t i = 0; i < 8 * group_count; i++) {
        mote_box box = mote_box8_get(&boxes[i / 8], i % 8);
        codes[i] = outcode(axes, slab, &box);
    }
}

mote_box mote_axis_box_scalar(const mote_axes *axes, const float *xyz, uint32_t first, uint32_t end,
                              const uint32_t *border, uint32_t border_count)
{
    mote_box box = mote_box_empty();
    for (uint32_t v = first; v < end; v++)
        mote_box_add_point(&box, in_axes(axes, xyz + 3 * (size_t)v));
    for (uint32_t i = 0; i < border_count; i++)
        mote_box_add_point(&box, in_axes(axes, xyz + 3 * (size_t)border[i]));
    const mote_vec3 zero = {0, 0, 0}; // -0 becomes +0, as in the kernels
    return (mote_box){mote_vec_add(box.min, zero), mote_vec_add(box.max, zero)};
}

void mote_axis_triangle_boxes_scalar(const mote_axes *axes, const float *xyz,
                                     const uint32_t *corners, uint32_t count, mote_box8 *out)
{
    for (uint32_t i = 0; i < (count + 7) / 8 * 8; i++) {
        mote_box box = mote_box_empty();
        for (uint32_t k = 0; k < 3 && i < count; k++)
            mote_box_add_point(&box, in_axes(axes, xyz + 3 * (size_t)corners[3 * i + k]));
        mote_box8_set(&out[i / 8], i % 8, &box);
    }
}
