// The makers of the built-in models, one per file. Each fills `out`, or fails if memory runs out.

#ifndef MOTE_SCENES_MAKERS_H
#define MOTE_SCENES_MAKERS_H

#include "io/model.h"

// The latitudes and longitudes of the sphere of 2 * around * rings faces that is nearest to
// `faces`.
typedef struct scene_sphere_grid {
    uint32_t around, rings;
} scene_sphere_grid;

scene_sphere_grid scene_sphere_grid_of(uint32_t faces);

// Frequency of the icosphere of 20 f^2 faces nearest to `faces`, at least 1.
uint32_t scene_icosphere_frequency(uint32_t faces);

// A sphere from an icosahedron, each of whose faces is cut into f^2 triangles: 10 f^2 + 2 vertices
// on the unit sphere, 20 f^2 triangles; f up to 14000 fits.
mote_result scene_icosphere_of_frequency(uint32_t frequency, io_model *out);

// `faces` is the requested number of faces; the model has the nearest possible number.
// `scene_make_icosphere` takes the number of times that each face of an icosahedron is cut into
// four.
mote_result scene_make_sphere(uint32_t faces, io_model *out);
mote_result scene_make_icosphere(uint32_t subdivisions, io_model *out);
mote_result scene_make_blob(uint32_t faces, io_model *out);
mote_result scene_make_cloth(uint32_t faces, io_model *out);
mote_result scene_make_torus(uint32_t faces, io_model *out);
mote_result scene_make_interlocked_tori(uint32_t faces, io_model *out);
mote_result scene_make_strip(uint32_t faces, io_model *out);
mote_result scene_make_ribbon(uint32_t faces, io_model *out);
mote_result scene_make_rod(uint32_t faces, io_model *out);

// From 6 to 2^20 teeth.
mote_result scene_make_gear(uint32_t teeth, io_model *out);

mote_result scene_make_box(uint32_t unused, io_model *out);
mote_result scene_make_wedge(uint32_t unused, io_model *out);
mote_result scene_make_spike(uint32_t unused, io_model *out);
mote_result scene_make_crack(uint32_t unused, io_model *out);
mote_result scene_make_teapot(uint32_t unused, io_model *out);
mote_result scene_make_letter_t(uint32_t unused, io_model *out);
mote_result scene_make_letter_m(uint32_t unused, io_model *out);
mote_result scene_make_letter_v(uint32_t unused, io_model *out);
mote_result scene_make_letter_w(uint32_t unused, io_model *out);
mote_result scene_make_shuttle(uint32_t unused, io_model *out);
mote_result scene_make_chair(uint32_t unused, io_model *out);
mote_result scene_make_bust(uint32_t unused, io_model *out);
mote_result scene_make_hand(uint32_t unused, io_model *out);
mote_result scene_make_shrine(uint32_t unused, io_model *out);
mote_result scene_make_shrine_hall(uint32_t unused, io_model *out);
mote_result scene_make_shrine_roof(uint32_t unused, io_model *out);
mote_result scene_make_shrine_gate(uint32_t unused, io_model *out);
mote_result scene_make_character(uint32_t faces, io_model *out);
mote_result scene_make_garment(uint32_t faces, io_model *out);

#endif
