// How many faces of two bodies are in contact, by the simplest way that is fast enough for tests:
// the boxes of all faces, sorted along one axis and swept.

#ifndef MOTE_TEST_SWEEP_H
#define MOTE_TEST_SWEEP_H

#include "io/model.h"

typedef struct sweep_counts {
    size_t pairs; // of faces that share a point
    size_t faces; // of both bodies, that are in some pair
} sweep_counts;

// `a` and `b` are the present positions of the vertices of the two models.
sweep_counts sweep_contacts(const io_model *model_a, const mote_vec3 *a, const io_model *model_b,
                            const mote_vec3 *b);

#endif
