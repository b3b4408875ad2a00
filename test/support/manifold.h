// What the edges of a triangle list say about it, counted on its own: no code of the library takes
// part.

#ifndef MOTE_TEST_MANIFOLD_H
#define MOTE_TEST_MANIFOLD_H

#include <mote/base.h>

#include "io/model.h"

typedef struct manifold_counts {
    uint32_t border_edges;      // one triangle
    uint32_t nonmanifold_edges; // more than two
    uint32_t flipped_edges;     // two that run along it in the same direction
    uint32_t degenerate_triangles;
    uint32_t isolated_vertices;
    double volume; // signed
} manifold_counts;

manifold_counts count_manifold(const io_model *model);

#endif
