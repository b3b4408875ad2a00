// A mesh of a few triangles, or rarely of more than a cluster, between points with extreme
// coordinates.

#ifndef FUZZ_EXTREMES_MESH_H
#define FUZZ_EXTREMES_MESH_H

#include <mote/mesh.h>

#include "fuzz/extremes/extremes.h"

enum { EXTREMES_MAX_VERTICES = 80, EXTREMES_MAX_TRIANGLES = 130 };

typedef struct extreme_mesh {
    mote_mesh *mesh; // null where the points were refused
    mote_vec3 points[EXTREMES_MAX_VERTICES];
    mote_dvec3 wide_points[EXTREMES_MAX_VERTICES];
    uint32_t indices[3 * EXTREMES_MAX_TRIANGLES];
    uint32_t vertex_count, triangle_count;
} extreme_mesh;

void extreme_mesh_create(extremes *e, extreme_mesh *out);
void extreme_mesh_destroy(extremes *e, extreme_mesh *m);

// New coordinates, in float or double.
mote_positions extreme_positions(extremes *e, extreme_mesh *m);

#endif
