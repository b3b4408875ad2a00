// Single vertices of a shape, read from the source: for methods that need few of them. A shape with
// promised bounds is then never updated as a whole.
//
// Any number of workers may read at the same time. Vertices that were read are stamped, so that
// each is counted once.

#ifndef MOTE_SHAPE_POINTS_H
#define MOTE_SHAPE_POINTS_H

#include <stdatomic.h>

#include "shape/shape.h"

struct mote_points {
    uint32_t epoch;            // raised by mote_points_begin
    _Atomic uint32_t *stamps;  // per vertex of the caller: the epoch in which it was last read
    _Atomic uint64_t touched;  // different vertices since the epoch began
    _Atomic bool found_broken; // a coordinate that is NaN or infinite was read since then
    uint32_t vertex_count;
};

// False for no memory. Released by mote_shape_destroy.
bool mote_points_create(mote_shape *shape, const mote_allocator *allocator);
void mote_points_destroy(mote_points *points, const mote_allocator *allocator);

// Starts a new frame, in which no vertex has been read.
void mote_points_begin(mote_points *points);

// The present position of the caller's vertex. The shape has points. A position that is not finite
// is returned as it is, and sets found_broken.
mote_vec3 mote_shape_point(const mote_shape *shape, uint32_t vertex);

// The same for many at once, in any order and with repetitions, which is cheaper than one by one.
void mote_shape_points(const mote_shape *shape, const uint32_t *vertices, uint32_t count,
                       mote_vec3 *out);

// The corners of a face, by the caller's number.
void mote_shape_face_points(const mote_shape *shape, uint32_t face, mote_vec3 out[3]);

// The same for any shape that is fresh, streamed or on demand, or has points; false for others, for
// positions that are gone, for shapes without room, and for a corner that is not finite.
bool mote_shape_read_face(const mote_shape *shape, uint32_t face, mote_vec3 out[3]);

#endif
