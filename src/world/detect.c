// One frame, from the top down: update, broad phase, pairs, certify, report. Before each stage, a
// function named require_for_... brings the bodies that the stage looks at to the readiness it
// needs (shape/readiness.h). Within a stage a shape only learns more vertices on demand, and hybrid
// may find that one cannot stay on demand.

#include <math.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/result.h"
#include "core/timer.h"
#include "shape/on_demand.h"
#include "shape/points.h"
#include "shape/readiness.h"
#include "world/recording.h"
#include "world/world.h"

// Bodies with at least this many clusters are updated by all workers together, smaller ones in
// parallel, each by one worker.
enum { LARGE_BODY = 512, BODIES_PER_BLOCK = 8 };

// ---------------------------------------------------------------------------------------------
// Beginning

static void reset_sinks(mote_world *world)
{
    mote_sink *sinks = world->sinks.data;
    for (uint32_t i = 0; i < world->sinks.count; i++) {
        sinks[i].hits.count = 0;
        sinks[i].failed = false;
        sinks[i].cluster_pairs = sinks[i].candidates = sinks[i].exact_calls = 0;
        sinks[i].force_evaluations = sinks[i].hops = sinks[i].repartitions = 0;
    }
}

static mote_frame begin_frame(mote_world *world, mote_budget *budget, double start)
{
    const mote_world_def *def = &world->def;
    *budget = (mote_budget){.deadline = def->time_budget > 0 ? start + def->time_budget : 0,
                            .counts_candidates = def->candidate_budget > 0,
                            .candidates_left = (int64_t)(def->candidate_budget & INT64_MAX)};
    return (mote_frame){.allocator = &world->allocator,
                        .settings = &world->settings,
                        .number = world->frame,
                        // What a counted budget leaves out must not depend on the timing of
                        // threads.
                        .tasks = def->candidate_budget ? mote_inline_tasks() : world->tasks,
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
    bool was_fresh = mote_shape_is_fresh(&body->shape);
    mote_shape_require(&body->shape, level, &world->tasks);
    if (!was_fresh && mote_shape_is_fresh(&body->shape)) count_update(world, body);
    return !mote_shape_is_broken(&body->shape);
}

mote_readiness mote_world_exact_level(const mote_world *world, const mote_body *body)
{
    uint32_t able = world->method->info.abilities & (MOTE_ABILITY_ON_DEMAND | MOTE_ABILITY_POINTS);
    return able && !body->self_collision ? MOTE_SHAPE_ON_DEMAND : MOTE_SHAPE_FRESH;
}

// What the method needs of a body in a candidate pair. Methods that read single vertices, or none,
// need a box.
static mote_readiness pairs_level(const mote_world *world, const mote_body *body)
{
    bool needs_a_box = mote_world_reads_points(world) || world->method->bounds;
    return needs_a_box ? MOTE_SHAPE_BOUNDED : mote_world_exact_level(world, body);
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

// The method's box of the body, instead of an update.
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
        if (lacks_box(world, body)) mote_shape_require(&body->shape, MOTE_SHAPE_FRESH, &alone);
    }
}

static void update_bodies(mote_world *world)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!lacks_box(world, body)) continue;
        if (world->method->bounds) {
            bound_by_method(world, body);
        } else if (mote_world_exact_level(world, body) == MOTE_SHAPE_FRESH ||
                   !mote_shape_go_on_demand(&body->shape)) {
            count_update(world, body);
            if (body->shape.clusters->cluster_count >= LARGE_BODY)
                mote_shape_require(&body->shape, MOTE_SHAPE_FRESH, &world->tasks);
        }
    }
    uint32_t blocks = (uint32_t)((world->bodies.count + BODIES_PER_BLOCK - 1) / BODIES_PER_BLOCK);
    world->tasks.run(world->tasks.context, update_small_bodies, world, blocks);
}

// ---------------------------------------------------------------------------------------------
// Pairs: candidates, then the method

// Brings the bodies of all pairs to what the method needs. Drops pairs with a body that turns out
// to be broken.
static void require_for_pairs(mote_world *world)
{
    uint64_t *keys = world->pair_keys.data;
    size_t kept = 0;
    for (size_t i = 0; i < world->pair_keys.count; i++) {
        mote_body *a = mote_world_body_at(world, (uint32_t)(keys[i] >> 32));
        mote_body *b = mote_world_body_at(world, (uint32_t)keys[i]);
        if (mote_world_require(world, a, pairs_level(world, a)) &&
            mote_world_require(world, b, pairs_level(world, b)))
            keys[kept++] = keys[i];
    }
    world->pair_keys.count = kept;
}

// Where two bodies can meet; false if their boxes do not overlap.
static bool overlap_region(const mote_world *world, const mote_body *a, const mote_body *b,
                           mote_box *region)
{
    mote_box box_a = mote_box_widened(mote_shape_bounds(&a->shape), 0.5f * world->def.tolerance);
    mote_box box_b = mote_box_widened(mote_shape_bounds(&b->shape), 0.5f * world->def.tolerance);
    *region = mote_box_intersection(&box_a, &box_b);
    return world->method->wants_all_pairs || mote_boxes_overlap(&box_a, &box_b);
}

static mote_result update_method(mote_world *world, mote_frame *frame, mote_body *body)
{
    if (!world->method->update || body->method_version == body->shape.version) return MOTE_OK;
    mote_result result = world->method->update(frame, body->method_state, &body->shape);
    if (result == MOTE_OK) body->method_version = body->shape.version;
    return result;
}

// The hint and state that the last frame left for these two, for methods that use them.
static bool bring_hint(mote_world *world, uint64_t key, mote_candidate *candidate)
{
    if (!world->method->pair_state_bytes) return true;
    mote_pair_hint *kept = mote_hints_get(&world->hints, &world->allocator,
                                          mote_world_id_of(world, (uint32_t)(key >> 32)),
                                          mote_world_id_of(world, (uint32_t)key), world->frame);
    if (!kept) return false;
    candidate->hint = &kept->hint;
    candidate->pair_state = kept->state;
    return true;
}

static mote_candidate candidate_of(const mote_body *a, const mote_body *b, uint64_t key,
                                   const mote_box *region)
{
    return (mote_candidate){.a = &a->shape,
                            .b = &b->shape,
                            .index_a = (uint32_t)(key >> 32),
                            .index_b = (uint32_t)key,
                            .state_a = a->method_state,
                            .state_b = b->method_state,
                            .region = *region,
                            .shared_vertex = a->self_shared_vertex,
                            .shared_edge = a->self_shared_edge,
                            .complete = true,
                            .estimate = {.a = {(uint32_t)(key >> 32), a->generation},
                                         .b = {(uint32_t)key, b->generation},
                                         .distance = INFINITY,
                                         .face_a = MOTE_NONE,
                                         .face_b = MOTE_NONE}};
}

// Makes candidates of the pairs, without those that overlapped by their promised bounds only.
static mote_result make_candidates(mote_world *world, mote_frame *frame)
{
    uint64_t *keys = world->pair_keys.data;
    size_t kept = 0;
    world->candidates.count = 0;
    if (world->pair_keys.count > UINT32_MAX)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_world_detect: %zu pairs of bodies are near each other, but a frame "
                         "can number 2^32 - 1",
                         world->pair_keys.count);
    mote_candidate *out =
        mote_array_room(&world->candidates, &world->allocator, world->pair_keys.count);
    if (!out) return mote_fail_memory(world->pair_keys.count * sizeof *out, "candidate pairs");
    for (size_t i = 0; i < world->pair_keys.count; i++) {
        mote_body *a = mote_world_body_at(world, (uint32_t)(keys[i] >> 32));
        mote_body *b = mote_world_body_at(world, (uint32_t)keys[i]);
        mote_box region;
        if (!overlap_region(world, a, b, &region)) continue;
        mote_result result = update_method(world, frame, a);
        if (result == MOTE_OK) result = update_method(world, frame, b);
        if (result != MOTE_OK) return result;
        out[kept] = candidate_of(a, b, keys[i], &region);
        if (!bring_hint(world, keys[i], &out[kept]))
            return mote_fail(MOTE_ERROR_MEMORY, "no memory for the hint of two bodies");
        keys[kept++] = keys[i];
    }
    world->pair_keys.count = world->candidates.count = kept;
    return MOTE_OK;
}

static mote_result find_pairs(mote_world *world, mote_frame *frame)
{
    mote_result result = make_candidates(world, frame);
    uint32_t count = (uint32_t)world->candidates.count;
    if (result != MOTE_OK || count == 0) return result;
    result = world->method->pairs(frame, world->candidates.data, count);
    world->method_can_draw = result == MOTE_OK;
    return result;
}

// ---------------------------------------------------------------------------------------------
// Certify

// The bodies of candidates that the method left undecided.
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

// A body on demand that turned out to have a position that is not finite is in no pair: removes the
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

// Depth and containment depend on what is inside a body, and so on its whole surface.
static void require_for_report(mote_world *world)
{
    bool contacts = builds_contacts(world);
    for (size_t i = 0; i < world->candidates.count; i++) {
        const mote_candidate *c = &world->candidates.data[i];
        const mote_pair_report *pair = &world->report.pairs.data[i];
        bool has_depth =
            contacts && pair->face_pair_count > 0 && mote_contacts_have_depth(world, c->a, c->b);
        bool may_contain = world->def.containment && mote_containment_concerns(c, pair);
        if (has_depth || may_contain) require_both(world, pair->a, pair->b, MOTE_SHAPE_FRESH);
    }
}

// Known only when contacts are built: the faces that meet do not always give a direction.
static void require_for_directions(mote_world *world)
{
    const mote_u32_array *undirected = &world->contact_work.undirected;
    for (size_t i = 0; i < undirected->count; i++) {
        const mote_contact *contact = &world->report.contacts.data[undirected->data[i]];
        const mote_pair_report *pair = &world->report.pairs.data[contact->pair];
        require_both(world, pair->a, pair->b, MOTE_SHAPE_FRESH);
    }
}

static mote_result build_report(mote_world *world)
{
    mote_result result = mote_report_list_pairs(world);
    if (result != MOTE_OK) return result;
    require_for_report(world);
    if (world->def.containment) mote_containment_find(world);
    result = mote_report_compare(world);
    if (result != MOTE_OK) return result;
    if (builds_contacts(world)) {
        result = mote_contacts_build(world);
        if (result != MOTE_OK) return result;
        require_for_directions(world);
        mote_contacts_direct(world);
    }
    mote_report_finish(world);
    return MOTE_OK;
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
    begin_bodies(world);
    update_bodies(world);
    double updated = mote_seconds();
    if (!mote_broad_phase(world))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the broad phase of this frame");
    double paired = mote_seconds();
    require_for_pairs(world);
    mote_result result = find_pairs(world, &frame);
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
    stats->update_seconds = updated - start;
    stats->broad_seconds = paired - updated;
    stats->pairs_seconds = found - paired;
    stats->report_seconds = reported - found;
    stats->total_seconds = reported - start;
    stats->body_pairs = (uint32_t)world->candidates.count;
    return result;
}

mote_result mote_world_detect(mote_world *world)
{
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_detect: world is null");
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
        world->candidates.count = 0;
    }
    world->has_report = true;
    if (world->recorder) mote_recorder_end_frame(world, result);
    mote_float_env_leave(env);
    return result;
}

mote_result mote_world_set_time_budget(mote_world *world, double seconds)
{
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_set_time_budget: world is null");
    if (!(seconds >= 0 && seconds < (double)INFINITY))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_set_time_budget: seconds is %g, expected 0 or more", seconds);
    if (world->recorder)
        return mote_fail(MOTE_ERROR_STATE, "mote_world_set_time_budget: the world is recorded");
    world->def.time_budget = seconds;
    return MOTE_OK;
}
