#include "world/view/view.h"

#include <float.h>

// Much larger than the rounding errors of differences, squares, quotients and sums, and of denormal
// numbers.
static const float less = 1 - 1e-6f, more = 1 + 1e-6f, least = 8 * FLT_TRUE_MIN;

static mote_f32x8 gap(const float *low, const float *high, float x)
{
    mote_f32x8 at = mote_f32x8_splat(x);
    mote_f32x8 d = mote_f32x8_max(mote_f32x8_load(low) - at, at - mote_f32x8_load(high));
    return mote_f32x8_max(d, mote_f32x8_splat(0));
}

static mote_i32x8 holds_box(const mote_box8 *boxes)
{
    return mote_f32x8_load(boxes->min_x) <= mote_f32x8_load(boxes->max_x);
}

static inline mote_f32x8 box_bounds(const mote_box8 *boxes, mote_vec3 point)
{
    mote_f32x8 x = gap(boxes->min_x, boxes->max_x, point.x);
    mote_f32x8 y = gap(boxes->min_y, boxes->max_y, point.y);
    mote_f32x8 z = gap(boxes->min_z, boxes->max_z, point.z);
    mote_f32x8 squared = (x * x + y * y + z * z) * less - least;
    return mote_f32x8_min(squared, mote_f32x8_splat(FLT_MAX)); // still a lower bound
}

static inline mote_f32x8 positive(mote_f32x8 v)
{
    return mote_f32x8_max(v, mote_f32x8_splat(0));
}

// The coordinates along the axis and perpendicular to it have errors of a few 2^-24 of the distance
// from the center, the square of the second one a few 2^-24 of the square of the distance. NaN if
// something overflows.
static inline mote_f32x8 disc_bounds(const mote_disc8 *discs, mote_vec3 point)
{
    mote_f32x8 x = mote_f32x8_splat(point.x) - mote_f32x8_load(discs->center_x);
    mote_f32x8 y = mote_f32x8_splat(point.y) - mote_f32x8_load(discs->center_y);
    mote_f32x8 z = mote_f32x8_splat(point.z) - mote_f32x8_load(discs->center_z);
    mote_f32x8 squared = x * x + y * y + z * z;
    mote_f32x8 along =
        mote_f32x8_abs(x * mote_f32x8_load(discs->normal_x) + y * mote_f32x8_load(discs->normal_y) +
                       z * mote_f32x8_load(discs->normal_z));
    mote_f32x8 error = mote_f32x8_sqrt(squared) * 1e-6f;
    mote_f32x8 across = mote_f32x8_sqrt(positive(squared - along * along - squared * 1e-6f));
    mote_f32x8 above = positive(along - mote_f32x8_load(discs->half) - error);
    mote_f32x8 beside = positive(across - mote_f32x8_load(discs->radius) - error);
    return (above * above + beside * beside) * less - least;
}

uint32_t MOTE_KERNEL(mote_view_near_nodes)(const mote_box8 *boxes, const mote_disc8 *discs,
                                           mote_vec3 point, float limit, float bounds[8])
{
    mote_f32x8 by_box = box_bounds(boxes, point), by_disc = disc_bounds(discs, point);
    mote_f32x8 squared = mote_f32x8_select(by_disc <= mote_f32x8_splat(FLT_MAX),
                                           mote_f32x8_max(by_disc, by_box), by_box);
    mote_f32x8_store(bounds, squared);
    return mote_i32x8_bits((squared <= mote_f32x8_splat(limit)) & holds_box(boxes));
}

typedef struct spans {
    mote_f32x8 from, to;
    mote_i32x8 possible;
} spans;

static inline mote_f32x8 lowered(mote_f32x8 t)
{
    return t * mote_f32x8_select(t > mote_f32x8_splat(0), mote_f32x8_splat(less),
                                 mote_f32x8_splat(more)) -
           least;
}

// Clips the spans to the part between two planes.
static inline void cut(spans *s, const float *low, const float *high, float origin, float direction)
{
    mote_f32x8 a = mote_f32x8_load(low) - mote_f32x8_splat(origin);
    mote_f32x8 b = mote_f32x8_load(high) - mote_f32x8_splat(origin);
    if (direction == 0) {
        s->possible &= (a <= mote_f32x8_splat(0)) & (b >= mote_f32x8_splat(0));
        return;
    }
    mote_f32x8 enters = (direction > 0 ? a : b) / mote_f32x8_splat(direction);
    mote_f32x8 leaves = (direction > 0 ? b : a) / mote_f32x8_splat(direction);
    s->from = mote_f32x8_max(lowered(enters), s->from);
    s->to = mote_f32x8_min(-lowered(-leaves), s->to);
}

uint32_t MOTE_KERNEL(mote_view_ray_boxes)(const mote_box8 *boxes, const mote_ray *ray, float t_max,
                                          float bounds[8])
{
    spans s = {mote_f32x8_splat(0), mote_f32x8_splat(t_max), holds_box(boxes)};
    cut(&s, boxes->min_x, boxes->max_x, ray->origin.x, ray->direction.x);
    cut(&s, boxes->min_y, boxes->max_y, ray->origin.y, ray->direction.y);
    cut(&s, boxes->min_z, boxes->max_z, ray->origin.z, ray->direction.z);
    mote_f32x8_store(bounds, s.from);
    return mote_i32x8_bits((s.from <= s.to) & s.possible);
}

uint32_t MOTE_KERNEL(mote_view_overlaps)(const mote_box8 *boxes, const mote_box *box)
{
    return mote_box8_overlaps(boxes, box);
}
