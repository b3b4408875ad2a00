// Bodies: creation, lookup by id, positions and transforms, ignored pairs.

#include "world/world.h"

#include <string.h>

#include "core/result.h"
#include "core/sort.h"
#include "core/vec.h"
#include "deform/deformer.h"
#include "shape/on_demand.h"
#include "shape/points.h"
#include "shape/readiness.h"

#define BODY_COOKIE 0x6d6f7462u

mote_body_def mote_default_body_def(void)
{
    return (mote_body_def){.cookie = BODY_COOKIE, .category = 1, .mask = UINT64_MAX};
}

mote_result mote_world_find(const mote_world *world, const char *function, mote_body_id id,
                            mote_body **out)
{
    *out = NULL;
    mote_result readable = mote_world_expect_readable(world, function);
    if (readable != MOTE_OK) return readable;
    if (!id.generation)
        return mote_fail(MOTE_ERROR_STALE, "%s: id has generation 0, which names no body",
                         function);
    mote_body *body = id.index < world->bodies.count ? mote_world_body_at(world, id.index) : NULL;
    if (!body || body->generation != id.generation)
        return mote_fail(MOTE_ERROR_STALE, "%s: body %u (generation %u) does not exist any more",
                         function, id.index, id.generation);
    *out = body;
    return MOTE_OK;
}

mote_result mote_world_find_idle(mote_world *world, const char *function, mote_body_id id,
                                 mote_body **out)
{
    mote_result idle = mote_world_expect_idle(world, function);
    return idle == MOTE_OK ? mote_world_find(world, function, id, out) : idle;
}

mote_result mote_world_check_body_def(const mote_world *world, const mote_body_def *def,
                                      const char *function)
{
    const mote_mesh *mesh = def->mesh;
    if (!mesh) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: def.mesh is null", function);
    if (!mesh->clusters)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: the mesh was built without MOTE_MESH_CLUSTERS",
                         function);
    if (world->def.contacts && !mesh->face_neighbors)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "%s: the mesh was built without MOTE_MESH_ADJACENCY, which contacts need",
                         function);
    if (world->def.containment && !mesh->vertex_component)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "%s: the mesh was built without MOTE_MESH_ADJACENCY, which containment needs",
            function);
    if (def->self_collision && !(world->method->info.abilities & MOTE_ABILITY_SELF))
        return mote_fail(MOTE_ERROR_REFUSED, "%s: method %s does not support self-collision",
                         function, world->method->info.name);
    return MOTE_OK;
}

static mote_result check_body_def(const mote_world *world, const mote_body_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_create: def is null");
    if (def->cookie != BODY_COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_create: def does not come from mote_default_body_def");
    return mote_world_check_body_def(world, def, "mote_body_create");
}

mote_body *mote_world_add_slot(mote_world *world)
{
    mote_body *body = mote_allocate_zeroed(&world->allocator, 1, sizeof *body);
    if (body && mote_array_push(&world->bodies, &world->allocator, body)) return body;
    mote_release(&world->allocator, body, 1, sizeof *body);
    return NULL;
}

// Finds the lowest free slot, which keeps indices small.
static bool find_free_slot(mote_world *world, uint32_t *index)
{
    for (*index = 0; *index < world->bodies.count; ++*index) {
        if (world->body_count == world->bodies.count) break;
        if (!mote_world_body_at(world, *index)->generation) return true;
    }
    *index = (uint32_t)world->bodies.count;
    return mote_world_add_slot(world) != NULL;
}

// Methods that work on demand need no memory for a body that no other body comes near.
static mote_result begin_shape(mote_world *world, mote_body *body, const mote_body_def *def)
{
    mote_shape_begin(&body->shape, def->mesh, def->positions_in_mesh_order);
    body->shape.origin = world->def.origin;
    if (!(world->method->info.abilities & MOTE_ABILITY_ON_DEMAND))
        return mote_shape_make_room(&body->shape, &world->allocator);
    if (!mote_on_demand_create(&body->shape, mote_half_reach(world->def.tolerance),
                               &world->allocator))
        return mote_fail_memory(sizeof(mote_on_demand), "a body");
    mote_shape_rest(&body->shape);
    return MOTE_OK;
}

mote_result mote_world_make_room(mote_world *world, mote_body *body)
{
    mote_shape *shape = &body->shape;
    mote_result result = mote_shape_make_room(shape, &world->allocator);
    if (result != MOTE_OK || !shape->on_demand || mote_shape_is_small_and_rigid(shape))
        return result;
    if (mote_on_demand_make_room(shape->on_demand, &world->allocator)) return MOTE_OK;
    return mote_fail_memory(shape->clusters->vertex_count * 2 * sizeof(uint32_t),
                            "a body on demand");
}

mote_result mote_world_fill_body(mote_world *world, mote_body *body, const mote_body_def *def)
{
    mote_result result = begin_shape(world, body, def);
    if (result != MOTE_OK) return result;
    if (mote_world_reads_points(world) && !mote_points_create(&body->shape, &world->allocator))
        return mote_fail_memory(def->mesh->vertex_count * sizeof(uint32_t), "the points of a body");
    body->method_state =
        mote_allocate_zeroed(&world->allocator, 1, world->method->body_state_bytes);
    if (!body->method_state) return mote_fail_memory(world->method->body_state_bytes, "a body");
    if (world->method->admit)
        result = world->method->admit(body->method_state, &body->shape, &world->settings);
    if (result == MOTE_OK) result = mote_certifier_admit(world, body);
    body->category = def->category;
    body->mask = def->mask;
    body->self_collision = def->self_collision;
    body->self_shared_vertex = def->self_shared_vertex;
    body->self_shared_edge = def->self_shared_edge;
    body->user_data = def->user_data;
    body->method_version = 0;
    body->moved = true;
    return result;
}

static mote_result make_body(mote_world *world, const mote_body_def *def, uint32_t index,
                             mote_body_id *out)
{
    mote_body *body = mote_world_body_at(world, index);
    mote_result result = mote_world_fill_body(world, body, def);
    if (result != MOTE_OK) {
        mote_world_release_body(world, body);
        return result;
    }
    body->generation = ++body->last_generation;
    world->body_count++;
    *out = (mote_body_id){index, body->generation};
    return MOTE_OK;
}

mote_result mote_body_create(mote_world *world, const mote_body_def *def, mote_body_id *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_create: out is null");
    *out = (mote_body_id){0};
    mote_result result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    uint32_t index;
    result = check_body_def(world, def);
    if (result == MOTE_OK && !find_free_slot(world, &index))
        result = mote_fail_memory(sizeof(mote_body), "a body");
    if (result == MOTE_OK) result = make_body(world, def, index, out);
    mote_world_leave(world);
    return result;
}

mote_result mote_world_fill_slot(mote_world *world, const mote_body_def *def, uint32_t index,
                                 mote_body_id *out)
{
    mote_result result = check_body_def(world, def);
    return result == MOTE_OK ? make_body(world, def, index, out) : result;
}

void mote_world_release_body(mote_world *world, mote_body *body)
{
    if (body->method_state && world->method->drop)
        world->method->drop(body->method_state, &world->allocator);
    mote_release(&world->allocator, body->method_state, 1, world->method->body_state_bytes);
    mote_certifier_drop(world, body);
    mote_body_sweep_release(world, body);
    mote_body_features_release(world, body);
    mote_shape_destroy(&body->shape, &world->allocator);
    mote_cluster_tree_release(&body->clusters, &world->allocator);
    mote_face_tree_release(&body->faces, &world->allocator);
    body->method_state = NULL;
    body->has_place = false;
    body->generation = 0;
}

// Removes a body's ignored pairs: the next body with its index starts without any.
static void forget_ignored(mote_world *world, uint32_t index)
{
    uint64_t *keys = world->ignored.data;
    size_t kept = 0;
    for (size_t i = 0; i < world->ignored.count; i++) {
        if (keys[i] >> 32 != index && (uint32_t)keys[i] != index) keys[kept++] = keys[i];
    }
    world->ignored.count = kept;
}

mote_result mote_body_destroy(mote_world *world, mote_body_id id)
{
    mote_body *body;
    mote_result found = mote_world_find_idle(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    mote_world_release_body(world, body);
    forget_ignored(world, id.index);
    world->method_can_draw = false;
    world->body_count--;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Moving

mote_result mote_world_check_deforming(const mote_world *world, mote_body_id id)
{
    if (world->method->info.abilities & MOTE_ABILITY_DEFORMING) return MOTE_OK;
    return mote_fail(
        MOTE_ERROR_REFUSED,
        "body %u: method %s supports rigid bodies only; move them with mote_body_set_transform",
        id.index, world->method->info.name);
}

mote_result mote_body_set_positions(mote_world *world, mote_body_id id,
                                    const mote_positions *positions)
{
    mote_body *body;
    mote_result found = mote_world_find_idle(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    if (!positions)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_set_positions: positions is null");
    found = mote_world_check_deforming(world, id);
    if (found != MOTE_OK) return found;
    body->unrecorded |= MOTE_UNRECORDED_POSITIONS;
    body->moved = true;
    mote_body_end_motion(body);
    return mote_shape_set_positions(&body->shape, positions);
}

// Allocates memory to evaluate single vertices.
static mote_result make_room_on_demand(mote_world *world, mote_body *body,
                                       const mote_deformation *deformation)
{
    mote_shape *shape = &body->shape;
    mote_result result = mote_shape_make_room(shape, &world->allocator);
    if (result != MOTE_OK || !(deformation->bound || shape->points)) return result;
    bool has_room =
        shape->on_demand ||
        mote_on_demand_create(shape, mote_half_reach(world->def.tolerance), &world->allocator);
    if (has_room && mote_on_demand_make_room(shape->on_demand, &world->allocator)) return MOTE_OK;
    return mote_fail_memory(shape->clusters->vertex_count * 2 * sizeof(uint32_t),
                            "a body on demand");
}

mote_result mote_body_set_deformer(mote_world *world, mote_body_id id,
                                   const mote_deformer *deformer)
{
    mote_body *body;
    mote_result found = mote_world_find_idle(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    mote_deformation deformation = {0};
    if (deformer) {
        found = mote_world_check_deforming(world, id);
        if (found != MOTE_OK) return found;
        if (mote_deformer_mesh(deformer) != body->shape.mesh)
            return mote_fail(
                MOTE_ERROR_ARGUMENT,
                "mote_body_set_deformer: the deformer belongs to a mesh other than that of body %u",
                id.index);
        deformation = mote_deformer_deformation(deformer);
        found = make_room_on_demand(world, body, &deformation);
        if (found != MOTE_OK) return found;
    }
    body->unrecorded |= MOTE_UNRECORDED_POSITIONS;
    body->moved = true;
    mote_body_end_motion(body);
    mote_shape_set_deformation(&body->shape, &deformation);
    return MOTE_OK;
}

mote_result mote_body_set_transform(mote_world *world, mote_body_id id,
                                    const mote_transform *transform)
{
    mote_body *body;
    mote_result found = mote_world_find_idle(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    body->unrecorded |= MOTE_UNRECORDED_TRANSFORM;
    body->moved = true;
    body->has_place = false;
    mote_body_end_motion(body);
    mote_shape_set_transform(&body->shape, transform);
    return MOTE_OK;
}

mote_result mote_body_set_bounds(mote_world *world, mote_body_id id, const mote_box *bounds)
{
    mote_body *body;
    mote_result found = mote_world_find_idle(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    if (bounds && !(mote_vec_finite(bounds->min) && mote_vec_finite(bounds->max)))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_bounds: bounds of body %u are (%g, %g, %g) to (%g, %g, "
                         "%g), expected finite numbers",
                         id.index, (double)bounds->min.x, (double)bounds->min.y,
                         (double)bounds->min.z, (double)bounds->max.x, (double)bounds->max.y,
                         (double)bounds->max.z);
    body->unrecorded |= MOTE_UNRECORDED_BOUNDS;
    mote_shape_set_bounds(&body->shape, bounds);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Positions that are no longer available

static mote_result fail_positions(const char *function, uint32_t index)
{
    return mote_fail(MOTE_ERROR_STATE,
                     "%s: the positions of body %u were set before the last mote_world_detect, and "
                     "the library has no copy of them; set them again, or set "
                     "mote_positions.persistent if the array stays valid",
                     function, index);
}

mote_result mote_world_check_positions(const mote_world *world, const char *function,
                                       uint32_t index)
{
    const mote_shape *shape = &mote_world_body_at(world, index)->shape;
    return mote_shape_lacks_positions(shape) ? fail_positions(function, index) : MOTE_OK;
}

mote_result mote_world_check_all_positions(const mote_world *world, const char *function,
                                           uint64_t mask)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; result == MOTE_OK && i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (body->generation && body->category & mask)
            result = mote_world_check_positions(world, function, i);
    }
    return result;
}

// If this fails, the next detect can still read the positions of the other bodies.
mote_result mote_world_begin_positions(mote_world *world)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!body->generation || !mote_shape_will_lack_positions(&body->shape)) continue;
        mote_shape_begin_frame(&body->shape);
        result = fail_positions("mote_world_detect", i);
    }
    for (uint32_t i = 0; result == MOTE_OK && i < world->bodies.count; i++)
        mote_shape_begin_frame(&mote_world_body_at(world, i)->shape);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Reading

mote_result mote_body_get_positions(mote_world *world, mote_body_id id, mote_vec3 *out,
                                    size_t capacity)
{
    mote_body *body;
    mote_result found = mote_world_find_idle(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_get_positions: out is null");
    if (capacity < body->shape.mesh->vertex_count)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_body_get_positions: capacity is %zu, but body %u has %u vertices",
                         capacity, id.index, body->shape.mesh->vertex_count);
    found = mote_world_check_positions(world, __func__, id.index);
    if (found == MOTE_OK) found = mote_world_make_room(world, body);
    if (found == MOTE_OK) found = mote_world_enter(world, __func__);
    if (found != MOTE_OK) return found;
    mote_world_require(world, body, MOTE_SHAPE_FRESH);
    mote_world_leave(world);
    for (uint32_t v = 0; v < body->shape.clusters->vertex_count; v++)
        out[body->shape.clusters->vertex_of[v]] = mote_shape_vertex(&body->shape, v);
    return MOTE_OK;
}

mote_result mote_body_get_user_data(const mote_world *world, mote_body_id id, void **out)
{
    mote_body *body;
    mote_result found = mote_world_find(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_get_user_data: out is null");
    *out = body->user_data;
    return MOTE_OK;
}

mote_result mote_body_get_mesh(const mote_world *world, mote_body_id id, const mote_mesh **out)
{
    mote_body *body;
    mote_result found = mote_world_find(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_get_mesh: out is null");
    *out = body->shape.mesh;
    return MOTE_OK;
}

mote_result mote_body_get_transform(const mote_world *world, mote_body_id id, mote_transform *out)
{
    mote_body *body;
    mote_result found = mote_world_find(world, __func__, id, &body);
    if (found != MOTE_OK) return found;
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_get_transform: out is null");
    const mote_transform identity = {.cx = {1, 0, 0}, .cy = {0, 1, 0}, .cz = {0, 0, 1}};
    *out = body->shape.has_transform ? body->shape.transform : identity;
    return MOTE_OK;
}

mote_result mote_world_get_bodies(const mote_world *world, mote_body_id *out, size_t capacity,
                                  size_t *count)
{
    if (!world || !count || (capacity && !out))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_get_bodies: %s is null",
                         !world   ? "world"
                         : !count ? "count"
                                  : "out");
    *count = 0;
    mote_result readable = mote_world_expect_readable(world, __func__);
    if (readable != MOTE_OK) return readable;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        if (!mote_world_body_at(world, i)->generation) continue;
        if (*count < capacity) out[*count] = mote_world_id_of(world, i);
        ++*count;
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Ignored pairs

static size_t find_ignored(const mote_world *world, uint64_t key)
{
    return mote_sorted_place(world->ignored.data, world->ignored.count, key);
}

bool mote_world_ignores(const mote_world *world, uint64_t pair_key)
{
    size_t place = find_ignored(world, pair_key);
    return place < world->ignored.count && world->ignored.data[place] == pair_key;
}

mote_result mote_world_ignore_pair(mote_world *world, mote_body_id a, mote_body_id b, bool ignore)
{
    mote_body *body;
    mote_result found = mote_world_find_idle(world, __func__, a, &body);
    if (found == MOTE_OK) found = mote_world_find(world, __func__, b, &body);
    if (found != MOTE_OK) return found;
    uint64_t key = mote_pair_key(a.index, b.index);
    size_t place = find_ignored(world, key);
    bool present = mote_world_ignores(world, key);
    if (present == ignore) return MOTE_OK;
    if (ignore && !mote_array_push(&world->ignored, &world->allocator, key))
        return mote_fail_memory(sizeof key, "an ignored pair");
    uint64_t *keys = world->ignored.data;
    size_t last = world->ignored.count - 1;
    if (ignore) {
        memmove(keys + place + 1, keys + place, (last - place) * sizeof *keys);
        keys[place] = key;
    } else {
        memmove(keys + place, keys + place + 1, (last - place) * sizeof *keys);
        world->ignored.count--;
    }
    return MOTE_OK;
}
