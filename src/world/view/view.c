// Freezes a world, and runs batches of queries on the workers.

#include "world/view/view.h"

#include "core/box.h"
#include "core/float_env.h"
#include "core/morton.h"
#include "core/result.h"
#include "core/sort.h"
#include "world/query.h"

// ---------------------------------------------------------------------------------------------
// Freeze and thaw

void mote_view_destroy(mote_view *view, const mote_allocator *allocator)
{
    if (!view) return;
    mote_body_order_release(&view->order, allocator);
    mote_release(allocator, view, 1, sizeof *view);
}

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for a view of the world");
}

// Lists the bodies in the mask, makes them fresh, and completes the trees of their faces.
static mote_result prepare_bodies(mote_world *world, mote_view *view)
{
    mote_body_order_begin(&view->order);
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!body->generation || !(body->category & view->mask)) continue;
        mote_result result = mote_world_make_room(world, body);
        if (result != MOTE_OK) return result;
        if (!mote_world_require(world, body, MOTE_SHAPE_FRESH)) continue;
        if (!mote_face_tree_complete(&body->faces, &body->shape, &world->allocator,
                                     &world->tasks) ||
            !mote_body_order_add(&view->order, world, i))
            return no_memory();
    }
    return MOTE_OK;
}

static mote_result build_view(mote_world *world, mote_view *view)
{
    mote_result result = prepare_bodies(world, view);
    if (result != MOTE_OK) return result;
    return mote_body_order_finish(&view->order, world, 0) ? MOTE_OK : no_memory();
}

mote_result mote_world_freeze(mote_world *world, uint64_t mask, const mote_view **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_freeze: out is null");
    *out = NULL;
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_freeze: world is null");
    mote_result result = mote_world_check_all_positions(world, __func__, mask);
    if (result == MOTE_OK) result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    if (!world->view) world->view = mote_allocate_zeroed(&world->allocator, 1, sizeof *world->view);
    mote_float_env env = mote_float_env_enter();
    if (world->view) {
        world->view->world = world;
        world->view->mask = mask;
        result = build_view(world, world->view);
    } else {
        result = no_memory();
    }
    mote_float_env_leave(env);
    if (result != MOTE_OK) {
        mote_world_leave(world);
        return result;
    }
    world->is_frozen = true; // the world stays entered until it is thawed
    *out = world->view;
    return MOTE_OK;
}

mote_result mote_world_thaw(mote_world *world)
{
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_thaw: world is null");
    if (!world->is_frozen)
        return mote_fail(MOTE_ERROR_STATE, "mote_world_thaw: the world is not frozen");
    world->is_frozen = false;
    mote_world_leave(world);
    return MOTE_OK;
}

mote_result mote_view_check(const mote_view *view, const char *function)
{
    if (!view) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: view is null", function);
    if (!view->world->is_frozen)
        return mote_fail(MOTE_ERROR_STATE, "%s: the world of the view was thawed", function);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Batches

// Elements are sorted on the worker's stack: nothing is allocated.
enum { ELEMENTS_PER_BLOCK = 4096 };

typedef struct run_job {
    const mote_vec3 *first;
    size_t stride, count;
    mote_view_answer *answer;
    const void *batch;
} run_job;

static mote_vec3 vector_of(const run_job *job, size_t index)
{
    return *(const mote_vec3 *)(const void *)((const char *)job->first + index * job->stride);
}

// Writes keys, in the order of a space-filling curve, whose low halves are the indices of `count`
// elements from `first` on.
static void order_elements(const run_job *job, size_t first, size_t count, uint64_t *keys)
{
    uint64_t scratch[ELEMENTS_PER_BLOCK];
    mote_box all = mote_box_empty();
    for (size_t i = 0; i < count; i++) mote_box_add_point(&all, vector_of(job, first + i));
    for (size_t i = 0; i < count; i++) {
        mote_vec3 p = vector_of(job, first + i);
        mote_box point = {p, p};
        keys[i] = (uint64_t)mote_morton_code(&point, &all) << 32 | i;
    }
    mote_sort_keys(keys, count, scratch);
}

static void run_block(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const run_job *job = argument;
    uint64_t keys[ELEMENTS_PER_BLOCK];
    size_t first = (size_t)block * ELEMENTS_PER_BLOCK, count = job->count - first;
    if (count > ELEMENTS_PER_BLOCK) count = ELEMENTS_PER_BLOCK;
    mote_float_env env = mote_float_env_enter();
    order_elements(job, first, count, keys);
    mote_view_hint hint = {.slot = MOTE_NONE};
    for (size_t i = 0; i < count; i++) job->answer(job->batch, first + (uint32_t)keys[i], &hint);
    mote_float_env_leave(env);
}

void mote_view_run(const mote_view *view, const mote_vec3 *first, size_t stride, size_t count,
                   mote_view_answer *answer, const void *batch)
{
    run_job job = {first, stride, count, answer, batch};
    const mote_tasks *tasks = &view->world->tasks;
    size_t blocks = (count + ELEMENTS_PER_BLOCK - 1) / ELEMENTS_PER_BLOCK;
    tasks->run(tasks->context, run_block, &job, (uint32_t)blocks);
}
