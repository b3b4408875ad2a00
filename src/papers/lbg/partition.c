// Surface partitioning: a body is divided into areas by LBG quantization (papers/areas), and each
// area gets one particle. Saenghaengtham and Kanongchaiyos 2006, "Surface partitioning", steps 1 to
// 11.
//
// Decisions where the paper is silent:
// - Positions are those of the rest shape, in its own coordinates, so that the areas do not depend on where a body is placed.
//   The paper does not say in which coordinates they are; its split by a factor depends on them, and fails for a body whose
//   mean is the origin. With the option `present_areas` they are those of the world.
// - A particle starts at the seed of its area, the vertex whose vector is nearest to the mean.
// - An area without vertices, which only the literal form has, gets no particle.
// - R_max is the longest route between two particles (particle/longest_route.h).
//
// Not in the paper: each area has up to 8 samples, vertices as far apart as possible. The check of
// two areas (collision_distance.c) also starts from them, because one particle does not represent
// all of a large area: it may be stuck in a local maximum of the force, such as the corner between
// a handle and the body of a teapot.

#include <math.h>

#include "core/result.h"
#include "papers/lbg/lbg.h"
#include "papers/particle/longest_route.h"

// ---------------------------------------------------------------------------------------------
// Particles

static bool allocate_particles(mote_lbg_body *body, const mote_allocator *allocator)
{
    uint32_t n = body->capacity;
    body->particles = mote_allocate(allocator, n, sizeof *body->particles);
    body->next_vertex = mote_allocate(allocator, n, sizeof *body->next_vertex);
    body->at = mote_allocate(allocator, n, sizeof *body->at);
    body->next_at = mote_allocate(allocator, n, sizeof *body->next_at);
    return body->particles && body->next_vertex && body->at && body->next_at;
}

void mote_lbg_body_release(mote_lbg_body *body, const mote_allocator *allocator)
{
    uint32_t n = body->capacity;
    mote_areas_destroy(body->areas);
    mote_release(allocator, body->particles, n, sizeof *body->particles);
    mote_release(allocator, body->next_vertex, n, sizeof *body->next_vertex);
    mote_release(allocator, body->at, n, sizeof *body->at);
    mote_release(allocator, body->next_at, n, sizeof *body->next_at);
}

// `next_vertex` gets the start vertices too.
static void place_particles(mote_lbg_body *body)
{
    const mote_areas_view *view = &body->view;
    body->count = 0;
    for (uint32_t i = 0; i < view->area_count; i++) {
        uint32_t seed = view->nodes[i].seed;
        if (seed == MOTE_NONE) continue;
        body->next_vertex[body->count] = seed;
        body->particles[body->count++] =
            (mote_lbg_particle){.area = i, .vertex = seed, .start = seed};
    }
}

void mote_lbg_locate_particles(mote_lbg_body *body)
{
    for (uint32_t i = 0; i < body->count; i++)
        body->at[i] = mote_shape_point(body->shape, body->particles[i].vertex);
    body->distance = mote_lbg_present_distance(body);
}

// ---------------------------------------------------------------------------------------------
// Farthest-point samples

typedef struct area_vertices {
    const uint32_t *vertices;
    uint32_t count;
    float *squared; // per vertex: distance to the nearest chosen vertex
} area_vertices;

// Updates the distances by a newly chosen vertex and returns the vertex that is farthest from all
// chosen ones; MOTE_NONE if all vertices coincide with chosen ones.
static uint32_t farthest(const area_vertices *m, const mote_vec3 *positions, uint32_t chosen)
{
    uint32_t best = MOTE_NONE;
    float largest = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        float squared = mote_lbg_squared_distance(positions[m->vertices[i]], positions[chosen]);
        if (squared < m->squared[i]) m->squared[i] = squared;
        if (!(m->squared[i] > largest)) continue;
        largest = m->squared[i];
        best = m->vertices[i];
    }
    return best;
}

static void sample_area(mote_lbg_particle *particle, const area_vertices *m,
                        const mote_vec3 *positions)
{
    uint32_t last = particle->start;
    for (uint32_t i = 0; i < m->count; i++) m->squared[i] = INFINITY;
    particle->sample_count = 0;
    while (particle->sample_count < MOTE_LBG_MAX_SAMPLES) {
        last = farthest(m, positions, last);
        if (last == MOTE_NONE) return;
        particle->samples[particle->sample_count++] = last;
    }
}

// False if there is no memory.
static bool sample_areas(mote_lbg_body *body, const mote_allocator *allocator,
                         const mote_vec3 *positions)
{
    const mote_lists *vertices = &body->view.vertices;
    uint32_t room = body->shape->mesh->vertex_count;
    float *squared = mote_allocate(allocator, room, sizeof *squared);
    if (!squared) return false;
    for (uint32_t i = 0; i < body->count; i++) {
        uint32_t first = vertices->first[body->particles[i].area];
        uint32_t end = vertices->first[body->particles[i].area + 1];
        area_vertices m = {vertices->items + first, end - first, squared};
        sample_area(&body->particles[i], &m, positions);
    }
    mote_release(allocator, squared, room, sizeof *squared);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Partition

static mote_areas_def areas_def(const mote_lbg_body *body, const mote_settings *settings,
                                uint32_t count)
{
    bool literal = mote_lbg_options_of(settings)->literal_areas;
    mote_areas_def def = literal ? mote_literal_areas_def() : mote_default_areas_def();
    def.mesh = body->shape->mesh;
    def.count = count;
    def.allocator = *settings->allocator;
    def.log = settings->log;
    return def;
}

// The faces at the vertices of the largest area; a face with several vertices in the area counts
// several times.
static uint32_t count_faces_of_largest(const mote_lbg_body *body)
{
    const mote_lists *faces = &body->shape->mesh->vertex_faces, *vertices = &body->view.vertices;
    uint32_t largest = 0;
    for (uint32_t i = 0; i < body->view.area_count; i++) {
        uint32_t count = 0;
        for (uint32_t k = vertices->first[i]; k < vertices->first[i + 1]; k++)
            count += faces->first[vertices->items[k] + 1] - faces->first[vertices->items[k]];
        if (count > largest) largest = count;
    }
    return largest;
}

static bool prepare_particles(mote_lbg_body *body, const mote_settings *settings,
                              const mote_vec3 *positions)
{
    const mote_mesh *mesh = body->shape->mesh;
    if (!allocate_particles(body, settings->allocator)) return false;
    place_particles(body);
    body->largest_area = count_faces_of_largest(body);
    return mote_longest_route_between(mesh, body->next_vertex, body->count, settings->allocator,
                                      &body->max_steps) &&
           sample_areas(body, settings->allocator, positions ? positions : mesh->positions);
}

mote_result mote_lbg_partition(mote_lbg_body *body, const mote_settings *settings, uint32_t count,
                               const mote_vec3 *positions, const mote_vec3 *normals)
{
    mote_areas_def def = areas_def(body, settings, count);
    def.positions = positions;
    def.normals = normals;
    mote_lbg_body made = *body;
    mote_result result = mote_areas_create(&def, &made.areas);
    if (result != MOTE_OK) return result;
    mote_areas_get_view(made.areas, &made.view);
    made.partitions++;
    made.capacity = made.view.area_count;
    if (!prepare_particles(&made, settings, positions)) {
        mote_lbg_body_release(&made, settings->allocator);
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the %u particles of a body", count);
    }
    mote_lbg_body_release(body, settings->allocator);
    *body = made;
    return MOTE_OK;
}

mote_result mote_lbg_first_partition(mote_lbg_body *body, const mote_settings *settings)
{
    uint32_t count = mote_lbg_options_of(settings)->particles;
    mote_result result = count ? MOTE_OK : mote_lbg_count_particles(body, settings, &count);
    return result == MOTE_OK ? mote_lbg_partition(body, settings, count, NULL, NULL) : result;
}
