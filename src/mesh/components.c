// Connected components, by triangles that share vertices, numbered by their lowest vertex.

#include "core/result.h"
#include "core/union_find.h"
#include "mesh/build.h"

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

mote_result mote_mesh_build_components(mote_mesh *mesh, mote_arena *scratch)
{
    uint32_t count = mesh->vertex_count;
    uint32_t *component = mote_mesh_allocate(mesh, count, sizeof *component, "components");
    uint32_t *parent = mote_arena_take(scratch, count, sizeof *parent);
    if (!component) return MOTE_ERROR_MEMORY;
    if (!parent) return mote_fail_memory(count * sizeof *parent, "components");
    mote_union_start(parent, count);
    join_triangles(mesh, parent);
    // A class is numbered at its lowest vertex, which is met first. Vertices of no triangle stay
    // without.
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
