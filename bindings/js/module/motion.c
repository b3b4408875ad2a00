// Motions of bodies and sweeps of the world: mote/motion.h.

#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/world.h"
#include "core/result.h"

mote_result js_world_motion(js_world *world, uint32_t body, uint32_t end, mote_vec3 **out)
{
    *out = NULL;
    js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    mote_result result = js_expect_own(world);
    if (result) return result;
    mote_vec3 **positions = &b->motion[end ? 1 : 0];
    if (!*positions) {
        size_t size = b->mesh->vertex_count * sizeof **positions;
        *positions = malloc(size);
        if (!*positions) return mote_fail_memory(size, "the motion of a body");
        memcpy(*positions, b->mesh->positions, size);
    }
    *out = *positions;
    return MOTE_OK;
}

// One end of the motion; `parts` are shifted to JS_MOTION_POSITIONS and JS_MOTION_TRANSFORM.
static mote_result fill_end(js_world *world, uint32_t body, uint32_t end, uint32_t parts,
                            const mote_transform *transform, mote_motion_end *out)
{
    if (parts & JS_MOTION_TRANSFORM) out->transform = transform;
    if (!(parts & JS_MOTION_POSITIONS)) return MOTE_OK;
    mote_vec3 *data;
    mote_result result = js_world_motion(world, body, end, &data);
    if (result) return result;
    uint32_t count = world->bodies[body].mesh->vertex_count;
    out->positions = (mote_positions){.data = data, .count = count};
    return MOTE_OK;
}

mote_result js_world_set_motion(js_world *world, uint32_t body, uint32_t parts,
                                const mote_transform transforms[2])
{
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    mote_result result = js_expect_own(world);
    if (result || !parts) return result ? result : mote_body_set_motion(world->world, b->id, NULL);
    mote_motion motion = mote_default_motion();
    result = fill_end(world, body, 0, parts, &transforms[0], &motion.start);
    if (!result)
        result = fill_end(world, body, 1, parts >> JS_MOTION_END, &transforms[1], &motion.end);
    return result ? result : mote_body_set_motion(world->world, b->id, &motion);
}

mote_result js_world_positions_at(js_world *world, uint32_t body, double time,
                                  const mote_vec3 **out)
{
    *out = NULL;
    mote_vec3 *room;
    mote_result result = js_body_room(world, body, &room);
    if (result) return result;
    const js_body *b = &world->bodies[body];
    result = mote_body_get_positions_at(world->world, b->id, time, room, b->mesh->vertex_count);
    if (!result) *out = room;
    return result;
}

mote_result js_world_sweep(js_world *world, uint32_t find, uint32_t parts, float separation)
{
    mote_result result = js_expect_own(world);
    if (result) return result;
    mote_sweep_def def = mote_default_sweep_def();
    def.find = (mote_sweep_find)find;
    def.face_pairs = parts & JS_SWEEP_FACE_PAIRS;
    def.contacts = parts & JS_SWEEP_CONTACTS;
    def.vertex_steps = parts & JS_SWEEP_VERTEX_STEPS;
    def.verify = parts & JS_SWEEP_VERIFY;
    def.separation = separation;
    return mote_world_sweep(world->world, &def);
}

mote_result js_world_sweep_report(js_world *world, const mote_sweep_report **out)
{
    mote_result result = mote_world_sweep_report(world->world, &world->sweep_report);
    *out = result ? NULL : &world->sweep_report;
    return result;
}

mote_result js_world_safe_steps(js_world *world, uint32_t body, double *out)
{
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    return mote_body_get_safe_steps(world->world, b->id, out, b->mesh->vertex_count);
}
