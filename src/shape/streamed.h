// Streamed shapes: packed floats that the caller supplies in every frame are read once, in the
// caller's order, and not copied. The pass computes the box of the shape and boxes of blocks of
// vertices.
//
// If another body is near, a second pass over the blocks finds the clusters that may reach it. The
// caller's order need not be coherent: in common models, the 88 vertices of a cluster lie in 19 to
// 44 blocks, so block boxes alone would keep nine of ten clusters when one of ten reaches the other
// body. The second pass therefore tests the vertices of blocks that are not entirely beyond one
// side of the region. The remaining clusters get boxes of their own vertices, like all clusters of
// a fresh shape, straight from the caller's array. Vertices of clusters whose triangles are tested
// are then copied into mesh order: tests read them several times, and the caller's order would
// spread them over five times as many cache lines.

#ifndef MOTE_SHAPE_STREAMED_H
#define MOTE_SHAPE_STREAMED_H

#include "shape/shape.h"

// May the shape be streamed? Its positions must be packed floats in the caller's order, without a
// transform, that stay readable until the end of the frame. Every vertex must be used by a
// triangle, since unused vertices are not part of the shape, and there may be at most eight million
// triangles. Positions that are set for the first time are copied instead: a body that is set only
// once stays where it is.
bool mote_shape_can_stream(const mote_shape *shape);

// The same for a query between two frames: positions must be set anew for every frame or every query. Other positions are copied:
// only the first query reads all of them.
bool mote_shape_can_stream_for_query(const mote_shape *shape);

// The same for an end of a motion, whose positions are read again in every step.
bool mote_shape_can_stream_for_step(const mote_shape *shape);

// Makes a shape streamed: one pass over its positions, in blocks on `tasks`. Called by
// mote_shape_read.
void mote_shape_stream(mote_shape *shape, const mote_tasks *tasks);

// The second pass. Fills codes, per cluster: the sides of the region beyond which all vertices that
// it owns are known to lie, in the bits of mote_hybrid_outcodes. Fills group_codes with the bits
// that the clusters of each group of eight have in common. `codes` has space for whole groups and
// one more byte.
void mote_streamed_outcodes(const mote_shape *shape, const mote_box *region, uint8_t *codes,
                            uint8_t *group_codes);

// The box of the vertices of a cluster's triangles, read from the caller's array.
mote_box mote_streamed_cluster_box(const mote_shape *shape, uint32_t cluster);

// Copies the vertices of a cluster's triangles into mesh order. Called by one thread at a time per
// shape, since clusters share vertices.
void mote_streamed_bring(const mote_shape *shape, uint32_t cluster);

#endif
