// What can be seen of senin: particles, the forces on them, and the sites where the closest pairs go on from.

#ifndef MOTE_PAPERS_SENIN_DRAW_H
#define MOTE_PAPERS_SENIN_DRAW_H

#include "papers/senin/worker.h"

// The places of the particles go through those of the worker.
void mote_senin_draw_pair(const mote_senin_worker *worker, const mote_settings *settings,
                          const mote_candidate *candidate, const mote_debug_draw *draw);

#endif
