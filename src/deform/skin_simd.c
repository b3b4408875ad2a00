#include "deform/skin.h"

typedef struct blended {
    mote_f32x8 xy; // columns cx and cy
    mote_f32x8 zt;
} blended;

static inline blended blend(const mote_skin_matrix *matrices, const float *weights,
                            const uint16_t *bones, uint32_t slots)
{
    const mote_skin_matrix *m = &matrices[bones[0]];
    mote_f32x8 w = mote_f32x8_splat(weights[0]);
    blended sum = {w * mote_f32x8_load(m->cx), w * mote_f32x8_load(m->cz)};
    for (uint32_t k = 1; k < slots; k++) {
        m = &matrices[bones[k]];
        w = mote_f32x8_splat(weights[k]);
        sum.xy += w * mote_f32x8_load(m->cx);
        sum.zt += w * mote_f32x8_load(m->cz);
    }
    return sum;
}

static inline mote_f32x4 transform(const blended *m, const mote_vec3 *position)
{
    mote_f32x4 p = mote_f32x4_load3(&position->x), one = {1, 1, 1, 1};
    mote_f32x8 xy = MOTE_SHUFFLE4_TO_8(p, p, 0, 0, 0, 0, 1, 1, 1, 1);
    mote_f32x8 z1 = MOTE_SHUFFLE4_TO_8(p, one, 2, 2, 2, 2, 4, 4, 4, 4);
    mote_f32x8 both = xy * m->xy + z1 * m->zt;
    return MOTE_SHUFFLE8_TO_4(both, both, 0, 1, 2, 3) + MOTE_SHUFFLE8_TO_4(both, both, 4, 5, 6, 7);
}

// Stores two parts directly from the register. Going through memory would stall the next load of
// the stored data.
static inline void store3(mote_vec3 *to, mote_f32x4 p)
{
    mote_f32x2 xy = MOTE_SHUFFLE4_TO_2(p, p, 0, 1);
    memcpy(&to->x, &xy, sizeof xy);
    to->z = p[2];
}

static inline void blend_all(const mote_skin_influences *influences,
                             const mote_skin_matrix *matrices, const uint32_t *vertices,
                             uint32_t count, mote_vec3 *positions, uint32_t slots)
{
    for (uint32_t i = 0; i < count; i++) {
        size_t first = (size_t)slots * vertices[i];
        blended m = blend(matrices, influences->weights + first, influences->bones + first, slots);
        store3(&positions[i], transform(&m, &positions[i]));
    }
}

void MOTE_KERNEL(mote_skin_blend_linear)(const mote_skin_influences *influences,
                                         const mote_skin_matrix *matrices, const uint32_t *vertices,
                                         uint32_t count, mote_vec3 *positions)
{
    if (influences->slots == 4) {
        blend_all(influences, matrices, vertices, count, positions, 4);
    } else {
        blend_all(influences, matrices, vertices, count, positions, 8);
    }
}
