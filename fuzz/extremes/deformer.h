// A deformer of any kind with extreme parameters.

#ifndef FUZZ_EXTREMES_DEFORMER_H
#define FUZZ_EXTREMES_DEFORMER_H

#include <mote/deform.h>

#include "fuzz/extremes/mesh.h"

enum { EXTREMES_MAX_BONES = 3, EXTREMES_MAX_CONTROLS = 12 };

// A deformer, those that it is a chain of, and what they read.
typedef struct extreme_deformer {
    mote_deformer *deformer; // null where the parameters were refused
    mote_deformer *links[2]; // of a chain
    mote_nodes *nodes;       // of the mesh
    const extreme_mesh *mesh;
    mote_vec3 shift; // of the callback
    mote_vec3 starts[EXTREMES_MAX_CONTROLS], ends[EXTREMES_MAX_CONTROLS];
} extreme_deformer;

void extreme_deformer_create(extremes *e, const extreme_mesh *mesh, extreme_deformer *out);
void extreme_deformer_destroy(extremes *e, extreme_deformer *d);

// Other parameters, if the kind has any.
void extreme_deformer_change(extremes *e, extreme_deformer *d);

#endif
