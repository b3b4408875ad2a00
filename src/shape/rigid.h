// The rest shape as a deformation, for bodies that are only moved: vertices are transformed on demand,
// and nodes bounded by the boxes of the rest shape, which all bodies of a mesh share.

#ifndef MOTE_SHAPE_RIGID_H
#define MOTE_SHAPE_RIGID_H

#include "core/simd.h"
#include "shape/shape.h"

mote_deformation mote_rigid_deformation(const mote_mesh *mesh);

// Boxes around the eight given ones after the transform, with room for the rounding of vertices. Empty
// boxes stay empty, and a box with bounds that overflow gets infinite ones.
MOTE_DECLARE_KERNEL(void, mote_transform_boxes,
                    (const mote_box8 *boxes, const mote_transform *transform, mote_box8 *out));

#endif
