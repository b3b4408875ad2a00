// The displacement field of a space mapping, and the kernel that adds it to positions.
//
// Controls are in blocks that are compact in space. A block that is out of reach of a group of vertices
// is passed over, which changes no bit: what it would have added is zero.

#ifndef MOTE_DEFORM_CSRBF_KERNEL_H
#define MOTE_DEFORM_CSRBF_KERNEL_H

#include <mote/deform.h>

#include "core/box.h"
#include "core/simd.h"

enum {
    MOTE_CSRBF_BLOCK = 16, // controls
    MOTE_CSRBF_GROUP = 32  // vertices
};

typedef struct mote_csrbf_block {
    // Start of each control and what it adds at its center; unused places repeat a start and add 0.
    double x[MOTE_CSRBF_BLOCK], y[MOTE_CSRBF_BLOCK], z[MOTE_CSRBF_BLOCK];
    double dx[MOTE_CSRBF_BLOCK], dy[MOTE_CSRBF_BLOCK], dz[MOTE_CSRBF_BLOCK];
} mote_csrbf_block;

typedef struct mote_csrbf_field {
    mote_wendland wendland;
    double radius, inverse_square; // 1 / radius^2
    double blend;
    uint32_t block_count;
    mote_csrbf_block *blocks;
    mote_box8 *reaches; // of the blocks: starts, widened by the radius; eight at a time
} mote_csrbf_field;

// p becomes p + blend * sum over the controls of phi(|p - start| / radius) * d, in double from the first
// control to the last and rounded once; a p out of reach of all keeps its bits.
MOTE_DECLARE_KERNEL(void, mote_csrbf_displace,
                    (const mote_csrbf_field *field, mote_vec3 *positions, uint32_t count));

// The twin without vectors.
void mote_csrbf_displace_scalar(const mote_csrbf_field *field, mote_vec3 *positions,
                                uint32_t count);

#endif
