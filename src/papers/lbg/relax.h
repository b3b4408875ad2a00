// The movement of particles until they are relaxed (Saenghaengtham and Kanongchaiyos 2006, "Interaction forces"
// and "Movement of particles").
//
// In each step every particle goes to the neighboring vertex of its area on which the force is greatest, if
// it is greater than where the particle is. The force is a sum of numbers, not of vectors (Eq. 12): 1 / r^2 for
// each particle of a neighboring body that is closer than R_eff. The paper has an R_eff for each body; between
// two bodies the larger one counts, or else the small one would not feel the particles of a large one, which
// lie far apart.
//
// All particles of a step look at where the others were before it, so that the order of the bodies, and how
// many threads there are, does not matter. A body is relaxed when less than a tenth of its particles have moved
// (R_min); it rests until a neighbor is not. Each has R_max steps a frame.

#ifndef MOTE_PAPERS_LBG_RELAX_H
#define MOTE_PAPERS_LBG_RELAX_H

#include "papers/lbg/play.h"

void mote_lbg_relax(mote_frame *frame, const mote_lbg_play *play);

// What a particle of a body in play feels at a place, which is a number: here with the direction in which it grows.
mote_vec3 mote_lbg_force_at(const mote_lbg_play *play, const mote_lbg_body *body, mote_vec3 at);

#endif
