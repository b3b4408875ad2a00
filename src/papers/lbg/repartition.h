// When areas have grown too large for one particle each, the whole body is cut anew, with a new number of
// particles (Saenghaengtham and Kanongchaiyos 2006, "Repartitioning checking").
//
// A* is the largest rectangle of the initial areas, when the body was first seen. The paper is silent about A*
// after a repartition: it is the larger one of what it was and the largest new rectangle, so that a body that
// stays as it is is not cut again.
//
// The new number: where it was given, it grows with the surface, so that there are as many particles to a
// piece of it as there were; where a rule chose it, the rule is asked again, with the present radius.

#ifndef MOTE_PAPERS_LBG_REPARTITION_H
#define MOTE_PAPERS_LBG_REPARTITION_H

#include "papers/lbg/body.h"

// Cuts a body whose number of particles depends on the others, when it is first seen.
mote_result mote_lbg_first_partition(mote_lbg_body *body, const mote_settings *settings);

// What the initial particles and areas tell: R_eff and A*. Nothing while their positions are not finite.
void mote_lbg_measure(mote_lbg_body *body, const mote_settings *settings);

// Has an area grown beyond what is acceptable?
bool mote_lbg_has_outgrown(const mote_lbg_body *body, const mote_settings *settings);

// Cuts the present shape. A shape that is not finite stays as it is, and `*done` false.
mote_result mote_lbg_repartition(mote_lbg_body *body, const mote_settings *settings, bool *done);

#endif
