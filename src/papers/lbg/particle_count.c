// The number of particles of a body: as many as other bodies can touch it at once, each body
// approximated by a sphere. Saenghaengtham and Kanongchaiyos 2006, "The number of particles". The
// rules themselves are in papers/counts.
//
// Decisions where the paper is silent:
// - The sphere of a body is around the center of its box and contains all its vertices.
// - "The smallest sphere in the scene" is the smallest body of the world whose radius is not 0.
// - The spheres of a body that is not spherical are those of its rest shape. If the body has grown, the other bodies are taken
//   as smaller in proportion.

#include <math.h>

#include "core/box.h"
#include "core/result.h"
#include "papers/lbg/lbg.h"

// ---------------------------------------------------------------------------------------------
// The bodies of a world

bool mote_lbg_add_body(mote_lbg_body_array *bodies, mote_lbg_body *body,
                       const mote_allocator *allocator)
{
    if (!mote_array_push(bodies, allocator, body)) return false;
    body->bodies = bodies;
    body->index = (uint32_t)bodies->count - 1;
    body->rest_radius = mote_lbg_radius(body->shape->mesh, body->shape->mesh->positions);
    body->radius = body->rest_radius;
    return true;
}

void mote_lbg_remove_body(mote_lbg_body *body)
{
    if (!body->bodies) return;
    mote_lbg_body *last = body->bodies->data[--body->bodies->count];
    body->bodies->data[body->index] = last;
    last->index = body->index;
    body->bodies = NULL;
}

float mote_lbg_radius(const mote_mesh *mesh, const mote_vec3 *positions)
{
    const mote_clusters *clusters = mesh->clusters; // of the vertices in use
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < clusters->vertex_count; i++)
        mote_box_add_point(&box, positions[clusters->vertex_of[i]]);
    mote_dvec3 center = mote_box_center(&box);
    double radius = 0;
    for (uint32_t i = 0; i < clusters->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(positions[clusters->vertex_of[i]]);
        radius = fmax(radius, mote_dvec_length(mote_dvec_sub(p, center)));
    }
    return (float)radius;
}

// ---------------------------------------------------------------------------------------------
// Rules

// 0 if all radii are 0.
static float smallest_radius(const mote_lbg_body_array *bodies)
{
    float smallest = INFINITY;
    for (size_t i = 0; i < bodies->count; i++) {
        float radius = bodies->data[i]->radius;
        if (radius > 0 && radius < smallest) smallest = radius;
    }
    return smallest < INFINITY ? smallest : 0.0f;
}

// A body of radius 0 needs one particle.
static mote_result count_shadows(const mote_lbg_body *body, uint32_t *out)
{
    *out = 1;
    if (!(body->radius > 0)) return MOTE_OK;
    return mote_count_by_shadows(body->radius, smallest_radius(body->bodies), out);
}

static mote_result sum_spheres(const mote_part_spheres_def *def, const mote_allocator *allocator,
                               uint32_t count, uint32_t *particles)
{
    mote_part_sphere *spheres = mote_allocate(allocator, count, sizeof *spheres);
    if (!spheres) return mote_fail_memory(count * sizeof *spheres, "the spheres of a body");
    uint32_t found;
    mote_result result = mote_find_part_spheres(def, spheres, count, &found);
    uint64_t sum = 0;
    for (uint32_t i = 0; result == MOTE_OK && i < found; i++) sum += spheres[i].particles;
    mote_release(allocator, spheres, count, sizeof *spheres);
    *particles = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
    return result;
}

static mote_result count_spheres(const mote_lbg_body *body, const mote_settings *settings,
                                 uint32_t *out)
{
    mote_part_spheres_def def = mote_default_part_spheres_def();
    def.mesh = body->shape->mesh;
    if (body->radius > 0)
        def.other_radius = smallest_radius(body->bodies) * (body->rest_radius / body->radius);
    def.allocator = *settings->allocator;
    uint32_t count;
    mote_part_sphere one;
    mote_result result = mote_find_part_spheres(&def, &one, 1, &count);
    if (result == MOTE_ERROR_LIMIT) return sum_spheres(&def, settings->allocator, count, out);
    if (result == MOTE_OK) *out = one.particles;
    return result;
}

mote_result mote_lbg_count_particles(const mote_lbg_body *body, const mote_settings *settings,
                                     uint32_t *out)
{
    mote_result result = MOTE_OK;
    switch (mote_lbg_options_of(settings)->count) {
    case MOTE_LBG_COUNT_KISSING: *out = mote_count_by_kissing((uint32_t)body->bodies->count); break;
    case MOTE_LBG_COUNT_SHADOWS: result = count_shadows(body, out); break;
    case MOTE_LBG_COUNT_SPHERES:
    default: result = count_spheres(body, settings, out); break;
    }
    if (*out > MOTE_LBG_MAX_PARTICLES) *out = MOTE_LBG_MAX_PARTICLES;
    return result;
}
