#include "papers/lbg/repartition.h"

#include <math.h>

#include "core/memory.h"
#include "core/result.h"
#include "core/vec.h"
#include "mesh/cross.h"
#include "papers/lbg/census.h"
#include "papers/lbg/rectangle.h"

mote_result mote_lbg_first_partition(mote_lbg_body *body, const mote_settings *settings)
{
    uint32_t count = settings->lbg.particles;
    mote_result result = count ? MOTE_OK : mote_lbg_census_count(body, settings, &count);
    return result == MOTE_OK ? mote_lbg_partition(body, settings, count, NULL, NULL) : result;
}

// ---------------------------------------------------------------------------------------------
// Sizes

// By what lengths have grown around the particles since the rest shape.
static double growth(const mote_lbg_body *body)
{
    return body->rest_distance > 0 ? (double)body->distance / (double)body->rest_distance : 1.0;
}

// "The longest distance between the initial particles"; of one alone, what it would be on a sphere.
static float longest_distance(const mote_lbg_body *body)
{
    float longest = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        for (uint32_t k = 0; k < i; k++)
            longest = fmaxf(longest, mote_vec_length(mote_vec_sub(body->at[i], body->at[k])));
    }
    return body->count > 1 ? longest : (float)(2 * growth(body) * (double)body->rest_radius);
}

static bool is_finite(const mote_lbg_body *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        if (!mote_vec_finite(body->at[i])) return false;
    }
    return isfinite(body->distance);
}

void mote_lbg_measure(mote_lbg_body *body, const mote_settings *settings)
{
    bool literal = settings->lbg.literal_rectangles;
    if (!is_finite(body)) return;
    body->reach = longest_distance(body);
    if (!literal) mote_lbg_find_routes(body);
    body->acceptable = fmax(body->acceptable, mote_lbg_largest_rectangle(body, literal));
    if (!body->measured)
        body->first_surface = body->shape->mesh->area * growth(body) * growth(body);
    body->measured = true;
}

bool mote_lbg_has_outgrown(const mote_lbg_body *body, const mote_settings *settings)
{
    const mote_lbg_options *options = &settings->lbg;
    return options->acceptable < INFINITY &&
           mote_lbg_largest_rectangle(body, options->literal_rectangles) >
               (double)options->acceptable * body->acceptable;
}

// ---------------------------------------------------------------------------------------------
// The present shape as areas want it

// In the caller's numbering; a vertex that nothing uses stays at rest. False where one is not finite.
static bool read_positions(const mote_shape *shape, mote_vec3 *out)
{
    const mote_mesh *mesh = shape->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t stands_for_it = mesh->weld ? mesh->weld[v] : v;
        bool used = shape->clusters->place_of[stands_for_it] != MOTE_NONE;
        out[v] = used ? mote_shape_point(shape, stands_for_it) : mesh->positions[v];
        if (!mote_vec_finite(out[v])) return false;
    }
    return true;
}

// Weighted by area: no function is needed whose result depends on the machine. Returns the surface.
static double find_normals(const mote_mesh *mesh, const mote_vec3 *positions, mote_vec3 *normals)
{
    double surface = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) normals[v] = (mote_vec3){0};
    for (uint32_t f = 0; f < mesh->triangle_count; f++) {
        const uint32_t *t = mesh->triangles + 3 * (size_t)f;
        const mote_vec3 corners[3] = {positions[t[0]], positions[t[1]], positions[t[2]]};
        mote_dvec3 cross = mote_triangle_cross(corners);
        surface += 0.5 * mote_dvec_length(cross);
        for (int k = 0; k < 3; k++)
            normals[t[k]] = mote_dvec_narrow(mote_dvec_add(mote_vec_widen(normals[t[k]]), cross));
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double length = mote_dvec_length(mote_vec_widen(normals[v]));
        normals[v] = length > 0
                         ? mote_dvec_narrow(mote_dvec_scale(mote_vec_widen(normals[v]), 1 / length))
                         : (mote_vec3){0};
    }
    return surface;
}

static mote_result new_count(const mote_lbg_body *body, const mote_settings *settings,
                             double surface, uint32_t *out)
{
    if (!settings->lbg.particles) return mote_lbg_census_count(body, settings, out);
    double wanted = ceil((double)settings->lbg.particles * surface / body->first_surface);
    *out = settings->lbg.particles;
    if (wanted > (double)*out) *out = (uint32_t)fmin(wanted, MOTE_LBG_MOST_PARTICLES);
    return MOTE_OK;
}

// A shape too large for the arithmetic of areas is no error of the frame.
static mote_result cut(mote_lbg_body *body, const mote_settings *settings,
                       const mote_vec3 *positions, mote_vec3 *normals, bool *done)
{
    const mote_mesh *mesh = body->shape->mesh;
    uint32_t count = 1;
    double surface = find_normals(mesh, positions, normals);
    body->radius = mote_lbg_radius(mesh, positions);
    mote_result result = new_count(body, settings, surface, &count);
    if (result == MOTE_OK) result = mote_lbg_partition(body, settings, count, positions, normals);
    *done = result == MOTE_OK;
    return result == MOTE_ERROR_DATA ? MOTE_OK : result;
}

mote_result mote_lbg_repartition(mote_lbg_body *body, const mote_settings *settings, bool *done)
{
    uint32_t vertices = body->shape->mesh->vertex_count;
    mote_vec3 *positions = mote_allocate(settings->allocator, vertices, sizeof *positions);
    mote_vec3 *normals = mote_allocate(settings->allocator, vertices, sizeof *normals);
    mote_result result = MOTE_OK;
    *done = false;
    if (!positions || !normals)
        result = mote_fail_memory(2 * vertices * sizeof *normals, "a repartition");
    else if (read_positions(body->shape, positions))
        result = cut(body, settings, positions, normals, done);
    mote_release(settings->allocator, positions, vertices, sizeof *positions);
    mote_release(settings->allocator, normals, vertices, sizeof *normals);
    if (*done) {
        mote_lbg_body_look(body);
        mote_lbg_measure(body, settings);
    }
    return result;
}
