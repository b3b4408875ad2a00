// A model that grows while a file is read.

#ifndef MOTE_IO_BUILDER_H
#define MOTE_IO_BUILDER_H

#include <string.h>

#include "io/model.h"

// All zero is an empty builder.
typedef struct io_builder {
    io_model model;
    uint32_t vertex_room;
    uint32_t triangle_room;
} io_builder;

// Reserves memory for at least this many in total; MOTE_ERROR_LIMIT if the count exceeds 32 bits.
mote_result io_builder_reserve_vertices(io_builder *builder, size_t count);
mote_result io_builder_reserve_triangles(io_builder *builder, size_t count);

// Sets the color of the newest vertex. Once a vertex has a color, vertices without one are white.
mote_result io_builder_color(io_builder *builder, const uint8_t color[3]);

// Returns the model, its arrays shrunk to size, and leaves the builder empty. The caller owns the
// model.
io_model io_builder_finish(io_builder *builder);
void io_builder_release(io_builder *builder);

static inline mote_result io_builder_vertex(io_builder *builder, mote_vec3 position)
{
    io_model *model = &builder->model;
    if (model->vertex_count == builder->vertex_room) {
        mote_result result = io_builder_reserve_vertices(builder, (size_t)model->vertex_count + 1);
        if (result != MOTE_OK) return result;
    }
    if (model->colors) memset(model->colors + (size_t)model->vertex_count * 3, 255, 3);
    model->positions[model->vertex_count++] = position;
    return MOTE_OK;
}

static inline mote_result io_builder_triangle(io_builder *builder, uint32_t a, uint32_t b,
                                              uint32_t c)
{
    io_model *model = &builder->model;
    if (model->triangle_count == builder->triangle_room) {
        mote_result result =
            io_builder_reserve_triangles(builder, (size_t)model->triangle_count + 1);
        if (result != MOTE_OK) return result;
    }
    uint32_t *triangle = model->triangles + (size_t)model->triangle_count++ * 3;
    triangle[0] = a, triangle[1] = b, triangle[2] = c;
    return MOTE_OK;
}

// A polygon that is cut into triangles around its first corner. All zero is a polygon without
// corners.
typedef struct io_fan {
    uint32_t first, last;
    size_t corners;
} io_fan;

static inline mote_result io_fan_corner(io_fan *fan, io_builder *builder, uint32_t vertex)
{
    mote_result result = MOTE_OK;
    if (fan->corners == 0) fan->first = vertex;
    if (fan->corners >= 2) result = io_builder_triangle(builder, fan->first, fan->last, vertex);
    fan->last = vertex;
    fan->corners++;
    return result;
}

#endif
