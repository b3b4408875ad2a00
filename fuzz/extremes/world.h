// A world of a few bodies with extreme options, positions and motions.

#ifndef FUZZ_EXTREMES_WORLD_H
#define FUZZ_EXTREMES_WORLD_H

#include <mote/world.h>

#include "fuzz/extremes/deformer.h"

enum { EXTREMES_MAX_BODIES = 3 };

typedef struct extreme_world {
    mote_world *world; // null where the options were refused
    extreme_mesh meshes[EXTREMES_MAX_BODIES];
    extreme_deformer deformers[EXTREMES_MAX_BODIES];
    bool has_deformer[EXTREMES_MAX_BODIES];
    mote_body_id bodies[EXTREMES_MAX_BODIES];
    uint32_t body_count;
} extreme_world;

void extreme_world_create(extremes *e, extreme_world *out);
void extreme_world_destroy(extremes *e, extreme_world *w);

// Gives body i another place and shape.
void extreme_body_move(extremes *e, extreme_world *w, uint32_t i);

#endif
