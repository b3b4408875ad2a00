// Symmetric tensors of inertia.

#ifndef MOTE_DYNAMICS_INERTIA_H
#define MOTE_DYNAMICS_INERTIA_H

#include <mote/dynamics.h>

#include "core/vec.h"

static inline mote_dvec3 mote_inertia_times(const mote_inertia *i, mote_dvec3 v)
{
    return (mote_dvec3){i->xx * v.x + i->xy * v.y + i->xz * v.z,
                        i->xy * v.x + i->yy * v.y + i->yz * v.z,
                        i->xz * v.x + i->yz * v.y + i->zz * v.z};
}

// By cofactors. The tensor must be positive definite.
mote_inertia mote_inertia_inverse(const mote_inertia *inertia);

// The central main axes: columns of a rotation, and the moment about each.
typedef struct mote_principal {
    mote_dvec3 axis[3];
    double moment[3];
} mote_principal;

mote_principal mote_inertia_principal(const mote_inertia *inertia);

#endif
