#include "papers/particle/longest_route.h"

// A breadth-first search.
typedef struct search {
    const mote_mesh *mesh;
    uint32_t *distance; // per vertex: edges from the start; MOTE_NONE if not reached
    uint32_t *queue; // vertices in the order in which they were reached: the last is the farthest
    uint32_t reached;
} search;

static bool search_create(search *s, const mote_mesh *mesh, const mote_allocator *allocator)
{
    uint32_t count = mesh->vertex_count;
    *s = (search){.mesh = mesh,
                  .distance = mote_allocate(allocator, count, sizeof *s->distance),
                  .queue = mote_allocate(allocator, count, sizeof *s->queue)};
    if (!s->distance || !s->queue) return false;
    for (uint32_t v = 0; v < count; v++) s->distance[v] = MOTE_NONE;
    return true;
}

static void search_release(search *s, const mote_allocator *allocator)
{
    mote_release(allocator, s->distance, s->mesh->vertex_count, sizeof *s->distance);
    mote_release(allocator, s->queue, s->mesh->vertex_count, sizeof *s->queue);
}

// Reaches all vertices of the component of `start`.
static void search_from(search *s, uint32_t start)
{
    const mote_lists *neighbors = &s->mesh->vertex_neighbors;
    s->distance[start] = 0;
    s->queue[0] = start;
    s->reached = 1;
    for (uint32_t at = 0; at < s->reached; at++) {
        uint32_t v = s->queue[at];
        for (uint32_t i = neighbors->first[v]; i < neighbors->first[v + 1]; i++) {
            uint32_t next = neighbors->items[i];
            if (s->distance[next] != MOTE_NONE) continue;
            s->distance[next] = s->distance[v] + 1;
            s->queue[s->reached++] = next;
        }
    }
}

static void search_again_from(search *s, uint32_t start)
{
    for (uint32_t i = 0; i < s->reached; i++) s->distance[s->queue[i]] = MOTE_NONE;
    search_from(s, start);
}

static uint32_t largest_distance(const search *s)
{
    return s->distance[s->queue[s->reached - 1]];
}

// ---------------------------------------------------------------------------------------------
// Between all vertices

bool mote_longest_route(const mote_mesh *mesh, const mote_allocator *allocator, uint32_t *out)
{
    search s;
    bool enough = search_create(&s, mesh, allocator);
    *out = 0;
    for (uint32_t v = 0; enough && v < mesh->vertex_count; v++) {
        if (s.distance[v] != MOTE_NONE) continue;
        search_from(&s, v);
        search_again_from(&s, s.queue[s.reached - 1]);
        if (largest_distance(&s) > *out) *out = largest_distance(&s);
    }
    search_release(&s, allocator);
    return enough;
}

// ---------------------------------------------------------------------------------------------
// Between given vertices

// The given vertex of the component that is farthest from the start of the last search; of equal
// ones the first.
static uint32_t farthest(const search *s, const uint32_t *vertices, uint32_t count,
                         uint32_t component)
{
    uint32_t best = MOTE_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = vertices[i];
        if (s->mesh->vertex_component[v] != component) continue;
        if (best == MOTE_NONE || s->distance[v] > s->distance[best]) best = v;
    }
    return best;
}

// The longest route in the component of `start`.
static uint32_t route_in_component(search *s, const uint32_t *vertices, uint32_t count,
                                   uint32_t start)
{
    uint32_t component = s->mesh->vertex_component[start];
    search_from(s, start);
    uint32_t end = farthest(s, vertices, count, component);
    if (end == start) return largest_distance(s);
    search_again_from(s, end);
    return s->distance[farthest(s, vertices, count, component)];
}

bool mote_longest_route_between(const mote_mesh *mesh, const uint32_t *vertices, uint32_t count,
                                const mote_allocator *allocator, uint32_t *out)
{
    search s;
    bool enough = search_create(&s, mesh, allocator);
    *out = 1;
    for (uint32_t i = 0; enough && i < count; i++) {
        if (s.distance[vertices[i]] != MOTE_NONE) continue;
        uint32_t route = route_in_component(&s, vertices, count, vertices[i]);
        if (route > *out) *out = route;
    }
    search_release(&s, allocator);
    return enough;
}
