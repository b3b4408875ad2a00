// The particles of one body that watch one other body.
//
// Each pair of bodies has its own: where several bodies are near, one set of particles for all of them would be
// drawn to a compromise between them, and the nearest body would take those that another one needs.

#ifndef MOTE_PAPERS_SENIN_CROWD_H
#define MOTE_PAPERS_SENIN_CROWD_H

#include "core/random.h"
#include "papers/senin/site.h"

typedef struct mote_crowd {
    uint32_t count;
    mote_site *sites;
    mote_vec3 *at; // where the sites are now
} mote_crowd;

// Puts `count` particles on different vertices, at random. There are as many that some triangle uses.
void mote_crowd_scatter(mote_crowd *crowd, uint32_t count, const mote_shape *shape,
                        mote_random *random);

// Brings `at` up to date.
void mote_crowd_locate(mote_crowd *crowd, const mote_terrain *terrain);

#endif
