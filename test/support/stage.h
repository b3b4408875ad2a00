// A world with built-in models that a test puts where it likes.

#ifndef MOTE_TEST_STAGE_H
#define MOTE_TEST_STAGE_H

#include <mote/world.h>

#include "core/random.h"
#include "io/model.h"

enum { STAGE_BODIES = 8 };

typedef struct stage {
    mote_world *world;
    uint32_t body_count;
    io_model models[STAGE_BODIES];
    mote_mesh *meshes[STAGE_BODIES];
    mote_vec3 *positions[STAGE_BODIES];
    mote_body_id ids[STAGE_BODIES];
} stage;

// A placement: scaled along the axes, turned, moved.
typedef struct placement {
    mote_vec3 scale;
    mote_transform turn_and_move;
} placement;

void stage_begin(stage *s, const mote_world_def *def);
void stage_end(stage *s);

// Adds a body of a model, which the stage owns from here; returns its number.
uint32_t stage_add_model(stage *s, io_model model, bool self_collision);
uint32_t stage_add(stage *s, const char *model_name);

// Puts all vertices of a body where the placement has its rest shape.
void stage_place(stage *s, uint32_t body, placement where);

placement placed(float scale, mote_transform turn_and_move);
mote_transform moved_by(mote_vec3 by);
mote_transform random_turn(mote_random *random);

// Both models as one, the second moved.
io_model joined_models(const io_model *a, const io_model *b, mote_vec3 move_b);

// Must succeed.
io_model made_model(const char *name);

#endif
