#include "deform/csrbf_kernel.h"

#include "deform/wendland.h"

typedef struct sum {
    double x, y, z;
    bool reached;
} sum;

static void add_block(const mote_csrbf_field *field, const mote_csrbf_block *b, double x, double y,
                      double z, sum *u)
{
    for (int k = 0; k < MOTE_CSRBF_BLOCK; k++) {
        double dx = x - b->x[k], dy = y - b->y[k], dz = z - b->z[k];
        double q = (dx * dx + dy * dy + dz * dz) * field->inverse_square;
        if (!(q < 1.0)) continue;
        double phi = mote_wendland_value(field->wendland, sqrt(q));
        u->reached = true;
        u->x += phi * b->dx[k];
        u->y += phi * b->dy[k];
        u->z += phi * b->dz[k];
    }
}

void mote_csrbf_displace_scalar(const mote_csrbf_field *field, mote_vec3 *positions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        double x = (double)positions[i].x, y = (double)positions[i].y, z = (double)positions[i].z;
        sum u = {0, 0, 0, false};
        for (uint32_t b = 0; b < field->block_count; b++)
            add_block(field, &field->blocks[b], x, y, z, &u);
        if (u.reached)
            positions[i] =
                (mote_vec3){(float)(x + field->blend * u.x), (float)(y + field->blend * u.y),
                            (float)(z + field->blend * u.z)};
    }
}
