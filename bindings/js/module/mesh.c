#include <stdlib.h>

#include "bindings/js/module/module.h"
#include "core/result.h"
#include "io/io.h"

mote_result js_mesh_of(const mote_mesh *mesh, js_mesh **out)
{
    *out = calloc(1, sizeof **out);
    if (!*out) return mote_fail_memory(sizeof **out, "a mesh");
    mote_mesh_view view;
    mote_mesh_info info;
    mote_mesh_get_view(mesh, &view);
    mote_mesh_get_info(mesh, &info);
    **out = (js_mesh){.mesh = mesh,
                      .positions = view.positions,
                      .vertex_count = info.vertex_count,
                      .triangles = view.triangles,
                      .triangle_count = info.triangle_count,
                      .closed = info.closed,
                      .box = info.box,
                      .holders = 1};
    return MOTE_OK;
}

mote_result js_mesh_create(const mote_vec3 *positions, uint32_t vertex_count,
                           const uint32_t *triangles, uint32_t triangle_count, bool weld,
                           js_mesh **out)
{
    *out = NULL;
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = vertex_count};
    def.indices = triangles;
    def.index_count = (size_t)triangle_count * 3;
    def.weld = weld ? MOTE_WELD_EXACT : MOTE_WELD_NONE;
    mote_mesh *mesh;
    mote_result result = mote_mesh_create(&def, &mesh);
    if (!result) result = js_mesh_of(mesh, out);
    if (*out)
        (*out)->owned = mesh;
    else
        mote_mesh_destroy(mesh);
    return result;
}

mote_result js_mesh_read(const void *bytes, size_t size, const char *name, js_mesh **out)
{
    *out = NULL;
    io_model model;
    mote_result result = io_read_memory(bytes, size, io_format_of(name), name, &model);
    if (result) return result;
    result = js_mesh_create(model.positions, model.vertex_count, model.triangles,
                            model.triangle_count, true, out);
    io_model_release(&model);
    return result;
}

mote_result js_mesh_nodes(js_mesh *mesh, const mote_nodes **out)
{
    mote_nodes_def def = mote_default_nodes_def();
    def.mesh = mesh->mesh;
    mote_result result = mesh->nodes ? MOTE_OK : mote_nodes_create(&def, &mesh->nodes);
    *out = mesh->nodes;
    return result;
}

void js_mesh_hold(js_mesh *mesh)
{
    mesh->holders++;
}

void js_mesh_release(js_mesh *mesh)
{
    if (!mesh || --mesh->holders) return;
    mote_nodes_destroy(mesh->nodes);
    mote_mesh_destroy(mesh->owned);
    free(mesh);
}
