// Worlds far from the origin: positions in double are relative to an origin that may be moved.

#include <mote/origin.h>

#include "core/result.h"
#include "core/vec.h"
#include "world/recording.h"
#include "world/world.h"

static void place(mote_body *body, const mote_transform *columns)
{
    mote_transform transform = *columns;
    transform.t = mote_dvec_narrow(mote_dvec_sub(body->place, body->shape.origin));
    mote_shape_set_transform(&body->shape, &transform);
}

// Updates everything that depends on the origin.
static void move_origin(mote_body *body, mote_dvec3 origin)
{
    mote_shape *shape = &body->shape;
    mote_body_end_motion(body);
    shape->origin = origin;
    if (body->has_place) {
        place(body, &shape->transform);
        body->unrecorded |= MOTE_UNRECORDED_TRANSFORM;
    } else if (mote_shape_depends_on_origin(shape)) {
        mote_shape_set_transform(shape, NULL);
        body->unrecorded |= MOTE_UNRECORDED_POSITIONS;
    } else {
        return;
    }
    body->moved = true;
}

mote_result mote_world_set_origin(mote_world *world, mote_dvec3 origin)
{
    mote_result idle = mote_world_expect_idle(world, __func__);
    if (idle != MOTE_OK) return idle;
    if (!mote_dvec_finite(origin))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_set_origin: origin is (%g, %g, %g), expected finite numbers",
                         origin.x, origin.y, origin.z);
    world->def.origin = origin;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (body->generation) move_origin(body, origin);
    }
    if (world->recorder) mote_recorder_put_origin(world);
    return MOTE_OK;
}

mote_result mote_world_get_origin(const mote_world *world, mote_dvec3 *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_get_origin: out is null");
    mote_result readable = mote_world_expect_readable(world, __func__);
    if (readable == MOTE_OK) *out = world->def.origin;
    return readable;
}

mote_result mote_body_set_transform_double(mote_world *world, mote_body_id id,
                                           const mote_transform_double *transform)
{
    mote_result result = mote_body_set_transform(world, id, NULL);
    if (result != MOTE_OK || !transform) return result;
    mote_body *body = mote_world_body_at(world, id.index);
    body->has_place = true;
    body->place = transform->t;
    const mote_transform columns = {.cx = mote_dvec_narrow(transform->cx),
                                    .cy = mote_dvec_narrow(transform->cy),
                                    .cz = mote_dvec_narrow(transform->cz)};
    place(body, &columns);
    return MOTE_OK;
}

mote_result mote_body_get_transform_double(const mote_world *world, mote_body_id id,
                                           mote_transform_double *out)
{
    mote_transform local;
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_get_transform_double: out is null");
    mote_result result = mote_body_get_transform(world, id, &local);
    if (result != MOTE_OK) return result;
    const mote_body *body = mote_world_body_at(world, id.index);
    *out = (mote_transform_double){
        mote_vec_widen(local.cx), mote_vec_widen(local.cy), mote_vec_widen(local.cz),
        body->has_place ? body->place : mote_world_to_global(world, local.t)};
    return MOTE_OK;
}

mote_vec3 mote_world_to_local(const mote_world *world, mote_dvec3 point)
{
    return mote_dvec_narrow(world ? mote_dvec_sub(point, world->def.origin) : point);
}

mote_dvec3 mote_world_to_global(const mote_world *world, mote_vec3 point)
{
    mote_dvec3 p = mote_vec_widen(point);
    return world ? mote_dvec_add(p, world->def.origin) : p;
}
