#include "check/stepper.h"

#include <stdlib.h>
#include <string.h>

#include "core/box.h"
#include "core/result.h"
#include "core/vec.h"

// Can a part be left unevaluated?
static bool saves_anything(const check_stepper *stepper)
{
    const check_animation *animation = stepper->def.animation;
    for (uint32_t i = 0; i < animation->part_count; i++)
        if (check_is_evaluated_later(animation, i) && !stepper->parts[i].tested_alone) return true;
    return false;
}

mote_result check_stepper_create(const check_stepper_def *def, check_stepper *out)
{
    const check_animation *animation = def->animation;
    *out = (check_stepper){.def = *def,
                           .parts = calloc((size_t)animation->part_count + 1, sizeof *out->parts)};
    if (!out->parts) return mote_fail_memory(animation->part_count * sizeof *out->parts, "a step");
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        out->parts[i].version = part->version - 1; // marks its box as unknown
        out->parts[i].tested_alone =
            def->alone && check_rules_allow(def->alone, part->name, part->name);
    }
    out->def.before |= animation->part_count > 1;
    out->def.all |= animation->part_count < 2 || !saves_anything(out);
    return MOTE_OK;
}

void check_stepper_release(check_stepper *stepper)
{
    free(stepper->parts);
    mote_array_release(&stepper->boxes, &mote_libc_allocator);
    mote_array_release(&stepper->before, &mote_libc_allocator);
    *stepper = (check_stepper){0};
}

// ---------------------------------------------------------------------------------------------
// Boxes

// Computes exact boxes from positions that are available anyway. A part at rest keeps its box.
static void find_bounds(const check_animation *animation, uint32_t number, check_step_part *step)
{
    const asset_part *part = animation->parts[number];
    if (step->version == part->version) return;
    step->version = part->version;
    step->bounds = part->bounds;
    if (check_is_evaluated_later(animation, number)) return;
    step->bounds = mote_box_empty();
    for (uint32_t i = 0; i < part->vertex_count; i++)
        mote_box_add_point(&step->bounds, part->positions[i]);
}

static int compare_boxes(const void *x, const void *y)
{
    const check_step_box *p = x, *q = y;
    return (p->box.min.x > q->box.min.x) - (p->box.min.x < q->box.min.x);
}

// Lists the boxes of all parts over both frames, sorted by min.x. Sets `bounds` to the box in the
// new frame.
static mote_result list_boxes(check_stepper *stepper)
{
    stepper->boxes.count = 0;
    for (uint32_t i = 0; i < stepper->def.animation->part_count; i++) {
        check_step_part *part = &stepper->parts[i];
        mote_box both = part->bounds;
        find_bounds(stepper->def.animation, i, part);
        mote_box_add_box(&both, &part->bounds);
        // The broad phase of a world adds half the tolerance.
        const check_step_box box = {mote_box_widened(&both, stepper->def.tolerance), i};
        if (!mote_array_push(&stepper->boxes, &mote_libc_allocator, box))
            return mote_fail_memory(sizeof box, "a step");
    }
    qsort(stepper->boxes.data, stepper->boxes.count, sizeof *stepper->boxes.data, compare_boxes);
    return MOTE_OK;
}

static void find_near(check_stepper *stepper)
{
    const check_step_box *boxes = stepper->boxes.data;
    for (size_t i = 0; i < stepper->boxes.count; i++) {
        for (size_t k = i + 1; k < stepper->boxes.count; k++) {
            if (boxes[k].box.min.x > boxes[i].box.max.x) break;
            if (!mote_boxes_overlap(&boxes[i].box, &boxes[k].box)) continue;
            stepper->parts[boxes[i].part].needed = stepper->parts[boxes[k].part].needed = true;
        }
    }
}

static bool is_finite(const mote_box *box)
{
    return mote_vec_finite(box->min) && mote_vec_finite(box->max);
}

// A part with an infinite box is needed, because its positions may be infinite.
static mote_result find_needed(check_stepper *stepper)
{
    mote_result result = list_boxes(stepper);
    if (result) return result;
    for (uint32_t i = 0; i < stepper->def.animation->part_count; i++) {
        check_step_part *part = &stepper->parts[i];
        part->needed = part->tested_alone || !is_finite(&part->bounds) ||
                       !check_is_evaluated_later(stepper->def.animation, i);
    }
    find_near(stepper);
    return MOTE_OK;
}

static void need_all(check_stepper *stepper)
{
    for (uint32_t i = 0; i < stepper->def.animation->part_count; i++)
        stepper->parts[i].needed = true;
}

// ---------------------------------------------------------------------------------------------
// Steps

// Records the state of the parts before they move, and saves the positions that will be
// overwritten.
static mote_result keep_before(check_stepper *stepper)
{
    const check_animation *animation = stepper->def.animation;
    stepper->before.count = 0;
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        check_step_part *step = &stepper->parts[i];
        mote_vec3 *to = mote_array_room(&stepper->before, &mote_libc_allocator, part->vertex_count);
        if (!to) return mote_fail_memory(part->vertex_count * sizeof *to, "positions");
        if (!check_is_evaluated_later(animation, i))
            memcpy(to, part->positions, part->vertex_count * sizeof *to);
        stepper->before.count += part->vertex_count;
        step->was_evaluated = part->evaluated;
        if (!stepper->def.all) find_bounds(animation, i, step);
    }
    return MOTE_OK;
}

// Computes the positions of a part in the previous and the current frame.
static mote_result evaluate(check_stepper *stepper, uint32_t number, mote_vec3 *before)
{
    check_animation *animation = stepper->def.animation;
    const asset_part *part = animation->parts[number];
    mote_result result = MOTE_OK;
    if (stepper->parts[number].was_evaluated)
        memcpy(before, part->positions, part->vertex_count * sizeof *before);
    else
        result = check_evaluate_before(animation, number, stepper->def.tasks, before);
    return result ? result : check_evaluate_part(animation, number, stepper->def.tasks);
}

mote_result check_stepper_step(check_stepper *stepper, uint32_t clip, uint32_t frame)
{
    check_animation *animation = stepper->def.animation;
    if (!stepper->def.before)
        return check_animation_pose(animation, clip, frame, stepper->def.tasks);
    mote_result result = keep_before(stepper);
    if (!result) result = check_animation_move(animation, clip, frame);
    if (!result && !stepper->def.all) result = find_needed(stepper);
    if (!result && stepper->def.all) need_all(stepper);
    mote_vec3 *before = stepper->before.data;
    for (uint32_t i = 0; i < animation->part_count && !result; i++) {
        if (stepper->parts[i].needed && check_is_evaluated_later(animation, i))
            result = evaluate(stepper, i, before);
        before += animation->parts[i]->vertex_count;
    }
    return result;
}
