#include "deform/skin_kernel.h"

static float blend_axis(const mote_skin_matrix *matrices, const float *weights,
                        const uint16_t *bones, uint32_t slots, const mote_vec3 *p, int axis)
{
    float cx = 0, cy = 0, cz = 0, t = 0;
    for (uint32_t k = 0; k < slots; k++) {
        const mote_skin_matrix *m = &matrices[bones[k]];
        cx = k ? cx + weights[k] * m->cx[axis] : weights[k] * m->cx[axis];
        cy = k ? cy + weights[k] * m->cy[axis] : weights[k] * m->cy[axis];
        cz = k ? cz + weights[k] * m->cz[axis] : weights[k] * m->cz[axis];
        t = k ? t + weights[k] * m->t[axis] : weights[k] * m->t[axis];
    }
    return (p->x * cx + p->z * cz) + (p->y * cy + t);
}

void mote_skin_blend_linear_scalar(const mote_skin_influences *influences,
                                   const mote_skin_matrix *matrices, const uint32_t *vertices,
                                   uint32_t count, mote_vec3 *positions)
{
    for (uint32_t i = 0; i < count; i++) {
        size_t first = (size_t)influences->slots * vertices[i];
        const float *weights = influences->weights + first;
        const uint16_t *bones = influences->bones + first;
        mote_vec3 p = positions[i];
        positions[i].x = blend_axis(matrices, weights, bones, influences->slots, &p, 0);
        positions[i].y = blend_axis(matrices, weights, bones, influences->slots, &p, 1);
        positions[i].z = blend_axis(matrices, weights, bones, influences->slots, &p, 2);
    }
}
