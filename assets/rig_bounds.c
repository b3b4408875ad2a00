#include "assets/rig_bounds.h"

#include <math.h>
#include <stdlib.h>

#include "core/box.h"
#include "core/result.h"
#include "core/transform.h"

// Bound for the rounding errors of a position, in units of the largest sum of absolute values in
// its computation. A skin makes twelve roundings, and its weights sum to 1 within eight roundings.
static const double unit = 0x1p-24, skin_roundings = 64;

// T morph targets make T + 1 roundings of a rest position. The error is n = T + 1 units to first
// order and n / (1 - n unit) in total, which is below T + 2 units times this factor up to a maximum
// number of targets.
static const double higher_orders = 1.1;
static const uint32_t max_targets = 1 << 20;

// A denormal product has an absolute error of up to 2^-150. Sums of denormal numbers are exact. A
// rest position has one such error per morph target. A column or the translation of the blended
// bones has eight, and the error of a column is multiplied by a coordinate. A position has three
// more. The first constant is twice the error of a target, the second a hundred times the others.
static const double target_error = 0x1p-149, denormal_error = 0x1p-140;

// Below this size no intermediate sum overflows.
static const double safe_size = 1e37;

static mote_result fail_memory(size_t boxes)
{
    return mote_fail_memory(boxes * sizeof(mote_box), "the bounds of a part");
}

mote_result asset_rig_bounds_create(uint32_t target_count, asset_rig_bounds *out)
{
    *out = (asset_rig_bounds){.targets = calloc((size_t)target_count + 1, sizeof *out->targets),
                              .target_count = target_count};
    return out->targets ? MOTE_OK : fail_memory(target_count);
}

void asset_rig_bounds_release(asset_rig_bounds *bounds)
{
    free(bounds->movers);
    free(bounds->targets);
    *bounds = (asset_rig_bounds){0};
}

mote_result asset_rig_bounds_add_movers(asset_rig_bounds *bounds, uint32_t mover_count,
                                        const asset_bound_vertices *vertices)
{
    bounds->movers = calloc((size_t)mover_count + 1, sizeof *bounds->movers);
    if (!bounds->movers) return fail_memory(mover_count);
    bounds->mover_count = mover_count;
    for (uint32_t i = 0; i < mover_count; i++) bounds->movers[i] = mote_box_empty();
    for (uint32_t i = 0; i < vertices->count; i++) {
        for (uint32_t k = 0; k < vertices->influences; k++) {
            size_t at = (size_t)i * vertices->influences + k;
            if (vertices->weights[at] > 0)
                mote_box_add_point(&bounds->movers[vertices->bones[at]], vertices->positions[i]);
        }
    }
    return MOTE_OK;
}

void asset_rig_bounds_add_deltas(asset_rig_bounds *bounds, uint32_t target, const mote_vec3 *deltas,
                                 size_t count)
{
    for (size_t i = 0; i < count; i++) mote_box_add_point(&bounds->targets[target], deltas[i]);
}

// ---------------------------------------------------------------------------------------------
// In a pose

typedef struct wide_box {
    mote_dvec3 min, max;
} wide_box;

static mote_dvec3 least(mote_dvec3 a, mote_dvec3 b)
{
    return (mote_dvec3){fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)};
}

static mote_dvec3 greatest(mote_dvec3 a, mote_dvec3 b)
{
    return (mote_dvec3){fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)};
}

static wide_box widen(const mote_box *box)
{
    return (wide_box){mote_vec_widen(box->min), mote_vec_widen(box->max)};
}

// The largest absolute coordinates.
static mote_dvec3 size_of(const wide_box *box)
{
    return greatest(mote_dvec_abs(box->min), mote_dvec_abs(box->max));
}

static bool is_safe(mote_dvec3 size)
{
    return size.x < safe_size && size.y < safe_size && size.z < safe_size;
}

// Checks the columns too, because a vertex may have a coordinate of 0.
static bool is_safe_bone(const mote_transform *bone)
{
    return is_safe(mote_dvec_abs(mote_vec_widen(bone->cx))) &&
           is_safe(mote_dvec_abs(mote_vec_widen(bone->cy))) &&
           is_safe(mote_dvec_abs(mote_vec_widen(bone->cz)));
}

static bool is_empty(const mote_box *box)
{
    return !(box->min.x <= box->max.x);
}

// The box of the displacements by morph targets, and the sum of their absolute values.
static wide_box add_targets(const asset_rig_bounds *bounds, const float *weights, mote_dvec3 *size)
{
    wide_box sum = {{0, 0, 0}, {0, 0, 0}};
    *size = (mote_dvec3){0, 0, 0};
    for (uint32_t i = 0; i < bounds->target_count; i++) {
        wide_box box = widen(&bounds->targets[i]);
        double weight = (double)weights[i];
        box = (wide_box){mote_dvec_scale(box.min, weight), mote_dvec_scale(box.max, weight)};
        sum.min = mote_dvec_add(sum.min, least(box.min, box.max));
        sum.max = mote_dvec_add(sum.max, greatest(box.min, box.max));
        *size = mote_dvec_add(*size, size_of(&box));
    }
    return sum;
}

static mote_dvec3 equal_coordinates(double x)
{
    return (mote_dvec3){x, x, x};
}

// Bounds the rounding errors of a rest position moved by morph targets, from the size of the sum.
static mote_dvec3 morph_errors(const asset_rig_bounds *bounds, mote_dvec3 reach)
{
    double relative = higher_orders * (bounds->target_count + 2.0) * unit;
    return mote_dvec_add(mote_dvec_scale(reach, relative),
                         equal_coordinates(bounds->target_count * target_error));
}

// The largest sums of absolute values in the computation of a position.
typedef struct sum_sizes {
    mote_dvec3 morphed, moved; // before and after the bones
} sum_sizes;

static mote_dvec3 skin_errors(const sum_sizes *sizes)
{
    mote_dvec3 reach = sizes->morphed;
    double denormal = (1 + reach.x + reach.y + reach.z) * denormal_error;
    return mote_dvec_add(mote_dvec_scale(sizes->moved, skin_roundings * unit),
                         equal_coordinates(denormal));
}

// The box of the vertices of a bone, moved by the bone. Raises `sizes`.
static wide_box move_box(const asset_rig_bounds *bounds, uint32_t mover, const mote_transform *bone,
                         const wide_box *offset, mote_dvec3 offset_size, sum_sizes *sizes)
{
    wide_box box = widen(&bounds->movers[mover]);
    mote_affine m = mote_affine_of(bone);
    mote_dvec3 reach = mote_dvec_add(size_of(&box), offset_size);
    mote_dvec3 center = mote_dvec_scale(
        mote_dvec_add(mote_dvec_add(box.min, offset->min), mote_dvec_add(box.max, offset->max)),
        0.5);
    mote_dvec3 half = mote_dvec_sub(mote_dvec_add(box.max, offset->max), center);
    half = mote_dvec_add(half, morph_errors(bounds, reach));
    center = mote_affine_point(&m, center);
    half = mote_affine_extent(&m, half);
    sizes->morphed = greatest(sizes->morphed, reach);
    sizes->moved =
        greatest(sizes->moved, mote_dvec_add(mote_affine_extent(&m, reach), mote_dvec_abs(m.t)));
    return (wide_box){mote_dvec_sub(center, half), mote_dvec_add(center, half)};
}

static float round_down(double x)
{
    return nextafterf((float)x, -INFINITY);
}

static float round_up(double x)
{
    return nextafterf((float)x, INFINITY);
}

static mote_box round_outwards(const wide_box *b, mote_dvec3 margin)
{
    mote_dvec3 min = mote_dvec_sub(b->min, margin), max = mote_dvec_add(b->max, margin);
    return (mote_box){{round_down(min.x), round_down(min.y), round_down(min.z)},
                      {round_up(max.x), round_up(max.y), round_up(max.z)}};
}

bool asset_rig_bounds_find(const asset_rig_bounds *bounds, const mote_transform *bones,
                           const float *weights, mote_box *out)
{
    if (bounds->target_count > max_targets) return false;
    mote_dvec3 offset_size;
    sum_sizes sizes = {0};
    wide_box offset = add_targets(bounds, weights, &offset_size), all = {0};
    bool any = false;
    for (uint32_t i = 0; i < bounds->mover_count; i++) {
        if (is_empty(&bounds->movers[i])) continue;
        if (!is_safe_bone(&bones[i])) return false;
        wide_box box = move_box(bounds, i, &bones[i], &offset, offset_size, &sizes);
        all = any ? (wide_box){least(all.min, box.min), greatest(all.max, box.max)} : box;
        any = true;
    }
    if (!any || !is_safe(sizes.morphed) || !is_safe(sizes.moved) || !is_safe(offset_size) ||
        !is_safe(size_of(&all)))
        return false;
    *out = round_outwards(&all, skin_errors(&sizes));
    return true;
}
