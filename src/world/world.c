// Worlds: definitions, creation, destruction.

#include "world/world.h"

#include "core/result.h"
#include "world/options.h"
#include "world/recording.h"
#include "world/view/view.h"

#define WORLD_COOKIE 0x6d6f7477u

mote_world_def mote_default_world_def(void)
{
    mote_world_def def = {.cookie = WORLD_COOKIE, .worker_count = 1};
    mote_world_options_default(&def);
    return def;
}

// Fails if the def requires something that the method cannot do.
static mote_result check_abilities(const mote_world_def *def)
{
    const mote_method_api *method = mote_method_find(def->method);
    if (!method)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_create: def.method is %d, which is no mote_method",
                         (int)def->method);
    const mote_method_info *info = &method->info;
    if (def->tolerance > 0 && !(info->abilities & MOTE_ABILITY_TOLERANCE))
        return mote_fail(MOTE_ERROR_REFUSED,
                         "mote_world_create: method %s does not support a tolerance", info->name);
    if (def->containment && !def->certify && !(info->abilities & MOTE_ABILITY_EXACT))
        return mote_fail(MOTE_ERROR_REFUSED,
                         "mote_world_create: containment needs an exact method, or certify; method "
                         "%s is not exact",
                         info->name);
    return MOTE_OK;
}

// Fails if options exclude each other. Contacts, which are on by default, are allowed with
// MOTE_DETECT_FIRST: no contacts are made then.
static mote_result check_combinations(const mote_world_def *def)
{
    if (def->certify && def->detect == MOTE_DETECT_COUNT)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_world_create: certify does not work with "
            "MOTE_DETECT_COUNT, because it finds one face pair of each pair of bodies");
    if (def->contacts && def->detect == MOTE_DETECT_COUNT)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_create: def.contacts is set, but MOTE_DETECT_COUNT lists no "
                         "face pairs to make them of; expected false");
    if (def->manifold_points && (!def->contacts || def->detect != MOTE_DETECT_ALL))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_create: def.manifold_points is %u, but there are no contacts "
                         "without def.contacts and MOTE_DETECT_ALL; expected 0",
                         def->manifold_points);
    return MOTE_OK;
}

mote_result mote_world_check_def(const mote_world_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_create: def is null");
    if (def->cookie != WORLD_COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_create: def does not come from mote_default_world_def");
    mote_result allocator = mote_allocator_check(&def->allocator, "mote_world_create");
    if (allocator != MOTE_OK) return allocator;
    if (def->worker_count > MOTE_MAX_WORKERS)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_create: def.worker_count is %u, expected 0 to %d",
                         def->worker_count, MOTE_MAX_WORKERS);
    uint32_t workers = def->tasks.worker_count;
    if (!def->tasks.run && workers > 0)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_create: def.tasks.worker_count is %u, but def.tasks.run is "
                         "null; def.worker_count is for the built-in pool",
                         workers);
    if (def->tasks.run && (workers == 0 || workers > MOTE_MAX_WORKERS))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_create: def.tasks.worker_count is %u, expected 1 to %d",
                         workers, MOTE_MAX_WORKERS);
    mote_result result = mote_world_options_check(def);
    if (result == MOTE_OK) result = check_abilities(def);
    return result == MOTE_OK ? check_combinations(def) : result;
}

// Settings point to the world's own allocator, which does not move.
static void prepare_settings(mote_world *world)
{
    mote_world_options_read(&world->def, &world->method_options);
    world->settings = (mote_settings){.allocator = &world->allocator,
                                      .log = world->def.log,
                                      .seed = world->def.seed,
                                      .state = world->method_state,
                                      .options = &world->method_options,
                                      .effects = mote_world_options_effects(&world->def)};
    if (world->method->pair_state_bytes)
        world->hints.state_bytes = world->method->pair_state_bytes(&world->settings);
}

static bool prepare_tasks(mote_world *world)
{
    world->tasks = world->def.tasks;
    if (!world->tasks.run) {
        world->pool = mote_pool_create(&world->allocator, world->def.worker_count);
        if (!world->pool) return false;
        world->tasks = mote_pool_tasks(world->pool);
    }
    for (uint32_t i = 0; i < world->tasks.worker_count; i++) {
        mote_sink sink = {.counting = world->def.detect == MOTE_DETECT_COUNT};
        if (!mote_array_push(&world->sinks, &world->allocator, sink)) return false;
    }
    return true;
}

static mote_result prepare_method(mote_world *world)
{
    const mote_method_api *method = world->method;
    world->method_state = mote_allocate_zeroed(&world->allocator, 1, method->world_state_bytes);
    prepare_settings(world);
    if (world->method_state && mote_certifier_create(world) && prepare_tasks(world)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for a world");
}

mote_result mote_world_create(const mote_world_def *def, mote_world **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_create: out is null");
    *out = NULL;
    mote_result checked = mote_world_check_def(def);
    if (checked != MOTE_OK) return checked;
    mote_allocator source = mote_allocator_or_default(def->allocator);
    mote_world *world = mote_allocate_zeroed(&source, 1, sizeof *world);
    if (!world) return mote_fail_memory(sizeof *world, "a world");
    world->def = *def;
    world->allocator = mote_memory_begin(&world->memory, source, sizeof *world);
    world->method = mote_method_find(def->method);
    mote_result result = prepare_method(world);
    if (result == MOTE_OK)
        *out = world;
    else
        mote_world_destroy(world);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Entering and leaving

// Its address identifies the thread.
static _Thread_local char this_thread;

static mote_result fail_in_use(const mote_world *world, const char *function, const char *running)
{
    if (world->is_frozen)
        return mote_fail(MOTE_ERROR_STATE, "%s: the world is frozen; call mote_world_thaw first",
                         function);
    return mote_fail(MOTE_ERROR_STATE,
                     "%s: called while %s uses the world: from one of its callbacks, or by another "
                     "thread",
                     function, running);
}

mote_result mote_world_expect_idle(const mote_world *world, const char *function)
{
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: world is null", function);
    const char *running = atomic_load_explicit(&world->running, memory_order_relaxed);
    return running ? fail_in_use(world, function, running) : MOTE_OK;
}

mote_result mote_world_expect_readable(const mote_world *world, const char *function)
{
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: world is null", function);
#ifndef NDEBUG
    const char *running = atomic_load(&world->running);
    if (running && !world->is_frozen && atomic_load(&world->owner) != &this_thread)
        return fail_in_use(world, function, running);
#endif
    return MOTE_OK;
}

mote_result mote_world_enter(mote_world *world, const char *function)
{
    mote_result result = mote_world_expect_idle(world, function);
    if (result != MOTE_OK) return result;
#ifdef NDEBUG
    atomic_store_explicit(&world->running, function, memory_order_relaxed);
#else
    const char *running = NULL;
    if (!atomic_compare_exchange_strong(&world->running, &running, function))
        return fail_in_use(world, function, running);
#endif
    atomic_store_explicit(&world->owner, &this_thread, memory_order_relaxed);
    return MOTE_OK;
}

void mote_world_leave(mote_world *world)
{
    atomic_store_explicit(&world->running, NULL, memory_order_relaxed);
}

// ---------------------------------------------------------------------------------------------

static void release_queries(mote_world *world)
{
    mote_view_destroy(world->view, &world->allocator);
    mote_feature_search_release(world);
    mote_search_destroy(world->search, &world->allocator);
    mote_array_release(&world->query_keys, &world->allocator);
    mote_array_release(&world->query_faces, &world->allocator);
}

void mote_world_destroy(mote_world *world)
{
    if (world && world->is_frozen) mote_world_thaw(world);
    if (!world || mote_world_enter(world, __func__) != MOTE_OK) return;
    mote_recorder_drop(world);
    mote_allocator allocator = world->allocator;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (body->generation) mote_world_release_body(world, body);
        mote_release(&allocator, body, 1, sizeof *body);
    }
    mote_sweeper_release(world);
    if (world->method_state && world->method->drop_world)
        world->method->drop_world(world->method_state, &allocator);
    mote_release(&allocator, world->method_state, 1, world->method->world_state_bytes);
    mote_certifier_destroy(world);
    for (uint32_t i = 0; i < world->sinks.count; i++)
        mote_array_release(&world->sinks.data[i].hits, &allocator);
    mote_array_release(&world->sinks, &allocator);
    mote_array_release(&world->bodies, &allocator);
    mote_array_release(&world->ignored, &allocator);
    mote_box_tree_release(&world->tree, &allocator);
    mote_array_release(&world->tree_bodies, &allocator);
    mote_array_release(&world->broad_boxes, &allocator);
    mote_array_release(&world->found, &allocator);
    mote_array_release(&world->pair_keys, &allocator);
    mote_array_release(&world->key_scratch, &allocator);
    mote_array_release(&world->candidates, &allocator);
    mote_contact_work_release(&world->contact_work, &allocator);
    mote_report_release(&world->report, &allocator);
    mote_manifold_work_release(&world->manifolds, &allocator);
    mote_hints_release(&world->hints, &allocator);
    mote_turns_release(&world->turns, &allocator);
    release_queries(world);
    mote_pool_destroy(world->pool, &allocator);
    mote_allocator source = world->memory.source;
    mote_release(&source, world, 1, sizeof *world);
}
