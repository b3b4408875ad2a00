// Queries of a world.

#include "bindings/js/module/world.h"

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

mote_result js_world_closest_point(js_world *world, uint32_t body, const mote_vec3 *point,
                                   float limit, mote_surface_point *out)
{
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    return mote_world_closest_point(world->world, b->id, *point, limit, out);
}

mote_result js_world_overlap_sphere(js_world *world, const mote_vec3 *center, float radius,
                                    const mote_body_face **out, size_t *count)
{
    return mote_world_overlap_sphere(world->world, *center, radius, UINT64_MAX, out, count);
}

mote_result js_world_overlap_box(js_world *world, const mote_box *box, const mote_body_face **out,
                                 size_t *count)
{
    return mote_world_overlap_box(world->world, box, UINT64_MAX, out, count);
}

mote_result js_world_features(js_world *world, float distance, bool shared_vertex,
                              const mote_features **out)
{
    mote_features_def def = mote_default_features_def();
    def.distance = distance;
    def.shared_vertex = shared_vertex;
    mote_result result = mote_world_features(world->world, &def, &world->features);
    *out = result ? NULL : &world->features;
    return result;
}
