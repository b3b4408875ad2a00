#include "check/lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

typedef struct check_lane {
    check_animation animation; // a copy of the check's animation with own parts
    asset_part *parts;         // copies of the check's parts with own positions and poses
    asset_part **list;
    uint32_t *taken;        // for each part, the version of its copied positions
    check_saved_pose saved; // of parts that were not evaluated
    check_checker *checker;
    check_leaps leaps; // motion of the parts to the frame
    bool follows;      // the previous frame is known
    mote_check_frame frame;
    double deadline;
    mote_result result;
    char message[512];
} check_lane;

struct check_lanes {
    check_animation *animation;
    asset_part **own; // the animation's own list of parts
    mote_pool *pool;
    mote_tasks tasks;
    check_lane *lanes;
    uint32_t count;
    uint32_t looked, taken; // checked and handed out frames of the batch
    check_stepper stepper;
    uint32_t clip, frame; // posed last
};

// ---------------------------------------------------------------------------------------------
// Lanes

static mote_result create_parts(check_lane *lane, const check_animation *animation)
{
    uint32_t count = animation->part_count;
    lane->animation = *animation;
    lane->parts = calloc((size_t)count + 1, sizeof *lane->parts);
    lane->list = calloc((size_t)count + 1, sizeof *lane->list);
    lane->taken = calloc((size_t)count + 1, sizeof *lane->taken);
    if (!lane->parts || !lane->list || !lane->taken)
        return mote_fail_memory(count * sizeof *lane->parts, "the parts of a thread");
    for (uint32_t i = 0; i < count; i++) {
        const asset_part *part = animation->parts[i];
        size_t bytes = (size_t)part->vertex_count * sizeof *part->positions;
        lane->parts[i] = *part;
        lane->parts[i].positions = malloc(bytes + 1);
        if (!lane->parts[i].positions) return mote_fail_memory(bytes, "the positions of a thread");
        lane->taken[i] = part->version - 1;
        lane->list[i] = &lane->parts[i];
    }
    lane->animation.parts = lane->list;
    return check_saved_pose_create(animation, &lane->saved);
}

static mote_result create_lane(check_lane *lane, const check_checker_def *def)
{
    mote_result result = create_parts(lane, def->animation);
    check_checker_def own = *def;
    own.animation = &lane->animation;
    own.worker_count = 1;
    return result ? result : check_checker_create(&own, &lane->checker);
}

static void release_lane(check_lane *lane, uint32_t part_count)
{
    check_checker_destroy(lane->checker);
    check_leaps_release(&lane->leaps);
    for (uint32_t i = 0; i < part_count && lane->parts && lane->list && lane->list[i]; i++)
        free(lane->parts[i].positions);
    free(lane->parts);
    free(lane->list);
    free(lane->taken);
    check_saved_pose_release(&lane->saved);
}

mote_result check_lanes_create(const check_checker_def *def, uint32_t max_count, check_lanes **out)
{
    *out = NULL;
    check_lanes *lanes = calloc(1, sizeof *lanes);
    if (!lanes) return mote_fail_memory(sizeof *lanes, "the threads");
    lanes->animation = def->animation;
    lanes->own = def->animation->parts;
    lanes->clip = MOTE_NONE;
    lanes->pool = mote_pool_create(&mote_libc_allocator, def->worker_count);
    mote_result result = lanes->pool ? MOTE_OK : mote_fail_memory(0, "the threads");
    if (!result) {
        lanes->tasks = mote_pool_tasks(lanes->pool);
        uint32_t count = lanes->tasks.worker_count;
        if (count > max_count) count = max_count;
        lanes->lanes = calloc(count, sizeof *lanes->lanes);
        if (!lanes->lanes) result = mote_fail_memory(count * sizeof *lanes->lanes, "the threads");
        const check_stepper_def stepping = check_checker_stepping(def, &lanes->tasks);
        if (!result) result = check_stepper_create(&stepping, &lanes->stepper);
        while (lanes->count < count && lanes->lanes && !result)
            result = create_lane(&lanes->lanes[lanes->count++], def);
    }
    if (result)
        check_lanes_destroy(lanes);
    else
        *out = lanes;
    return result;
}

void check_lanes_destroy(check_lanes *lanes)
{
    if (!lanes) return;
    check_lanes_restore(lanes);
    for (uint32_t i = 0; i < lanes->count; i++)
        release_lane(&lanes->lanes[i], lanes->animation->part_count);
    free(lanes->lanes);
    mote_pool_destroy(lanes->pool, &mote_libc_allocator);
    check_stepper_release(&lanes->stepper);
    free(lanes);
}

mote_result check_lanes_evaluate(check_lanes *lanes, uint32_t part)
{
    if (lanes->animation->parts == lanes->own)
        return check_evaluate_part(lanes->animation, part, &lanes->tasks);
    const check_lane *lane = &lanes->lanes[lanes->taken - 1];
    asset_part *to = &lane->parts[part];
    if (to->evaluated) return MOTE_OK;
    mote_result result =
        check_evaluate_saved(lanes->animation, &lane->saved, part, &lanes->tasks, to->positions);
    to->evaluated = !result;
    return result;
}

bool check_lanes_are_empty(const check_lanes *lanes)
{
    return lanes->taken == lanes->looked;
}

void check_lanes_restore(check_lanes *lanes)
{
    if (lanes) lanes->animation->parts = lanes->own;
}

void check_lanes_forget(check_lanes *lanes)
{
    if (lanes) lanes->clip = MOTE_NONE;
}

// ---------------------------------------------------------------------------------------------
// Posing

// Copies the positions and poses of the parts to the lane.
static void hand_positions(check_lanes *lanes, check_lane *lane)
{
    for (uint32_t i = 0; i < lanes->animation->part_count; i++) {
        const asset_part *part = lanes->own[i];
        asset_part *to = &lane->parts[i];
        to->version = part->version;
        to->evaluated = part->evaluated;
        to->bounds = part->bounds;
        if (!part->evaluated || lane->taken[i] == part->version) continue;
        lane->taken[i] = part->version;
        memcpy(to->positions, part->positions,
               (size_t)part->vertex_count * sizeof *part->positions);
    }
    check_save_pose(lanes->animation, &lane->saved);
}

static mote_result pose(check_lanes *lanes, check_lane *lane, uint32_t clip, uint32_t number)
{
    bool follows = lanes->clip == clip && lanes->frame + 1 == number;
    lane->follows = follows && lanes->animation->part_count > 1;
    mote_result result = follows
                             ? check_stepper_step(&lanes->stepper, clip, number)
                             : check_animation_pose(lanes->animation, clip, number, &lanes->tasks);
    if (!result && lane->follows) result = check_leaps_measure(&lane->leaps, &lanes->stepper);
    if (result) return result;
    hand_positions(lanes, lane);
    lanes->clip = clip;
    lanes->frame = number;
    lane->frame = (mote_check_frame){.clip = clip, .number = number};
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Looking

static void look(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    check_lane *lane = &((check_lanes *)argument)->lanes[block];
    lane->result = check_checker_look_here(lane->checker, lane->frame.clip, lane->frame.number,
                                           lane->deadline, &lane->frame);
    if (lane->result) snprintf(lane->message, sizeof lane->message, "%s", mote_last_message());
}

mote_result check_lanes_look(check_lanes *lanes, uint32_t clip, uint32_t first, uint32_t count,
                             double deadline)
{
    mote_result result = MOTE_OK;
    if (count > lanes->count) count = lanes->count;
    check_lanes_restore(lanes);
    lanes->looked = lanes->taken = 0;
    for (uint32_t i = 0; i < count && !result; i++) {
        result = pose(lanes, &lanes->lanes[i], clip, first + i);
        lanes->lanes[i].deadline = deadline;
        if (result) {
            check_lanes_forget(lanes);
            count = i; // check the frames before it first; the next call fails again
        }
    }
    if (count == 0) return result;
    lanes->tasks.run(lanes->tasks.context, look, lanes, count);
    lanes->looked = count;
    return MOTE_OK;
}

mote_result check_lanes_take(check_lanes *lanes, const mote_u64_array *known, check_found *out)
{
    check_lane *lane = &lanes->lanes[lanes->taken++];
    if (lane->result) return mote_fail(lane->result, "%s", lane->message);
    *out = check_checker_found(lane->checker, &lane->frame);
    lanes->animation->parts = lane->list;
    if (lane->follows)
        check_leaps_find(&lane->leaps, lanes->animation, lane->checker->def.rules, known, out);
    return MOTE_OK;
}
