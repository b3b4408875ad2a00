// R_max of Saenghaengtham and Kanongchaiyos 2006: "approximately equal to the maximum number of vertices along
// the shortest routes between any two particles on the object".

#ifndef MOTE_PAPERS_LBG_LONGEST_WAY_H
#define MOTE_PAPERS_LBG_LONGEST_WAY_H

#include "papers/lbg/body.h"

// Two sweeps a component, from a particle to the particle that is farthest from it and from there again: at
// least half of the longest way, and all of it on most bodies. Of a particle that is alone on its component,
// the way to the farthest vertex. At least 1. False for no memory.
bool mote_lbg_longest_way(const mote_lbg_body *body, const mote_allocator *allocator,
                          uint32_t *out);

#endif
