// The kernels of an update, the one streaming pass over all positions of a frame: copying positions
// into mesh order, and computing the boxes of runs of vertices.

#ifndef MOTE_SHAPE_STREAM_H
#define MOTE_SHAPE_STREAM_H

#include "core/box.h"
#include "core/simd.h"

// Fills own[first_group .. end_group - 1] with the boxes of the runs run_first[c] .. run_first[c +
// 1] - 1 of packed positions, for the `run_count` runs there are, and `*whole` with the box of them
// all. Returns false if a coordinate may be NaN or infinite; true is certain.
MOTE_DECLARE_KERNEL(bool, mote_own_boxes,
                    (const float *xyz, const uint32_t *run_first, uint32_t run_count,
                     uint32_t first_group, uint32_t end_group, mote_box8 *own, mote_box *whole));

// The scalar twin.
bool mote_own_boxes_scalar(const float *xyz, const uint32_t *run_first, uint32_t run_count,
                           uint32_t first_group, uint32_t end_group, mote_box8 *own,
                           mote_box *whole);

// out[3 v ..] = the three floats at data + order[v] * stride, for v in first .. end - 1.
// Prefetching makes arrays larger than the second-level cache four times faster, and smaller ones a
// little slower.
MOTE_DECLARE_KERNEL(void, mote_bring_vertices,
                    (const char *data, size_t stride, const uint32_t *order, uint32_t first,
                     uint32_t end, bool prefetch, float *out));

#endif
