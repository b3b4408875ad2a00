// Cages: closed surfaces of quadrilaterals around the filled cells of a small grid. Makers move the
// corners, round the cage by subdivision and cast it as triangles.

#ifndef MOTE_SCENES_CAGE_H
#define MOTE_SCENES_CAGE_H

#include "scenes/models/sculpture.h"

// Corners counter-clockwise as seen from outside.
typedef struct scene_quad {
    uint32_t corner[4];
} scene_quad;

// All zero is an empty cage.
typedef struct scene_cage {
    MOTE_ARRAY(mote_dvec3) positions;
    MOTE_ARRAY(scene_quad) quads;
    bool out_of_memory;
} scene_cage;

// `plan` draws the grid in layers from z = 0 up, each layer nx * ny characters: x runs fastest,
// then y; '#' is a filled cell. Grid corner (i, j, k) is put at place(i, j, k). Filled cells that
// share only an edge or a corner are not allowed, because the surface would be non-manifold.
typedef mote_dvec3 scene_cage_place(int i, int j, int k);
scene_cage scene_cage_of_cells(const char *plan, int nx, int ny, int nz, scene_cage_place *place);

// One step of Catmull and Clark, "Recursively generated B-spline surfaces on arbitrary topological
// meshes", 1978: four times as many quads, of a rounder shape. The cage is closed.
void scene_cage_subdivide(scene_cage *cage);

// Adds two triangles for each quad to the sculpture, and releases the cage.
void scene_cage_cast(scene_cage *cage, scene_sculpture *sculpture);

#endif
