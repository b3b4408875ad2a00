// Two crowds that act on each other: what each particle feels, and how the system comes to rest.
//
// Senin et al. 2003, sections 3.3 to 3.5. Where the paper is silent:
// - particles move one after the other, those of the first body first, and each sees where the others have gone. If all
//   moved at once, two that are drawn to each other would swap places for ever;
// - a particle leaves its site only for one of strictly lower potential, of equal ones for the first;
// - N_min and what it is compared with count the particles of both bodies.

#ifndef MOTE_PAPERS_SENIN_INTERACTION_H
#define MOTE_PAPERS_SENIN_INTERACTION_H

#include <stdatomic.h>

#include "papers/particle/forces.h"
#include "papers/senin/close_pairs.h"
#include "papers/senin/crowd.h"
#include "papers/senin/far_cache.h"

typedef struct mote_interaction {
    const mote_senin_options *options;
    const mote_terrain *terrains[2];
    mote_crowd crowds[2];
    float reach;           // R_eff
    float inverse_reach;   // 1 / reach
    mote_far_cache *cache; // null: the influence of all particles is evaluated each time
    // Of each particle: with the one of the other body that it came closest to. Null: not tracked.
    mote_close_pair *nearest[2];
    uint64_t force_evaluations, hops;
} mote_interaction;

// How long it may take to come to rest.
typedef struct mote_patience {
    uint32_t least_moving;    // N_min; 0: a tenth of all
    uint32_t most_steps;      // N_max
    const _Atomic bool *stop; // may be null
} mote_patience;

// Interaction steps until fewer than N_min particles have moved, or N_max is reached. What came closest on the way is
// in `nearest`.
void mote_relax(mote_interaction *interaction, const mote_patience *patience);

#endif
