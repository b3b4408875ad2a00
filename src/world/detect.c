// One frame, from the top down: update, broad phase, pairs, certify, report. Before each stage, a
// function named require_for_... brings the bodies that the stage reads to the readiness it needs
// (shape/readiness.h). Within a stage, only vertices on demand are added to a shape, except that
// hybrid may find that a shape cannot stay on demand.

#include <math.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/pool.h"
#include "core/result.h"
#include "core/timer.h"
#include "shape/on_demand.h"
#include "shape/points.h"
#include "shape/readiness.h"
#include "world/recording.h"
#include "world/world.h"

// Bodies with at least this many clusters are updated one after the other by all workers. Smaller
// bodies are updated in parallel, each by one worker.
enum { LARGE_BODY = 512, BODIES_PER_BLOCK = 8 };

// Threads are woken for the face pairs of a frame if the face pairs of the last frame took this
// many seconds. Waking costs the caller about 8 us, and the threads start after 20 us.
static const double WORTH_ROUSING = 80e-6;

// ---------------------------------------------------------------------------------------------
// Beginning

static void reset_sinks(mote_world *world)
{
    mote_sink *sinks = world->sinks.data;
    for (uint32_t i = 0; i < world->sinks.count; i++) {
        sinks[i].hits.count = 0;
        sinks[i].failed = false;
        sinks[i].first_candidate = 0;
        sinks[i].cluster_pairs = sinks[i].candidates = sinks[i].exact_calls = 0;
        sinks[i].force_evaluations = sinks[i].hops = sinks[i].repartitions = 0;
    }
}

static mote_frame begin_frame(mote_world *world, mote_budget *budget, double start)
{
    const mote_world_def *def = &world->def;
    // With a candidate budget, results must not depend on the timing of threads.
    bool alone =
        def->candidate_budget > 0 || (def->time_budget > 0 && !world->method->divides_pairs);
    mote_tasks tasks = alone ? mote_inline_tasks() : world->tasks;
    mote_turns_begin(world, start);
    *budget = (mote_budget){.is_limited = mote_turns_are_limited(world),
                            .deadline = world->turns.deadline,
                            .seconds_per_hit = mote_turns_seconds_per_hit(world),
                            .worker_count = tasks.worker_count,
                            .counts_candidates = def->candidate_budget > 0,
                            .candidates_left = (int64_t)(def->candidate_budget & INT64_MAX)};
    return (mote_frame){.allocator = &world->allocator,
                        .settings = &world->settings,
                        .number = world->frame,
                        .tasks = tasks,
                        .sinks = world->sinks.data,
                        .detect = def->detect,
                        .tolerance = def->tolerance,
                        .budget = budget,
                        .state = world->method_state};
}

// Resets the counts of vertices and nodes.
static void begin_bodies(mote_world *world)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        const mote_shape *shape = &body->shape;
        body->moved = false;
        if (shape->points) mote_points_begin(shape->points);
        if (shape->on_demand) mote_on_demand_begin_count(shape->on_demand);
    }
}

// ---------------------------------------------------------------------------------------------
// Readiness

static void count_update(mote_world *world, const mote_body *body)
{
    uint32_t count = body->shape.clusters->vertex_count;
    world->report.stats.moved_vertices += count;
    if (body->shape.deformation.context) world->report.stats.evaluated_vertices += count;
}

bool mote_world_require(mote_world *world, mote_body *body, mote_readiness level)
{
    bool was_read = body->shape.readiness >= MOTE_SHAPE_STREAMED;
    mote_shape_require(&body->shape, level, &world->tasks);
    if (!was_read && body->shape.readiness >= MOTE_SHAPE_STREAMED) count_update(world, body);
    return !mote_shape_is_broken(&body->shape);
}

bool mote_world_require_for_query(mote_world *world, mote_body *body)
{
    bool was_read = body->shape.readiness >= MOTE_SHAPE_STREAMED;
    mote_shape_require_for_query(&body->shape, &world->tasks);
    if (!was_read && body->shape.readiness >= MOTE_SHAPE_STREAMED) count_update(world, body);
    return !mote_shape_is_broken(&body->shape);
}

mote_readiness mote_world_exact_level(const mote_world *world, const mote_body *body)
{
    uint32_t able = world->method->info.abilities & (MOTE_ABILITY_ON_DEMAND | MOTE_ABILITY_POINTS);
    return able && !body->self_collision ? MOTE_SHAPE_ON_DEMAND : MOTE_SHAPE_FRESH;
}

static void require_both(mote_world *world, mote_body_id a, mote_body_id b, mote_readiness level)
{
    mote_world_require(world, mote_world_body_at(world, a.index), level);
    mote_world_require(world, mote_world_body_at(world, b.index), level);
}

// ---------------------------------------------------------------------------------------------
// Update: every body gets a box

// Must the box come from the vertices, because neither the caller nor the method promised one?
static bool lacks_box(const mote_world *world, const mote_body *body)
{
    return body->generation && !body->shape.has_promise &&
           body->shape.readiness < mote_world_exact_level(world, body);
}

// Sets the body's box by the method instead of an update.
static void bound_by_method(const mote_world *world, mote_body *body)
{
    mote_box box;
    world->method->bounds(body->method_state, &body->shape, &box);
    mote_shape_set_bounds(&body->shape, &box);
}

static void update_small_bodies(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    mote_world *world = argument;
    const mote_tasks alone = mote_inline_tasks();
    for (uint32_t i = block * BODIES_PER_BLOCK; i < (block + 1) * BODIES_PER_BLOCK; i++) {
        if (i >= world->bodies.count) return;
        mote_body *body = mote_world_body_at(world, i);
        if (lacks_box(world, body))
            mote_shape_read(&body->shape, mote_world_exact_level(world, body), &alone);
    }
}

static mote_result update_bodies(mote_world *world)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!lacks_box(world, body)) continue;
        if (world->method->bounds) {
            bound_by_method(world, body);
            continue;
        }
        mote_readiness level = mote_world_exact_level(world, body);
        if (level <= MOTE_SHAPE_ON_DEMAND && mote_shape_go_on_demand(&body->shape)) continue;
        mote_result result = mote_world_make_room(world, body);
        if (result != MOTE_OK) return result;
        count_update(world, body);
        if (body->shape.clusters->cluster_count >= LARGE_BODY)
            mote_shape_read(&body->shape, level, &world->tasks);
    }
    uint32_t blocks = (uint32_t)((world->bodies.count + BODIES_PER_BLOCK - 1) / BODIES_PER_BLOCK);
    world->tasks.run(world->tasks.context, update_small_bodies, world, blocks);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Pairs: candidates, then the method

static mote_result find_pairs(mote_world *world, mote_frame *frame)
{
    mote_result result = mote_candidates_make_all(world, frame);
    uint32_t count = (uint32_t)world->candidates.count;
    if (result != MOTE_OK || count == 0) return result;
    result = world->method->pairs(frame, world->candidates.data, count);
    world->method_can_draw = result == MOTE_OK;
    return result;
}

// With a budget: processes one pair of bodies after the other, unless the method needs all pairs
// together.
static bool takes_turns(const mote_world *world)
{
    return mote_turns_are_limited(world) && !mote_world_joins_pairs(world) &&
           !(world->settings.effects & MOTE_OPTION_USES_THE_CLOCK);
}

static mote_result find_pairs_in_turn(mote_world *world, mote_frame *frame)
{
    mote_result result = mote_turns_run(world, frame);
    world->method_can_draw = result == MOTE_OK && world->candidates.count > 0;
    return result;
}

// ---------------------------------------------------------------------------------------------
// Certify

// Makes the bodies of undecided candidates ready for the exact engine.
static void require_for_certify(mote_world *world)
{
    const mote_candidate *candidates = world->candidates.data;
    for (size_t i = 0; i < world->candidates.count && world->certifier.engine; i++) {
        if (candidates[i].estimate.verdict != MOTE_VERDICT_UNDECIDED) continue;
        mote_body *a = mote_world_body_at(world, candidates[i].index_a);
        mote_body *b = mote_world_body_at(world, candidates[i].index_b);
        if (mote_world_require(world, a, mote_world_exact_level(world, a)))
            mote_world_require(world, b, mote_world_exact_level(world, b));
    }
}

// ---------------------------------------------------------------------------------------------
// Broken bodies

static bool is_broken(const mote_shape *shape)
{
    if (mote_shape_is_broken(shape)) return true;
    return !mote_shape_is_fresh(shape) && shape->points &&
           atomic_load(&shape->points->found_broken);
}

// A body on demand that turned out to have a position that is not finite is in no pair. Removes the
// hits that were found before.
static void drop_broken_hits(mote_world *world)
{
    const mote_candidate *candidates = world->candidates.data;
    mote_sink *sinks = world->sinks.data;
    for (uint32_t s = 0; s < world->sinks.count; s++) {
        mote_hit *hits = sinks[s].hits.data;
        size_t kept = 0;
        for (size_t i = 0; i < sinks[s].hits.count; i++) {
            const mote_candidate *c = &candidates[hits[i].candidate];
            if (!mote_shape_is_broken(c->a) && !mote_shape_is_broken(c->b)) hits[kept++] = hits[i];
        }
        sinks[s].hits.count = kept;
    }
}

static mote_result collect_invalid(mote_world *world)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!body->generation || !is_broken(&body->shape)) continue;
        mote_body_id id = mote_world_id_of(world, i);
        if (!mote_array_push(&world->report.invalid, &world->allocator, id))
            return mote_fail_memory(sizeof id, "the list of invalid bodies");
    }
    if (world->report.invalid.count) drop_broken_hits(world);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Report

static bool builds_contacts(const mote_world *world)
{
    return world->def.contacts && world->def.detect == MOTE_DETECT_ALL;
}

// Makes bodies fresh for depth and containment, which depend on the whole surface.
static void require_for_report(mote_world *world)
{
    bool contacts = builds_contacts(world);
    for (size_t i = 0; i < world->candidates.count; i++) {
        const mote_candidate *c = &world->candidates.data[i];
        const mote_pair_report *pair = &world->report.pairs.data[i];
        bool has_depth =
            contacts && pair->face_pair_count > 0 && mote_contacts_have_depth(world, c->a, c->b);
        bool may_contain = world->def.containment && mote_containment_concerns(c, pair);
        if ((has_depth || may_contain) && !mote_turns_lack_time(world, 0))
            require_both(world, pair->a, pair->b, MOTE_SHAPE_FRESH);
    }
}

// Makes the bodies of contacts without direction fresh. These contacts are known only after
// contacts were built.
static void require_for_directions(mote_world *world)
{
    const mote_u32_array *undirected = &world->contact_work.undirected;
    for (size_t i = 0; i < undirected->count; i++) {
        const mote_contact *contact = &world->report.contacts.data[undirected->data[i]];
        const mote_pair_report *pair = &world->report.pairs.data[contact->pair];
        require_both(world, pair->a, pair->b, MOTE_SHAPE_FRESH);
    }
}

static mote_result build_contacts(mote_world *world)
{
    mote_result result = mote_manifolds_begin(world)
                             ? mote_contacts_build(world)
                             : mote_fail(MOTE_ERROR_MEMORY, "no memory for manifolds");
    if (result != MOTE_OK) return result;
    require_for_directions(world);
    mote_contacts_direct(world);
    return mote_manifolds_match(world)
               ? MOTE_OK
               : mote_fail(MOTE_ERROR_MEMORY, "no memory for the manifolds of this frame");
}

static mote_result build_report(mote_world *world)
{
    bool limited = mote_turns_are_limited(world);
    double start = limited ? mote_seconds() : 0;
    mote_result result = mote_report_list_pairs(world);
    if (result != MOTE_OK) return result;
    if (limited)
        mote_turns_learn(&world->turns.seconds_per_hit, mote_seconds() - start,
                         world->report.face_pairs.count);
    require_for_report(world);
    if (world->def.containment) mote_containment_find(world);
    if (limited && !mote_turns_list_unexamined(world))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the list of unexamined pairs");
    result = mote_report_compare(world);
    if (result == MOTE_OK && builds_contacts(world)) result = build_contacts(world);
    if (result == MOTE_OK) mote_report_finish(world);
    return result;
}

static void count_points(mote_world *world)
{
    mote_stats *stats = &world->report.stats;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_shape *shape = &mote_world_body_at(world, i)->shape;
        if (shape->points) stats->touched_vertices += atomic_load(&shape->points->touched);
    }
}

// ---------------------------------------------------------------------------------------------
// The frame

static mote_result run_frame(mote_world *world, double start)
{
    mote_stats *stats = &world->report.stats;
    mote_budget budget;
    mote_frame frame = begin_frame(world, &budget, start);
    if (world->pool && world->pairs_seconds > WORTH_ROUSING) mote_pool_rouse(world->pool);
    begin_bodies(world);
    mote_result result = update_bodies(world);
    if (result != MOTE_OK) return result;
    double updated = mote_seconds();
    bool in_turn = takes_turns(world);
    if (!(in_turn ? mote_turns_search(world) : mote_broad_phase(world)))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the broad phase of this frame");
    double paired = world->turns.search_start > 0 ? world->turns.search_start : mote_seconds();
    result = in_turn ? find_pairs_in_turn(world, &frame) : find_pairs(world, &frame);
    if (result == MOTE_OK) {
        require_for_certify(world);
        result = mote_certify(world, &frame);
    }
    if (result == MOTE_OK) result = collect_invalid(world);
    double found = mote_seconds();
    world->report.cut_short = atomic_load(&budget.exhausted);
    if (result == MOTE_OK) result = build_report(world);
    count_points(world);
    double reported = mote_seconds();
    stats->update_seconds = updated - start + world->turns.update_seconds;
    stats->broad_seconds = paired - updated;
    stats->pairs_seconds = found - paired - world->turns.update_seconds;
    stats->report_seconds = reported - found;
    world->pairs_seconds = stats->pairs_seconds;
    stats->total_seconds = reported - start;
    stats->body_pairs = (uint32_t)world->candidates.count;
    return result;
}

static mote_result detect(mote_world *world)
{
    mote_result result = mote_world_begin_positions(world);
    if (result != MOTE_OK) return result;
    mote_float_env env = mote_float_env_enter();
    mote_report_clear(&world->report);
    reset_sinks(world);
    world->frame++;
    world->method_can_draw = false;
    if (world->recorder) mote_recorder_begin_frame(world);
    result = run_frame(world, mote_seconds());
    if (result != MOTE_OK) {
        mote_report_clear(&world->report);
        mote_manifolds_clear(world);
        world->candidates.count = 0;
    }
    world->has_report = true;
    if (world->recorder) mote_recorder_end_frame(world, result);
    mote_float_env_leave(env);
    return result;
}

mote_result mote_world_detect(mote_world *world)
{
    mote_result result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    mote_pool_enter(world->pool);
    result = detect(world);
    mote_pool_leave(world->pool);
    mote_world_leave(world);
    return result;
}

mote_result mote_world_set_time_budget(mote_world *world, double seconds)
{
    mote_result idle = mote_world_expect_idle(world, __func__);
    if (idle != MOTE_OK) return idle;
    if (!(seconds >= 0 && seconds < (double)INFINITY))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_set_time_budget: seconds is %g, expected 0 or more", seconds);
    if (world->recorder)
        return mote_fail(MOTE_ERROR_STATE, "mote_world_set_time_budget: the world is recorded");
    world->def.time_budget = seconds;
    return MOTE_OK;
}
