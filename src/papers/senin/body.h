// What senin knows of a body beforehand.

#ifndef MOTE_PAPERS_SENIN_BODY_H
#define MOTE_PAPERS_SENIN_BODY_H

#include "method/method.h"

typedef struct mote_senin_body {
    uint32_t particles;   // on it, for each other body
    uint32_t longest_way; // edges between the two vertices that are furthest from each other
} mote_senin_body;

mote_result mote_senin_admit(void *state, const mote_shape *shape, const mote_settings *settings);

// The most edges of a shortest way between two vertices of one component: Senin's N_max. The vertex furthest from the
// first, and the one furthest from that: exact for trees and close to it for surfaces. False for no memory.
bool mote_longest_way(const mote_mesh *mesh, const mote_allocator *allocator, uint32_t *out);

#endif
