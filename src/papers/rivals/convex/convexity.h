// Is a mesh the surface of a convex body?

#ifndef MOTE_PAPERS_RIVALS_CONVEX_CONVEXITY_H
#define MOTE_PAPERS_RIVALS_CONVEX_CONVEXITY_H

#include "mesh/mesh.h"

// MOTE_ERROR_REFUSED, with what is in the way, unless the rest shape is closed, in one piece, and no
// edge is dented by more than rounding leaves (1e-5 of the longest side of its box). The message
// starts with the name of the method that asks.
mote_result mote_check_convex(const mote_mesh *mesh, const char *method);

#endif
