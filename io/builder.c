#include "io/builder.h"

#include "core/result.h"
#include "io/allocate.h"

// Grows by half, so that appending takes linear time, up to the largest 32-bit count.
static size_t grown_room(size_t room, size_t wanted)
{
    size_t grown = room + room / 2 + 16;
    if (grown > UINT32_MAX) grown = UINT32_MAX;
    return grown > wanted ? grown : wanted;
}

static mote_result fail_limit(size_t count, const char *what)
{
    return mote_fail(MOTE_ERROR_LIMIT, "%zu %s: a model holds at most %u", count, what, UINT32_MAX);
}

mote_result io_builder_reserve_vertices(io_builder *builder, size_t count)
{
    io_model *model = &builder->model;
    if (count <= builder->vertex_room) return MOTE_OK;
    if (count > UINT32_MAX) return fail_limit(count, "vertices");
    size_t room = grown_room(builder->vertex_room, count);
    mote_vec3 *positions = io_resize(model->positions, room, sizeof *positions);
    if (!positions) return mote_fail_memory(room * sizeof *positions, "the vertices of a model");
    model->positions = positions;
    if (model->colors) {
        uint8_t *colors = io_resize(model->colors, room, 3);
        if (!colors) return mote_fail_memory(room * 3, "the colors of a model");
        model->colors = colors;
    }
    builder->vertex_room = (uint32_t)room;
    return MOTE_OK;
}

mote_result io_builder_reserve_triangles(io_builder *builder, size_t count)
{
    io_model *model = &builder->model;
    if (count <= builder->triangle_room) return MOTE_OK;
    if (count > UINT32_MAX) return fail_limit(count, "triangles");
    size_t room = grown_room(builder->triangle_room, count);
    uint32_t *triangles = io_resize(model->triangles, room, 3 * sizeof *triangles);
    if (!triangles)
        return mote_fail_memory(room * 3 * sizeof *triangles, "the triangles of a model");
    model->triangles = triangles;
    builder->triangle_room = (uint32_t)room;
    return MOTE_OK;
}

mote_result io_builder_color(io_builder *builder, const uint8_t color[3])
{
    io_model *model = &builder->model;
    if (!model->colors) {
        model->colors = io_resize(NULL, builder->vertex_room, 3);
        if (!model->colors)
            return mote_fail_memory(builder->vertex_room * (size_t)3, "the colors of a model");
        memset(model->colors, 255, (size_t)model->vertex_count * 3);
    }
    memcpy(model->colors + ((size_t)model->vertex_count - 1) * 3, color, 3);
    return MOTE_OK;
}

// Shrinks a block to size. Returns the block unchanged if it cannot be shrunk.
static void *shrunk(void *block, size_t count, size_t size)
{
    void *smaller = io_resize(block, count, size);
    return smaller ? smaller : block;
}

io_model io_builder_finish(io_builder *builder)
{
    io_model model = builder->model;
    model.positions = shrunk(model.positions, model.vertex_count, sizeof *model.positions);
    model.triangles = shrunk(model.triangles, model.triangle_count, 3 * sizeof *model.triangles);
    if (model.colors) model.colors = shrunk(model.colors, model.vertex_count, 3);
    *builder = (io_builder){0};
    return model;
}

void io_builder_release(io_builder *builder)
{
    io_model_release(&builder->model);
    *builder = (io_builder){0};
}
