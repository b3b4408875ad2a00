// Defects of a mesh. Each search marks elements. The marks are then collected in order into lists,
// so the lists are ascending and have no unused capacity.

#include <string.h>

#include "core/hash.h"
#include "core/result.h"
#include "geometry/orient.h"
#include "mesh/build.h"

enum { DEGENERATE = 1, DUPLICATE = 2 };            // marks of triangles
enum { BORDER = 1, NONMANIFOLD = 2, FLIPPED = 4 }; // marks of sides

static mote_result collect(mote_mesh *mesh, const uint8_t *marks, size_t count, uint8_t mark,
                           const uint32_t **list, uint32_t *list_count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) found += (marks[i] & mark) != 0;
    if (found == 0) return MOTE_OK;
    uint32_t *items = mote_mesh_allocate(mesh, found, sizeof *items, "findings");
    if (!items) return MOTE_ERROR_MEMORY;
    size_t next = 0;
    for (size_t i = 0; i < count; i++)
        if (marks[i] & mark) items[next++] = (uint32_t)i;
    *list = items;
    *list_count = (uint32_t)found;
    return MOTE_OK;
}

static void *new_marks(mote_arena *scratch, size_t count)
{
    uint8_t *marks = mote_arena_take(scratch, count, 1);
    if (marks)
        memset(marks, 0, count);
    else
        mote_fail_memory(count, "findings");
    return marks;
}

// ---------------------------------------------------------------------------------------------
// Triangles

static void mark_degenerate(const mote_mesh *mesh, uint8_t *marks)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        mote_vec3 corner[3];
        mote_mesh_corners(mesh, t, corner);
        mote_dvec3 cross = mote_triangle_cross(corner);
        if (cross.x == 0.0 && cross.y == 0.0 && cross.z == 0.0) marks[t] |= DEGENERATE;
    }
}

typedef struct sorted_corners {
    uint32_t low, middle, high;
} sorted_corners;

static sorted_corners sort_corners(const uint32_t *corner)
{
    uint32_t a = corner[0], b = corner[1], c = corner[2], swap;
    if (a > b) swap = a, a = b, b = swap;
    if (b > c) swap = b, b = c, c = swap;
    if (a > b) swap = a, a = b, b = swap;
    return (sorted_corners){a, b, c};
}

static bool same_corners(sorted_corners a, sorted_corners b)
{
    return a.low == b.low && a.middle == b.middle && a.high == b.high;
}

// Marks duplicates with an open-addressing table of the triangles seen so far, at most half full.
static mote_result mark_duplicates(const mote_mesh *mesh, mote_arena *scratch, uint8_t *marks)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)mesh->triangle_count) slots *= 2;
    uint32_t *table = mote_arena_take(scratch, slots, sizeof *table);
    if (!table) return mote_fail_memory(slots * sizeof *table, "finding duplicates");
    memset(table, 0xff, slots * sizeof *table); // MOTE_NONE
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        sorted_corners mine = sort_corners(mesh->triangles + 3 * (size_t)t);
        uint64_t hash = mote_hash_u64(mine.low, (uint64_t)mine.middle << 32 | mine.high);
        size_t slot = hash & (slots - 1);
        while (table[slot] != MOTE_NONE &&
               !same_corners(mine, sort_corners(mesh->triangles + 3 * (size_t)table[slot])))
            slot = (slot + 1) & (slots - 1);
        if (table[slot] == MOTE_NONE)
            table[slot] = t;
        else
            marks[t] |= DUPLICATE;
    }
    return MOTE_OK;
}

static mote_result find_triangles(mote_mesh *mesh, mote_arena *scratch)
{
    size_t count = mesh->triangle_count;
    uint8_t *marks = new_marks(scratch, count);
    if (!marks) return MOTE_ERROR_MEMORY;
    mark_degenerate(mesh, marks);
    mote_result result = mark_duplicates(mesh, scratch, marks);
    mote_findings *f = &mesh->findings;
    if (result == MOTE_OK)
        result =
            collect(mesh, marks, count, DEGENERATE, &f->degenerate_triangles, &f->degenerate_count);
    if (result == MOTE_OK)
        result =
            collect(mesh, marks, count, DUPLICATE, &f->duplicate_triangles, &f->duplicate_count);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Vertices

static mote_result find_vertices(mote_mesh *mesh, mote_arena *scratch)
{
    enum { USED = 1, ISOLATED = 2 };
    size_t count = mesh->vertex_count;
    uint8_t *marks = new_marks(scratch, count);
    if (!marks) return MOTE_ERROR_MEMORY;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) marks[mesh->triangles[i]] = USED;
    for (uint32_t v = 0; v < count; v++)
        if (!(marks[mesh->weld ? mesh->weld[v] : v] & USED)) marks[v] = ISOLATED;
    return collect(mesh, marks, count, ISOLATED, &mesh->findings.isolated_vertices,
                   &mesh->findings.isolated_count);
}

// ---------------------------------------------------------------------------------------------
// Edges

// The mark of an edge. 0 for a regular edge, which has two triangles that traverse it in opposite
// directions.
static uint8_t mark_of_edge(const mote_side *sides, uint32_t count)
{
    if (count == 1) return BORDER;
    if (count > 2) return NONMANIFOLD;
    return ((sides[0].bits ^ sides[1].bits) & MOTE_SIDE_DOWN) == 0 ? FLIPPED : 0;
}

static mote_result find_edges(mote_mesh *mesh, const mote_sides *sides, mote_arena *scratch)
{
    size_t count = 3 * (size_t)mesh->triangle_count;
    uint8_t *marks = new_marks(scratch, count);
    if (!marks) return MOTE_ERROR_MEMORY;
    for (uint32_t low = 0; low < mesh->vertex_count; low++) {
        uint32_t end = sides->first[low + 1], on_edge;
        for (uint32_t i = sides->first[low]; i < end; i += on_edge) {
            on_edge = mote_sides_on_edge(sides, i, end);
            marks[mote_side_number(sides->items[i])] = mark_of_edge(&sides->items[i], on_edge);
        }
    }
    mote_findings *f = &mesh->findings;
    mote_result result = collect(mesh, marks, count, BORDER, &f->border_edges, &f->border_count);
    if (result == MOTE_OK)
        result =
            collect(mesh, marks, count, NONMANIFOLD, &f->nonmanifold_edges, &f->nonmanifold_count);
    if (result == MOTE_OK)
        result = collect(mesh, marks, count, FLIPPED, &f->flipped_edges, &f->flipped_count);
    bool any_edge = sides->first[mesh->vertex_count] > 0;
    mesh->closed = any_edge && f->border_count + f->nonmanifold_count + f->flipped_count == 0;
    return result;
}

mote_result mote_mesh_build_findings(mote_mesh *mesh, const mote_sides *sides, mote_arena *scratch)
{
    mote_result result = find_triangles(mesh, scratch);
    if (result == MOTE_OK) result = find_vertices(mesh, scratch);
    if (result == MOTE_OK) result = find_edges(mesh, sides, scratch);
    return result;
}
