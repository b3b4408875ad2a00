// Who is next to whom: incident faces of vertices, neighbors of vertices, neighbors of faces. All
// lists come out ascending because what fills them is walked in order.

#include "mesh/build.h"
#include "mesh/lists.h"

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

mote_result mote_mesh_build_adjacency(mote_mesh *mesh, const mote_sides *sides)
{
    mote_result result = build_vertex_faces(mesh);
    if (result == MOTE_OK) result = build_vertex_neighbors(mesh, sides);
    if (result == MOTE_OK) result = build_face_neighbors(mesh, sides);
    return result;
}
