#include "mesh/incidence.h"

#include "core/memory.h"
#include "mesh/lists.h"

static const uint32_t *corners_of(const mote_clusters *clusters, uint32_t slot)
{
    return clusters->corners + 3 * (size_t)slot;
}

// A triangle may name a vertex twice.
static bool names_before(const uint32_t *corners, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++) {
        if (corners[k] == corners[i]) return true;
    }
    return false;
}

static void list_slots(const mote_clusters *clusters, mote_incidence *out)
{
    for (uint32_t slot = 0; slot < clusters->triangle_count; slot++) {
        const uint32_t *corners = corners_of(clusters, slot);
        for (uint32_t i = 0; i < 3; i++) out->first[corners[i]] += !names_before(corners, i);
    }
    mote_lists_start(out->first, out->vertex_count);
    for (uint32_t slot = 0; slot < clusters->triangle_count; slot++) {
        const uint32_t *corners = corners_of(clusters, slot);
        for (uint32_t i = 0; i < 3; i++) {
            if (!names_before(corners, i)) out->slots[out->first[corners[i]]++] = slot;
        }
    }
    mote_lists_rewind(out->first, out->vertex_count);
}

static void own_corners(const mote_clusters *clusters, mote_incidence *out)
{
    for (uint32_t v = 0; v < out->vertex_count; v++) {
        uint32_t slot = out->slots[out->first[v]];
        const uint32_t *corners = corners_of(clusters, slot);
        uint32_t i = corners[0] == v ? 0 : corners[1] == v ? 1 : 2;
        out->owned[slot] |= (uint8_t)MOTE_OWNS_CORNER(i);
    }
}

// Handles the edges of one slot whose lower vertex is `low`. seen[high] is low + 1 if the edge
// already has an owner.
static void own_edges_of(const mote_clusters *clusters, uint32_t slot, uint32_t low, uint32_t *seen,
                         mote_incidence *out)
{
    const uint32_t *corners = corners_of(clusters, slot);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t a = corners[i], b = corners[i == 2 ? 0 : i + 1];
        uint32_t high = a < b ? b : a;
        if (a == b || (a < b ? a : b) != low || seen[high] == low + 1) continue;
        seen[high] = low + 1;
        out->owned[slot] |= (uint8_t)MOTE_OWNS_EDGE(i);
    }
}

static void own_edges(const mote_clusters *clusters, uint32_t *seen, mote_incidence *out)
{
    for (uint32_t low = 0; low < out->vertex_count; low++) {
        for (uint32_t i = out->first[low]; i < out->first[low + 1]; i++)
            own_edges_of(clusters, out->slots[i], low, seen, out);
    }
}

// ---------------------------------------------------------------------------------------------
// Lists of owned vertices and edges

static void count_owned(mote_incidence *out)
{
    for (uint32_t slot = 0; slot < out->triangle_count; slot++) {
        uint32_t vertices = out->owned[slot] & 7u, edges = out->owned[slot] & 0x38u;
        out->vertex_first[slot + 1] =
            out->vertex_first[slot] + (uint32_t)__builtin_popcount(vertices);
        out->edge_first[slot + 1] = out->edge_first[slot] + (uint32_t)__builtin_popcount(edges);
    }
}

static void list_owned(const mote_clusters *clusters, mote_incidence *out)
{
    mote_owned_vertex *vertex = out->vertices;
    mote_owned_edge *edge = out->edges;
    for (uint32_t slot = 0; slot < out->triangle_count; slot++) {
        for (uint32_t i = 0; i < 3; i++) {
            if (out->owned[slot] & MOTE_OWNS_CORNER(i))
                *vertex++ = (mote_owned_vertex){corners_of(clusters, slot)[i], slot};
            if (out->owned[slot] & MOTE_OWNS_EDGE(i))
                *edge++ = mote_edge_of_slot(clusters, slot, i);
        }
    }
}

// ---------------------------------------------------------------------------------------------

static bool allocate_lists(const mote_allocator *allocator, mote_incidence *out)
{
    size_t vertices = out->vertex_count, triangles = out->triangle_count;
    out->first = mote_allocate_zeroed(allocator, vertices + 1, sizeof(uint32_t));
    out->slots = mote_allocate(allocator, 3 * triangles, sizeof(uint32_t));
    out->owned = mote_allocate_zeroed(allocator, triangles, 1);
    out->vertex_first = mote_allocate_zeroed(allocator, triangles + 1, sizeof(uint32_t));
    out->edge_first = mote_allocate_zeroed(allocator, triangles + 1, sizeof(uint32_t));
    out->vertices = mote_allocate(allocator, vertices, sizeof *out->vertices);
    return out->first && out->slots && out->owned && out->vertex_first && out->edge_first &&
           out->vertices;
}

bool mote_incidence_build(const mote_clusters *clusters, const mote_allocator *allocator,
                          mote_incidence *out)
{
    *out = (mote_incidence){.vertex_count = clusters->vertex_count,
                            .triangle_count = clusters->triangle_count};
    uint32_t *seen = mote_allocate_zeroed(allocator, out->vertex_count, sizeof(uint32_t));
    bool complete = seen && allocate_lists(allocator, out);
    if (complete) {
        list_slots(clusters, out);
        own_corners(clusters, out);
        own_edges(clusters, seen, out);
        count_owned(out);
        out->edges = mote_allocate(allocator, mote_edge_count(out), sizeof *out->edges);
        complete = out->edges != NULL;
    }
    if (complete) list_owned(clusters, out);
    mote_release(allocator, seen, clusters->vertex_count, sizeof(uint32_t));
    if (!complete) mote_incidence_release(out, allocator);
    return complete;
}

void mote_incidence_release(mote_incidence *incidence, const mote_allocator *allocator)
{
    size_t vertices = incidence->vertex_count, triangles = incidence->triangle_count;
    if (incidence->edges)
        mote_release(allocator, incidence->edges, mote_edge_count(incidence),
                     sizeof *incidence->edges);
    mote_release(allocator, incidence->vertices, vertices, sizeof *incidence->vertices);
    mote_release(allocator, incidence->first, vertices + 1, sizeof(uint32_t));
    mote_release(allocator, incidence->slots, 3 * triangles, sizeof(uint32_t));
    mote_release(allocator, incidence->owned, triangles, 1);
    mote_release(allocator, incidence->vertex_first, triangles + 1, sizeof(uint32_t));
    mote_release(allocator, incidence->edge_first, triangles + 1, sizeof(uint32_t));
    *incidence = (mote_incidence){0};
}
