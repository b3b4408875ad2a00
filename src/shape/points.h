// Reads single vertices of a shape from the source, for methods that need few vertices. A shape
// with promised bounds is then never updated as a whole.
//
// Any number of workers may read at the same time. Each vertex is stamped when it is read, so it is
// counted once.

#ifndef MOTE_SHAPE_POINTS_H
#define MOTE_SHAPE_POINTS_H

#include <stdatomic.h>

#include "shape/shape.h"

struct mote_points {
    uint32_t epoch;            // incremented by mote_points_begin
    _Atomic uint32_t *stamps;  // per vertex of the caller: the epoch of the last read
    _Atomic uint64_t touched;  // distinct vertices read in this epoch
    _Atomic bool found_broken; // a NaN or infinite coordinate was read in this epoch
    uint32_t vertex_count;
};

// Returns false if out of memory. Released by mote_shape_destroy.
bool mote_points_create(mote_shape *shape, const mote_allocator *allocator);
void mote_points_destroy(mote_points *points, const mote_allocator *allocator);

// Starts a new frame: no vertex has been read.
void mote_points_begin(mote_points *points);

// Returns the present position of the caller's vertex. The shape must have points. A position that
// is not finite is returned as is and sets found_broken.
mote_vec3 mote_shape_point(const mote_shape *shape, uint32_t vertex);

// Reads many vertices at once, in any order and with repetitions; cheaper than one by one.
void mote_shape_points(const mote_shape *shape, const uint32_t *vertices, uint32_t count,
                       mote_vec3 *out);

// The corners of a face, by the caller's index.
void mote_shape_face_points(const mote_shape *shape, uint32_t face, mote_vec3 out[3]);

// Reads the corners of a face of a shape that is fresh, streamed or on demand, or has points.
// Returns false for other shapes, if the positions are gone or the shape has no memory for
// vertices, and for a corner that is not finite.
bool mote_shape_read_face(const mote_shape *shape, uint32_t face, mote_vec3 out[3]);

#endif
