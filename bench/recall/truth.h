// The exact engine on a stage: what the subjects are held against.

#ifndef MOTE_RECALL_TRUTH_H
#define MOTE_RECALL_TRUTH_H

#include <mote/world.h>

#include "bench/stage.h"

// A world of method hybrid with all face pairs and contacts.
typedef struct recall_truth {
    mote_world *world;
    mote_body_id *bodies; // in the stage's order
    uint32_t body_count;
} recall_truth;

// The stage's meshes have ADJACENCY and CLUSTERS.
mote_result recall_truth_open(const bench_stage *stage, recall_truth *out);
void recall_truth_close(recall_truth *truth);

// Takes in the stage's present positions, which must then stay.
mote_result recall_truth_place(recall_truth *truth, const bench_stage *stage);

// What is there; valid until the next call.
mote_result recall_truth_detect(recall_truth *truth, mote_report *out);

// Distance of two bodies by their place in the stage. `truth` is a recall_truth.
mote_result recall_truth_distance(void *truth, uint32_t a, uint32_t b, float *out);

#endif
