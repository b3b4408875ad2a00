// Applying a transform: one formula for worlds, scenes and tests, so that their floats agree to the bit.

#ifndef MOTE_CORE_TRANSFORM_H
#define MOTE_CORE_TRANSFORM_H

#include <mote/base.h>

// Summed from left to right in double (each product is exact there) and rounded to float once.
static inline mote_vec3 mote_transform_point(const mote_transform *m, mote_vec3 p)
{
    double x = p.x, y = p.y, z = p.z;
    return (mote_vec3){(float)(x * m->cx.x + y * m->cy.x + z * m->cz.x + m->t.x),
                       (float)(x * m->cx.y + y * m->cy.y + z * m->cz.y + m->t.y),
                       (float)(x * m->cx.z + y * m->cy.z + z * m->cz.z + m->t.z)};
}

#endif
