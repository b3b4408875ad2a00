#include "apps/mote/check/checker.h"

#include <stdlib.h>

#include "apps/mote/check/episodes.h"
#include "apps/mote/check/extract.h"
#include "apps/mote/terminal.h"
#include "core/pool.h"
#include "core/result.h"
#include "core/timer.h"

// Pairs of faces with overlapping boxes in a frame. Heavy contact of two meshes of 70,000 faces comes to a
// few per cent of that; files made of the same triangle over and over would take all memory otherwise.
static const uint64_t most_candidates = 10000000;

struct check_checker {
    check_def def;
    mote_pool *pool;
    mote_tasks tasks;
    mote_world *world;
    mote_body_id *bodies;   // of each part
    uint32_t *part_of_body; // by the body's index
    check_extractor extractor;
    check_episodes episodes;
    mote_untyped frames; // check_frame_sum
    check_total total;
    bool failed;
};

static mote_allocator libc_allocator(void)
{
    return mote_allocator_or_default((mote_allocator){0});
}

// ---------------------------------------------------------------------------------------------
// Making one

static mote_result create_world(check_checker *c)
{
    mote_allocator allocator = libc_allocator();
    c->pool = mote_pool_create(&allocator, c->def.threads);
    if (!c->pool) return mote_fail_memory(0, "threads");
    c->tasks = mote_pool_tasks(c->pool);
    mote_world_def def = mote_default_world_def();
    def.method = c->def.method;
    def.tolerance = c->def.tolerance;
    def.containment = true;
    def.time_budget = c->def.budget;
    def.candidate_budget = most_candidates;
    def.tasks = c->tasks;
    return mote_world_create(&def, &c->world);
}

static mote_result create_bodies(check_checker *c)
{
    const check_animation *animation = c->def.animation;
    c->bodies = calloc(animation->part_count, sizeof *c->bodies);
    c->part_of_body = calloc(animation->part_count, sizeof *c->part_of_body);
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
        mote_positions positions = {.data = part->positions, .count = part->vertex_count};
        result = mote_body_set_positions(c->world, c->bodies[i], &positions);
        if (result) return result;
    }
    return MOTE_OK;
}

mote_result check_checker_create(const check_def *def, check_checker **out)
{
    *out = NULL;
    check_checker *c = calloc(1, sizeof *c);
    if (!c) return mote_fail_memory(sizeof *c, "a checker");
    c->def = *def;
    c->extractor = check_extractor_create();
    c->episodes = check_episodes_create();
    c->frames = mote_untyped_of(sizeof(check_frame_sum));
    if (def->first_frame != CHECK_REST_FRAME)
        c->total = (check_total){.first_frame = def->first_frame, .last_frame = def->last_frame};
    mote_result result = create_world(c);
    if (!result) result = create_bodies(c);
    if (result) {
        check_checker_destroy(c);
        return result;
    }
    c->extractor.animation = def->animation;
    c->extractor.rules = def->rules;
    c->extractor.baseline = def->baseline;
    c->extractor.world = c->world;
    c->extractor.part_of_body = c->part_of_body;
    c->extractor.tolerant = def->tolerance > 0;
    *out = c;
    return MOTE_OK;
}

void check_checker_destroy(check_checker *c)
{
    if (!c) return;
    mote_allocator allocator = libc_allocator();
    mote_world_destroy(c->world);
    mote_pool_destroy(c->pool, &allocator);
    check_extractor_release(&c->extractor);
    check_episodes_release(&c->episodes);
    mote_untyped_release(&c->frames, &allocator);
    free(c->bodies);
    free(c->part_of_body);
    free(c);
}

// ---------------------------------------------------------------------------------------------
// One frame

mote_result check_checker_look(check_checker *c, uint32_t number, check_frame *out)
{
    check_animation *animation = c->def.animation;
    bool rest = c->def.first_frame == CHECK_REST_FRAME;
    *out = (check_frame){.number = rest ? 0 : number,
                         .time = check_animation_time(animation, rest ? 0 : number)};
    mote_result result =
        check_animation_pose(animation, rest ? CHECK_REST_FRAME : number, &c->tasks);
    for (uint32_t i = 0; i < animation->part_count && !result; i++) {
        const asset_part *part = animation->parts[i];
        if (!part->moved) continue;
        mote_positions positions = {.data = part->positions, .count = part->vertex_count};
        result = mote_body_set_positions(c->world, c->bodies[i], &positions);
    }
    mote_report report;
    if (!result) result = mote_world_detect(c->world);
    if (!result) result = mote_world_report(c->world, &report);
    return result ? result : check_extract(&c->extractor, &report, out);
}

static bool fails(const check_fail_on *on, const check_finding *finding)
{
    if (finding->severity < on->severity) return false;
    if (on->severity < CHECK_SEVERITY_PENETRATE || on->depth <= 0) return true;
    return finding->depth_kind == MOTE_DEPTH_ESTIMATE && finding->depth > on->depth;
}

static mote_result remember(check_checker *c, const check_frame *frame)
{
    check_total *total = &c->total;
    check_frame_sum sum = {.flags = (uint8_t)(frame->cut_short | (frame->invalid_count > 0) << 1)};
    uint64_t face_pairs = 0;
    for (uint32_t i = 0; i < frame->finding_count; i++) {
        const check_finding *finding = &frame->findings[i];
        face_pairs += finding->face_pair_count;
        if (finding->severity > sum.severity) sum.severity = (uint8_t)finding->severity;
        if (finding->depth_kind == MOTE_DEPTH_ESTIMATE && finding->depth > total->deepest)
            total->deepest = finding->depth;
        c->failed |= fails(&c->def.fail_on, finding);
    }
    sum.face_pair_count = face_pairs < UINT32_MAX ? (uint32_t)face_pairs : UINT32_MAX;
    sum.finding_count =
        (uint16_t)(frame->finding_count < UINT16_MAX ? frame->finding_count : UINT16_MAX);
    total->checked++;
    total->frames[sum.severity]++;
    total->findings += frame->finding_count;
    total->face_pairs += face_pairs;
    total->cut_short |= frame->cut_short;
    total->invalid_frames += frame->invalid_count > 0;
    mote_allocator allocator = libc_allocator();
    if (!mote_untyped_push(&c->frames, &allocator, &sum))
        return mote_fail_memory(sizeof sum, "what was found");
    return check_episodes_add(&c->episodes, c->def.animation, frame);
}

// ---------------------------------------------------------------------------------------------
// All frames

static mote_result run_frame(check_checker *c, uint32_t number, const check_sink *sinks,
                             uint32_t sink_count)
{
    check_frame frame;
    mote_result result = check_checker_look(c, number, &frame);
    if (!result) result = remember(c, &frame);
    for (uint32_t i = 0; i < sink_count && !result; i++)
        result = sinks[i].frame(sinks[i].context, &frame);
    return result;
}

mote_result check_checker_run(check_checker *c, const check_sink *sinks, uint32_t sink_count)
{
    uint32_t count = c->def.last_frame - c->def.first_frame + 1;
    double ends = mote_seconds() + c->def.budget;
    cmd_progress progress = cmd_progress_begin("checking", count);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < count && !result; i++) {
        if (c->def.budget > 0 && i > 0 && mote_seconds() >= ends) {
            c->total.cut_short = true;
            break;
        }
        result = run_frame(c, c->def.first_frame + i, sinks, sink_count);
        cmd_progress_step(&progress);
    }
    cmd_progress_end(&progress);
    c->total.baseline_face_pairs = c->extractor.baseline_face_pairs;
    check_episodes_sort(&c->episodes);
    return result;
}

check_outcome check_checker_outcome(check_checker *c)
{
    return (check_outcome){.total = &c->total,
                           .episodes = c->episodes.episodes.data,
                           .episode_count = c->episodes.episodes.count,
                           .frames = c->frames.data,
                           .failed = c->failed};
}
