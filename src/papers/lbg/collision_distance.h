// Eq. 13 of Saenghaengtham and Kanongchaiyos 2006, the collision distance: mu = avg d(v_i, v_j).
//
// Which vertices i and j are meant is not said. Over all of them it is about as large as the body, and
// everything is always close; over those that share an edge it is the mean edge length, which is what a
// particle cannot come closer than. The paper is also silent about two bodies of different mu: the larger
// one counts.

#ifndef MOTE_PAPERS_LBG_COLLISION_DISTANCE_H
#define MOTE_PAPERS_LBG_COLLISION_DISTANCE_H

#include "papers/lbg/body.h"

// In the rest shape. With MOTE_LBG_ALL_PAIRS of at most 1024 vertices, evenly picked.
float mote_lbg_rest_distance(const mote_mesh *mesh, mote_lbg_distance kind);

// In the present shape: the distance at rest, times what the edges at the start of each particle have grown
// by.
float mote_lbg_present_distance(const mote_lbg_body *body);

#endif
