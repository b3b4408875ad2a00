// A sphere from an icosahedron each of whose faces is cut into f^2 triangles.

#ifndef MOTE_SCENES_ICOSPHERE_H
#define MOTE_SCENES_ICOSPHERE_H

#include "io/model.h"

// 10 f^2 + 2 vertices on the unit sphere, 20 f^2 triangles; f up to 14000 fits.
mote_result scene_icosphere_of_frequency(uint32_t frequency, io_model *out);

#endif
