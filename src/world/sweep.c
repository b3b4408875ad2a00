// One sweep, from the top down: the ends of all bodies, broad phase over the boxes of the step,
// impacts, report, verified step.

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/pool.h"
#include "core/result.h"
#include "core/timer.h"
#include "shape/on_demand.h"
#include "world/recording.h"
#include "world/sweep.h"

#define SWEEP_COOKIE 0x6d6f7473u

// Bodies with at least this many clusters are updated one after the other by all workers. Smaller
// bodies are updated in parallel, each by one worker.
enum { LARGE_BODY = 512, BODIES_PER_BLOCK = 8 };

mote_sweep_def mote_default_sweep_def(void)
{
    return (mote_sweep_def){.cookie = SWEEP_COOKIE};
}

// ---------------------------------------------------------------------------------------------
// Update: both ends of every body

static mote_result prepare_bodies(mote_world *world)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < world->bodies.count && result == MOTE_OK; i++) {
        if (mote_world_body_at(world, i)->generation)
            result = mote_motion_prepare(world, i, "mote_world_sweep");
    }
    return result;
}

static bool is_large(const mote_body *body)
{
    return body->shape.clusters->cluster_count >= LARGE_BODY;
}

// Only bodies for which `needs` returns true are updated.
typedef struct update_job {
    const mote_world *world;
    bool (*needs)(const mote_body *body);
} update_job;

static void update_small_bodies(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const update_job *job = argument;
    const mote_tasks alone = mote_inline_tasks();
    for (uint32_t i = block * BODIES_PER_BLOCK; i < (block + 1) * BODIES_PER_BLOCK; i++) {
        if (i >= job->world->bodies.count) return;
        mote_body *body = mote_world_body_at(job->world, i);
        if (body->generation && !is_large(body) && job->needs(body))
            mote_motion_update(body, &alone);
    }
}

static void count_end(mote_world *world, const mote_shape *shape)
{
    mote_sweep_stats *stats = &world->sweeper->stats;
    uint64_t count = shape->clusters->vertex_count;
    stats->moved_vertices += count;
    if (shape->deformation.context) stats->evaluated_vertices += count;
}

static void count_ends(mote_world *world, const mote_body *body)
{
    const mote_swept *swept = &body->sweep->swept;
    if (swept->start->readiness < MOTE_SHAPE_STREAMED) count_end(world, swept->start);
    if (swept->start != swept->end && swept->end->readiness < MOTE_SHAPE_STREAMED)
        count_end(world, swept->end);
}

// Updates both ends of the bodies that need it.
static void update_all(mote_world *world, bool (*needs)(const mote_body *body))
{
    bool any_small = false;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!body->generation || !needs(body)) continue;
        count_ends(world, body);
        if (mote_motion_needs_present(body)) mote_world_require(world, body, MOTE_SHAPE_FRESH);
        if (is_large(body)) mote_motion_update(body, &world->tasks);
        any_small |= !is_large(body);
    }
    if (!any_small) return;
    uint32_t blocks = (uint32_t)((world->bodies.count + BODIES_PER_BLOCK - 1) / BODIES_PER_BLOCK);
    update_job job = {world, needs};
    world->tasks.run(world->tasks.context, update_small_bodies, &job, blocks);
}

static bool is_not_on_demand(const mote_body *body)
{
    return !body->sweep->swept.on_demand;
}

// Must all positions be read? Recordings hold all positions. With a candidate budget, results must
// not depend on the vertex source, so streaming is disabled.
static bool reads_all(const mote_world *world)
{
    return world->recorder || world->def.candidate_budget > 0;
}

static void update_bodies(mote_world *world)
{
    bool all = reads_all(world);
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!body->generation) continue;
        body->sweep->swept.on_demand = false;
        if (!all && !mote_motion_go_on_demand(world, body))
            body->sweep->is_streamed = mote_motion_can_stream(body);
    }
    update_all(world, is_not_on_demand);
}

// Excludes bodies with a position that is not finite.
static mote_result admit_bodies(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    sweeper->invalid.count = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (!body->generation) continue;
        mote_body_sweep *sweep = body->sweep;
        sweep->has_vertex_steps = false;
        sweep->takes_part = !mote_swept_is_broken(&sweep->swept);
        mote_body_id id = mote_world_id_of(world, i);
        if (!sweep->takes_part && !mote_array_push(&sweeper->invalid, &world->allocator, id))
            return mote_fail_memory(sizeof id, "the list of invalid bodies");
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Broad phase

static bool step_box(const mote_world *world, const mote_body *body, mote_box *out)
{
    if (!body->generation || !body->sweep->takes_part) return false;
    *out = mote_box_widened(&body->sweep->swept.box, 0.5f * world->sweeper->def.separation);
    return true;
}

static void swap_pair_keys(mote_world *world)
{
    mote_u64_array keys = world->pair_keys;
    world->pair_keys = world->sweeper->pair_keys;
    world->sweeper->pair_keys = keys;
}

// Keeps the pairs of the last detect, which drawing shows.
static bool find_pairs(mote_world *world)
{
    swap_pair_keys(world);
    bool found = mote_broad_phase_of(world, step_box);
    swap_pair_keys(world);
    return found;
}

// ---------------------------------------------------------------------------------------------
// Bodies in pairs that are on demand or streamed

static bool is_near(const mote_body *body)
{
    return body->sweep->is_near;
}

// Returns the region in which the boxes of two bodies overlap; empty if they do not.
static mote_box region_of(const mote_world *world, uint64_t key)
{
    mote_box a = mote_box_empty(), b = a;
    step_box(world, mote_world_body_at(world, (uint32_t)(key >> 32)), &a);
    step_box(world, mote_world_body_at(world, (uint32_t)key), &b);
    return mote_box_intersection(&a, &b);
}

// Drops pairs whose boxes no longer overlap, because they are tighter now.
static void drop_pairs_apart(const mote_world *world)
{
    mote_u64_array *keys = &world->sweeper->pair_keys;
    size_t kept = 0;
    for (size_t i = 0; i < keys->count; i++) {
        mote_box region = region_of(world, keys->data[i]);
        if (mote_boxes_overlap(&region, &region)) keys->data[kept++] = keys->data[i];
    }
    keys->count = kept;
}

// Reads all vertices of streamed bodies, and of bodies on demand if that is cheaper.
static void update_near_bodies(mote_world *world)
{
    const mote_u64_array *keys = &world->sweeper->pair_keys;
    bool any = false;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (body->generation) body->sweep->is_near = false;
    }
    for (size_t i = 0; i < keys->count; i++) {
        const uint32_t indices[2] = {(uint32_t)(keys->data[i] >> 32), (uint32_t)keys->data[i]};
        mote_box region = region_of(world, keys->data[i]);
        for (int k = 0; k < 2; k++) {
            const mote_body *body = mote_world_body_at(world, indices[k]);
            mote_body_sweep *sweep = body->sweep;
            if (!sweep->is_near)
                sweep->is_near = sweep->is_streamed || mote_motion_is_near(body, &region);
            sweep->is_streamed = false;
            any |= sweep->is_near;
        }
    }
    if (!any) return;
    update_all(world, is_near);
    drop_pairs_apart(world);
}

// ---------------------------------------------------------------------------------------------
// Candidates, and the method

static mote_sweep_candidate candidate_of(const mote_world *world, uint64_t key,
                                         _Atomic uint64_t *limit)
{
    const mote_body *a = mote_world_body_at(world, (uint32_t)(key >> 32));
    const mote_body *b = mote_world_body_at(world, (uint32_t)key);
    return (mote_sweep_candidate){.a = &a->sweep->swept,
                                  .b = &b->sweep->swept,
                                  .region = region_of(world, key),
                                  .complete = true,
                                  .limit = limit};
}

static bool make_candidates(mote_world *world, mote_sweep_find find)
{
    mote_sweeper *sweeper = world->sweeper;
    size_t count = sweeper->pair_keys.count, limit_count = find == MOTE_SWEEP_FIRST ? count : 1;
    sweeper->candidates.count = sweeper->limits.count = 0;
    mote_sweep_candidate *candidates =
        mote_array_room(&sweeper->candidates, &world->allocator, count);
    _Atomic uint64_t *limits = mote_array_room(&sweeper->limits, &world->allocator, limit_count);
    if (!candidates || !limits) return false;
    const double end = 1;
    uint64_t end_bits;
    memcpy(&end_bits, &end, sizeof end_bits);
    for (size_t i = 0; i < limit_count; i++) atomic_init(&limits[i], end_bits);
    for (size_t i = 0; i < count; i++)
        candidates[i] =
            candidate_of(world, sweeper->pair_keys.data[i], &limits[limit_count == 1 ? 0 : i]);
    sweeper->candidates.count = count;
    sweeper->limits.count = limit_count;
    return true;
}

static void reset_sinks(mote_sweeper *sweeper)
{
    for (size_t i = 0; i < sweeper->sinks.count; i++) {
        mote_sweep_sink *sink = &sweeper->sinks.data[i];
        sink->base.hits.count = sink->impacts.count = 0;
        sink->base.failed = false;
        sink->base.cluster_pairs = sink->base.candidates = sink->base.exact_calls = 0;
        sink->triangle_pairs = 0;
    }
}

mote_sweep_frame mote_sweep_begin(mote_world *world, mote_sweep_find find, mote_budget *budget)
{
    // With a candidate budget, results must not depend on the timing of threads.
    mote_tasks tasks = budget->counts_candidates ? mote_inline_tasks() : world->tasks;
    return (mote_sweep_frame){.allocator = &world->allocator,
                              .tasks = tasks,
                              .sinks = world->sweeper->sinks.data,
                              .find = find,
                              .wants_impacts = true,
                              .budget = budget,
                              .state = world->sweeper->method_state};
}

static void add_counts(mote_sweeper *sweeper)
{
    mote_sweep_stats *stats = &sweeper->stats;
    for (size_t i = 0; i < sweeper->sinks.count; i++) {
        const mote_sweep_sink *sink = &sweeper->sinks.data[i];
        stats->cluster_pairs += sink->base.cluster_pairs;
        stats->triangle_pairs += sink->triangle_pairs;
        stats->candidates += sink->base.candidates;
        stats->exact_calls += sink->base.exact_calls;
    }
}

mote_result mote_sweep_run(mote_world *world, mote_sweep_frame *frame)
{
    mote_sweeper *sweeper = world->sweeper;
    double start = mote_seconds();
    reset_sinks(sweeper);
    sweeper->version++;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (body->generation) body->sweep->swept.version = sweeper->version;
    }
    bool found = find_pairs(world);
    if (found) update_near_bodies(world);
    if (!found || !make_candidates(world, frame->find))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the broad phase of a sweep");
    double paired = mote_seconds();
    uint32_t count = (uint32_t)sweeper->candidates.count;
    mote_result result = mote_candidates_check_count(sweeper->candidates.count);
    if (result == MOTE_OK && count)
        result = world->method->sweep->impacts(frame, sweeper->candidates.data, count);
    for (size_t i = 0; i < sweeper->sinks.count && result == MOTE_OK; i++) {
        if (sweeper->sinks.data[i].base.failed)
            result = mote_fail(MOTE_ERROR_MEMORY, "no memory for the impacts of a sweep");
    }
    add_counts(sweeper);
    sweeper->stats.broad_seconds += paired - start;
    sweeper->stats.pairs_seconds += mote_seconds() - paired;
    return result;
}

// ---------------------------------------------------------------------------------------------
// The sweep

static void clear_report(mote_sweeper *sweeper)
{
    sweeper->pairs.count = sweeper->impacts.count = sweeper->contacts.count = 0;
    sweeper->face_pairs.count = sweeper->body_steps.count = sweeper->invalid.count = 0;
    sweeper->safe_step = 1;
    sweeper->verified_step = 0;
    sweeper->start_is_free = sweeper->cut_short = sweeper->has_report = false;
    sweeper->hash = 0;
    sweeper->stats = (mote_sweep_stats){0};
}

static mote_budget make_budget(const mote_world *world, double start)
{
    const mote_world_def *def = &world->def;
    return (mote_budget){.is_limited = def->time_budget > 0 || def->candidate_budget > 0,
                         .deadline = def->time_budget > 0 ? start + def->time_budget : 0,
                         .worker_count = world->tasks.worker_count,
                         .counts_candidates = def->candidate_budget > 0,
                         .candidates_left = (int64_t)(def->candidate_budget & INT64_MAX)};
}

// Sums over all bodies on demand of evaluated vertices and bounded nodes.
typedef struct on_demand_counts {
    uint64_t evaluated, bounded;
} on_demand_counts;

static on_demand_counts on_demand_counts_of(const mote_world *world)
{
    on_demand_counts sum = {0, 0};
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (!body->generation) continue;
        const mote_on_demand *kept[] = {body->shape.on_demand,
                                        body->sweep->shapes[MOTE_AT_START].on_demand,
                                        body->sweep->shapes[MOTE_AT_END].on_demand};
        for (int k = 0; k < 3; k++) {
            sum.evaluated += kept[k] ? atomic_load(&kept[k]->evaluated) : 0;
            sum.bounded += kept[k] ? kept[k]->bounded : 0;
        }
    }
    return sum;
}

static void count_on_demand(mote_world *world, on_demand_counts before)
{
    on_demand_counts after = on_demand_counts_of(world);
    world->sweeper->stats.evaluated_vertices += after.evaluated - before.evaluated;
    world->sweeper->stats.bounded_nodes += after.bounded - before.bounded;
}

static bool found_broken(const mote_world *world)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (body->generation && body->sweep->takes_part &&
            mote_swept_is_broken(&body->sweep->swept))
            return true;
    }
    return false;
}

// Clears the counts that a repeated run computes again.
static void clear_counts(mote_sweep_stats *stats)
{
    stats->cluster_pairs = stats->triangle_pairs = stats->candidates = stats->exact_calls = 0;
}

// A body on demand may turn out to have a position that is not finite. Then the body is excluded
// and the run is repeated.
static mote_result run_without_broken(mote_world *world, mote_sweep_frame *frame)
{
    mote_result result = mote_sweep_run(world, frame);
    while (result == MOTE_OK && found_broken(world)) {
        clear_counts(&world->sweeper->stats);
        result = admit_bodies(world);
        if (result == MOTE_OK) result = mote_sweep_run(world, frame);
    }
    return result;
}

static void note_pairs(const mote_world *world)
{
    const mote_u64_array *keys = &world->sweeper->pair_keys;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (body->generation) body->sweep->was_paired = false;
    }
    for (size_t i = 0; i < keys->count; i++) {
        mote_world_body_at(world, (uint32_t)(keys->data[i] >> 32))->sweep->was_paired = true;
        mote_world_body_at(world, (uint32_t)keys->data[i])->sweep->was_paired = true;
    }
}

static mote_result run_stages(mote_world *world, double start)
{
    mote_sweeper *sweeper = world->sweeper;
    const on_demand_counts before = on_demand_counts_of(world);
    update_bodies(world);
    mote_result result = admit_bodies(world);
    sweeper->stats.update_seconds = mote_seconds() - start;
    if (world->recorder) mote_recorder_begin_sweep(world);
    mote_budget budget = make_budget(world, start);
    mote_sweep_frame frame = mote_sweep_begin(world, sweeper->def.find, &budget);
    frame.wants_start = sweeper->def.face_pairs || sweeper->def.verify;
    frame.separation = sweeper->def.separation;
    if (result == MOTE_OK) result = run_without_broken(world, &frame);
    if (result == MOTE_OK) note_pairs(world); // after a failure, bodies of the pairs may be gone
    count_on_demand(world, before);
    sweeper->stats.body_pairs = sweeper->candidates.count;
    sweeper->cut_short = atomic_load(&budget.exhausted);
    double found = mote_seconds();
    if (result == MOTE_OK) result = mote_sweep_report_build(world);
    sweeper->stats.report_seconds = mote_seconds() - found;
    if (result == MOTE_OK && sweeper->def.verify) result = mote_sweep_verify(world);
    sweeper->stats.total_seconds = mote_seconds() - start;
    return result;
}

static mote_result sweep(mote_world *world, const mote_sweep_def *def)
{
    if (!mote_sweeper_of(world)) return mote_fail_memory(sizeof(mote_sweeper), "a sweep");
    double start = mote_seconds();
    mote_sweeper *sweeper = world->sweeper;
    clear_report(sweeper);
    mote_result result = prepare_bodies(world);
    if (result != MOTE_OK) return result;
    mote_float_env env = mote_float_env_enter();
    sweeper->def = *def;
    sweeper->number++;
    result = run_stages(world, start);
    if (result != MOTE_OK) clear_report(sweeper);
    if (world->recorder) mote_recorder_end_sweep(world, result);
    sweeper->has_report = result == MOTE_OK;
    mote_float_env_leave(env);
    return result;
}

static mote_result check_def(const mote_sweep_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_sweep: def is null");
    if (def->cookie != SWEEP_COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_sweep: def does not come from mote_default_sweep_def");
    if ((uint32_t)def->find > MOTE_SWEEP_EARLIEST)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_sweep: def.find is %d, which is no mote_sweep_find",
                         (int)def->find);
    if (!(def->separation >= 0 && isfinite(def->separation)))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_sweep: def.separation is %g, expected a finite number, 0 or "
                         "more",
                         (double)def->separation);
    if (def->find != MOTE_SWEEP_ALL && (def->face_pairs || def->vertex_steps))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_sweep: def.%s needs MOTE_SWEEP_ALL",
                         def->face_pairs ? "face_pairs" : "vertex_steps");
    return MOTE_OK;
}

mote_result mote_world_sweep(mote_world *world, const mote_sweep_def *def)
{
    mote_result result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    result = check_def(def);
    if (result == MOTE_OK) result = mote_sweep_check_method(world, __func__);
    mote_pool_enter(world->pool);
    if (result == MOTE_OK) result = sweep(world, def);
    mote_pool_leave(world->pool);
    mote_world_leave(world);
    return result;
}
