// The build steps of a mesh, in the order in which mote_mesh_create takes them. A step that fails
// has set the message.

#ifndef MOTE_MESH_BUILD_H
#define MOTE_MESH_BUILD_H

#include "mesh/mesh.h"

// A list of vertex neighbours holds up to six entries a triangle, numbered in 32 bits; sides of
// triangles are numbered in 31.
#define MOTE_MESH_MAX_LISTED_TRIANGLES ((size_t)UINT32_MAX / 6)

void mote_mesh_measure(mote_mesh *mesh);

#endif
