// Estimates the depth of a contact: how far the two surfaces penetrate each other along the
// contact's normal, from the vertices of each that lie inside the other and the curve between them.
//
// For a face that crosses the other surface, each corner is classified as inside or outside within
// the face. The segment from a corner to the nearest point of the crossing meets the other surface
// nowhere else: the corner is inside exactly if it lies behind the other face at that point. If the
// nearest point is the end of two crossings, the crossing that is closer to perpendicular to the
// direction of the corner decides.
//
// Vertices further inside are found by a flood over faces in no pair, each of which lies entirely
// inside or outside. Touching and coplanar faces can cause wrong classifications in the first step;
// a large flood is therefore undone unless the exact parity test confirms that its start is inside.

#include "world/contacts.h"

#include <string.h>

#include "core/vec.h"
#include "geometry/parity.h"

// The maximum number of vertices that the floods over all regions of a pair of bodies may reach.
// For a body with itself it is half of its vertices. A larger flood would have reached the outside:
// faces that share a vertex are in no pair and leave a gap at the start of a fold.
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
    mote_array_release(&side->touched_slot, allocator);
    mote_array_release(&side->touched, allocator);
    mote_array_release(&side->queue, allocator);
}

// Grows an array of slots. New slots are zero, which is valid because each slot is checked against
// the list.
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
    side->crossed.count = side->vertices.count = side->touched.count = 0;
    side->budget = flood_budget(side);
    return grow_slots(&side->vertex_slot, allocator, shape->mesh->vertex_count) &&
           grow_slots(&side->face_slot, allocator, shape->mesh->triangle_count);
}

static bool is_listed(const mote_u32_array *slots, const mote_u32_array *list, uint32_t face)
{
    uint32_t slot = slots->data[face];
    return slot < list->count && list->data[slot] == face;
}

static bool is_crossed(const mote_depth_side *side, uint32_t face)
{
    return is_listed(&side->face_slot, &side->crossed, face);
}

// Adds a face that is in some pair, so it may be partly inside.
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
    depth->a.touched.count = depth->b.touched.count = 0;
}

bool mote_depth_add_touched(mote_depth_side *side, const mote_allocator *allocator, uint32_t face)
{
    if (!grow_slots(&side->touched_slot, allocator, side->shape->mesh->triangle_count))
        return false;
    if (is_listed(&side->touched_slot, &side->touched, face)) return true;
    side->touched_slot.data[face] = (uint32_t)side->touched.count;
    return mote_array_push(&side->touched, allocator, face);
}

// ---------------------------------------------------------------------------------------------
// Vertices

// Returns the entry of a vertex, and creates one with infinite distance if there is none. Returns
// null if out of memory.
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

// Is the new point nearer, or equally near but farther in front or behind?
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
    if (!(steepness > 0)) return true; // coplanar: neither in front nor behind
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

// True for a body with itself, which has no other surface to test.
static bool is_strictly_inside(const mote_depth_side *side, uint32_t vertex)
{
    if (!side->other) return true;
    mote_parity parity = mote_shape_parity(side->other, position_of(side, vertex));
    return parity.odd && !parity.on_surface;
}

// Has the flood reached a corner in front of the other side? Then the crossing does not separate
// the inside from the outside: if a body meets itself, the crossing may end at faces that share a
// vertex, which are in no pair.
static bool leaks(const mote_depth_side *side, const mote_depth_vertex *entry)
{
    return !side->other && entry->side > 0;
}

// Floods all corners of the uncrossed faces around a vertex.
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
            if (leaks(side, entry) || !side->budget--) return MOTE_ERROR_LIMIT;
            entry->reached = MOTE_FLOOD_BEHIND;
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
        entry->reached = MOTE_FLOOD_NONE;
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

// Floods from the corners that lie inside to all vertices that are connected to them by uncrossed
// faces. Returns MOTE_ERROR_LIMIT, without a message, if the flood exceeds the budget, or if it
// leaks (a body with itself).
static mote_result flood(mote_depth_side *side, const mote_allocator *allocator)
{
    size_t corners = side->vertices.count; // later entries were added by floods
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < corners && result == MOTE_OK; i++) {
        const mote_depth_vertex *entry = side->vertices.data + i;
        if (!entry->reached && entry->side < 0) result = flood_from(side, allocator, entry->vertex);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// The estimate

// The maximum of (vertex - origin) . direction over the vertices inside, but at least `least`.
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

// The maximum of (point - origin) . direction over the segments.
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

// ---------------------------------------------------------------------------------------------
// One closed body: the way out of it
//
// A closed curve cuts the surface of the closed body in two: the part in front of the open surface
// and the part behind it. The open surface can leave past either part, and the shorter way counts.
// Both parts are flooded at the same time. The flood ends when one part is complete and the other
// reaches further: the cost is that of the shallower part. If the two floods meet, the curve does
// not cut the body in two, and the open surface leaves in the direction of the closed body's
// normals.

// One of the two ways out.
typedef struct exit_way {
    mote_dvec3 direction; // unit vector in which the open surface moves
    double start;         // how far the open surface reaches back against the direction
    double reach;         // how far the flooded part of the closed body reaches in the direction
    size_t waiting;       // vertices of this flood in the queue
} exit_way;

typedef struct exit_search {
    mote_depth_side *closed;
    const mote_allocator *allocator;
    mote_dvec3 origin;
    bool past_other_regions; // floods cross faces that only other regions touch
    exit_way ways[2]; // past the part behind the open surface, and past the part in front of it
} exit_search;

static double depth_of(const exit_way *way)
{
    return way->start + way->reach;
}

static exit_way begin_way(const mote_depth_side *open, const mote_open_crossing *c,
                          mote_dvec3 direction)
{
    mote_dvec3 back = mote_dvec_scale(direction, -1);
    double curve_back = reach_of_segments(c->segments, c->segment_count, c->origin, back);
    return (exit_way){.direction = direction,
                      .start = reach_of_vertices(open, c->origin, back, curve_back),
                      .reach =
                          reach_of_segments(c->segments, c->segment_count, c->origin, direction)};
}

static exit_way *way_of(exit_search *search, mote_flood flood)
{
    return &search->ways[flood == MOTE_FLOOD_IN_FRONT];
}

// Returns MOTE_ERROR_LIMIT, without a message, if the floods meet or exceed the budget.
static mote_result reach_vertex(exit_search *search, uint32_t vertex, mote_flood flood)
{
    mote_depth_side *side = search->closed;
    mote_depth_vertex *entry = entry_of(side, search->allocator, vertex);
    if (!entry) return MOTE_ERROR_MEMORY;
    if (entry->reached == flood) return MOTE_OK;
    if (entry->reached != MOTE_FLOOD_NONE || !side->budget) return MOTE_ERROR_LIMIT;
    side->budget--;
    entry->reached = flood;
    exit_way *way = way_of(search, flood);
    mote_dvec3 arm = mote_dvec_sub(mote_vec_widen(position_of(side, vertex)), search->origin);
    way->reach = fmax(way->reach, mote_dvec_dot(arm, way->direction));
    way->waiting++;
    return mote_array_push(&side->queue, search->allocator, vertex) ? MOTE_OK : MOTE_ERROR_MEMORY;
}

static mote_result reach_around(exit_search *search, uint32_t vertex, mote_flood flood)
{
    mote_depth_side *side = search->closed;
    const mote_mesh *mesh = side->shape->mesh;
    const mote_lists *faces = &mesh->vertex_faces;
    mote_result result = MOTE_OK;
    for (uint32_t i = faces->first[vertex]; i < faces->first[vertex + 1]; i++) {
        uint32_t face = faces->items[i];
        if (search->past_other_regions ? is_listed(&side->touched_slot, &side->touched, face)
                                       : is_crossed(side, face))
            continue;
        for (int k = 0; result == MOTE_OK && k < 3; k++)
            result = reach_vertex(search, mesh->triangles[3 * (size_t)face + (size_t)k], flood);
    }
    return result;
}

// Is one flood complete, and the other one longer or also complete?
static bool is_decided(const exit_search *search)
{
    const exit_way *w = search->ways;
    if (!w[0].waiting && !w[1].waiting) return true;
    return (!w[0].waiting && depth_of(&w[1]) > depth_of(&w[0])) ||
           (!w[1].waiting && depth_of(&w[0]) > depth_of(&w[1]));
}

static mote_result flood_both_parts(exit_search *search, size_t corners)
{
    mote_depth_side *side = search->closed;
    side->queue.count = 0;
    side->vertices.count = corners;
    for (size_t i = 0; i < corners; i++) side->vertices.data[i].reached = MOTE_FLOOD_NONE;
    mote_result result = MOTE_OK;
    for (size_t i = 0; result == MOTE_OK && i < corners; i++) {
        const mote_depth_vertex entry = side->vertices.data[i];
        if (entry.side != 0)
            result = reach_vertex(search, entry.vertex,
                                  entry.side < 0 ? MOTE_FLOOD_BEHIND : MOTE_FLOOD_IN_FRONT);
    }
    for (size_t next = 0; result == MOTE_OK && !is_decided(search); next++) {
        uint32_t vertex = side->queue.data[next];
        mote_flood flood = side->vertices.data[side->vertex_slot.data[vertex]].reached;
        way_of(search, flood)->waiting--;
        result = reach_around(search, vertex, flood);
    }
    return result;
}

// Between ways of equal length the closed body's normals decide. If they are perpendicular to both,
// the coordinate axes decide, never the winding of the open surface.
static const exit_way *shorter_way(const exit_way ways[2], mote_dvec3 outward)
{
    const double least = 1e-6;
    double first = depth_of(&ways[0]), second = depth_of(&ways[1]);
    if (fabs(first - second) > least * (fabs(first) + fabs(second))) return &ways[second < first];
    mote_dvec3 d = ways[0].direction;
    double along = mote_dvec_dot(d, outward);
    if (fabs(along) < least) along = fabs(d.x) > least ? d.x : fabs(d.y) > least ? d.y : d.z;
    return &ways[along < 0];
}

// Returns MOTE_ERROR_LIMIT, without a message, if the curve does not cut the closed body in two.
static mote_result find_shorter_way(exit_search *search, const mote_depth_side *open,
                                    const mote_open_crossing *c, exit_way *out)
{
    if (!c->has_axis) return MOTE_ERROR_LIMIT;
    const size_t corners = search->closed->vertices.count;
    // Vertices of a that are behind b lie in the direction of the area.
    mote_dvec3 behind = mote_dvec_scale(c->axis, c->closed_is_a ? 1 : -1);
    mote_result result = MOTE_ERROR_LIMIT;
    for (int pass = 0; result == MOTE_ERROR_LIMIT && pass < 2; pass++) {
        search->past_other_regions = pass == 0;
        search->ways[0] = begin_way(open, c, behind);
        search->ways[1] = begin_way(open, c, mote_dvec_scale(behind, -1));
        result = flood_both_parts(search, corners);
    }
    if (result == MOTE_OK) *out = *shorter_way(search->ways, c->outward);
    return result;
}

bool mote_depth_find_exit(mote_depth *depth, const mote_allocator *allocator,
                          const mote_open_crossing *c, mote_contact *contact)
{
    mote_depth_side *open = c->closed_is_a ? &depth->b : &depth->a;
    exit_search search = {.closed = c->closed_is_a ? &depth->a : &depth->b,
                          .allocator = allocator,
                          .origin = c->origin};
    if (flood(open, allocator) == MOTE_ERROR_MEMORY) return false;
    exit_way way;
    mote_result result = find_shorter_way(&search, open, c, &way);
    if (result == MOTE_ERROR_MEMORY) return false;
    if (result != MOTE_OK) way = begin_way(open, c, c->outward);
    contact->normal = mote_dvec_narrow(mote_dvec_scale(way.direction, c->closed_is_a ? 1 : -1));
    contact->depth = (float)depth_of(&way);
    contact->depth_kind = MOTE_DEPTH_ESTIMATE;
    return true;
}
