// Two sites that go for each other, whatever the other particles do.
//
// Not in the paper: the sum of all forces leaves a particle at a compromise, and repulsion drives it from the contact it
// has found. So particles stay where the forces want them, and the closest pairs send out these.

#ifndef MOTE_PAPERS_SENIN_PURSUIT_H
#define MOTE_PAPERS_SENIN_PURSUIT_H

#include "papers/senin/close_pairs.h"

// Each of the two in turn goes to the neighbor that is closest to the other, as long as that brings them closer. Returns
// the number of hops, at most `most_hops`.
uint32_t mote_pursue(const mote_terrain *const terrains[2], mote_close_pair *pair,
                     uint32_t most_hops);

#endif
