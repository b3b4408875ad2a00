// Replaces the mesh of a body that was cut, torn or remeshed. The body keeps its id.

#include "core/result.h"
#include "world/recording.h"
#include "world/world.h"

static mote_result check_method(const mote_world *world)
{
    const mote_method_api *method = world->method;
    if (!method->world_state_bytes || method->world_state_is_scratch) return MOTE_OK;
    return mote_fail(MOTE_ERROR_REFUSED,
                     "mote_body_set_mesh: method %s keeps particles on the meshes of bodies; "
                     "destroy the body and create another one",
                     method->info.name);
}

static mote_result check_map(const mote_mesh *old, const mote_mesh *mesh,
                             const uint32_t *new_face_of, size_t count)
{
    if (!new_face_of) return MOTE_OK;
    if (count != old->triangle_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_mesh: count is %zu, but the body's mesh has %u triangles",
                         count, old->triangle_count);
    for (size_t i = 0; i < count; i++) {
        if (new_face_of[i] != MOTE_NONE && new_face_of[i] >= mesh->triangle_count)
            return mote_fail(MOTE_ERROR_ARGUMENT,
                             "mote_body_set_mesh: new_face_of[%zu] is %u, but the new mesh has %u "
                             "triangles",
                             i, new_face_of[i], mesh->triangle_count);
    }
    return MOTE_OK;
}

static mote_body_def def_of(const mote_body *body, const mote_mesh *mesh)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = mesh;
    def.category = body->category;
    def.mask = body->mask;
    def.self_collision = body->self_collision;
    def.self_shared_vertex = body->self_shared_vertex;
    def.self_shared_edge = body->self_shared_edge;
    def.positions_in_mesh_order = body->shape.in_mesh_order;
    def.user_data = body->user_data;
    return def;
}

// Fills the slot again. The old contents are released once nothing can fail. Methods keep pointers
// to the slot, not to the copy.
static mote_result replace(mote_world *world, mote_body *body, const mote_mesh *mesh)
{
    const mote_body_def def = def_of(body, mesh);
    mote_result result = mote_world_check_body_def(world, &def, "mote_body_set_mesh");
    if (result != MOTE_OK) return result;
    mote_body old = *body;
    *body = (mote_body){.generation = old.generation,
                        .last_generation = old.last_generation,
                        .unrecorded = old.unrecorded | MOTE_UNRECORDED_POSITIONS,
                        .has_place = old.has_place,
                        .place = old.place};
    result = mote_world_fill_body(world, body, &def);
    if (result != MOTE_OK) {
        mote_world_release_body(world, body);
        *body = old;
        return result;
    }
    if (old.shape.has_transform) mote_shape_set_transform(&body->shape, &old.shape.transform);
    mote_world_release_body(world, &old);
    return MOTE_OK;
}

mote_result mote_body_set_mesh(mote_world *world, mote_body_id id, const mote_mesh *mesh,
                               const uint32_t *new_face_of, size_t count)
{
    mote_body *body;
    mote_result result = mote_world_find_idle(world, __func__, id, &body);
    if (result != MOTE_OK) return result;
    if (!mesh) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_set_mesh: mesh is null");
    result = check_method(world);
    if (result == MOTE_OK) result = check_map(body->shape.mesh, mesh, new_face_of, count);
    if (result != MOTE_OK) return result;
    result = replace(world, body, mesh);
    if (result != MOTE_OK) return result;
    mote_hints_forget(&world->hints, id);
    mote_manifolds_remap(world, id, new_face_of);
    world->method_can_draw = false;
    if (world->recorder) mote_recorder_put_remesh(world, id, new_face_of, count);
    return MOTE_OK;
}
