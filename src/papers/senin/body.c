#include "papers/senin/body.h"

#include <mote/papers.h>

#include "core/result.h"
#include "papers/senin/options.h"

// ---------------------------------------------------------------------------------------------
// The longest way

typedef struct flood {
    const mote_mesh *mesh;
    uint32_t *queue;    // vertices in the order in which they are reached
    uint32_t *distance; // per vertex: edges from the start; MOTE_NONE if not reached
} flood;

// Reaches all vertices of the component; returns how many. The last in the queue is the furthest.
static uint32_t flood_from(flood *f, uint32_t start)
{
    const mote_lists *near = &f->mesh->vertex_neighbors;
    uint32_t reached = 0;
    f->distance[start] = 0;
    f->queue[reached++] = start;
    for (uint32_t at = 0; at < reached; at++) {
        uint32_t v = f->queue[at];
        for (uint32_t i = near->first[v]; i < near->first[v + 1]; i++) {
            uint32_t w = near->items[i];
            if (f->distance[w] != MOTE_NONE) continue;
            f->distance[w] = f->distance[v] + 1;
            f->queue[reached++] = w;
        }
    }
    return reached;
}

static uint32_t longest_in_component(flood *f, uint32_t vertex)
{
    uint32_t reached = flood_from(f, vertex), end = f->queue[reached - 1];
    for (uint32_t i = 0; i < reached; i++) f->distance[f->queue[i]] = MOTE_NONE;
    reached = flood_from(f, end);
    return f->distance[f->queue[reached - 1]];
}

bool mote_longest_way(const mote_mesh *mesh, const mote_allocator *allocator, uint32_t *out)
{
    uint32_t count = mesh->vertex_count;
    flood f = {mesh, mote_allocate(allocator, count, sizeof *f.queue),
               mote_allocate(allocator, count, sizeof *f.distance)};
    bool complete = f.queue && f.distance;
    *out = 0;
    for (uint32_t v = 0; complete && v < count; v++) f.distance[v] = MOTE_NONE;
    for (uint32_t v = 0; complete && v < count; v++) {
        if (f.distance[v] != MOTE_NONE) continue;
        uint32_t longest = longest_in_component(&f, v);
        if (longest > *out) *out = longest;
    }
    mote_release(allocator, f.queue, count, sizeof *f.queue);
    mote_release(allocator, f.distance, count, sizeof *f.distance);
    return complete;
}

// ---------------------------------------------------------------------------------------------

static mote_result choose_count(mote_senin_body *body, const mote_mesh *mesh,
                                const mote_settings *settings)
{
    body->particles = mote_senin_options_of(settings)->particles;
    if (body->particles == 0) {
        mote_convex_parts_def def = mote_default_convex_parts_def();
        def.mesh = mesh;
        def.allocator = *settings->allocator;
        mote_result result = mote_count_by_convex_parts(&def, NULL, &body->particles);
        if (result != MOTE_OK) return result;
    }
    if (body->particles > mesh->clusters->vertex_count)
        body->particles = mesh->clusters->vertex_count;
    return MOTE_OK;
}

mote_result mote_senin_admit(void *state, const mote_shape *shape, const mote_settings *settings)
{
    mote_senin_body *body = state;
    if (!shape->mesh->face_neighbors)
        return mote_fail(MOTE_ERROR_ARGUMENT, "method senin needs meshes with MOTE_MESH_ADJACENCY; "
                                              "the body's mesh was built without it");
    mote_result result = choose_count(body, shape->mesh, settings);
    if (result != MOTE_OK) return result;
    if (!mote_longest_way(shape->mesh, settings->allocator, &body->longest_way))
        return mote_fail_memory(2 * (size_t)shape->mesh->vertex_count * sizeof(uint32_t),
                                "the longest way over a body");
    return MOTE_OK;
}
