// The longest of the shortest routes over a mesh, in edges: the maximum number of steps that a
// particle needs.
//
// N_max of Senin et al. 2003, section 3.5: "the maximum length of the possible shortest routes
// between any two particles on the model". R_max of Saenghaengtham and Kanongchaiyos 2006:
// "approximately equal to the maximum number of vertices along the shortest routes between any two
// particles on the object".
//
// Both are found by two breadth-first searches per component, from any vertex to the farthest one
// and from there to the farthest again. The result is at least half of the longest route, and exact
// for trees and for most surfaces.

#ifndef MOTE_PAPERS_PARTICLE_LONGEST_ROUTE_H
#define MOTE_PAPERS_PARTICLE_LONGEST_ROUTE_H

#include "core/memory.h"
#include "mesh/mesh.h"

// Between any two vertices of one component. The mesh must have ADJACENCY. False if there is no
// memory.
bool mote_longest_route(const mote_mesh *mesh, const mote_allocator *allocator, uint32_t *out);

// Between any two of the given vertices that are in one component; from a vertex that is alone in
// its component to the farthest vertex. At least 1. The mesh must have ADJACENCY. False if there is
// no memory.
bool mote_longest_route_between(const mote_mesh *mesh, const uint32_t *vertices, uint32_t count,
                                const mote_allocator *allocator, uint32_t *out);

#endif
