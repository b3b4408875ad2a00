// Views of a frozen world: many points and rays at a time.

#include "bindings/js/module/world.h"
#include "core/result.h"

static uint64_t wide(uint32_t mask)
{
    return mask == UINT32_MAX ? UINT64_MAX : mask;
}

mote_result js_world_freeze(js_world *world, uint32_t mask)
{
    return mote_world_freeze(world->world, wide(mask), &world->view);
}

mote_result js_world_thaw(js_world *world)
{
    world->view = NULL;
    return mote_world_thaw(world->world);
}

mote_result js_view_closest_points(const js_world *world, uint32_t mask, const mote_vec3 *points,
                                   uint32_t count, float limit, mote_surface_point *out)
{
    return mote_view_closest_points(world->view, wide(mask), points, count, limit, out);
}

mote_result js_view_windings(js_world *world, uint32_t body, const mote_vec3 *points,
                             uint32_t count, int32_t *out)
{
    const js_body *b = js_body_at(world, body);
    return b ? mote_view_windings(world->view, b->id, points, count, out) : MOTE_ERROR_STALE;
}

mote_result js_view_signed_distances(js_world *world, uint32_t body, const mote_vec3 *points,
                                     uint32_t count, mote_signed_distance *out)
{
    const js_body *b = js_body_at(world, body);
    return b ? mote_view_signed_distances(world->view, b->id, points, count, out)
             : MOTE_ERROR_STALE;
}

mote_result js_view_rays(const js_world *world, uint32_t mask, const mote_ray *rays, uint32_t count,
                         mote_surface_point *out)
{
    return mote_view_rays(world->view, wide(mask), rays, count, out);
}

mote_result js_view_rays_blocked(const js_world *world, uint32_t mask, const mote_ray *rays,
                                 uint32_t count, bool *out)
{
    return mote_view_rays_blocked(world->view, wide(mask), rays, count, out);
}

mote_result js_view_rays_all(const js_world *world, uint32_t mask, const mote_ray *rays,
                             uint32_t count, size_t *first, mote_surface_point *out,
                             uint32_t capacity)
{
    return mote_view_rays_all(world->view, wide(mask), rays, count, first, out, capacity);
}
