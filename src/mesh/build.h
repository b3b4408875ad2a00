// The build steps of a mesh, in the order in which mote_mesh_create takes them. A step that fails
// has set the message. `scratch` holds what is needed only while building.

#ifndef MOTE_MESH_BUILD_H
#define MOTE_MESH_BUILD_H

#include "mesh/sides.h"

// A list of vertex neighbors holds up to six entries a triangle, numbered in 32 bits; sides of
// triangles are numbered in 31.
#define MOTE_MESH_MAX_LISTED_TRIANGLES ((size_t)UINT32_MAX / 6)

mote_result mote_mesh_weld(mote_mesh *mesh, mote_weld weld, float tolerance, mote_arena *scratch);
void mote_mesh_measure(mote_mesh *mesh);
mote_result mote_mesh_build_adjacency(mote_mesh *mesh, const mote_sides *sides);
mote_result mote_mesh_build_components(mote_mesh *mesh, mote_arena *scratch); // after adjacency
mote_result mote_mesh_build_normals(mote_mesh *mesh, mote_arena *scratch);
mote_result mote_mesh_build_findings(mote_mesh *mesh, const mote_sides *sides, mote_arena *scratch);

#endif
