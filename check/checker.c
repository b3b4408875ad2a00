#include "check/checker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/timer.h"

// A budget that is used up; 0 would mean no limit.
static const double no_time = 1e-9;

static mote_result create_world(check_checker *c)
{
    c->pool = mote_pool_create(&mote_libc_allocator, c->def.worker_count);
    if (!c->pool) return mote_fail_memory(0, "the threads");
    c->tasks = mote_pool_tasks(c->pool);
    mote_world_def def = mote_default_world_def();
    def.method = c->def.method;
    def.tolerance = c->def.tolerance;
    def.containment = true;
    def.candidate_budget = c->def.max_candidates;
    def.tasks = c->tasks;
    return mote_world_create(&def, &c->world);
}

static mote_result create_bodies(check_checker *c)
{
    const check_animation *animation = c->def.animation;
    c->bodies = calloc((size_t)animation->part_count + 1, sizeof *c->bodies);
    c->part_of_body = calloc((size_t)animation->part_count + 1, sizeof *c->part_of_body);
    if (!c->bodies || !c->part_of_body)
        return mote_fail_memory(animation->part_count * sizeof *c->bodies, "the bodies");
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        mote_body_def def = mote_default_body_def();
        def.mesh = part->mesh;
        def.self_collision = c->def.self && check_rules_allow(c->def.rules, part->name, part->name);
        mote_result result = mote_body_create(c->world, &def, &c->bodies[i]);
        if (result) return result;
        c->part_of_body[c->bodies[i].index] = i; // a new world numbers bodies from 0
        mote_positions positions = {
            .data = part->positions, .count = part->vertex_count, .persistent = true};
        result = mote_body_set_positions(c->world, c->bodies[i], &positions);
        if (result) return result;
    }
    return MOTE_OK;
}

mote_result check_checker_create(const check_checker_def *def, check_checker **out)
{
    *out = NULL;
    check_checker *c = calloc(1, sizeof *c);
    if (!c) return mote_fail_memory(sizeof *c, "a checker");
    c->def = *def;
    mote_result result = create_world(c);
    if (!result) result = create_bodies(c);
    if (result) {
        check_checker_destroy(c);
        return result;
    }
    c->finder = (check_finder){.animation = def->animation,
                               .rules = def->rules,
                               .baseline = def->baseline,
                               .world = c->world,
                               .part_of_body = c->part_of_body,
                               .tolerant = def->tolerance > 0,
                               .allow = def->allow,
                               .rest = def->rest};
    c->between = (check_between){.animation = def->animation,
                                 .finder = &c->finder,
                                 .bodies = c->bodies,
                                 .tasks = &c->tasks,
                                 .substeps = def->substeps};
    c->episodes = (check_episodes){
        .animation = def->animation, .thresholds = def->thresholds, .rest = def->rest};
    c->clip = c->counted_clip = MOTE_NONE - 1; // no clip, and not CHECK_REST_CLIP
    *out = c;
    return MOTE_OK;
}

void check_checker_destroy(check_checker *c)
{
    if (!c) return;
    mote_world_destroy(c->world);
    mote_pool_destroy(c->pool, &mote_libc_allocator);
    check_finder_release(&c->finder);
    check_between_release(&c->between);
    check_leaps_release(&c->leaps);
    mote_array_release(&c->before, &mote_libc_allocator);
    mote_array_release(&c->counted, &mote_libc_allocator);
    check_episodes_release(&c->episodes);
    mote_array_release(&c->frames, &mote_libc_allocator);
    free(c->bodies);
    free(c->part_of_body);
    free(c);
}

// ---------------------------------------------------------------------------------------------
// One frame

// The bodies are where the parts of the animation are.
static mote_result place(check_checker *c)
{
    const check_animation *animation = c->def.animation;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < animation->part_count && !result; i++) {
        const asset_part *part = animation->parts[i];
        if (!part->moved) continue;
        mote_positions positions = {
            .data = part->positions, .count = part->vertex_count, .persistent = true};
        result = mote_body_set_positions(c->world, c->bodies[i], &positions);
    }
    return result;
}

static mote_result pose(check_checker *c, uint32_t clip, uint32_t frame)
{
    check_animation *animation = c->def.animation;
    mote_result result = check_animation_pose(animation, clip, frame, &c->tasks);
    if (!result) result = place(c);
    c->clip = clip;
    c->frame = frame;
    return result;
}

// Seconds until the deadline; 0 for no deadline.
static double seconds_left(double deadline)
{
    return deadline > 0 ? fmax(deadline - mote_seconds(), no_time) : 0;
}

static mote_result detect(check_checker *c, double deadline, mote_report *out)
{
    mote_result result = mote_world_set_time_budget(c->world, seconds_left(deadline));
    if (!result) result = mote_world_detect(c->world);
    return result ? result : mote_world_report(c->world, out);
}

static mote_check_frame frame_of(const check_checker *c, uint32_t clip, uint32_t number)
{
    return (mote_check_frame){.clip = clip,
                              .number = number,
                              .time = check_animation_time(c->def.animation, clip, number)};
}

// What meets where the parts are now.
static mote_result find(check_checker *c, double deadline, mote_check_frame *out)
{
    mote_report report;
    mote_result result = detect(c, deadline, &report);
    if (result) return result;
    c->out_of_time = report.cut_short && deadline > 0 && mote_seconds() >= deadline;
    return check_find(&c->finder, &report, out);
}

mote_result check_checker_look(check_checker *c, uint32_t clip, uint32_t number, double deadline,
                               mote_check_frame *out)
{
    *out = frame_of(c, clip, number);
    mote_result result = pose(c, clip, number);
    return result ? result : find(c, deadline, out);
}

mote_result check_checker_look_here(check_checker *c, uint32_t clip, uint32_t number,
                                    double deadline, mote_check_frame *out)
{
    *out = frame_of(c, clip, number);
    mote_result result = place(c);
    return result ? result : find(c, deadline, out);
}

// ---------------------------------------------------------------------------------------------
// Frame after frame

static mote_result keep_positions(check_checker *c)
{
    const check_animation *animation = c->def.animation;
    c->before.count = 0;
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        mote_vec3 *to = mote_array_room(&c->before, &mote_libc_allocator, part->vertex_count);
        if (!to) return mote_fail_memory(part->vertex_count * sizeof *to, "positions");
        memcpy(to, part->positions, part->vertex_count * sizeof *to);
        c->before.count += part->vertex_count;
    }
    return MOTE_OK;
}

// From the frame before, which may have to be posed again: others can have been looked at since.
static mote_result step(check_checker *c, double deadline, mote_check_frame *out)
{
    mote_result result = MOTE_OK;
    if (c->clip != out->clip || c->frame != out->number - 1)
        result = pose(c, out->clip, out->number - 1);
    bool needed = c->def.between || c->def.animation->part_count > 1;
    if (!result && needed) result = keep_positions(c);
    if (!result) result = pose(c, out->clip, out->number);
    if (!result && c->def.between)
        result = check_between_look(&c->between, out, c->before.data, seconds_left(deadline));
    return result;
}

mote_result check_checker_look_on(check_checker *c, uint32_t clip, uint32_t number, double deadline,
                                  mote_check_frame *out)
{
    if (clip != c->counted_clip || number != c->counted_frame + 1)
        return check_checker_look(c, clip, number, deadline, out);
    *out = frame_of(c, clip, number);
    mote_result result = step(c, deadline, out);
    if (!result) result = find(c, deadline, out);
    if (result) return result;
    if (c->def.between) {
        check_between_report(&c->between, &c->counted, out);
        c->out_of_time |= c->between.cut_short && deadline > 0 && mote_seconds() >= deadline;
        return MOTE_OK;
    }
    if (c->def.animation->part_count < 2) return MOTE_OK;
    result = check_leaps_measure(&c->leaps, c->def.animation, c->before.data);
    if (!result)
        check_leaps_count(&c->leaps, &c->leaps, c->def.animation, c->def.rules, &c->counted, out);
    return result;
}

mote_result check_checker_look_before(check_checker *c, uint32_t clip, uint32_t number,
                                      double deadline, mote_check_frame *out)
{
    *out = frame_of(c, clip, number);
    mote_result result = step(c, deadline, out);
    if (!result) check_between_report(&c->between, &c->counted, out);
    return result;
}

mote_result check_checker_pose_moment(check_checker *c, const mote_check_frame *frame, double at)
{
    return check_between_pose(&c->between, frame, c->before.data, at);
}

// ---------------------------------------------------------------------------------------------
// All frames

// Adds up what happened before the frame.
static void count_crossings(check_checker *c, const mote_check_frame *frame,
                            mote_check_frame_sum *sum)
{
    c->total.crossings += frame->crossing_count;
    c->total.leaps = c->leaps.count;
    for (uint32_t i = 0; i < frame->crossing_count; i++) {
        const mote_check_crossing *crossing = &frame->crossings[i];
        c->total.hidden_crossings += crossing->hidden;
        if (crossing->hidden) sum->flags |= MOTE_CHECK_FRAME_HIDDEN;
    }
}

static mote_result note_counted(check_checker *c, const mote_check_frame *frame)
{
    c->counted_clip = frame->clip;
    c->counted_frame = frame->number;
    c->counted.count = 0;
    for (uint32_t i = 0; i < frame->finding_count; i++)
        if (!mote_array_push(&c->counted, &mote_libc_allocator,
                             check_pair_key(frame->findings[i].a, frame->findings[i].b)))
            return mote_fail_memory(sizeof(uint64_t), "the frames");
    return MOTE_OK;
}

static uint64_t rest_face_pairs(const mote_check_finding *finding)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < finding->region_count; i++)
        count += finding->regions[i].rest_face_pair_count;
    return count;
}

mote_result check_checker_count(check_checker *c, const mote_check_frame *frame)
{
    mote_check_total *total = &c->total;
    uint32_t count = frame->finding_count;
    mote_check_frame_sum sum = {
        .finding_count = (uint16_t)(count < UINT16_MAX ? count : UINT16_MAX),
        .flags = (uint8_t)((frame->cut_short ? MOTE_CHECK_FRAME_CUT_SHORT : 0) |
                           (frame->invalid_count ? MOTE_CHECK_FRAME_INVALID : 0))};
    uint64_t face_pairs = 0;
    for (uint32_t i = 0; i < count; i++) {
        const mote_check_finding *finding = &frame->findings[i];
        face_pairs += finding->face_pair_count;
        total->rest_face_pairs += rest_face_pairs(finding);
        if (finding->severity > sum.severity) sum.severity = (uint8_t)finding->severity;
        if (finding->depth_kind == MOTE_DEPTH_ESTIMATE && finding->depth > total->deepest)
            total->deepest = finding->depth;
        total->unknown_depths +=
            finding->severity == MOTE_CHECK_PENETRATE && finding->depth_kind != MOTE_DEPTH_ESTIMATE;
    }
    count_crossings(c, frame, &sum);
    sum.face_pair_count = face_pairs < UINT32_MAX ? (uint32_t)face_pairs : UINT32_MAX;
    total->checked++;
    total->frames[sum.severity]++;
    total->findings += count;
    total->face_pairs += face_pairs;
    total->baseline_face_pairs += c->finder.baseline_face_pairs;
    total->allowed_face_pairs += c->finder.allowed_face_pairs;
    total->cut_short |= frame->cut_short;
    total->out_of_time |= frame->cut_short && c->out_of_time;
    total->crowded_frames += frame->cut_short && !c->out_of_time;
    total->invalid_frames += frame->invalid_count > 0;
    if (!mote_array_push(&c->frames, &mote_libc_allocator, sum))
        return mote_fail_memory(sizeof sum, "the frames");
    mote_result result = note_counted(c, frame);
    if (result) return result;
    return check_episodes_add(&c->episodes, frame);
}
