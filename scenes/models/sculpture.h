// A model under construction. It remembers the first failure to get memory, so that makers of
// shapes need not ask after every vertex: mote_sculpture_finish tells.

#ifndef MOTE_SCENES_SCULPTURE_H
#define MOTE_SCENES_SCULPTURE_H

#include "core/array.h"
#include "io/model.h"

typedef struct mote_sculpture {
    mote_array positions; // mote_vec3
    mote_array triangles; // three uint32_t each
    bool out_of_memory;
} mote_sculpture;

mote_sculpture mote_sculpture_start(void);

// Room for what is known to come; optional.
void mote_sculpture_reserve(mote_sculpture *sculpture, uint32_t vertex_count,
                            uint32_t triangle_count);

uint32_t mote_sculpture_vertex_count(const mote_sculpture *sculpture);
uint32_t mote_sculpture_triangle_count(const mote_sculpture *sculpture);

// The index of the new vertex.
uint32_t mote_sculpture_vertex(mote_sculpture *sculpture, double x, double y, double z);

// Corners counter-clockwise as seen from outside. Triangles with a corner twice are left out: that
// is how poles and collapsed sides are made.
void mote_sculpture_triangle(mote_sculpture *sculpture, uint32_t a, uint32_t b, uint32_t c);
void mote_sculpture_quad(mote_sculpture *sculpture, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

// Triangles of a closed stack of rings whose vertices were added as: one pole, `rings` rings of
// `around` vertices, the other pole. Outward if the rings run counter-clockwise as seen from the
// second pole. 2 * around * rings triangles.
void mote_sculpture_stack(mote_sculpture *sculpture, uint32_t first, uint32_t rings,
                          uint32_t around);

// A box from one corner to the other: 12 triangles.
void mote_sculpture_box(mote_sculpture *sculpture, mote_dvec3 low, mote_dvec3 high);

// Makes vertices with equal coordinates one, and drops triangles that collapse by it.
void mote_sculpture_weld(mote_sculpture *sculpture);

// Halves the longest edge, again and again, until there are `triangle_count` triangles: an inner
// edge adds two, a border edge one. An odd number of missing triangles needs a border edge; without
// one, or with too many triangles to start with, the count stays what it is.
void mote_sculpture_split_to(mote_sculpture *sculpture, uint32_t triangle_count);

// Hands the shape over to `out` and ends the sculpture, also when it fails.
mote_result mote_sculpture_finish(mote_sculpture *sculpture, mote_model *out);

#endif
