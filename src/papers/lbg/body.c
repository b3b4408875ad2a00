#include "papers/lbg/body.h"

#include "core/memory.h"
#include "core/result.h"
#include "core/vec.h"
#include "papers/areas/areas.h"
#include "papers/lbg/collision_distance.h"
#include "papers/lbg/longest_way.h"
#include "papers/lbg/lookouts.h"

static mote_areas_def areas_def(const mote_lbg_body *body, const mote_settings *settings,
                                uint32_t count)
{
    mote_areas_def def =
        settings->lbg.literal_areas ? mote_literal_areas_def() : mote_default_areas_def();
    def.mesh = body->shape->mesh;
    def.count = count;
    def.allocator = *settings->allocator;
    def.log = settings->log;
    return def;
}

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

// One particle an area, where the vector of the area's vertex is nearest to the mean.
static void place_particles(mote_lbg_body *body)
{
    const mote_areas_view *view = &body->view;
    body->count = 0;
    for (uint32_t i = 0; i < view->area_count; i++) {
        uint32_t seed = view->nodes[i].seed;
        if (seed == MOTE_NONE) continue;
        body->particles[body->count++] =
            (mote_lbg_particle){.area = i, .vertex = seed, .start = seed};
    }
}

// Faces at the vertices of the largest area, those with several of its vertices counted as often.
static uint32_t count_faces_of_largest(const mote_lbg_body *body)
{
    const mote_lists *faces = &body->shape->mesh->vertex_faces, *members = &body->view.vertices;
    uint32_t largest = 0;
    for (uint32_t i = 0; i < body->view.area_count; i++) {
        uint32_t count = 0;
        for (uint32_t k = members->first[i]; k < members->first[i + 1]; k++)
            count += faces->first[members->items[k] + 1] - faces->first[members->items[k]];
        if (count > largest) largest = count;
    }
    return largest;
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
    made.cuts++;
    made.capacity = made.view.area_count;
    bool enough = allocate_particles(&made, settings->allocator);
    if (enough) {
        place_particles(&made);
        made.largest_area = count_faces_of_largest(&made);
        enough = mote_lbg_longest_way(&made, settings->allocator, &made.most_steps) &&
                 mote_lbg_find_lookouts(&made, settings->allocator,
                                        positions ? positions : def.mesh->positions);
    }
    if (!enough) {
        mote_lbg_body_release(&made, settings->allocator);
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the %u particles of a body", count);
    }
    mote_lbg_body_release(body, settings->allocator);
    *body = made;
    return MOTE_OK;
}

void mote_lbg_body_look(mote_lbg_body *body)
{
    for (uint32_t i = 0; i < body->count; i++)
        body->at[i] = mote_shape_point(body->shape, body->particles[i].vertex);
    body->distance = mote_lbg_present_distance(body);
}
