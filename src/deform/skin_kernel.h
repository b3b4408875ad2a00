// The linear blend kernel.

#ifndef MOTE_DEFORM_SKIN_KERNEL_H
#define MOTE_DEFORM_SKIN_KERNEL_H

#include <mote/base.h>

#include "core/simd.h"

// The four columns of an affine map, each with a fourth number of no meaning, so that two are a vector.
typedef struct mote_skin_matrix {
    float cx[4], cy[4], cz[4], t[4];
} mote_skin_matrix;

// Slots for each vertex, four or eight of them; an unused slot has weight 0.
typedef struct mote_skin_influences {
    uint32_t slots;
    uint32_t vertex_count;
    float *weights;  // slots * vertex_count
    uint16_t *bones; // slots * vertex_count
} mote_skin_influences;

// positions[i] of vertices[i] becomes M p, where M is the sum of weight * matrix over the slots from
// first to last, and M p is (x cx + z cz) + (y cy + t).
MOTE_DECLARE_KERNEL(void, mote_skin_blend_linear,
                    (const mote_skin_influences *influences, const mote_skin_matrix *matrices,
                     const uint32_t *vertices, uint32_t count, mote_vec3 *positions));

// The twin without vectors.
void mote_skin_blend_linear_scalar(const mote_skin_influences *influences,
                                   const mote_skin_matrix *matrices, const uint32_t *vertices,
                                   uint32_t count, mote_vec3 *positions);

#endif
