// Bodies of one or two models in a box, moved by a dynamics.

#ifndef MOTE_TEST_BOUNCING_H
#define MOTE_TEST_BOUNCING_H

#include <mote/dynamics.h>

#include "io/model.h"

enum { BOUNCING_MOST = 16 };

typedef struct bouncing {
    io_model model; // the first one, and that of most
    mote_mesh *mesh;
    io_model other; // empty unless loaded
    mote_mesh *other_mesh;
    mote_world *world;
    mote_dynamics *dynamics;
    uint32_t count;
    mote_body_id ids[BOUNCING_MOST];
} bouncing;

// World and dynamics as the defs say, without bodies. The world of `def` is set here.
void bouncing_begin(bouncing *b, const char *model, const mote_world_def *world,
                    const mote_dynamics_def *def);
void bouncing_end(bouncing *b);

// From here on bodies are of a second model.
void bouncing_load_other(bouncing *b, const char *model);

// Adds a body of density 1; returns its number.
uint32_t bouncing_add(bouncing *b, mote_dvec3 origin, mote_dvec3 velocity,
                      mote_dvec3 angular_velocity);

// Smith's experiment (section 5.3) with unit spheres: `count` of them on a grid in a box, where
// they take up 5 % of the volume. They move 5 % of the radius and 10 degrees per unit of time, in
// random directions.
mote_box bouncing_box(uint32_t count);
void bouncing_add_crowd(bouncing *b, uint32_t count, uint64_t seed);

mote_rigid bouncing_get(const bouncing *b, uint32_t body);
mote_dynamics_report bouncing_report(const bouncing *b);
void bouncing_step(bouncing *b, double time);

// The box of all present positions of a body.
mote_box bouncing_bounds(const bouncing *b, uint32_t body);

#endif
