// Finds boxes that are closer than a limit, eight at a time, allowing for the rounding of their
// bounds.

#ifndef MOTE_WORLD_NEAR_H
#define MOTE_WORLD_NEAR_H

#include "core/box.h"
#include "core/simd.h"
#include "geometry/tri_tri_batch.h"

// Two boxes are near if their squared distance is below `squared`, after subtracting `slack` from
// each gap between bounds.
typedef struct mote_nearness {
    float slack;
    float squared;
} mote_nearness;

// Writes the indices (8 * group + lane), ascending, of the boxes near `box`, and their squared
// distances less slack. Returns the number of boxes written. Both outputs must have space for all
// boxes.
MOTE_DECLARE_KERNEL(uint32_t, mote_near_boxes,
                    (const mote_box *box, const mote_box8 *boxes, uint32_t group_count,
                     mote_nearness near, uint32_t *out, float *squared));

// Sets bit j of out[i] if boxes a[i] and b[j] are near.
MOTE_DECLARE_KERNEL(void, mote_near_groups,
                    (const mote_box8 *a, const mote_box8 *b, mote_nearness near, uint8_t out[8]));

// Sets bit i if triangles a and b of pair i are certainly not near: they are separated by more than
// the limit along the line through their centers. The slack is not used. Coordinates are multiplied
// by `scale`, a power of two, and then compared with near.squared.
MOTE_DECLARE_KERNEL(uint32_t, mote_parted_pairs,
                    (const mote_tri_pairs8 *pairs, float scale, mote_nearness near));

// The scalar twins.
uint32_t mote_near_boxes_scalar(const mote_box *box, const mote_box8 *boxes, uint32_t group_count,
                                mote_nearness near, uint32_t *out, float *squared);
void mote_near_groups_scalar(const mote_box8 *a, const mote_box8 *b, mote_nearness near,
                             uint8_t out[8]);

uint32_t mote_parted_pairs_scalar(const mote_tri_pairs8 *pairs, float scale, mote_nearness near);

// Are two boxes near?
bool mote_boxes_near(const mote_box *a, const mote_box *b, mote_nearness near);

#endif
