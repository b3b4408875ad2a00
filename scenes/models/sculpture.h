// A model under construction. A sculpture remembers an allocation failure, so makers need not check
// after every vertex: scene_sculpture_finish reports the failure.

#ifndef MOTE_SCENES_SCULPTURE_H
#define MOTE_SCENES_SCULPTURE_H

#include "core/array.h"
#include "io/model.h"

typedef struct scene_triangle {
    uint32_t corner[3];
} scene_triangle;

// All zero is an empty sculpture.
typedef struct scene_sculpture {
    mote_vec3_array positions;
    MOTE_ARRAY(scene_triangle) triangles;
    bool out_of_memory;
} scene_sculpture;

// Reserves memory for known counts; optional.
void scene_sculpture_reserve(scene_sculpture *sculpture, uint32_t vertex_count,
                             uint32_t triangle_count);

uint32_t scene_sculpture_vertex_count(const scene_sculpture *sculpture);
uint32_t scene_sculpture_triangle_count(const scene_sculpture *sculpture);

// Adds a vertex. Returns its index.
uint32_t scene_sculpture_vertex(scene_sculpture *sculpture, double x, double y, double z);

// Adds a triangle with corners counter-clockwise as seen from outside. Skips triangles with a
// repeated corner, which makers use for poles and collapsed sides.
void scene_sculpture_triangle(scene_sculpture *sculpture, uint32_t a, uint32_t b, uint32_t c);
void scene_sculpture_quad(scene_sculpture *sculpture, uint32_t a, uint32_t b, uint32_t c,
                          uint32_t d);

// Triangles of a closed stack of rings whose vertices were added as: one pole, `rings` rings of
// `around` vertices, the other pole. Outward if the rings run counter-clockwise as seen from the
// second pole. 2 * around * rings triangles.
void scene_sculpture_stack(scene_sculpture *sculpture, uint32_t first, uint32_t rings,
                           uint32_t around);

// Adds a box from `low` to `high`: 12 triangles.
void scene_sculpture_box(scene_sculpture *sculpture, mote_dvec3 low, mote_dvec3 high);

// Merges vertices with equal coordinates and drops the triangles that collapse.
void scene_sculpture_weld(scene_sculpture *sculpture);

// Halves the longest edge, again and again, until there are `triangle_count` triangles: an inner
// edge adds two, a border edge one. An odd number of missing triangles needs a border edge; without
// one, or with too many triangles to start with, the count stays what it is.
void scene_sculpture_split_to(scene_sculpture *sculpture, uint32_t triangle_count);

// Moves the shape to `out`. Releases the sculpture, even on failure.
mote_result scene_sculpture_finish(scene_sculpture *sculpture, io_model *out);

#endif
