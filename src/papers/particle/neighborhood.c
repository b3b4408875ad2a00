#include "papers/particle/neighborhood.h"

#include <math.h>

#include "core/box.h"
#include "core/memory.h"

// ---------------------------------------------------------------------------------------------
// Memory

// A vertex comes to be known as a corner of a face that was taken, or as the start.
static uint32_t most_vertices(uint32_t most_faces)
{
    return 3 * most_faces + 1;
}

static bool allocate(mote_neighborhood *n, const mote_allocator *allocator)
{
    n->faces = mote_allocate(allocator, n->most, sizeof *n->faces);
    n->corners = mote_allocate(allocator, n->most, 3 * sizeof *n->corners);
    n->boxes = mote_allocate(allocator, n->most, sizeof *n->boxes);
    n->waiting = mote_allocate(allocator, most_vertices(n->most), sizeof *n->waiting);
    return n->faces && n->corners && n->boxes && n->waiting &&
           mote_id_set_create(&n->known_vertices, allocator, most_vertices(n->most)) &&
           mote_id_set_create(&n->known_faces, allocator, n->most);
}

bool mote_neighborhood_reserve(mote_neighborhood *neighborhood, const mote_allocator *allocator,
                               uint32_t most_faces)
{
    if (neighborhood->faces && neighborhood->most >= most_faces) return true;
    mote_neighborhood larger = {.most = most_faces};
    if (!allocate(&larger, allocator)) {
        mote_neighborhood_release(&larger, allocator);
        return false;
    }
    mote_neighborhood_release(neighborhood, allocator);
    *neighborhood = larger;
    return true;
}

void mote_neighborhood_release(mote_neighborhood *neighborhood, const mote_allocator *allocator)
{
    mote_neighborhood *n = neighborhood;
    mote_release(allocator, n->faces, n->most, sizeof *n->faces);
    mote_release(allocator, n->corners, n->most, 3 * sizeof *n->corners);
    mote_release(allocator, n->boxes, n->most, sizeof *n->boxes);
    mote_release(allocator, n->waiting, most_vertices(n->most), sizeof *n->waiting);
    mote_id_set_release(&n->known_vertices, allocator);
    mote_id_set_release(&n->known_faces, allocator);
    *n = (mote_neighborhood){0};
}

// ---------------------------------------------------------------------------------------------
// The heap: the vertex nearest to the target on top, of equal ones the lowest

static bool comes_before(mote_waiting_vertex a, mote_waiting_vertex b)
{
    return a.squared < b.squared || (a.squared == b.squared && a.vertex < b.vertex);
}

static void push(mote_neighborhood *n, mote_waiting_vertex item)
{
    uint32_t at = n->waiting_count++;
    for (; at > 0 && comes_before(item, n->waiting[(at - 1) / 2]); at = (at - 1) / 2)
        n->waiting[at] = n->waiting[(at - 1) / 2];
    n->waiting[at] = item;
}

static mote_waiting_vertex pop(mote_neighborhood *n)
{
    mote_waiting_vertex top = n->waiting[0], last = n->waiting[--n->waiting_count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < n->waiting_count; child = 2 * at + 1) {
        if (child + 1 < n->waiting_count && comes_before(n->waiting[child + 1], n->waiting[child]))
            child++;
        if (!comes_before(n->waiting[child], last)) break;
        n->waiting[at] = n->waiting[child];
        at = child;
    }
    n->waiting[at] = last;
    return top;
}

// ---------------------------------------------------------------------------------------------
// Growing

typedef struct growth {
    mote_neighborhood *n;
    const mote_shape *shape;
    const mote_reach *reach;
    uint32_t left; // faces that may still be taken
} growth;

static bool leads_on(const mote_reach *reach, uint32_t vertex, float squared)
{
    if (reach->area_of && reach->area_of[vertex] != reach->area) return false;
    return squared <= reach->radius * reach->radius; // false for NaN
}

static void meet_vertex(const growth *g, uint32_t vertex, mote_vec3 p)
{
    if (!mote_id_set_add(&g->n->known_vertices, vertex)) return;
    mote_vec3 off = mote_vec_sub(p, g->reach->target);
    float squared = mote_vec_dot(off, off);
    if (leads_on(g->reach, vertex, squared)) push(g->n, (mote_waiting_vertex){squared, vertex});
}

static void keep_face(mote_neighborhood *n, uint32_t face, const mote_vec3 corners[3],
                      const mote_box *box)
{
    n->faces[n->count] = face;
    for (int k = 0; k < 3; k++) n->corners[3 * (size_t)n->count + (size_t)k] = corners[k];
    n->boxes[n->count++] = *box;
    mote_box_add_box(&n->box, box);
}

static void take_face(growth *g, uint32_t face)
{
    if (!mote_id_set_add(&g->n->known_faces, face)) return;
    g->left--;
    mote_vec3 corners[3];
    mote_shape_face_points(g->shape, face, corners);
    const uint32_t *t = g->shape->mesh->triangles + 3 * (size_t)face;
    for (int k = 0; k < 3; k++) meet_vertex(g, t[k], corners[k]);
    for (int k = 0; k < 3; k++) {
        if (!mote_vec_finite(corners[k])) return;
    }
    mote_box box = mote_box_of_triangle(corners);
    if (!g->reach->region || mote_boxes_overlap(&box, g->reach->region))
        keep_face(g->n, face, corners, &box);
}

static void take_faces_of(growth *g, uint32_t vertex)
{
    const mote_lists *faces = &g->shape->mesh->vertex_faces;
    for (uint32_t i = faces->first[vertex]; i < faces->first[vertex + 1] && g->left; i++)
        take_face(g, faces->items[i]);
}

static growth begin(mote_neighborhood *n, const mote_shape *shape, const mote_reach *reach)
{
    n->count = n->waiting_count = 0;
    n->box = mote_box_empty();
    mote_id_set_clear(&n->known_vertices);
    mote_id_set_clear(&n->known_faces);
    return (growth){n, shape, reach, reach->faces < n->most ? reach->faces : n->most};
}

void mote_neighborhood_gather(mote_neighborhood *neighborhood, const mote_shape *shape,
                              uint32_t vertex, const mote_reach *reach)
{
    mote_neighborhood *n = neighborhood;
    growth g = begin(n, shape, reach);
    mote_id_set_add(&n->known_vertices, vertex);
    take_faces_of(&g, vertex);
    while (n->waiting_count && g.left) take_faces_of(&g, pop(n).vertex);
}

void mote_neighborhood_gather_all(mote_neighborhood *neighborhood, const mote_shape *shape,
                                  const uint32_t *vertices, uint32_t vertex_count,
                                  const mote_box *region)
{
    const mote_reach nowhere = {.faces = UINT32_MAX, .radius = NAN, .region = region};
    growth g = begin(neighborhood, shape, &nowhere);
    for (uint32_t i = 0; i < vertex_count && g.left; i++) take_faces_of(&g, vertices[i]);
}

float mote_face_size(const mote_shape *shape, uint32_t vertex)
{
    const mote_lists *faces = &shape->mesh->vertex_faces;
    float longest = 0;
    for (uint32_t i = faces->first[vertex]; i < faces->first[vertex + 1]; i++) {
        mote_vec3 corners[3];
        mote_shape_face_points(shape, faces->items[i], corners);
        for (int k = 0; k < 3; k++) {
            float edge = mote_vec_length(mote_vec_sub(corners[(k + 1) % 3], corners[k]));
            if (edge > longest && isfinite(edge)) longest = edge;
        }
    }
    return longest;
}
