// What particles feel: attraction by those of the other body, repulsion by those of their own.
//
// Senin et al. 2003, section 3.3. The force is f(r) times the vector r, which is not a unit vector, so that the potential
// of f = 1 / r^2 is ln r; it is taken in units of R_eff, which makes that of attraction 0 where it ends.

#ifndef MOTE_PAPERS_SENIN_INFLUENCE_H
#define MOTE_PAPERS_SENIN_INFLUENCE_H

#include "papers/senin/interaction.h"

// The potential of particle `particle` of a body, 0 or 1, if it were at each of the first `count` places; infinite where
// a place is not finite. Goes by the cache where there is one.
void mote_potentials_at(mote_interaction *interaction, int body, uint32_t particle,
                        const mote_force_points *places, uint32_t count,
                        float out[MOTE_FORCE_POINTS]);

// Fills the cache from where all particles are now.
void mote_far_cache_fill(mote_interaction *interaction);

// After a particle has moved: evaluates anew what it feels if it has gone far.
void mote_far_cache_follow(mote_interaction *interaction, int body, uint32_t particle);

#endif
