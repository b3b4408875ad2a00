// The exact engine on a stage: what the subjects are held against.

#ifndef MOTE_RECALL_TRUTH_H
#define MOTE_RECALL_TRUTH_H

#include <mote/world.h>

#include "bench/stage.h"

// A world of method hybrid with all face pairs and contacts.
typedef struct mote_truth {
    mote_world *world;
    mote_body_id *bodies; // in the stage's order
    uint32_t body_count;
} mote_truth;

// The stage's meshes have ADJACENCY and CLUSTERS.
mote_result mote_truth_open(const mote_stage *stage, mote_truth *out);
void mote_truth_close(mote_truth *truth);

// Takes in the stage's present positions, which must then stay.
mote_result mote_truth_place(mote_truth *truth, const mote_stage *stage);

// What is there; valid until the next call.
mote_result mote_truth_detect(mote_truth *truth, mote_report *out);

// Distance of two bodies by their place in the stage. `truth` is a mote_truth.
mote_result mote_truth_distance(void *truth, uint32_t a, uint32_t b, float *out);

#endif
