// Pulls a patch of a body's surface: space around the grabbed point follows it, by a compactly
// supported radial basis function with one control point, applied to the shape that the body had
// when the pull began.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/world.h"
#include "core/result.h"
#include "core/vec.h"

struct js_pull {
    js_mesh *mesh;
    mote_body_id body;
    mote_vec3 *base;              // positions when the pull began, in the body's frame
    mote_deformer *base_deformer; // returns the base
    mote_vec3 start;              // the grabbed point, in the same frame
    float radius;
};

static void copy_base(void *context, const uint32_t *vertices, size_t count, mote_vec3 *out)
{
    const mote_vec3 *base = context;
    for (size_t i = 0; i < count; i++) out[i] = base[vertices[i]];
}

// A point of the world in the frame of a body's positions, by Cramer's rule.
static mote_result to_body_frame(const js_world *world, mote_body_id body, mote_vec3 point,
                                 mote_vec3 *out)
{
    mote_transform m;
    mote_result result = mote_body_get_transform(world->world, body, &m);
    if (result) return result;
    mote_dvec3 x = mote_vec_widen(m.cx), y = mote_vec_widen(m.cy), z = mote_vec_widen(m.cz);
    mote_dvec3 p = mote_dvec_sub(mote_vec_widen(point), mote_vec_widen(m.t));
    mote_dvec3 yz = mote_dvec_cross(y, z), zx = mote_dvec_cross(z, x), xy = mote_dvec_cross(x, y);
    double share = 1 / mote_dvec_dot(x, yz);
    mote_dvec3 own = {mote_dvec_dot(p, yz), mote_dvec_dot(p, zx), mote_dvec_dot(p, xy)};
    *out = mote_dvec_narrow(mote_dvec_scale(own, share));
    if (mote_vec_finite(*out)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_DATA,
                     "body %u: point (%g, %g, %g) is not finite, or the transform has no inverse",
                     body.index, (double)point.x, (double)point.y, (double)point.z);
}

// ---------------------------------------------------------------------------------------------
// Beginning and ending

static mote_result begin_pull(js_pull *pull, js_world *world, const js_body *b, mote_vec3 point)
{
    js_mesh_hold(b->mesh);
    pull->mesh = b->mesh;
    pull->body = b->id;
    size_t size = b->mesh->vertex_count * sizeof *pull->base;
    pull->base = malloc(size);
    if (!pull->base) return mote_fail_memory(size, "the shape of a pulled body");
    memcpy(pull->base, b->positions, size);
    mote_custom_def def = mote_default_custom_def();
    def.mesh = b->mesh->mesh;
    def.evaluate = copy_base;
    def.context = pull->base;
    mote_result result = mote_custom_create(&def, &pull->base_deformer);
    return result ? result : to_body_frame(world, b->id, point, &pull->start);
}

mote_result js_pull_create(js_world *world, uint32_t body, const mote_vec3 *point, float radius,
                           js_pull **out)
{
    *out = NULL;
    if (!(radius > 0 && radius < HUGE_VALF))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "pull: radius is %g, expected a finite number above 0", (double)radius);
    // Fails for bodies that may not deform. From here on the array defines the shape.
    mote_result result = js_world_set_positions(world, body);
    if (result) return result;
    js_pull *pull = calloc(1, sizeof *pull);
    if (!pull) return mote_fail_memory(sizeof *pull, "a pull");
    pull->radius = radius;
    result = begin_pull(pull, world, &world->bodies[body], *point);
    if (result)
        js_pull_release(pull);
    else
        *out = pull;
    return result;
}

void js_pull_release(js_pull *pull)
{
    if (!pull) return;
    mote_deformer_destroy(pull->base_deformer);
    js_mesh_release(pull->mesh);
    free(pull->base);
    free(pull);
}

// ---------------------------------------------------------------------------------------------
// Moving

static mote_result evaluate(const js_pull *pull, mote_deformer *displacement, mote_vec3 *out)
{
    mote_deformer *links[] = {pull->base_deformer, displacement}, *chain;
    mote_chain_def def = mote_default_chain_def();
    def.mesh = pull->mesh->mesh;
    def.deformers = links;
    def.deformer_count = 2;
    mote_result result = mote_chain_create(&def, &chain);
    if (!result) result = mote_deformer_evaluate_all(chain, NULL, out);
    mote_deformer_destroy(chain);
    return result;
}

mote_result js_pull_move(const js_pull *pull, js_world *world, const mote_vec3 *point)
{
    uint32_t index = pull->body.index;
    const js_body *b = js_body_at(world, index);
    if (!b || b->id.generation != pull->body.generation)
        return mote_fail(MOTE_ERROR_STALE, "pull: body %u was removed", index);
    if (b->mesh != pull->mesh)
        return mote_fail(MOTE_ERROR_STALE, "pull: body %u has another mesh", index);
    mote_vec3 end, *positions;
    mote_result result = to_body_frame(world, b->id, *point, &end);
    if (!result) result = js_world_positions(world, index, &positions);
    if (result) return result;
    mote_csrbf_def def = mote_default_csrbf_def();
    def.mesh = pull->mesh->mesh;
    def.starts = &pull->start;
    def.ends = &end;
    def.control_count = 1;
    def.support_radius = pull->radius;
    def.wendland = MOTE_WENDLAND_C2;
    mote_deformer *displacement;
    result = mote_csrbf_create(&def, &displacement);
    if (!result) result = evaluate(pull, displacement, positions);
    mote_deformer_destroy(displacement);
    return result ? result : js_world_set_positions(world, index);
}
