#include "papers/lbg/census.h"

#include <math.h>

#include "core/box.h"
#include "core/memory.h"
#include "core/result.h"

bool mote_lbg_census_join(mote_lbg_census *census, mote_lbg_body *body,
                          const mote_allocator *allocator)
{
    body->census_place = (uint32_t)census->bodies.count;
    if (!mote_array_push(&census->bodies, allocator, body)) return false;
    body->census = census;
    body->rest_radius = mote_lbg_radius(body->shape->mesh, body->shape->mesh->positions);
    body->radius = body->rest_radius;
    return true;
}

void mote_lbg_census_leave(mote_lbg_body *body)
{
    if (!body->census) return;
    mote_lbg_body **bodies = body->census->bodies.data;
    mote_lbg_body *last = bodies[--body->census->bodies.count];
    bodies[body->census_place] = last;
    last->census_place = body->census_place;
    body->census = NULL;
}

float mote_lbg_radius(const mote_mesh *mesh, const mote_vec3 *positions)
{
    const mote_clusters *clusters = mesh->clusters; // they know the vertices in use
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < clusters->vertex_count; i++)
        mote_box_add_point(&box, positions[clusters->vertex_of[i]]);
    mote_dvec3 middle = mote_box_center(&box);
    double radius = 0;
    for (uint32_t i = 0; i < clusters->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(positions[clusters->vertex_of[i]]);
        radius = fmax(radius, mote_dvec_length(mote_dvec_sub(p, middle)));
    }
    return (float)radius;
}

// ---------------------------------------------------------------------------------------------
// The rules

// Of the bodies with a size; 0 where none has one.
static float smallest_radius(const mote_lbg_census *census)
{
    mote_lbg_body *const *bodies = census->bodies.data;
    float smallest = INFINITY;
    for (size_t i = 0; i < census->bodies.count; i++) {
        if (bodies[i]->radius > 0 && bodies[i]->radius < smallest) smallest = bodies[i]->radius;
    }
    return smallest < INFINITY ? smallest : 0.0f;
}

// A body without size is touched in one place.
static mote_result count_shadows(const mote_lbg_body *body, uint32_t *out)
{
    *out = 1;
    if (!(body->radius > 0)) return MOTE_OK;
    return mote_count_by_shadows(body->radius, smallest_radius(body->census), out);
}

static mote_result find_spheres(const mote_part_spheres_def *def, const mote_allocator *allocator,
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

// The spheres are those of the rest shape. Where the body has grown they have too; instead the others are
// taken for smaller.
static mote_result count_spheres(const mote_lbg_body *body, const mote_settings *settings,
                                 uint32_t *out)
{
    mote_part_spheres_def def = mote_default_part_spheres_def();
    def.mesh = body->shape->mesh;
    if (body->radius > 0)
        def.other_radius = smallest_radius(body->census) * (body->rest_radius / body->radius);
    def.allocator = *settings->allocator;
    uint32_t count;
    mote_part_sphere one;
    mote_result result = mote_find_part_spheres(&def, &one, 1, &count);
    if (result == MOTE_ERROR_LIMIT) return find_spheres(&def, settings->allocator, count, out);
    if (result == MOTE_OK) *out = one.particles;
    return result;
}

mote_result mote_lbg_census_count(const mote_lbg_body *body, const mote_settings *settings,
                                  uint32_t *out)
{
    mote_result result = MOTE_OK;
    switch (settings->lbg.count) {
    case MOTE_LBG_COUNT_KISSING:
        *out = mote_count_by_kissing((uint32_t)body->census->bodies.count);
        break;
    case MOTE_LBG_COUNT_SHADOWS: result = count_shadows(body, out); break;
    case MOTE_LBG_COUNT_SPHERES:
    default: result = count_spheres(body, settings, out); break;
    }
    if (*out > MOTE_LBG_MOST_PARTICLES) *out = MOTE_LBG_MOST_PARTICLES;
    return result;
}
