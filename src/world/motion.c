// Motions of bodies: setting a motion, and the shapes at both ends of the step.

#include <string.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/pool.h"
#include "core/result.h"
#include "core/vec.h"
#include "deform/deformer.h"
#include "shape/on_demand.h"
#include "shape/readiness.h"
#include "shape/streamed.h"
#include "world/sweep.h"

#define MOTION_COOKIE 0x6d6f746du

mote_motion mote_default_motion(void)
{
    return (mote_motion){.cookie = MOTION_COOKIE};
}

// ---------------------------------------------------------------------------------------------
// Setting a motion

static mote_result check_positions(const mote_body *body, const mote_positions *given,
                                   const char *end)
{
    const mote_shape *shape = &body->shape;
    uint32_t wanted =
        shape->in_mesh_order ? shape->clusters->vertex_count : shape->mesh->vertex_count;
    size_t scalar = given->type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    if (given->count != wanted)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_motion: %s.positions.count is %zu, but the mesh has %u "
                         "vertices%s",
                         end, given->count, wanted, shape->in_mesh_order ? " in mesh order" : "");
    if (given->stride && (given->stride < 3 * scalar || given->stride % scalar))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_motion: %s.positions.stride is %zu, expected a multiple "
                         "of %zu, at least three times that",
                         end, given->stride, scalar);
    if ((uintptr_t)given->data % scalar)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_motion: %s.positions.data is not aligned to %zu bytes", end,
                         scalar);
    return MOTE_OK;
}

static mote_result check_end(const mote_body *body, uint32_t index, const mote_motion_end *given,
                             const char *end)
{
    if (given->positions.data && given->deformer)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_motion: %s has both positions and a deformer", end);
    if (given->deformer && mote_deformer_mesh(given->deformer) != body->shape.mesh)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_motion: %s.deformer belongs to a mesh other than that of "
                         "body %u",
                         end, index);
    return given->positions.data ? check_positions(body, &given->positions, end) : MOTE_OK;
}

static mote_result check_motion(const mote_body *body, uint32_t index, const mote_motion *motion)
{
    if (motion->cookie != MOTION_COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_motion: motion does not come from mote_default_motion");
    mote_result result = check_end(body, index, &motion->start, "start");
    return result == MOTE_OK ? check_end(body, index, &motion->end, "end") : result;
}

mote_result mote_sweep_check_method(const mote_world *world, const char *function)
{
    if (world->method->sweep) return MOTE_OK;
    return mote_fail(MOTE_ERROR_REFUSED,
                     "%s: method %s cannot find impacts over a step; hybrid and naive can",
                     function, world->method->info.name);
}

static bool is_present(const mote_motion_end *end)
{
    return !end->positions.data && !end->deformer && !end->transform;
}

static bool make_shape(mote_world *world, mote_body *body, int which, bool in_mesh_order)
{
    mote_shape *shape = &body->sweep->shapes[which];
    return shape->clusters ||
           mote_shape_create(shape, body->shape.mesh, in_mesh_order, &world->allocator) == MOTE_OK;
}

// Prepares the shape for being on demand. With `is_whole`, it is only bounded as a whole.
static bool make_on_demand(mote_world *world, mote_shape *shape, bool is_whole)
{
    if (!shape->on_demand && !mote_on_demand_create(shape, 0, &world->allocator)) return false;
    return is_whole || mote_on_demand_make_room(shape->on_demand, &world->allocator);
}

// Can nodes be bounded at this end of the motion?
static bool can_bound(const mote_body *body, const mote_motion_end *end)
{
    if (end->positions.data) return false;
    if (end->deformer) return mote_deformer_deformation(end->deformer).bound != NULL;
    return body->shape.deformation.bound != NULL;
}

static bool make_end(mote_world *world, mote_body *body, int which, const mote_motion_end *end)
{
    mote_shape *shape = &body->sweep->shapes[which];
    if (is_present(end)) return true;
    if (!make_shape(world, body, which, body->shape.in_mesh_order)) return false;
    if (mote_world_exact_level(world, body) > MOTE_SHAPE_ON_DEMAND || !can_bound(body, end))
        return true;
    bool is_whole = !end->deformer && mote_shape_is_small_and_rigid(&body->shape);
    return make_on_demand(world, shape, is_whole);
}

static bool make_ends(mote_world *world, mote_body *body, const mote_motion *motion)
{
    mote_body_sweep *sweep = mote_body_sweep_of(world, body);
    if (!sweep) return false;
    uint32_t groups = mote_cluster_groups(body->shape.clusters);
    if (!sweep->swept.united)
        sweep->swept.united = mote_allocate(&world->allocator, groups, sizeof(mote_box8));
    return sweep->swept.united && make_end(world, body, MOTE_AT_START, &motion->start) &&
           make_end(world, body, MOTE_AT_END, &motion->end);
}

static void store_motion(mote_body_sweep *sweep, const mote_motion *motion)
{
    sweep->motion = *motion;
    mote_motion_end *ends[2] = {&sweep->motion.start, &sweep->motion.end};
    for (int i = 0; i < 2; i++) {
        if (!ends[i]->transform) continue;
        sweep->transforms[i] = *ends[i]->transform;
        ends[i]->transform = &sweep->transforms[i];
    }
    sweep->moves = true;
}

mote_result mote_body_set_motion(mote_world *world, mote_body_id id, const mote_motion *motion)
{
    mote_body *body;
    mote_result found = mote_world_find_idle(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    if (!motion) {
        mote_body_end_motion(body);
        return MOTE_OK;
    }
    found = mote_sweep_check_method(world, __func__);
    if (found == MOTE_OK) found = check_motion(body, id.index, motion);
    if (found != MOTE_OK) return found;
    if (!make_ends(world, body, motion))
        return mote_fail_memory(body->shape.clusters->vertex_count * sizeof(mote_vec3),
                                "the motion of a body");
    store_motion(body->sweep, motion);
    return MOTE_OK;
}

void mote_body_end_motion(mote_body *body)
{
    if (body->sweep) body->sweep->moves = false;
}

// ---------------------------------------------------------------------------------------------
// The two ends

bool mote_motion_needs_present(const mote_body *body)
{
    const mote_body_sweep *sweep = body->sweep;
    return !sweep->moves || is_present(&sweep->motion.start) || is_present(&sweep->motion.end);
}

// Copies the body's source of vertices, before any transform.
static mote_result copy_source(const mote_body *body, uint32_t index, mote_shape *to,
                               const char *function)
{
    const mote_shape *from = &body->shape;
    if (from->source.data && from->source_is_gone)
        return mote_fail(MOTE_ERROR_STATE,
                         "%s: the positions of body %u were set before the last "
                         "mote_world_detect; set them again, or set mote_positions.persistent",
                         function, index);
    if (from->source.data) return mote_shape_set_positions(to, &from->source);
    mote_shape_set_deformation(to, &from->deformation);
    return MOTE_OK;
}

static mote_result prepare_end(mote_body *body, uint32_t index, const mote_motion_end *end,
                               mote_shape *shape, const char *function)
{
    mote_result result = MOTE_OK;
    shape->origin = body->shape.origin;
    if (end->positions.data) {
        result = mote_shape_set_positions(shape, &end->positions);
    } else if (end->deformer) {
        mote_deformation deformation = mote_deformer_deformation(end->deformer);
        mote_shape_set_deformation(shape, &deformation);
    } else {
        result = copy_source(body, index, shape, function);
    }
    if (result != MOTE_OK) return result;
    const mote_transform *own = body->shape.has_transform ? &body->shape.transform : NULL;
    mote_shape_set_transform(shape, end->transform ? end->transform : own);
    return MOTE_OK;
}

mote_result mote_motion_prepare(mote_world *world, uint32_t index, const char *function)
{
    mote_body *body = mote_world_body_at(world, index);
    mote_body_sweep *sweep = mote_body_sweep_of(world, body);
    if (!sweep) return mote_fail_memory(sizeof *sweep, "the sweep of a body");
    mote_result result = MOTE_OK;
    if (mote_motion_needs_present(body)) {
        result = mote_world_check_positions(world, function, index);
        if (result == MOTE_OK) result = mote_world_make_room(world, body);
    }
    sweep->swept.start = sweep->swept.end = &body->shape;
    sweep->is_streamed = false;
    if (sweep->moves && result == MOTE_OK && !is_present(&sweep->motion.start)) {
        sweep->swept.start = &sweep->shapes[MOTE_AT_START];
        result =
            prepare_end(body, index, &sweep->motion.start, &sweep->shapes[MOTE_AT_START], function);
    }
    if (sweep->moves && result == MOTE_OK && !is_present(&sweep->motion.end)) {
        sweep->swept.end = &sweep->shapes[MOTE_AT_END];
        result =
            prepare_end(body, index, &sweep->motion.end, &sweep->shapes[MOTE_AT_END], function);
    }
    return result;
}

// Bounds a shape as a whole if its nodes can be bounded.
static bool bound_whole(mote_shape *shape)
{
    if (!shape->on_demand || !shape->deformation.bound) return false;
    if (!mote_shape_is_fresh(shape)) return mote_shape_go_on_demand(shape);
    return mote_shape_may_stay_on_demand(shape) && mote_on_demand_bound_whole(shape);
}

static bool has_room(const mote_shape *shape)
{
    return mote_on_demand_has_room(shape->on_demand);
}

bool mote_motion_go_on_demand(mote_world *world, mote_body *body)
{
    mote_body_sweep *sweep = body->sweep;
    mote_swept *swept = &sweep->swept;
    mote_shape *start = sweep->shapes + MOTE_AT_START, *end = sweep->shapes + MOTE_AT_END;
    if (swept->start == &body->shape) start = &body->shape;
    if (swept->end == &body->shape) end = &body->shape;
    swept->on_demand = false;
    if (mote_world_exact_level(world, body) > MOTE_SHAPE_ON_DEMAND) return false;
    if (mote_shape_is_fresh(start) && mote_shape_is_fresh(end)) return false;
    if (!bound_whole(start) || !bound_whole(end)) return false;
    bool are_whole = mote_shape_is_small_and_rigid(start) && mote_shape_is_small_and_rigid(end);
    if (!are_whole && !(has_room(start) && has_room(end))) return false;
    swept->on_demand = true;
    swept->box = mote_shape_is_fresh(start) ? start->box : start->on_demand->box;
    mote_box_add_box(&swept->box, mote_shape_is_fresh(end) ? &end->box : &end->on_demand->box);
    sweep->end = end;
    return true;
}

bool mote_motion_is_near(const mote_body *body, const mote_box *region)
{
    const mote_swept *swept = &body->sweep->swept;
    if (!swept->on_demand || !mote_shape_is_at_rest(swept->start) ||
        !mote_shape_is_at_rest(swept->end))
        return false;
    return mote_shape_is_cheaper_fresh(swept->start, region) ||
           mote_shape_is_cheaper_fresh(swept->end, region);
}

// A body that is tested against itself is always in a pair.
bool mote_motion_can_stream(const mote_body *body)
{
    const mote_body_sweep *sweep = body->sweep;
    return !mote_motion_needs_present(body) && !body->self_collision && !sweep->was_paired &&
           mote_shape_can_stream_for_step(sweep->swept.start) &&
           mote_shape_can_stream_for_step(sweep->swept.end);
}

static void stream_ends(mote_body_sweep *sweep, const mote_tasks *tasks)
{
    mote_shape *start = &sweep->shapes[MOTE_AT_START], *end = &sweep->shapes[MOTE_AT_END];
    mote_shape_stream(start, tasks);
    mote_shape_stream(end, tasks);
    sweep->end = end;
    sweep->swept.box = start->box;
    mote_box_add_box(&sweep->swept.box, &end->box);
}

void mote_motion_update(mote_body *body, const mote_tasks *tasks)
{
    mote_body_sweep *sweep = body->sweep;
    if (sweep->is_streamed) {
        stream_ends(sweep, tasks);
        return;
    }
    for (int i = MOTE_AT_START; i <= MOTE_AT_END; i++) {
        mote_shape *shape = &sweep->shapes[i];
        if (sweep->swept.start == shape || sweep->swept.end == shape)
            mote_shape_require(shape, MOTE_SHAPE_FRESH, tasks);
    }
    sweep->end = sweep->swept.end;
    mote_swept_unite(&sweep->swept);
}

// ---------------------------------------------------------------------------------------------
// Between the ends

static float between(float start, float end, double time)
{
    return (float)((double)start + time * ((double)end - (double)start));
}

static mote_vec3 point_between(mote_vec3 start, mote_vec3 end, double time)
{
    return (mote_vec3){between(start.x, end.x, time), between(start.y, end.y, time),
                       between(start.z, end.z, time)};
}

void mote_motion_positions(const mote_body_sweep *sweep, double time, mote_vec3 *out)
{
    const mote_swept *swept = &sweep->swept;
    uint32_t count = swept->start->clusters->vertex_count;
    for (uint32_t v = 0; v < count; v++) {
        mote_vec3 s = mote_shape_vertex(swept->start, v), e = mote_shape_vertex(sweep->end, v);
        out[v] = time == 1 ? e : point_between(s, e, time);
    }
}

static bool cut_fresh(mote_world *world, mote_body *body, double time)
{
    mote_body_sweep *sweep = body->sweep;
    mote_shape *shape = &sweep->shapes[MOTE_AT_TIME];
    uint32_t count = body->shape.clusters->vertex_count;
    if (!sweep->positions)
        sweep->positions = mote_allocate(&world->allocator, count, sizeof(mote_vec3));
    if (!sweep->positions) return false;
    mote_motion_positions(sweep, time, sweep->positions);
    mote_positions positions = {.data = sweep->positions, .count = count};
    mote_shape_set_positions(shape, &positions);
    mote_shape_require(shape, MOTE_SHAPE_FRESH, &world->tasks);
    sweep->swept.end = shape;
    mote_swept_unite(&sweep->swept);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Cutting on demand: a time between the ends is a deformation of its own, which evaluates both ends

static void read_end(const mote_shape *shape, const uint32_t *vertices, uint32_t count,
                     mote_vec3 *out)
{
    if (!mote_shape_is_fresh(shape)) {
        mote_on_demand_read(shape, vertices, count, out);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        out[i] = mote_shape_vertex(shape, shape->clusters->place_of[vertices[i]]);
}

static void evaluate_between(const void *context, const uint32_t *vertices, uint32_t count,
                             mote_vec3 *out)
{
    const mote_body_sweep *sweep = context;
    mote_vec3 ends[MOTE_DEFORMATION_BLOCK];
    read_end(sweep->swept.start, vertices, count, out);
    read_end(sweep->end, vertices, count, ends);
    for (uint32_t i = 0; i < count; i++) out[i] = point_between(out[i], ends[i], sweep->time);
}

// Bounds a node by the union of its boxes at both ends.
static void bound_between(const void *context, uint32_t first, uint32_t count,
                          const mote_transform *transform, mote_box8 *out)
{
    (void)count, (void)transform;
    const mote_body_sweep *sweep = context;
    const mote_node_levels *levels = &sweep->end->clusters->levels;
    uint32_t level = 0;
    while (first >= levels->node_first[level + 1]) level++;
    uint32_t group = (first - levels->node_first[level]) / 8;
    mote_box8_unite(mote_on_demand_boxes(sweep->swept.start, level, group),
                    mote_on_demand_boxes(sweep->end, level, group), out);
}

static bool cut_on_demand(mote_world *world, mote_body *body, double time)
{
    mote_body_sweep *sweep = body->sweep;
    mote_shape *shape = &sweep->shapes[MOTE_AT_TIME];
    const mote_deformation deformation = {.context = sweep,
                                          .evaluate = evaluate_between,
                                          .bound = bound_between,
                                          .vertices_per_bound = 1};
    if (!make_on_demand(world, shape, false)) return false;
    sweep->time = time;
    mote_shape_set_deformation(shape, &deformation);
    sweep->swept.end = shape;
    sweep->swept.on_demand = mote_shape_go_on_demand(shape);
    if (!sweep->swept.on_demand) mote_swept_leave_on_demand(&sweep->swept, &world->tasks);
    return true;
}

// ---------------------------------------------------------------------------------------------

bool mote_motion_cut(mote_world *world, mote_body *body, double time)
{
    mote_body_sweep *sweep = body->sweep;
    bool is_fresh = mote_shape_is_fresh(sweep->swept.start) && mote_shape_is_fresh(sweep->end);
    // A body that is only bounded as a whole is in no pair of the step, so it is in no pair of a
    // shorter one.
    if (sweep->is_streamed) return true;
    if (!is_fresh && !(has_room(sweep->swept.start) && has_room(sweep->end))) return true;
    if (!make_shape(world, body, MOTE_AT_TIME, true)) return false;
    return is_fresh ? cut_fresh(world, body, time) : cut_on_demand(world, body, time);
}

void mote_motion_restore(mote_body *body)
{
    mote_body_sweep *sweep = body->sweep;
    if (sweep->is_streamed) return;
    sweep->swept.end = sweep->end;
    sweep->swept.on_demand =
        !mote_shape_is_fresh(sweep->swept.start) || !mote_shape_is_fresh(sweep->end);
    if (!sweep->swept.on_demand) mote_swept_unite(&sweep->swept);
}

static mote_result copy_positions_at(mote_world *world, mote_body *body, uint32_t index,
                                     double time, mote_vec3 *out)
{
    mote_result result = mote_motion_prepare(world, index, "mote_body_get_positions_at");
    if (result != MOTE_OK) return result;
    if (mote_motion_needs_present(body)) mote_world_require(world, body, MOTE_SHAPE_FRESH);
    mote_motion_update(body, &world->tasks);
    mote_body_sweep *sweep = body->sweep;
    const mote_clusters *clusters = body->shape.clusters;
    if (!sweep->positions)
        sweep->positions =
            mote_allocate(&world->allocator, clusters->vertex_count, sizeof(mote_vec3));
    if (!sweep->positions)
        return mote_fail_memory(clusters->vertex_count * sizeof(mote_vec3), "positions");
    mote_motion_positions(sweep, time, sweep->positions);
    for (uint32_t v = 0; v < clusters->vertex_count; v++)
        out[clusters->vertex_of[v]] = sweep->positions[v];
    return MOTE_OK;
}

mote_result mote_body_get_positions_at(mote_world *world, mote_body_id id, double time,
                                       mote_vec3 *out, size_t capacity)
{
    mote_body *body;
    mote_result found = mote_world_find_idle(world, __func__, id, &body);
    if (found == MOTE_OK) found = mote_sweep_check_method(world, __func__);
    if (found != MOTE_OK) return found;
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_get_positions_at: out is null");
    if (!(time >= 0 && time <= 1))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_get_positions_at: time is %g, expected 0 to 1", time);
    if (capacity < body->shape.mesh->vertex_count)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_body_get_positions_at: capacity is %zu, but body %u has %u vertices",
                         capacity, id.index, body->shape.mesh->vertex_count);
    found = mote_world_enter(world, __func__);
    if (found != MOTE_OK) return found;
    mote_float_env env = mote_float_env_enter();
    found = copy_positions_at(world, body, id.index, time, out);
    mote_float_env_leave(env);
    mote_world_leave(world);
    return found;
}
