#include "papers/lbg/longest_way.h"

#include "core/memory.h"

typedef struct sweep {
    const mote_lists *neighbors;
    uint32_t
        *steps; // per vertex, from where the last sweep of its component began; MOTE_NONE: not yet
    uint32_t *queue;
    uint32_t reached; // in the queue
} sweep;

// The steps of all vertices that can be reached from `start`.
static void run(sweep *s, uint32_t start)
{
    uint32_t first = 0;
    s->queue[0] = start;
    s->reached = 1;
    s->steps[start] = 0;
    while (first < s->reached) {
        uint32_t v = s->queue[first++];
        for (uint32_t i = s->neighbors->first[v]; i < s->neighbors->first[v + 1]; i++) {
            uint32_t next = s->neighbors->items[i];
            if (s->steps[next] != MOTE_NONE) continue;
            s->steps[next] = s->steps[v] + 1;
            s->queue[s->reached++] = next;
        }
    }
}

// The particle that is farthest from where the last sweep began.
static uint32_t farthest(const sweep *s, const mote_lbg_body *body, uint32_t component)
{
    uint32_t best = MOTE_NONE;
    for (uint32_t i = 0; i < body->count; i++) {
        uint32_t v = body->particles[i].vertex;
        if (body->shape->mesh->vertex_component[v] != component) continue;
        if (best == MOTE_NONE || s->steps[v] > s->steps[best]) best = v;
    }
    return best;
}

static uint32_t way_over_component(sweep *s, const mote_lbg_body *body, uint32_t start)
{
    uint32_t component = body->shape->mesh->vertex_component[start];
    run(s, start);
    uint32_t end = farthest(s, body, component);
    if (end == start) return s->steps[s->queue[s->reached - 1]]; // alone: to the farthest vertex
    for (uint32_t i = 0; i < s->reached; i++) s->steps[s->queue[i]] = MOTE_NONE;
    run(s, end);
    return s->steps[farthest(s, body, component)];
}

static uint32_t longest(sweep *s, const mote_lbg_body *body)
{
    uint32_t longest = 1;
    for (uint32_t v = 0; v < body->shape->mesh->vertex_count; v++) s->steps[v] = MOTE_NONE;
    for (uint32_t i = 0; i < body->count; i++) {
        if (s->steps[body->particles[i].vertex] != MOTE_NONE) continue;
        uint32_t way = way_over_component(s, body, body->particles[i].vertex);
        if (way > longest) longest = way;
    }
    return longest;
}

bool mote_lbg_longest_way(const mote_lbg_body *body, const mote_allocator *allocator, uint32_t *out)
{
    const mote_mesh *mesh = body->shape->mesh;
    sweep s = {.neighbors = &mesh->vertex_neighbors,
               .steps = mote_allocate(allocator, mesh->vertex_count, sizeof *s.steps),
               .queue = mote_allocate(allocator, mesh->vertex_count, sizeof *s.queue)};
    bool enough = s.steps && s.queue;
    if (enough) *out = longest(&s, body);
    mote_release(allocator, s.steps, mesh->vertex_count, sizeof *s.steps);
    mote_release(allocator, s.queue, mesh->vertex_count, sizeof *s.queue);
    return enough;
}
