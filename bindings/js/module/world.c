#include "bindings/js/module/world.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"

js_world *js_world_allocate(void)
{
    return calloc(1, sizeof(js_world));
}

mote_result js_world_create(const mote_world_def *options, js_world **out)
{
    *out = NULL;
    js_world *w = js_world_allocate();
    if (!w) return mote_fail_memory(sizeof *w, "a world");
    mote_result result = mote_world_create(options, &w->world);
    if (result)
        free(w);
    else
        *out = w;
    return result;
}

void js_body_release(js_body *body)
{
    js_on_demand_release(body->on_demand);
    free(body->positions);
    free(body->global);
    free(body->present);
    free(body->motion[0]);
    free(body->motion[1]);
    free(body->marks);
    free(body->areas);
    js_mesh_release(body->mesh);
    *body = (js_body){0};
}

void js_world_destroy(js_world *world)
{
    if (!world) return;
    js_dynamics_leave(world);
    // The world first: it still needs the meshes of its bodies and the bytes of its recording.
    if (!world->is_played) mote_world_destroy(world->world);
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    for (uint32_t i = 0; i < world->body_capacity; i++) js_body_release(&world->bodies[i]);
    free(world->bodies);
    mote_array_release(&world->boxes, &allocator);
    mote_array_release(&world->segments, &allocator);
    mote_array_release(&world->points, &allocator);
    mote_array_release(&world->vectors, &allocator);
    mote_array_release(&world->recorded, &allocator);
    mote_array_release(&world->ids, &allocator);
    free(world);
}

js_body *js_body_at(js_world *world, uint32_t body)
{
    if (body < world->body_capacity && world->bodies[body].id.generation)
        return &world->bodies[body];
    mote_fail(MOTE_ERROR_STALE, "body %u does not exist or was removed", body);
    return NULL;
}

mote_result js_world_reserve(js_world *world, uint32_t index)
{
    if (index < world->body_capacity) return MOTE_OK;
    size_t capacity = 2 * (size_t)index + 8;
    js_body *grown = realloc(world->bodies, capacity * sizeof *grown);
    if (!grown) return mote_fail_memory(capacity * sizeof *grown, "the bodies of a world");
    memset(grown + world->body_capacity, 0, (capacity - world->body_capacity) * sizeof *grown);
    world->bodies = grown;
    world->body_capacity = (uint32_t)capacity;
    return MOTE_OK;
}

static mote_body_def body_def(const js_mesh *mesh, const js_body_options *options)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = mesh->mesh;
    def.self_collision = options->self & JS_SELF_COLLISION;
    def.self_shared_vertex = options->self & JS_SELF_SHARED_VERTEX;
    def.self_shared_edge = options->self & JS_SELF_SHARED_EDGE;
    def.category = options->category;
    def.mask = options->mask;
    return def;
}

mote_result js_world_add(js_world *world, js_mesh *mesh, const js_body_options *options,
                         uint32_t *body)
{
    mote_result result = js_expect_own(world);
    if (result) return result;
    mote_body_def def = body_def(mesh, options);
    mote_body_id id;
    result = mote_body_create(world->world, &def, &id);
    if (result) return result;
    result = js_world_reserve(world, id.index);
    if (result) {
        mote_body_destroy(world->world, id);
        return result;
    }
    js_mesh_hold(mesh);
    world->bodies[id.index] = (js_body){.id = id, .mesh = mesh};
    *body = id.index;
    return MOTE_OK;
}

mote_result js_body_own(js_world *world, uint32_t body, js_body **out)
{
    *out = js_body_at(world, body);
    return *out ? js_expect_own(world) : MOTE_ERROR_STALE;
}

mote_result js_world_remove(js_world *world, uint32_t body)
{
    js_body *b;
    mote_result result = js_body_own(world, body, &b);
    if (!result) result = mote_body_destroy(world->world, b->id);
    if (!result) js_body_release(b);
    return result;
}

uint32_t js_world_next_body(const js_world *world, uint32_t from)
{
    for (uint32_t i = from; i < world->body_capacity; i++)
        if (world->bodies[i].id.generation) return i;
    return MOTE_NONE;
}

uint32_t js_world_generation(const js_world *world, uint32_t body)
{
    return body < world->body_capacity ? world->bodies[body].id.generation : 0;
}

mote_result js_world_mesh(js_world *world, uint32_t body, const js_mesh **out)
{
    const js_body *b = js_body_at(world, body);
    *out = b ? b->mesh : NULL;
    return b ? MOTE_OK : MOTE_ERROR_STALE;
}

mote_result js_world_positions(js_world *world, uint32_t body, mote_vec3 **out)
{
    *out = NULL;
    js_body *b;
    mote_result result = js_body_own(world, body, &b);
    if (result) return result;
    if (b->on_demand)
        return mote_fail(MOTE_ERROR_STATE,
                         "body %u is on demand: its deformer defines its positions", body);
    if (!b->positions) {
        size_t size = b->mesh->vertex_count * sizeof *b->positions;
        b->positions = malloc(size);
        if (!b->positions) return mote_fail_memory(size, "the positions of a body");
        memcpy(b->positions, b->mesh->positions, size);
    }
    *out = b->positions;
    return MOTE_OK;
}

mote_result js_world_set_positions(js_world *world, uint32_t body)
{
    mote_vec3 *data;
    mote_result result = js_world_positions(world, body, &data);
    if (result) return result;
    const js_body *b = &world->bodies[body];
    mote_positions positions = {.data = data, .count = b->mesh->vertex_count, .persistent = true};
    return mote_body_set_positions(world->world, b->id, &positions);
}

mote_result js_world_set_transform(js_world *world, uint32_t body, const mote_transform *transform)
{
    js_body *b;
    mote_result result = js_body_own(world, body, &b);
    return result ? result : mote_body_set_transform(world->world, b->id, transform);
}

mote_result js_body_room(js_world *world, uint32_t body, mote_vec3 **out)
{
    *out = NULL;
    js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    if (!b->present) { // zero, because vertices that no triangle uses are never written
        uint32_t count = b->mesh->vertex_count;
        b->present = calloc(count, sizeof *b->present);
        if (!b->present) return mote_fail_memory(count * sizeof *b->present, "positions");
    }
    *out = b->present;
    return MOTE_OK;
}

mote_result js_world_present(js_world *world, uint32_t body, const mote_vec3 **out)
{
    *out = NULL;
    mote_vec3 *room;
    mote_result result = js_body_room(world, body, &room);
    if (result) return result;
    const js_body *b = &world->bodies[body];
    result = b->on_demand
                 ? js_on_demand_present(world, b, room)
                 : mote_body_get_positions(world->world, b->id, room, b->mesh->vertex_count);
    if (!result) *out = room;
    return result;
}

mote_result js_world_set_mesh(js_world *world, uint32_t body, js_mesh *mesh,
                              const uint32_t *new_face_of, uint32_t count)
{
    js_body *b;
    mote_result result = js_body_own(world, body, &b);
    if (!result && js_dynamics_have(world, b->id))
        result = mote_fail(MOTE_ERROR_STATE,
                           "body %u: remove it from its dynamics before it gets a new mesh", body);
    if (!result) result = mote_body_set_mesh(world->world, b->id, mesh->mesh, new_face_of, count);
    if (result) return result;
    mote_body_id id = b->id;
    js_mesh_hold(mesh); // before the old one is released, which may be the same
    js_body_release(b);
    *b = (js_body){.id = id, .mesh = mesh};
    return MOTE_OK;
}

mote_result js_world_set_bounds(js_world *world, uint32_t body, const mote_box *bounds)
{
    js_body *b;
    mote_result result = js_body_own(world, body, &b);
    return result ? result : mote_body_set_bounds(world->world, b->id, bounds);
}

mote_result js_world_ignore_pair(js_world *world, uint32_t a, uint32_t b, bool ignore)
{
    const js_body *one = js_body_at(world, a);
    const js_body *other = js_body_at(world, b);
    if (!one || !other) return MOTE_ERROR_STALE;
    mote_result result = js_expect_own(world);
    if (result) return result;
    return mote_world_ignore_pair(world->world, one->id, other->id, ignore);
}

mote_result js_world_detect(js_world *world)
{
    mote_result result = js_expect_own(world);
    if (result) return result;
    js_begin_marking(world);
    result = mote_world_detect(world->world);
    js_end_marking(world);
    return result;
}

mote_result js_world_set_time_budget(js_world *world, double seconds)
{
    mote_result result = js_expect_own(world);
    return result ? result : mote_world_set_time_budget(world->world, seconds);
}

mote_result js_world_trim(js_world *world)
{
    return mote_world_trim(world->world);
}

mote_result js_world_report(js_world *world, const mote_report **out)
{
    mote_result result = mote_world_report(world->world, &world->report);
    *out = result ? NULL : &world->report;
    return result;
}

mote_result js_world_manifolds(js_world *world, const mote_manifolds **out)
{
    mote_result result = mote_world_manifolds(world->world, &world->manifolds);
    *out = result ? NULL : &world->manifolds;
    return result;
}
