#include "papers/particle/neighborhood.h"

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/memory.h"

// ---------------------------------------------------------------------------------------------
// The set of known vertices or faces

// Room for `count` numbers. False if there is no memory; then the set is unchanged.
static bool id_set_create(mote_id_set *set, const mote_allocator *allocator, uint32_t count)
{
    mote_id_set made = {.capacity = 16};
    while (made.capacity / 2 < count) made.capacity *= 2;
    made.slots = mote_allocate(allocator, made.capacity, sizeof *made.slots);
    if (made.slots) *set = made;
    return made.slots != NULL;
}

static void id_set_release(mote_id_set *set, const mote_allocator *allocator)
{
    mote_release(allocator, set->slots, set->capacity, sizeof *set->slots);
    *set = (mote_id_set){0};
}

static void id_set_clear(mote_id_set *set)
{
    memset(set->slots, 0xff, set->capacity * sizeof *set->slots);
}

// True if the number is new to the set.
static bool id_set_add(mote_id_set *set, uint32_t id)
{
    uint32_t at = (id * 0x9e3779b1u) >> 7 & (set->capacity - 1);
    for (; set->slots[at] != MOTE_NONE; at = (at + 1) & (set->capacity - 1)) {
        if (set->slots[at] == id) return false;
    }
    set->slots[at] = id;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Memory

// The corners of all faces, and the start vertex.
static uint32_t max_vertices(uint32_t max_faces)
{
    return 3 * max_faces + 1;
}

static bool allocate(mote_neighborhood *n, const mote_allocator *allocator)
{
    n->faces = mote_allocate(allocator, n->capacity, sizeof *n->faces);
    n->corners = mote_allocate(allocator, n->capacity, 3 * sizeof *n->corners);
    n->boxes = mote_allocate(allocator, n->capacity, sizeof *n->boxes);
    n->queue = mote_allocate(allocator, max_vertices(n->capacity), sizeof *n->queue);
    return n->faces && n->corners && n->boxes && n->queue &&
           id_set_create(&n->known_vertices, allocator, max_vertices(n->capacity)) &&
           id_set_create(&n->known_faces, allocator, n->capacity);
}

bool mote_neighborhood_reserve(mote_neighborhood *neighborhood, const mote_allocator *allocator,
                               uint32_t capacity)
{
    if (neighborhood->faces && neighborhood->capacity >= capacity) return true;
    mote_neighborhood larger = {.capacity = capacity};
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
    mote_release(allocator, n->faces, n->capacity, sizeof *n->faces);
    mote_release(allocator, n->corners, n->capacity, 3 * sizeof *n->corners);
    mote_release(allocator, n->boxes, n->capacity, sizeof *n->boxes);
    mote_release(allocator, n->queue, max_vertices(n->capacity), sizeof *n->queue);
    id_set_release(&n->known_vertices, allocator);
    id_set_release(&n->known_faces, allocator);
    *n = (mote_neighborhood){0};
}

// ---------------------------------------------------------------------------------------------
// The queue: a binary heap with the vertex nearest to the target on top, of equal ones the lowest

static bool comes_before(mote_queued_vertex a, mote_queued_vertex b)
{
    return a.squared < b.squared || (a.squared == b.squared && a.vertex < b.vertex);
}

static void push(mote_neighborhood *n, mote_queued_vertex item)
{
    uint32_t at = n->queue_count++;
    for (; at > 0 && comes_before(item, n->queue[(at - 1) / 2]); at = (at - 1) / 2)
        n->queue[at] = n->queue[(at - 1) / 2];
    n->queue[at] = item;
}

static mote_queued_vertex pop(mote_neighborhood *n)
{
    mote_queued_vertex top = n->queue[0], last = n->queue[--n->queue_count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < n->queue_count; child = 2 * at + 1) {
        if (child + 1 < n->queue_count && comes_before(n->queue[child + 1], n->queue[child]))
            child++;
        if (!comes_before(n->queue[child], last)) break;
        n->queue[at] = n->queue[child];
        at = child;
    }
    n->queue[at] = last;
    return top;
}

// ---------------------------------------------------------------------------------------------
// Gathering

typedef struct search {
    mote_neighborhood *n;
    const mote_shape *shape;
    const mote_neighborhood_limits *limits;
    uint32_t faces_left; // that may still be gathered
} search;

static bool may_continue_from(const mote_neighborhood_limits *limits, uint32_t vertex,
                              float squared)
{
    if (limits->area_of && limits->area_of[vertex] != limits->area) return false;
    return squared <= limits->radius * limits->radius; // false for NaN
}

static void queue_vertex(const search *s, uint32_t vertex, mote_vec3 p)
{
    if (!id_set_add(&s->n->known_vertices, vertex)) return;
    mote_vec3 off = mote_vec_sub(p, s->limits->target);
    float squared = mote_vec_dot(off, off);
    if (may_continue_from(s->limits, vertex, squared))
        push(s->n, (mote_queued_vertex){squared, vertex});
}

static void store_face(mote_neighborhood *n, uint32_t face, const mote_vec3 corners[3],
                       const mote_box *box)
{
    n->faces[n->count] = face;
    for (int k = 0; k < 3; k++) n->corners[3 * (size_t)n->count + (size_t)k] = corners[k];
    n->boxes[n->count++] = *box;
    mote_box_add_box(&n->box, box);
}

static void add_face(search *s, uint32_t face)
{
    if (!id_set_add(&s->n->known_faces, face)) return;
    s->faces_left--;
    mote_vec3 corners[3];
    mote_shape_face_points(s->shape, face, corners);
    const uint32_t *t = s->shape->mesh->triangles + 3 * (size_t)face;
    for (int k = 0; k < 3; k++) queue_vertex(s, t[k], corners[k]);
    for (int k = 0; k < 3; k++) {
        if (!mote_vec_finite(corners[k])) return;
    }
    mote_box box = mote_box_of_triangle(corners);
    if (!s->limits->region || mote_boxes_overlap(&box, s->limits->region))
        store_face(s->n, face, corners, &box);
}

static void add_faces_of(search *s, uint32_t vertex)
{
    const mote_lists *faces = &s->shape->mesh->vertex_faces;
    for (uint32_t i = faces->first[vertex]; i < faces->first[vertex + 1] && s->faces_left; i++)
        add_face(s, faces->items[i]);
}

static search begin(mote_neighborhood *n, const mote_shape *shape,
                    const mote_neighborhood_limits *limits)
{
    n->count = n->queue_count = 0;
    n->box = mote_box_empty();
    id_set_clear(&n->known_vertices);
    id_set_clear(&n->known_faces);
    return (search){n, shape, limits,
                    limits->max_faces < n->capacity ? limits->max_faces : n->capacity};
}

void mote_neighborhood_gather(mote_neighborhood *neighborhood, const mote_shape *shape,
                              uint32_t vertex, const mote_neighborhood_limits *limits)
{
    mote_neighborhood *n = neighborhood;
    search s = begin(n, shape, limits);
    id_set_add(&n->known_vertices, vertex);
    add_faces_of(&s, vertex);
    while (n->queue_count && s.faces_left) add_faces_of(&s, pop(n).vertex);
}

void mote_neighborhood_gather_all(mote_neighborhood *neighborhood, const mote_shape *shape,
                                  const uint32_t *vertices, uint32_t vertex_count,
                                  const mote_box *region)
{
    const mote_neighborhood_limits limits = {
        .max_faces = UINT32_MAX, .radius = NAN, .region = region}; // NAN: no vertex is queued
    search s = begin(neighborhood, shape, &limits);
    for (uint32_t i = 0; i < vertex_count && s.faces_left; i++) add_faces_of(&s, vertices[i]);
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
