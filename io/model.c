#include "io/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "io/allocate.h"

mote_result io_model_create(uint32_t vertex_count, uint32_t triangle_count, io_model *out)
{
    *out = (io_model){0};
    io_model model = {.vertex_count = vertex_count, .triangle_count = triangle_count};
    size_t triangle_bytes = 3 * sizeof *model.triangles;
    model.positions = io_resize(NULL, vertex_count, sizeof *model.positions);
    if (!model.positions) {
        mote_fail_memory(vertex_count * sizeof *model.positions, "the vertices of a model");
        return MOTE_ERROR_MEMORY;
    }
    model.triangles = io_resize(NULL, triangle_count, triangle_bytes);
    if (!model.triangles) {
        io_model_release(&model);
        mote_fail_memory(triangle_count * triangle_bytes, "the triangles of a model");
        return MOTE_ERROR_MEMORY;
    }
    *out = model;
    return MOTE_OK;
}

mote_result io_model_copy(const io_model *model, io_model *out)
{
    *out = (io_model){0};
    io_model copy;
    mote_result result = io_model_create(model->vertex_count, model->triangle_count, &copy);
    if (result != MOTE_OK) return result;
    size_t vertices = model->vertex_count, triangles = model->triangle_count;
    if (model->colors) {
        copy.colors = io_resize(NULL, vertices, 3);
        if (!copy.colors) {
            io_model_release(&copy);
            return mote_fail_memory(vertices * 3, "the colors of a model");
        }
        memcpy(copy.colors, model->colors, vertices * 3);
    }
    if (vertices) memcpy(copy.positions, model->positions, vertices * sizeof *copy.positions);
    if (triangles) memcpy(copy.triangles, model->triangles, triangles * 3 * sizeof *copy.triangles);
    *out = copy;
    return MOTE_OK;
}

void io_model_release(io_model *model)
{
    free(model->positions);
    free(model->triangles);
    free(model->colors);
    *model = (io_model){0};
}

mote_result io_model_check(const io_model *model)
{
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        mote_vec3 p = model->positions[i];
        if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z)) {
            return mote_fail(MOTE_ERROR_DATA, "vertex %u is not finite", i);
        }
    }
    for (size_t i = 0; i < (size_t)model->triangle_count * 3; i++) {
        if (model->triangles[i] >= model->vertex_count) {
            return mote_fail(MOTE_ERROR_DATA,
                             "triangle %zu has vertex %u of a model with %u vertices", i / 3,
                             model->triangles[i], model->vertex_count);
        }
    }
    return MOTE_OK;
}

mote_result io_model_make_mesh(const io_model *model, uint32_t flags, mote_mesh **out)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = (size_t)model->triangle_count * 3;
    def.flags = flags;
    return mote_mesh_create(&def, out);
}
