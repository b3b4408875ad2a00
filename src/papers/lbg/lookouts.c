#include "papers/lbg/lookouts.h"

#include <math.h>

#include "core/memory.h"
#include "core/vec.h"

static float squared_distance(mote_vec3 a, mote_vec3 b)
{
    mote_vec3 off = mote_vec_sub(a, b);
    return mote_vec_dot(off, off);
}

typedef struct members {
    const uint32_t *vertices;
    uint32_t count;
    float *squared; // of each: distance to the nearest of what has been chosen
} members;

// Takes the new one into account, and finds the member that is farthest from all; MOTE_NONE if none is
// apart from them.
static uint32_t farthest(const members *m, const mote_vec3 *positions, uint32_t chosen)
{
    uint32_t best = MOTE_NONE;
    float most = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        float squared = squared_distance(positions[m->vertices[i]], positions[chosen]);
        if (squared < m->squared[i]) m->squared[i] = squared;
        if (!(m->squared[i] > most)) continue;
        most = m->squared[i];
        best = m->vertices[i];
    }
    return best;
}

static void spread(mote_lbg_particle *particle, const members *m, const mote_vec3 *positions)
{
    uint32_t last = particle->start;
    for (uint32_t i = 0; i < m->count; i++) m->squared[i] = INFINITY;
    particle->lookout_count = 0;
    while (particle->lookout_count < MOTE_LBG_LOOKOUTS) {
        last = farthest(m, positions, last);
        if (last == MOTE_NONE) return;
        particle->lookouts[particle->lookout_count++] = last;
    }
}

bool mote_lbg_find_lookouts(mote_lbg_body *body, const mote_allocator *allocator,
                            const mote_vec3 *positions)
{
    const mote_lists *vertices = &body->view.vertices;
    uint32_t room = body->shape->mesh->vertex_count;
    float *squared = mote_allocate(allocator, room, sizeof *squared);
    if (!squared) return false;
    for (uint32_t i = 0; i < body->count; i++) {
        uint32_t first = vertices->first[body->particles[i].area];
        uint32_t end = vertices->first[body->particles[i].area + 1];
        members m = {vertices->items + first, end - first, squared};
        spread(&body->particles[i], &m, positions);
    }
    mote_release(allocator, squared, room, sizeof *squared);
    return true;
}
