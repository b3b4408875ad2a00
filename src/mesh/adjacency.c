// Topology of a mesh: sides sorted by edge, incident faces and neighbors of vertices, neighbors of
// faces, connected components. All lists are ascending because they are filled in ascending order.

#include <string.h>

#include "core/result.h"
#include "core/union_find.h"
#include "mesh/build.h"
#include "mesh/lists.h"

// ---------------------------------------------------------------------------------------------
// Sides: two stable counting sorts, by the higher and then by the lower vertex

typedef struct half_sorted {
    uint32_t low;
    uint32_t bits;
} half_sorted;

// Counts the sides of each vertex as the lower and as the higher end.
static void count_ends(const mote_mesh *mesh, uint32_t *low_first, uint32_t *high_first)
{
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangles + 3 * t;
        if (mote_triangle_is_collapsed(corner)) continue;
        for (int i = 0; i < 3; i++) {
            uint32_t a = corner[i], b = corner[i == 2 ? 0 : i + 1];
            low_first[a < b ? a : b]++;
            high_first[a < b ? b : a]++;
        }
    }
}

static void place_by_high(const mote_mesh *mesh, uint32_t *high_first, half_sorted *by_high)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangles + 3 * (size_t)t;
        if (mote_triangle_is_collapsed(corner)) continue;
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t a = corner[i], b = corner[i == 2 ? 0 : i + 1];
            uint32_t number = 3 * t + i;
            if (a < b)
                by_high[high_first[b]++] = (half_sorted){a, number};
            else
                by_high[high_first[a]++] = (half_sorted){b, number | MOTE_SIDE_DOWN};
        }
    }
}

// `high_end` holds the end of each list, as place_by_high leaves it.
static void place_by_low(const mote_mesh *mesh, const uint32_t *high_end,
                         const half_sorted *by_high, mote_sides *sides)
{
    uint32_t i = 0;
    for (uint32_t high = 0; high < mesh->vertex_count; high++)
        for (; i < high_end[high]; i++)
            sides->items[sides->first[by_high[i].low]++] = (mote_side){high, by_high[i].bits};
}

mote_result mote_sides_sort(const mote_mesh *mesh, mote_arena *scratch, mote_sides *out)
{
    size_t lists = (size_t)mesh->vertex_count + 1, most = 3 * (size_t)mesh->triangle_count;
    uint32_t *high_first = mote_arena_take(scratch, lists, sizeof *high_first);
    half_sorted *by_high = mote_arena_take(scratch, most, sizeof *by_high);
    out->first = mote_arena_take(scratch, lists, sizeof *out->first);
    out->items = mote_arena_take(scratch, most, sizeof *out->items);
    if (!high_first || !by_high || !out->first || !out->items)
        return mote_fail_memory(most * (sizeof *by_high + sizeof *out->items), "sorting edges");
    memset(high_first, 0, lists * sizeof *high_first);
    memset(out->first, 0, lists * sizeof *out->first);
    count_ends(mesh, out->first, high_first);
    mote_lists_start(high_first, mesh->vertex_count);
    mote_lists_start(out->first, mesh->vertex_count);
    place_by_high(mesh, high_first, by_high);
    place_by_low(mesh, high_first, by_high, out);
    mote_lists_rewind(out->first, mesh->vertex_count);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Neighbors

static uint32_t *new_first(mote_mesh *mesh, const char *what)
{
    size_t lists = (size_t)mesh->vertex_count + 1;
    uint32_t *first = mote_mesh_allocate(mesh, lists, sizeof *first, what);
    if (first) memset(first, 0, lists * sizeof *first);
    return first;
}

// A triangle that names a vertex twice is listed once.
static bool is_first_mention(const uint32_t *corner, int i)
{
    return (i < 1 || corner[i] != corner[0]) && (i < 2 || corner[2] != corner[1]);
}

static mote_result build_vertex_faces(mote_mesh *mesh)
{
    uint32_t *first = new_first(mesh, "incident faces");
    if (!first) return MOTE_ERROR_MEMORY;
    for (size_t t = 0; t < mesh->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            first[mesh->triangles[3 * t + (size_t)i]] +=
                is_first_mention(mesh->triangles + 3 * t, i);
    mote_lists_start(first, mesh->vertex_count);
    uint32_t *items =
        mote_mesh_allocate(mesh, first[mesh->vertex_count], sizeof *items, "incident faces");
    if (!items) return MOTE_ERROR_MEMORY;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangles + 3 * (size_t)t;
        for (int i = 0; i < 3; i++)
            if (is_first_mention(corner, i)) items[first[corner[i]]++] = t;
    }
    mote_lists_rewind(first, mesh->vertex_count);
    mesh->vertex_faces = (mote_lists){.first = first, .items = items, .count = mesh->vertex_count};
    return MOTE_OK;
}

static void count_neighbors(const mote_mesh *mesh, const mote_sides *sides, uint32_t *first)
{
    for (uint32_t low = 0; low < mesh->vertex_count; low++) {
        uint32_t end = sides->first[low + 1];
        for (uint32_t i = sides->first[low]; i < end; i += mote_sides_on_edge(sides, i, end)) {
            first[low]++;
            first[sides->items[i].high]++;
        }
    }
}

// First the lower neighbors of every vertex, then the higher ones.
static void place_neighbors(const mote_mesh *mesh, const mote_sides *sides, uint32_t *first,
                            uint32_t *items)
{
    for (uint32_t low = 0; low < mesh->vertex_count; low++) {
        uint32_t end = sides->first[low + 1];
        for (uint32_t i = sides->first[low]; i < end; i += mote_sides_on_edge(sides, i, end))
            items[first[sides->items[i].high]++] = low;
    }
    for (uint32_t low = 0; low < mesh->vertex_count; low++) {
        uint32_t end = sides->first[low + 1];
        for (uint32_t i = sides->first[low]; i < end; i += mote_sides_on_edge(sides, i, end))
            items[first[low]++] = sides->items[i].high;
    }
}

static mote_result build_vertex_neighbors(mote_mesh *mesh, const mote_sides *sides)
{
    uint32_t *first = new_first(mesh, "vertex neighbors");
    if (!first) return MOTE_ERROR_MEMORY;
    count_neighbors(mesh, sides, first);
    mote_lists_start(first, mesh->vertex_count);
    uint32_t *items =
        mote_mesh_allocate(mesh, first[mesh->vertex_count], sizeof *items, "vertex neighbors");
    if (!items) return MOTE_ERROR_MEMORY;
    place_neighbors(mesh, sides, first, items);
    mote_lists_rewind(first, mesh->vertex_count);
    mesh->vertex_neighbors =
        (mote_lists){.first = first, .items = items, .count = mesh->vertex_count};
    return MOTE_OK;
}

static mote_result build_face_neighbors(mote_mesh *mesh, const mote_sides *sides)
{
    size_t count = 3 * (size_t)mesh->triangle_count;
    uint32_t *across = mote_mesh_allocate(mesh, count, sizeof *across, "face neighbors");
    if (!across) return MOTE_ERROR_MEMORY;
    memset(across, 0xff, count * sizeof *across); // MOTE_NONE
    for (uint32_t low = 0; low < mesh->vertex_count; low++) {
        uint32_t end = sides->first[low + 1], on_edge;
        for (uint32_t i = sides->first[low]; i < end; i += on_edge) {
            on_edge = mote_sides_on_edge(sides, i, end);
            if (on_edge != 2) continue;
            uint32_t a = mote_side_number(sides->items[i]);
            uint32_t b = mote_side_number(sides->items[i + 1]);
            across[a] = b / 3;
            across[b] = a / 3;
        }
    }
    mesh->face_neighbors = across;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Connected components, by triangles that share vertices, numbered by their lowest vertex

static void join_triangles(const mote_mesh *mesh, uint32_t *parent)
{
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangles + 3 * t;
        mote_union_join(parent, corner[0], corner[1]);
        mote_union_join(parent, corner[1], corner[2]);
    }
}

static mote_result list_lowest_vertices(mote_mesh *mesh)
{
    uint32_t *lowest =
        mote_mesh_allocate(mesh, mesh->component_count, sizeof *lowest, "components");
    if (!lowest) return MOTE_ERROR_MEMORY;
    uint32_t next = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (mesh->vertex_component[v] == next) lowest[next++] = v;
    }
    mesh->component_vertex = lowest;
    return MOTE_OK;
}

static mote_result build_components(mote_mesh *mesh, mote_arena *scratch)
{
    uint32_t count = mesh->vertex_count;
    uint32_t *component = mote_mesh_allocate(mesh, count, sizeof *component, "components");
    uint32_t *parent = mote_arena_take(scratch, count, sizeof *parent);
    if (!component) return MOTE_ERROR_MEMORY;
    if (!parent) return mote_fail_memory(count * sizeof *parent, "components");
    mote_union_start(parent, count);
    join_triangles(mesh, parent);
    // A component is numbered at its lowest vertex, which comes first. Vertices without triangles
    // have no component.
    for (uint32_t v = 0; v < count; v++) {
        uint32_t stands_for = mesh->weld ? mesh->weld[v] : v;
        uint32_t root = mote_union_find(parent, stands_for);
        bool used = mesh->vertex_faces.first[stands_for] < mesh->vertex_faces.first[stands_for + 1];
        if (!used)
            component[v] = MOTE_NONE;
        else
            component[v] = root == v ? mesh->component_count++ : component[root];
    }
    mesh->vertex_component = component;
    return list_lowest_vertices(mesh);
}

// ---------------------------------------------------------------------------------------------

mote_result mote_mesh_build_adjacency(mote_mesh *mesh, const mote_sides *sides, mote_arena *scratch)
{
    mote_result result = build_vertex_faces(mesh);
    if (result == MOTE_OK) result = build_vertex_neighbors(mesh, sides);
    if (result == MOTE_OK) result = build_face_neighbors(mesh, sides);
    if (result == MOTE_OK) result = build_components(mesh, scratch);
    return result;
}
