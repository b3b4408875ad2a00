// A model: triangles in memory, as readers give them, writers take them and scenes make them.

#ifndef MOTE_IO_MODEL_H
#define MOTE_IO_MODEL_H

#include <mote/mesh.h>

// Owns its arrays, which come from malloc. All zero is an empty model.
typedef struct io_model {
    mote_vec3 *positions;
    uint32_t vertex_count;
    uint32_t *triangles; // three vertices each
    uint32_t triangle_count;
    uint8_t *colors; // red, green, blue of each vertex, or null
    // Statements of a file that were not read although they may describe a surface, and the line of the first.
    uint32_t skipped_count, skipped_line;
} io_model;

// Arrays of the given sizes, not yet filled; colors stay null.
mote_result io_model_create(uint32_t vertex_count, uint32_t triangle_count, io_model *out);
mote_result io_model_copy(const io_model *model, io_model *out);
void io_model_release(io_model *model);

// A mesh of the model with these mote_mesh_flags. Fails where mote_mesh_create does.
mote_result io_model_make_mesh(const io_model *model, uint32_t flags, mote_mesh **out);

// MOTE_OK when every index names a vertex and every position is finite; else a message that names
// the first triangle or vertex that violates this.
mote_result io_model_check(const io_model *model);

#endif
