// Bringing positions into mesh order.

#ifndef MOTE_SHAPE_BRING_H
#define MOTE_SHAPE_BRING_H

#include "core/simd.h"

// out[3 v ..] = the three floats at data + order[v] * stride, for v in first .. end - 1. Prefetching makes
// arrays beyond the second cache four times faster, and smaller ones a little slower.
MOTE_DECLARE_KERNEL(void, mote_bring_vertices,
                    (const char *data, size_t stride, const uint32_t *order, uint32_t first,
                     uint32_t end, bool prefetch, float *out));

#endif
