// Steps between the random frames of support/random_frames.h: motions with everything that methods
// find hard.

#ifndef MOTE_TEST_RANDOM_STEPS_H
#define MOTE_TEST_RANDOM_STEPS_H

#include <mote/motion.h>

#include "support/random_frames.h"

typedef struct random_steps {
    random_frames frames; // the end of the step
    void *starts[RANDOM_BODIES];
    mote_transform start_transforms[RANDOM_BODIES];
} random_steps;

// World number `index` of a stream, with its first step.
void random_steps_begin(random_steps *steps, uint64_t stream, uint64_t index, uint32_t faces);
void random_steps_end(random_steps *steps);

// The next step begins where this one ends.
void random_steps_next(random_steps *steps);

// Creates the bodies in a world, in order.
void random_steps_populate(const random_steps *steps, mote_world *world, mote_body_id *ids);

// Gives the bodies their motion. Those that do not move in this step rest.
void random_steps_show(const random_steps *steps, mote_world *world, const mote_body_id *ids);

// The report of a sweep that must succeed.
mote_sweep_report swept(mote_world *world, const mote_sweep_def *def);

// Null where pairs, impacts, face pairs, safe steps and invalid bodies are the same; else what
// differs first.
const char *sweeps_differ(const mote_sweep_report *a, const mote_sweep_report *b);

#endif
