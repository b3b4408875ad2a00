// Kernels of the streaming pass over all positions of a frame and of the steps after it: boxes of
// runs of vertices, clusters that reach beyond a plane, and copies in mesh order.

#ifndef MOTE_SHAPE_STREAM_H
#define MOTE_SHAPE_STREAM_H

#include "core/box.h"
#include "core/simd.h"

// Fills own[first_group .. end_group - 1] with the boxes of `run_count` runs of packed positions,
// where run c is run_first[c] .. run_first[c + 1] - 1, and `*whole` with their union. Returns false
// if a coordinate may be NaN or infinite. If it returns true, all are finite.
MOTE_DECLARE_KERNEL(bool, mote_own_boxes,
                    (const float *xyz, const uint32_t *run_first, uint32_t run_count,
                     uint32_t first_group, uint32_t end_group, mote_box8 *own, mote_box *whole));

// The scalar twin.
bool mote_own_boxes_scalar(const float *xyz, const uint32_t *run_first, uint32_t run_count,
                           uint32_t first_group, uint32_t end_group, mote_box8 *own,
                           mote_box *whole);

// Vertices per block of mote_block_boxes.
enum { MOTE_STREAM_BLOCK = 128 };

// Like mote_own_boxes for runs of MOTE_STREAM_BLOCK vertices. The last run may be shorter.
MOTE_DECLARE_KERNEL(bool, mote_block_boxes,
                    (const float *xyz, uint32_t vertex_count, uint32_t first_group,
                     uint32_t end_group, mote_box8 *blocks, mote_box *whole));
bool mote_block_boxes_scalar(const float *xyz, uint32_t vertex_count, uint32_t first_group,
                             uint32_t end_group, mote_box8 *blocks, mote_box *whole);

// For each of `count` packed positions, sets codes[owner_of[v]] = 0 if the coordinate `axis` is at
// most `limit` (at least, if `above`). May overwrite codes[spare]; `spare` is at most UINT16_MAX +
// 7.
MOTE_DECLARE_KERNEL(void, mote_clear_codes,
                    (const float *xyz, const uint16_t *owner_of, uint32_t count, int axis,
                     bool above, float limit, uint32_t spare, uint8_t *codes));

// The smallest box that contains a box and the listed vertices.
MOTE_DECLARE_KERNEL(mote_box, mote_add_vertices,
                    (const mote_box *box, const float *xyz, const uint32_t *vertices,
                     uint32_t count));

// Copies the three floats at data + order[v] * stride to out[3 v ..] for v in first .. end - 1.
// Prefetching makes this four times faster for arrays larger than the second-level cache, and a
// little slower for smaller ones.
MOTE_DECLARE_KERNEL(void, mote_bring_vertices,
                    (const char *data, size_t stride, const uint32_t *order, uint32_t first,
                     uint32_t end, bool prefetch, float *out));

#endif
