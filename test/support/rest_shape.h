// A mesh in its rest shape, whose vertices can be read one by one, without a world.

#ifndef MOTE_TEST_REST_SHAPE_H
#define MOTE_TEST_REST_SHAPE_H

#include "shape/points.h"
#include "shape/shape.h"
#include "support/meshes.h"

typedef struct rest_shape {
    mote_mesh *mesh;
    mote_shape shape;
    mote_allocator allocator;
} rest_shape;

// Releases the source.
rest_shape rest_shape_of(test_mesh *source);
rest_shape rest_shape_torus(uint32_t rings, uint32_t sides);
void rest_shape_end(rest_shape *s);

#endif
