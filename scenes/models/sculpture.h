// A model under construction. It remembers the first failure to get memory, so that makers of
// shapes need not check after every vertex: scene_sculpture_finish reports it.

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

// Room for what is known to come; optional.
void scene_sculpture_reserve(scene_sculpture *sculpture, uint32_t vertex_count,
                             uint32_t triangle_count);

uint32_t scene_sculpture_vertex_count(const scene_sculpture *sculpture);
uint32_t scene_sculpture_triangle_count(const scene_sculpture *sculpture);

// The index of the new vertex.
uint32_t scene_sculpture_vertex(scene_sculpture *sculpture, double x, double y, double z);

// Corners counter-clockwise as seen from outside. Triangles with a corner twice are left out: that
// is how poles and collapsed sides are made.
void scene_sculpture_triangle(scene_sculpture *sculpture, uint32_t a, uint32_t b, uint32_t c);
void scene_sculpture_quad(scene_sculpture *sculpture, uint32_t a, uint32_t b, uint32_t c,
                          uint32_t d);

// Triangles of a closed stack of rings whose vertices were added as: one pole, `rings` rings of
// `around` vertices, the other pole. Outward if the rings run counter-clockwise as seen from the
// second pole. 2 * around * rings triangles.
void scene_sculpture_stack(scene_sculpture *sculpture, uint32_t first, uint32_t rings,
                           uint32_t around);

// A box from one corner to the other: 12 triangles.
void scene_sculpture_box(scene_sculpture *sculpture, mote_dvec3 low, mote_dvec3 high);

// Makes vertices with equal coordinates one, and drops triangles that collapse by it.
void scene_sculpture_weld(scene_sculpture *sculpture);

// Halves the longest edge, again and again, until there are `triangle_count` triangles: an inner
// edge adds two, a border edge one. An odd number of missing triangles needs a border edge; without
// one, or with too many triangles to start with, the count stays what it is.
void scene_sculpture_split_to(scene_sculpture *sculpture, uint32_t triangle_count);

// Hands the shape over to `out` and ends the sculpture, also when it fails.
mote_result scene_sculpture_finish(scene_sculpture *sculpture, io_model *out);

#endif
