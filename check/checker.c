#include "check/checker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/timer.h"

// An exhausted time budget. Not 0, which would mean no limit.
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
    c->placed = calloc((size_t)animation->part_count + 1, sizeof *c->placed);
    if (!c->bodies || !c->part_of_body || !c->placed)
        return mote_fail_memory(animation->part_count * sizeof *c->bodies, "the bodies");
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        mote_body_def def = mote_default_body_def();
        def.mesh = part->mesh;
        def.self_collision = c->def.self && check_rules_allow(c->def.rules, part->name, part->name);
        mote_result result = mote_body_create(c->world, &def, &c->bodies[i]);
        if (result) return result;
        c->part_of_body[c->bodies[i].index] = i; // a new world numbers bodies from 0
        c->placed[i].version = part->version - 1;
    }
    return MOTE_OK;
}

// A part may stay unevaluated because its box overlaps no other box. This is safe only for methods
// that test pairs of overlapping boxes.
check_stepper_def check_checker_stepping(const check_checker_def *def, const mote_tasks *tasks)
{
    return (check_stepper_def){.animation = def->animation,
                               .tasks = tasks,
                               .tolerance = def->tolerance,
                               .alone = def->self ? def->rules : NULL,
                               .all = def->between || def->method != MOTE_METHOD_HYBRID,
                               .before = def->between};
}

mote_result check_checker_create(const check_checker_def *def, check_checker **out)
{
    *out = NULL;
    check_checker *c = calloc(1, sizeof *c);
    if (!c) return mote_fail_memory(sizeof *c, "a checker");
    c->def = *def;
    mote_result result = create_world(c);
    if (!result) result = create_bodies(c);
    const check_stepper_def stepping = check_checker_stepping(def, &c->tasks);
    if (!result) result = check_stepper_create(&stepping, &c->stepper);
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
                               .rest = def->rest,
                               .known = def->known};
    c->between = (check_between){.animation = def->animation,
                                 .finder = &c->finder,
                                 .bodies = c->bodies,
                                 .tasks = &c->tasks,
                                 .substeps = def->substeps};
    c->clip = c->kept_clip = MOTE_NONE - 1; // no clip, and not CHECK_REST_CLIP
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
    check_stepper_release(&c->stepper);
    mote_array_release(&c->kept, &mote_libc_allocator);
    free(c->bodies);
    free(c->part_of_body);
    free(c->placed);
    free(c);
}

// ---------------------------------------------------------------------------------------------
// One frame

// A part that was not evaluated gets only its box. The box overlaps no other box, so no vertex is
// read.
static mote_result place_part(check_checker *c, uint32_t number)
{
    const asset_part *part = c->def.animation->parts[number];
    check_placed *placed = &c->placed[number];
    if (placed->version == part->version && placed->evaluated == part->evaluated) return MOTE_OK;
    mote_positions positions = {
        .data = part->positions, .count = part->vertex_count, .persistent = true};
    mote_result result = mote_body_set_positions(c->world, c->bodies[number], &positions);
    if (!result && !part->evaluated)
        result = mote_body_set_bounds(c->world, c->bodies[number], &part->bounds);
    *placed = (check_placed){part->version, part->evaluated};
    return result;
}

// Moves the bodies to the positions of the animation's parts.
static mote_result place(check_checker *c)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < c->def.animation->part_count && !result; i++)
        result = place_part(c, i);
    return result;
}

static mote_result pose(check_checker *c, uint32_t clip, uint32_t frame)
{
    mote_result result = check_animation_pose(c->def.animation, clip, frame, &c->tasks);
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

// Detects collisions at the current positions of the parts.
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

// Steps from the previous frame. Poses the previous frame again if the animation has left it since.
static mote_result step(check_checker *c, double deadline, mote_check_frame *out)
{
    mote_result result = MOTE_OK;
    if (c->clip != out->clip || c->frame != out->number - 1)
        result = pose(c, out->clip, out->number - 1);
    c->finder.clip = out->clip;
    c->finder.frame = out->number;
    if (!result) result = check_stepper_step(&c->stepper, out->clip, out->number);
    if (!result) result = place(c);
    c->clip = out->clip;
    c->frame = out->number;
    if (!result && c->def.between)
        result =
            check_between_look(&c->between, out, c->stepper.before.data, seconds_left(deadline));
    return result;
}

check_found check_checker_found(const check_checker *c, const mote_check_frame *frame)
{
    return (check_found){.frame = *frame,
                         .baseline_face_pairs = c->finder.baseline_face_pairs,
                         .allowed_face_pairs = c->finder.allowed_face_pairs,
                         .baseline_met = c->finder.baseline_met,
                         .out_of_time = c->out_of_time};
}

// Checks the frame after the kept frame.
static mote_result look_after(check_checker *c, double deadline, check_found *out)
{
    mote_check_frame frame = frame_of(c, c->kept_clip, c->kept_frame + 1);
    mote_result result = step(c, deadline, &frame);
    if (!result) result = find(c, deadline, &frame);
    if (result) return result;
    if (c->def.between) {
        check_between_report(&c->between, &c->kept, &frame);
        c->out_of_time |= c->between.cut_short && deadline > 0 && mote_seconds() >= deadline;
    }
    *out = check_checker_found(c, &frame);
    if (c->def.between || c->def.animation->part_count < 2) return MOTE_OK;
    result = check_leaps_measure(&c->leaps, &c->stepper);
    if (!result) check_leaps_find(&c->leaps, c->def.animation, c->def.rules, &c->kept, out);
    return result;
}

mote_result check_checker_look_on(check_checker *c, uint32_t clip, uint32_t number, double deadline,
                                  check_found *out)
{
    if (clip == c->kept_clip && number == c->kept_frame + 1) return look_after(c, deadline, out);
    mote_check_frame frame;
    mote_result result = check_checker_look(c, clip, number, deadline, &frame);
    if (!result) *out = check_checker_found(c, &frame);
    return result;
}

mote_result check_checker_keep(check_checker *c, const mote_check_frame *frame)
{
    c->kept_clip = frame->clip;
    c->kept_frame = frame->number;
    c->kept.count = 0;
    for (uint32_t i = 0; i < frame->finding_count; i++)
        if (!mote_array_push(&c->kept, &mote_libc_allocator,
                             check_pair_key(frame->findings[i].a, frame->findings[i].b)))
            return mote_fail_memory(sizeof(uint64_t), "the frames");
    return MOTE_OK;
}

mote_result check_checker_look_before(check_checker *c, uint32_t clip, uint32_t number,
                                      double deadline, mote_check_frame *out)
{
    *out = frame_of(c, clip, number);
    mote_result result = step(c, deadline, out);
    if (!result) check_between_report(&c->between, &c->kept, out);
    return result;
}

mote_result check_checker_pose_moment(check_checker *c, const mote_check_frame *frame, double at)
{
    return check_between_pose(&c->between, frame, c->stepper.before.data, at);
}
