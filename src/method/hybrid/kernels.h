// The vector kernels of hybrid.

#ifndef MOTE_METHOD_HYBRID_KERNELS_H
#define MOTE_METHOD_HYBRID_KERNELS_H

#include "core/box8.h"
#include "core/simd.h"
#include "mesh/clusters.h"

enum {
    MOTE_HYBRID_LEAVES = MOTE_CLUSTER_TRIANGLES / 8,
    MOTE_HYBRID_LEAF_GROUPS = MOTE_HYBRID_LEAVES / 8,
    MOTE_HYBRID_MAX_PAIRS = MOTE_CLUSTER_TRIANGLES * MOTE_CLUSTER_TRIANGLES
};

// The inside of a cluster: leaves of eight triangles.
typedef struct mote_hybrid_inside {
    mote_box8 leaves[MOTE_HYBRID_LEAF_GROUPS];
    mote_box8 triangles[MOTE_HYBRID_LEAVES];
} mote_hybrid_inside;

// codes[i], six bits, says beyond which sides of the region box i lies; 0 may touch it. An empty box lies
// beyond all of them, so that it never keeps anything alive. group_codes has the sides that eight boxes have in common.
MOTE_DECLARE_KERNEL(void, mote_hybrid_outcodes,
                    (const mote_box8 *boxes, uint32_t group_count, const mote_box *region,
                     uint8_t *codes, uint8_t *group_codes));

// The boxes of up to MOTE_CLUSTER_TRIANGLES triangles and of their leaves, widened by `by` on each side; those past the
// last triangle are empty.
MOTE_DECLARE_KERNEL(void, mote_hybrid_fill_inside,
                    (const float *xyz, const uint32_t *corners, uint32_t triangle_count, float by,
                     mote_hybrid_inside *out));

// The same for those of the leaves whose bit is set; the others stay as they are.
MOTE_DECLARE_KERNEL(void, mote_hybrid_fill_leaves,
                    (const float *xyz, const uint32_t *corners, uint32_t triangle_count, float by,
                     uint32_t leaves, mote_hybrid_inside *out));

// Does the box share a point with that of some triangle?
MOTE_DECLARE_KERNEL(bool, mote_hybrid_inside_meets,
                    (const mote_hybrid_inside *inside, const mote_box *box));

// The box of a box and of listed vertices.
MOTE_DECLARE_KERNEL(mote_box, mote_hybrid_add_vertices,
                    (const mote_box *box, const float *xyz, const uint32_t *vertices,
                     uint32_t count));

// Where eight triangles are: their body's positions and their own corners.
typedef struct mote_hybrid_triangles8 {
    const float *xyz[8];
    const uint32_t *corners[8];
} mote_hybrid_triangles8;

// Brings the corners of eight triangles side by side: out[3 * corner + coordinate][triangle].
MOTE_DECLARE_KERNEL(void, mote_hybrid_gather,
                    (const mote_hybrid_triangles8 *triangles, float out[9][8]));

// Pairs of triangles of two clusters whose boxes overlap, as a * MOTE_CLUSTER_TRIANGLES + b; a < b where the two are one.
// The region is where the boxes of the two clusters overlap. Returns how many; `out` has room for MOTE_HYBRID_MAX_PAIRS.
MOTE_DECLARE_KERNEL(uint32_t, mote_hybrid_box_pairs,
                    (const mote_hybrid_inside *a, const mote_hybrid_inside *b,
                     const mote_box *region, uint16_t *out));

#endif
