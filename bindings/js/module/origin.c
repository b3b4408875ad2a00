// Worlds far from the origin: mote/origin.h.

#include <stdlib.h>

#include "bindings/js/module/world.h"
#include "core/result.h"
#include "core/vec.h"

mote_result js_world_set_origin(js_world *world, const mote_dvec3 *origin)
{
    mote_result result = js_expect_own(world);
    return result ? result : mote_world_set_origin(world->world, *origin);
}

mote_result js_world_get_origin(const js_world *world, mote_dvec3 *out)
{
    return mote_world_get_origin(world->world, out);
}

mote_result js_world_set_global_transform(js_world *world, uint32_t body,
                                          const mote_transform_double *transform)
{
    js_body *b;
    mote_result result = js_body_own(world, body, &b);
    return result ? result : mote_body_set_transform_double(world->world, b->id, transform);
}

mote_result js_world_global_positions(js_world *world, uint32_t body, mote_dvec3 **out)
{
    *out = NULL;
    js_body *b;
    mote_result result = js_body_own(world, body, &b);
    if (result) return result;
    if (b->on_demand)
        return mote_fail(MOTE_ERROR_STATE,
                         "body %u is on demand: its deformer defines its positions", body);
    if (!b->global) {
        size_t count = b->mesh->vertex_count;
        b->global = malloc(count * sizeof *b->global);
        if (!b->global) return mote_fail_memory(count * sizeof *b->global, "positions");
        for (size_t i = 0; i < count; i++) b->global[i] = mote_vec_widen(b->mesh->positions[i]);
    }
    *out = b->global;
    return MOTE_OK;
}

mote_result js_world_set_global_positions(js_world *world, uint32_t body)
{
    mote_dvec3 *data;
    mote_result result = js_world_global_positions(world, body, &data);
    if (result) return result;
    const js_body *b = &world->bodies[body];
    mote_positions positions = {
        .data = data, .count = b->mesh->vertex_count, .type = MOTE_DOUBLE, .persistent = true};
    return mote_body_set_positions(world->world, b->id, &positions);
}
