// A model: triangles in memory, produced by readers and scenes and consumed by writers.

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
    // Number of skipped statements that may describe a surface, and the line of the first.
    uint32_t skipped_count, skipped_line;
} io_model;

// Allocates uninitialized arrays of the given sizes; `colors` stays null.
mote_result io_model_create(uint32_t vertex_count, uint32_t triangle_count, io_model *out);
mote_result io_model_copy(const io_model *model, io_model *out);
void io_model_release(io_model *model);

// Creates a mesh of the model with these mote_mesh_flags. Fails if mote_mesh_create does.
mote_result io_model_make_mesh(const io_model *model, uint32_t flags, mote_mesh **out);

// Returns MOTE_OK if every index names a vertex and every position is finite; otherwise the message
// names the first invalid triangle or vertex.
mote_result io_model_check(const io_model *model);

#endif
