// Streamed shapes: packed floats that come from the caller in every frame are read once, in the
// caller's order, and not copied. The pass gives the box of the shape and those of blocks of vertices.
//
// Where another body is near, a second look at the blocks tells which clusters may reach it. The
// caller's order need not be coherent: a cluster of 88 vertices has them in 19 to 44 blocks of common
// models, so that block boxes alone would keep nine clusters of ten where one reaches the other body.
// The second look therefore tests vertices, those of blocks that are not wholly beyond one side of the
// region. The clusters that remain get boxes of their own vertices, as all clusters of a fresh shape
// have them, straight from the caller's array. The vertices of clusters whose triangles are tested are
// then brought into mesh order: tests read them several times, and the caller's order would spread
// them over five times as many cache lines.

#ifndef MOTE_SHAPE_STREAMED_H
#define MOTE_SHAPE_STREAMED_H

#include "shape/shape.h"

// May the shape be streamed? Its positions must be packed floats in the caller's order that stay
// readable until the end of the frame, without a transform, and each be used by a triangle, since the
// others are not part of the shape; of at most eight million triangles. Positions that are set for the first time are copied instead, so
// that a body that is set once stays where it is.
bool mote_shape_can_stream(const mote_shape *shape);

// The same for a query between two frames: positions that come for every frame or every query. Those
// that stay are copied, so that only the first query reads all of them.
bool mote_shape_can_stream_for_query(const mote_shape *shape);

// The same for an end of a motion, whose positions are read anew in every step.
bool mote_shape_can_stream_for_step(const mote_shape *shape);

// Makes a shape streamed that is not: one pass over its positions, in blocks on `tasks`. Called by
// mote_shape_read.
void mote_shape_stream(mote_shape *shape, const mote_tasks *tasks);

// The second look. Fills codes, per cluster: the sides of the region beyond which all vertices lie that
// it owns, as far as they are known, in the bits of mote_hybrid_outcodes; and per group of eight
// clusters those that they have in common. `codes` has room for whole groups and one byte more.
void mote_streamed_outcodes(const mote_shape *shape, const mote_box *region, uint8_t *codes,
                            uint8_t *group_codes);

// The box of the vertices of a cluster's triangles, from the caller's array.
mote_box mote_streamed_cluster_box(const mote_shape *shape, uint32_t cluster);

// Brings the vertices of a cluster's triangles into mesh order. One thread at a time per shape, since
// clusters share vertices.
void mote_streamed_bring(const mote_shape *shape, uint32_t cluster);

#endif
