// Grazing starts: two bodies in random forms and orientations that just touch, made with the exact
// engine. Nothing of one start is left in the next.

#ifndef MOTE_RECALL_GRAZING_H
#define MOTE_RECALL_GRAZING_H

#include "bench/recall/truth.h"

// The deepest point of a grazing start is at most so many radii of the smaller body inside.
#define MOTE_GRAZING_DEPTH 1e-3

typedef struct mote_grazing {
    mote_stage stage; // borrowed from the caller's: the first two bodies, and no others
    mote_truth truth;
    uint64_t seed;
    double radius;        // of the smaller body
    mote_vec3 *forms;     // both, turned, each around the origin
    mote_dvec3 direction; // from the first to the second body
} mote_grazing;

// The stage is in the caller's order and has two bodies at least.
mote_result mote_grazing_open(const mote_stage *stage, uint64_t seed, mote_grazing *out);
void mote_grazing_close(mote_grazing *grazing);

// Writes the positions of both bodies in start `number` to grazing->stage.frames. It depends on the
// scene, the seed and the number alone. Fails if bodies do not meet in many attempts.
mote_result mote_grazing_make(mote_grazing *grazing, uint32_t number);

#endif
