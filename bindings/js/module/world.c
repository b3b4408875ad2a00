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
    free(body->present);
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

mote_result js_world_add(js_world *world, js_mesh *mesh, bool self_collision,
                         bool self_shared_vertex, uint32_t *body)
{
    mote_result result = js_expect_own(world);
    if (result) return result;
    mote_body_def def = mote_default_body_def();
    def.mesh = mesh->mesh;
    def.self_collision = self_collision;
    def.self_shared_vertex = self_shared_vertex;
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

// The body with this index, if it may be changed.
static mote_result find_own(js_world *world, uint32_t body, js_body **out)
{
    *out = js_body_at(world, body);
    return *out ? js_expect_own(world) : MOTE_ERROR_STALE;
}

mote_result js_world_remove(js_world *world, uint32_t body)
{
    js_body *b;
    mote_result result = find_own(world, body, &b);
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
    mote_result result = find_own(world, body, &b);
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
    mote_result result = find_own(world, body, &b);
    return result ? result : mote_body_set_transform(world->world, b->id, transform);
}

static mote_result show_positions(js_world *world, uint32_t body, const js_scene *scene,
                                  uint32_t scene_body, uint32_t frame)
{
    mote_vec3 *positions;
    mote_result result = js_world_positions(world, body, &positions);
    if (!result)
        result = js_scene_write_positions(scene, scene_body, frame,
                                          world->bodies[body].mesh->vertex_count, positions);
    return result ? result : js_world_set_positions(world, body);
}

static void destroy_deformer(void *deformer)
{
    mote_deformer_destroy(deformer);
}

mote_result js_world_put_on_demand(js_world *world, uint32_t body, const js_scene *scene,
                                   uint32_t scene_body)
{
    js_body *b;
    js_deformer own = {.release = destroy_deformer};
    mote_result result = find_own(world, body, &b);
    if (!result) result = js_scene_deformer(scene, scene_body, b->mesh, &own.deformer);
    if (result) return result;
    own.owner = own.deformer;
    result = js_body_set_deformer(world, body, &own);
    if (result) mote_deformer_destroy(own.deformer);
    return result;
}

mote_result js_world_show(js_world *world, uint32_t body, const js_scene *scene,
                          uint32_t scene_body, uint32_t frame)
{
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    mote_result result = MOTE_OK;
    if (b->on_demand) {
        result = js_scene_pose(scene, scene_body, frame, js_body_deformer(b));
        if (!result) result = js_body_deformed(world, body);
    } else if (!js_scene_is_rigid(scene, scene_body)) {
        return show_positions(world, body, scene, scene_body, frame);
    }
    if (result) return result;
    mote_transform transform;
    result = js_scene_transform(scene, scene_body, frame, &transform);
    return result ? result : js_world_set_transform(world, body, &transform);
}

mote_result js_world_present(js_world *world, uint32_t body, const mote_vec3 **out)
{
    *out = NULL;
    js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    uint32_t count = b->mesh->vertex_count;
    if (!b->present) { // zero, because vertices that no triangle uses are never written
        b->present = calloc(count, sizeof *b->present);
        if (!b->present) return mote_fail_memory(count * sizeof *b->present, "positions");
    }
    mote_result result = b->on_demand
                             ? js_on_demand_present(world, b, b->present)
                             : mote_body_get_positions(world->world, b->id, b->present, count);
    if (!result) *out = b->present;
    return result;
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

mote_result js_world_report(js_world *world, const mote_report **out)
{
    mote_result result = mote_world_report(world->world, &world->report);
    *out = result ? NULL : &world->report;
    return result;
}

mote_result js_world_distance(js_world *world, uint32_t a, uint32_t b, float limit,
                              mote_distance *out)
{
    const js_body *one = js_body_at(world, a);
    const js_body *other = js_body_at(world, b);
    if (!one || !other) return MOTE_ERROR_STALE;
    return mote_world_distance(world->world, one->id, other->id, limit, out);
}

mote_result js_world_ray(js_world *world, const mote_vec3 ray[2], float t_max,
                         mote_surface_point *out)
{
    return mote_world_ray(world->world, ray[0], ray[1], t_max, UINT64_MAX, out);
}
