// After the particles are relaxed: the precise check of the areas whose particles are closest (Saenghaengtham and
// Kanongchaiyos 2006, "Collision distance").
//
// The paper looks at the closest pair only, and if its distance is below mu, the two areas are checked. Close is
// not crossing, and mu shrinks as a mesh gets finer, so that this misses much. The repaired form takes the
// closest few pairs. Summed forces have brought their particles to a compromise, or they sit in a valley; so for
// the check, and without moving the particles, two probes go on from there: each leaps to the lookout of its
// area that is nearest to the other (lookouts.h), and then both go, in turn, to the vertex of their area that is
// nearest to the other. Where they end, faces can only meet if the probes are no further apart than the edges of
// the faces around them reach together: that takes the place of mu.

#ifndef MOTE_PAPERS_LBG_AREA_CHECK_H
#define MOTE_PAPERS_LBG_AREA_CHECK_H

#include "papers/lbg/body.h"
#include "papers/particle/precise_check.h"

enum { MOTE_LBG_MOST_PAIRS = 64 };

// Checks candidate number `number` and fills its estimate.
void mote_lbg_check_areas(mote_precise_check *check, mote_frame *frame, mote_sink *sink,
                          mote_candidate *candidate, uint32_t number);

#endif
