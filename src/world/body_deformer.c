// Bodies with deformers.

#include "core/result.h"
#include "deform/deformer.h"
#include "shape/on_demand.h"
#include "world/world.h"

// Room to evaluate single vertices, for those who ask for them.
static mote_result make_room_on_demand(mote_world *world, mote_body *body,
                                       const mote_deformation *deformation)
{
    mote_shape *shape = &body->shape;
    if (shape->on_demand || !(deformation->bound || shape->points)) return MOTE_OK;
    if (mote_on_demand_create(shape, 0.5f * world->def.tolerance, &world->allocator))
        return MOTE_OK;
    return mote_fail_memory(shape->clusters->vertex_count * 2 * sizeof(uint32_t),
                            "a body on demand");
}

mote_result mote_body_set_deformer(mote_world *world, mote_body_id id,
                                   const mote_deformer *deformer)
{
    mote_body *body;
    mote_result found = mote_world_find(world, id, &body);
    if (found != MOTE_OK) return found;
    mote_deformation deformation = {0};
    if (deformer) {
        found = mote_world_check_deforming(world, id);
        if (found != MOTE_OK) return found;
        if (mote_deformer_mesh(deformer) != body->shape.mesh)
            return mote_fail(MOTE_ERROR_ARGUMENT, "body %u: the deformer is of another mesh",
                             id.index);
        deformation = mote_deformer_deformation(deformer);
        found = make_room_on_demand(world, body, &deformation);
        if (found != MOTE_OK) return found;
    }
    body->unrecorded |= MOTE_UNRECORDED_POSITIONS;
    body->moved = true;
    mote_shape_set_deformation(&body->shape, &deformation);
    return MOTE_OK;
}
