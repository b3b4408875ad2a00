#include "check/leaps.h"

#include <stdlib.h>

#include "check/between.h"
#include "core/box.h"
#include "core/result.h"

void check_leaps_release(check_leaps *leaps)
{
    mote_array_release(&leaps->strides, &mote_libc_allocator);
}

static double shortest_side(const mote_box *box)
{
    double x = (double)box->max.x - (double)box->min.x, y = (double)box->max.y - (double)box->min.y;
    return fmin(fmin(x, y), (double)box->max.z - (double)box->min.z);
}

static mote_dvec3 way_of(const mote_vec3 *from, const mote_vec3 *to)
{
    return mote_dvec_sub(mote_vec_widen(*to), mote_vec_widen(*from));
}

// The stride of a part from `before` to its positions, without its motion.
static check_stride stride_of(const asset_part *part, const mote_vec3 *before)
{
    mote_box from = mote_box_empty(), to = from;
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        mote_box_add_point(&from, before[i]);
        mote_box_add_point(&to, part->positions[i]);
    }
    check_stride stride = {
        .box = from, .thickness = fmin(shortest_side(&from), shortest_side(&to)), .before = before};
    mote_box_add_box(&stride.box, &to);
    return stride;
}

static void measure_motion(const asset_part *part, check_stride *stride)
{
    const mote_vec3 *before = stride->before;
    stride->is_measured = true;
    for (uint32_t i = 0; i < part->vertex_count; i++)
        stride->mean = mote_dvec_add(stride->mean, way_of(&before[i], &part->positions[i]));
    stride->mean = mote_dvec_scale(stride->mean, 1.0 / fmax(part->vertex_count, 1));
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        mote_dvec3 other = mote_dvec_sub(way_of(&before[i], &part->positions[i]), stride->mean);
        // No fmax: the vectorizer of gcc 12 fails on it for AArch64.
        double length = mote_dvec_length(other);
        if (length > stride->spread) stride->spread = length;
    }
}

// Returns whether the two parts move past each other by more than the thickness of the thicker one.
// Then they may have changed sides without meeting in a frame.
static bool may_leap(const check_stride *x, const check_stride *y)
{
    double way = mote_dvec_length(mote_dvec_sub(x->mean, y->mean)) + x->spread + y->spread;
    return way > fmax(x->thickness, y->thickness) && mote_boxes_overlap(&x->box, &y->box);
}

static int compare_strides(const void *x, const void *y)
{
    const check_stride *p = x, *q = y;
    int order = (p->box.min.x > q->box.min.x) - (p->box.min.x < q->box.min.x);
    return order ? order : (p->part > q->part) - (p->part < q->part);
}

// Measures only parts whose box overlaps another one's. Other parts cannot leap over a part.
static void measure_near(check_leaps *leaps, const check_animation *animation)
{
    check_stride *strides = leaps->strides.data;
    for (size_t i = 0; i < leaps->strides.count; i++) {
        for (size_t k = i + 1; k < leaps->strides.count; k++) {
            if (strides[k].box.min.x > strides[i].box.max.x) break;
            if (!mote_boxes_overlap(&strides[i].box, &strides[k].box)) continue;
            if (!strides[i].is_measured)
                measure_motion(animation->parts[strides[i].part], &strides[i]);
            if (!strides[k].is_measured)
                measure_motion(animation->parts[strides[k].part], &strides[k]);
        }
    }
}

mote_result check_leaps_measure(check_leaps *leaps, const check_stepper *stepper)
{
    const check_animation *animation = stepper->def.animation;
    const mote_vec3 *next = stepper->before.data;
    leaps->strides.count = 0;
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const mote_vec3 *before = next;
        next += animation->parts[i]->vertex_count;
        if (!stepper->parts[i].needed) continue;
        check_stride stride = stride_of(animation->parts[i], before);
        stride.part = i;
        if (!mote_array_push(&leaps->strides, &mote_libc_allocator, stride))
            return mote_fail_memory(sizeof stride, "how parts move");
    }
    if (leaps->strides.count > 1)
        qsort(leaps->strides.data, leaps->strides.count, sizeof *leaps->strides.data,
              compare_strides);
    measure_near(leaps, animation);
    return MOTE_OK;
}

// Returns whether two parts may have crossed unseen: the rules allow the pair, and the parts meet
// in neither frame.
static bool may_cross(const check_animation *animation, const check_rules *rules,
                      const mote_u64_array *known, const check_found *found)
{
    uint32_t a = found->leap_a, b = found->leap_b;
    return !check_keys_have(known, a, b) && !check_frame_has(&found->frame, a, b) &&
           check_rules_allow(rules, animation->parts[a]->name, animation->parts[b]->name);
}

void check_leaps_find(const check_leaps *leaps, const check_animation *animation,
                      const check_rules *rules, const mote_u64_array *known, check_found *found)
{
    const check_stride *strides = leaps->strides.data;
    for (size_t i = 0; i < leaps->strides.count && !found->leapt; i++) {
        for (size_t k = i + 1; k < leaps->strides.count && !found->leapt; k++) {
            if (strides[k].box.min.x > strides[i].box.max.x) break;
            if (!may_leap(&strides[i], &strides[k])) continue;
            uint32_t p = strides[i].part, q = strides[k].part;
            found->leap_a = p < q ? p : q;
            found->leap_b = p < q ? q : p;
            found->leapt = may_cross(animation, rules, known, found);
        }
    }
}
