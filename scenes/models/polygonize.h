// The surface of an implicit solid as a closed manifold of triangles, by marching tetrahedra.

#ifndef MOTE_SCENES_POLYGONIZE_H
#define MOTE_SCENES_POLYGONIZE_H

#include "scenes/models/sculpture.h"

// Negative inside, positive outside.
typedef double scene_field(const void *context, mote_dvec3 p);

// Each cube of a lattice of the given spacing is cut into the six tetrahedra around its diagonal;
// neighbors are cut alike, and each tetrahedron is crossed by at most one flat piece. So the
// surface is closed and manifold wherever the solid stays inside the box. The vertices are then
// spread evenly along the surface.
void scene_polygonize(scene_sculpture *sculpture, scene_field *field, const void *context,
                      mote_dvec3 low, mote_dvec3 high, double spacing);

#endif
