// Grazing starts: two bodies in random forms and orientations that just touch, made with the exact
// engine. Nothing of one start is left in the next.

#ifndef MOTE_RECALL_GRAZING_H
#define MOTE_RECALL_GRAZING_H

#include "bench/recall/truth.h"

// The deepest point of a grazing start is at most this many radii of the smaller body inside.
#define RECALL_GRAZING_DEPTH 1e-3

typedef struct recall_grazing {
    bench_stage stage; // borrowed from the caller's: the first two bodies, and no others
    recall_truth truth;
    uint64_t seed;
    double radius;        // of the smaller body
    mote_vec3 *forms;     // both, turned, each around the origin
    mote_dvec3 direction; // from the first to the second body
} recall_grazing;

// The stage is in the caller's order and has two bodies at least.
mote_result recall_grazing_open(const bench_stage *stage, uint64_t seed, recall_grazing *out);
void recall_grazing_close(recall_grazing *grazing);

// Writes the positions of both bodies in start `number` to grazing->stage.frames. It depends on the
// scene, the seed and the number alone. Fails if bodies do not meet in many attempts.
mote_result recall_grazing_make(recall_grazing *grazing, uint32_t number);

#endif
