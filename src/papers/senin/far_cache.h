// The influence of distant particles, kept for some steps.
//
// Senin et al. 2003, section 3.5: "the influence of distant particles remains almost constant" and can be cached. The
// paper does not say how. A constant potential would mean that they do not matter, since a particle compares
// neighboring sites; so it is the force that is kept: the potential of all distant particles, linear around the place
// where the particle was, by central differences. Those that are near are evaluated each time.

#ifndef MOTE_PAPERS_SENIN_FAR_CACHE_H
#define MOTE_PAPERS_SENIN_FAR_CACHE_H

#include "core/memory.h"
#include "papers/particle/forces.h"

// What distant particles do to one, and which are near.
typedef struct mote_far_influence {
    mote_vec3 at; // where it was
    float potential;
    mote_vec3 slope;
    uint32_t near_count[2]; // particles of the other body, and of its own
} mote_far_influence;

typedef struct mote_far_cache {
    uint32_t most;                  // particles of both bodies
    mote_far_influence *influences; // `most`, the first body's first
    uint16_t *near;                 // `most` for each: those of the other body, then of its own
    mote_vec3 *gathered;            // `most`
    uint32_t age;                   // steps since the influences were evaluated
} mote_far_cache;

// Room for so many particles in all; false for no memory. Zeroed memory is a cache without room.
bool mote_far_cache_reserve(mote_far_cache *cache, const mote_allocator *allocator, uint32_t most);
void mote_far_cache_release(mote_far_cache *cache, const mote_allocator *allocator);

#endif
