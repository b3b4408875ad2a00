// The bodies of a world, each taken for a sphere: what the rules by which Saenghaengtham and Kanongchaiyos 2006
// choose the number of particles look at.

#ifndef MOTE_PAPERS_LBG_CENSUS_H
#define MOTE_PAPERS_LBG_CENSUS_H

#include "core/array.h"
#include "papers/lbg/body.h"

typedef struct mote_lbg_census {
    MOTE_ARRAY(mote_lbg_body *) bodies;
} mote_lbg_census;

// Adds a body, with the radius of its rest shape. False for no memory.
bool mote_lbg_census_join(mote_lbg_census *census, mote_lbg_body *body,
                          const mote_allocator *allocator);
void mote_lbg_census_leave(mote_lbg_body *body);

// The radius of the vertices in use around the middle of their box; `positions` are the caller's.
float mote_lbg_radius(const mote_mesh *mesh, const mote_vec3 *positions);

// How many particles a body should have by the rule of the settings; at least 1, at most
// MOTE_LBG_MOST_PARTICLES.
mote_result mote_lbg_census_count(const mote_lbg_body *body, const mote_settings *settings,
                                  uint32_t *out);

#endif
