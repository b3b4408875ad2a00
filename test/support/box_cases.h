// Boxes that make trouble for a triangle: touching at a corner, an edge or a face, flat, or missing
// narrowly.

#ifndef MOTE_TEST_BOX_CASES_H
#define MOTE_TEST_BOX_CASES_H

#include "core/random.h"

// Fills the triangle of case `i` and a box for it.
void box_case_make(size_t i, mote_random *random, mote_vec3 t[3], mote_box *box);

#endif
