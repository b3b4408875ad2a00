// Estimates the depth of a contact: how far the two surfaces reach through each other along its
// normal, from the vertices of each that lie inside the other and the curve between them.
//
// The corners of a face that crosses the other surface are told apart within that face: the way
// from a corner to the nearest point of the crossing meets the other surface nowhere else, so that
// the corner is inside exactly when it lies behind the face that it meets there. Where the nearest
// point ends two crossings, the one that is seen more from the front decides.
//
// Vertices further inside are found by a flood over faces in no pair, which lie inside as a whole
// or not at all. Touching and coplanar faces can deceive the first step; a flood that gets far is
// therefore undone unless the exact parity finds its start inside.

#include "world/contacts.h"

#include <string.h>

#include "core/vec.h"
#include "geometry/parity.h"

// The most vertices that the floods over all regions of a pair of bodies may reach. For a body with
// itself that is half of its vertices: more would be the outside, because faces that share a vertex
// are in no pair and leave a gap where a fold begins.
static size_t flood_budget(const mote_depth_side *side)
{
    size_t vertices = side->shape->clusters->vertex_count;
    return side->other ? 4 * vertices : vertices / 2;
}

static void release_side(mote_depth_side *side, const mote_allocator *allocator)
{
    mote_array_release(&side->vertex_slot, allocator);
    mote_array_release(&side->vertices, allocator);
    mote_array_release(&side->face_slot, allocator);
    mote_array_release(&side->crossed, allocator);
    mote_array_release(&side->queue, allocator);
}

// Grows an array of slots; new ones are zero. A slot is checked against the list, so that zero is
// harmless.
static bool grow_slots(mote_u32_array *slots, const mote_allocator *allocator, size_t count)
{
    if (count <= slots->count) return true;
    if (!mote_array_reserve(slots, allocator, count)) return false;
    uint32_t *data = slots->data;
    memset(data + slots->count, 0, (count - slots->count) * sizeof *data);
    slots->count = count;
    return true;
}

static bool begin_side(mote_depth_side *side, const mote_allocator *allocator,
                       const mote_shape *shape, const mote_shape *other)
{
    side->shape = shape;
    side->other = other == shape ? NULL : other;
    side->crossed.count = side->vertices.count = 0;
    side->budget = flood_budget(side);
    return grow_slots(&side->vertex_slot, allocator, shape->mesh->vertex_count) &&
           grow_slots(&side->face_slot, allocator, shape->mesh->triangle_count);
}

static bool is_crossed(const mote_depth_side *side, uint32_t face)
{
    uint32_t slot = side->face_slot.data[face];
    return slot < side->crossed.count && side->crossed.data[slot] == face;
}

// The face is in some pair, and so may be inside in part.
static bool add_crossed(mote_depth_side *side, const mote_allocator *allocator, uint32_t face)
{
    if (is_crossed(side, face)) return true;
    side->face_slot.data[face] = (uint32_t)side->crossed.count;
    return mote_array_push(&side->crossed, allocator, face);
}

void mote_depth_release(mote_depth *depth, const mote_allocator *allocator)
{
    release_side(&depth->a, allocator);
    release_side(&depth->b, allocator);
}

bool mote_depth_begin_pair(mote_depth *depth, const mote_allocator *allocator, const mote_shape *a,
                           const mote_shape *b, const mote_face_pair *face_pairs, uint32_t count)
{
    if (!begin_side(&depth->a, allocator, a, b) || !begin_side(&depth->b, allocator, b, a))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face_a = face_pairs[i].face_a, face_b = face_pairs[i].face_b;
        if (!add_crossed(&depth->a, allocator, face_a) ||
            !add_crossed(&depth->b, allocator, face_b))
            return false;
        if (a == b && (!add_crossed(&depth->a, allocator, face_b) ||
                       !add_crossed(&depth->b, allocator, face_a)))
            return false;
    }
    return true;
}

void mote_depth_begin_region(mote_depth *depth)
{
    depth->a.vertices.count = depth->b.vertices.count = 0;
}

// ---------------------------------------------------------------------------------------------
// Vertices

// The entry of a vertex, a new one at infinity if it has none; null for no memory.
static mote_depth_vertex *entry_of(mote_depth_side *side, const mote_allocator *allocator,
                                   uint32_t vertex)
{
    uint32_t *slot = (uint32_t *)side->vertex_slot.data + vertex;
    mote_depth_vertex *entries = side->vertices.data;
    if (*slot < side->vertices.count && entries[*slot].vertex == vertex) return &entries[*slot];
    *slot = (uint32_t)side->vertices.count;
    mote_depth_vertex entry = {.vertex = vertex, .distance_squared = HUGE_VAL};
    if (!mote_array_push(&side->vertices, allocator, entry)) return NULL;
    return side->vertices.data + *slot;
}

static mote_vec3 position_of(const mote_depth_side *side, uint32_t vertex)
{
    return mote_shape_vertex(side->shape, side->shape->clusters->place_of[vertex]);
}

static mote_dvec3 nearest_on_segment(mote_dvec3 point, mote_dvec3 p, mote_dvec3 q)
{
    mote_dvec3 way = mote_dvec_sub(q, p);
    double along = mote_dvec_dot(mote_dvec_sub(point, p), way);
    double whole = mote_dvec_dot(way, way);
    if (!(along > 0)) return p;
    if (along >= whole) return q;
    return mote_dvec_add(p, mote_dvec_scale(way, along / whole));
}

// Is the new point nearer, or as near but more in front or behind?
static bool is_better(const mote_depth_vertex *entry, double distance_squared, double side)
{
    double tie = 1e-9 * distance_squared;
    if (entry->distance_squared > distance_squared + tie) return true;
    return entry->distance_squared >= distance_squared - tie && fabs(side) > fabs(entry->side);
}

bool mote_depth_add_crossing(mote_depth_side *side, const mote_allocator *allocator,
                             const mote_crossing *crossing)
{
    const uint32_t *vertices = side->shape->mesh->triangles + 3 * (size_t)crossing->face;
    double steepness = mote_dvec_length(mote_dvec_cross(crossing->normal, crossing->other_normal));
    if (!(steepness > 0)) return true; // in one plane: neither in front nor behind
    for (int k = 0; k < 3; k++) {
        mote_dvec3 corner = mote_vec_widen(crossing->corners[k]);
        mote_dvec3 arm = mote_dvec_sub(
            corner, nearest_on_segment(corner, crossing->segment[0], crossing->segment[1]));
        double distance_squared = mote_dvec_dot(arm, arm);
        double in_front = mote_dvec_dot(arm, crossing->other_normal) / steepness;
        mote_depth_vertex *entry = entry_of(side, allocator, vertices[k]);
        if (!entry) return false;
        if (!is_better(entry, distance_squared, in_front)) continue;
        entry->distance_squared = distance_squared;
        entry->side = in_front;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The flood

static bool is_submerged(const mote_depth_vertex *entry)
{
    return entry->reached || entry->side < 0;
}

// A body with itself has no other surface to ask about.
static bool is_strictly_inside(const mote_depth_side *side, uint32_t vertex)
{
    if (!side->other) return true;
    mote_parity parity = mote_shape_parity(side->other, position_of(side, vertex));
    return parity.odd && !parity.on_surface;
}

// All corners of the faces around a vertex that are in no pair.
static mote_result spread(mote_depth_side *side, const mote_allocator *allocator, uint32_t vertex)
{
    const mote_mesh *mesh = side->shape->mesh;
    const mote_lists *faces = &mesh->vertex_faces;
    for (uint32_t i = faces->first[vertex]; i < faces->first[vertex + 1]; i++) {
        if (is_crossed(side, faces->items[i])) continue;
        for (int k = 0; k < 3; k++) {
            uint32_t corner = mesh->triangles[3 * (size_t)faces->items[i] + (size_t)k];
            mote_depth_vertex *entry = entry_of(side, allocator, corner);
            if (!entry) return MOTE_ERROR_MEMORY;
            if (entry->reached) continue;
            if (!side->budget--) return MOTE_ERROR_LIMIT;
            entry->reached = true;
            if (!mote_array_push(&side->queue, allocator, corner)) return MOTE_ERROR_MEMORY;
        }
    }
    return MOTE_OK;
}

// Floods of more vertices than this are checked against the other surface.
enum { SMALL_FLOOD = 64 };

static void undo_flood(mote_depth_side *side)
{
    const uint32_t *queue = side->queue.data;
    for (size_t i = 0; i < side->queue.count; i++) {
        uint32_t slot = side->vertex_slot.data[queue[i]];
        mote_depth_vertex *entry = side->vertices.data + slot;
        entry->reached = false;
        entry->side = 0;
    }
}

static mote_result flood_from(mote_depth_side *side, const mote_allocator *allocator,
                              uint32_t vertex)
{
    side->queue.count = 0;
    mote_result result = spread(side, allocator, vertex);
    for (size_t next = 0; result == MOTE_OK && next < side->queue.count; next++) {
        result = spread(side, allocator, side->queue.data[next]);
        if (next == SMALL_FLOOD && !is_strictly_inside(side, vertex)) {
            undo_flood(side);
            break;
        }
    }
    return result;
}

// From the corners that lie inside to all vertices that are joined with them by faces in no pair.
// MOTE_ERROR_LIMIT, without a message, if that exceeds the budget.
static mote_result flood(mote_depth_side *side, const mote_allocator *allocator)
{
    size_t corners = side->vertices.count; // what follows them was flooded
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < corners && result == MOTE_OK; i++) {
        const mote_depth_vertex *entry = side->vertices.data + i;
        if (!entry->reached && entry->side < 0) result = flood_from(side, allocator, entry->vertex);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// The estimate

// The greatest (vertex - origin) . direction of the vertices inside, but at least `least`.
static double reach_of_vertices(const mote_depth_side *side, mote_dvec3 origin,
                                mote_dvec3 direction, double least)
{
    const mote_depth_vertex *entries = side->vertices.data;
    for (size_t i = 0; i < side->vertices.count; i++) {
        if (!is_submerged(&entries[i])) continue;
        mote_dvec3 arm =
            mote_dvec_sub(mote_vec_widen(position_of(side, entries[i].vertex)), origin);
        least = fmax(least, mote_dvec_dot(arm, direction));
    }
    return least;
}

// The greatest (point - origin) . direction of the segments.
static double reach_of_segments(const mote_segment *segments, uint32_t count, mote_dvec3 origin,
                                mote_dvec3 direction)
{
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < count; i++) {
        mote_dvec3 p = mote_dvec_sub(mote_vec_widen(segments[i].p), origin);
        mote_dvec3 q = mote_dvec_sub(mote_vec_widen(segments[i].q), origin);
        most = fmax(most, fmax(mote_dvec_dot(p, direction), mote_dvec_dot(q, direction)));
    }
    return most;
}

bool mote_depth_estimate(mote_depth *depth, const mote_allocator *allocator,
                         const mote_segment *segments, uint32_t segment_count, mote_dvec3 origin,
                         mote_dvec3 normal, mote_contact *contact)
{
    mote_result result = flood(&depth->a, allocator);
    if (result == MOTE_OK) result = flood(&depth->b, allocator);
    if (result != MOTE_OK) return result != MOTE_ERROR_MEMORY;
    mote_dvec3 back = mote_dvec_scale(normal, -1);
    double curve_ahead = reach_of_segments(segments, segment_count, origin, normal);
    double curve_back = reach_of_segments(segments, segment_count, origin, back);
    double ahead = reach_of_vertices(&depth->a, origin, normal, curve_ahead);
    contact->depth = (float)(ahead + reach_of_vertices(&depth->b, origin, back, curve_back));
    contact->depth_kind = MOTE_DEPTH_ESTIMATE;
    return true;
}
