// How the bodies of an experiment start: at random, without touching.

#ifndef MOTE_PAPER_SMITH_THROWS_H
#define MOTE_PAPER_SMITH_THROWS_H

#include "bench/paper/smith/motion.h"
#include "core/random.h"

// Of section 5.3, taken where the paper gives none: 5 % of the radius, which is 1, and 10 degrees
// per cycle.
#define PAPER_SMITH_SPEED 0.05
#define PAPER_SMITH_SPIN 0.17453292519943295

typedef struct paper_throw {
    const char *scene; // of rigid bodies
    double half;       // of the cube that holds their centers
    double speed;      // per cycle
    double spin;       // radians per cycle
} paper_throw;

// Directions, rotations and places by the seed; a body that touches another is thrown again. Sets
// as many `movers` as the scene has bodies.
mote_result paper_throw_apart(const paper_throw *how, uint64_t seed, paper_mover *movers);

// Throws the bodies and runs the motion, whose movers are set here, until a contact. Fails if there
// is none.
mote_result paper_throw_until_contact(const paper_throw *how, uint64_t seed,
                                      const paper_motion_def *motion, paper_motion *out);

mote_dvec3 paper_random_direction(mote_random *random);
mote_rotation paper_random_rotation(mote_random *random);

// Half the side of a cube of which `count` balls of radius 1 take 5 %.
double paper_half_of_balls(uint32_t count);

#endif
