// Mass properties: tensors of inertia, and the shapes from which they are computed.

#ifndef MOTE_DYNAMICS_MASS_H
#define MOTE_DYNAMICS_MASS_H

#include <mote/dynamics.h>

#include "core/vec.h"

// ---------------------------------------------------------------------------------------------
// Symmetric tensors of inertia

static inline mote_dvec3 mote_inertia_times(const mote_inertia *i, mote_dvec3 v)
{
    return (mote_dvec3){i->xx * v.x + i->xy * v.y + i->xz * v.z,
                        i->xy * v.x + i->yy * v.y + i->yz * v.z,
                        i->xz * v.x + i->yz * v.y + i->zz * v.z};
}

// Inverts by cofactors. The tensor must be positive definite.
mote_inertia mote_inertia_inverse(const mote_inertia *inertia);

// The principal axes: columns of a rotation, and the moment about each.
typedef struct mote_principal {
    mote_dvec3 axis[3];
    double moment[3];
} mote_principal;

mote_principal mote_inertia_principal(const mote_inertia *inertia);

// ---------------------------------------------------------------------------------------------
// A body's shape in its own frame: the caller's strided positions, or the rest shape

typedef struct mote_surface {
    const char *data;
    size_t stride; // never 0
    bool is_double;
    const uint32_t *triangles;
    size_t triangle_count;
    size_t vertex_count;
} mote_surface;

// Null positions mean the rest shape. Fails for an unreadable layout or a count that differs from
// the mesh. `who` starts the message.
mote_result mote_surface_open(const mote_mesh *mesh, const mote_positions *positions,
                              const char *who, mote_surface *out);

// The position of a vertex, rounded to float as in detection.
static inline mote_dvec3 mote_surface_read(const mote_surface *shape, uint32_t vertex)
{
    const void *at = shape->data + vertex * shape->stride;
    if (shape->is_double) {
        const double *p = at;
        return (mote_dvec3){(double)(float)p[0], (double)(float)p[1], (double)(float)p[2]};
    }
    const float *p = at;
    return (mote_dvec3){(double)p[0], (double)p[1], (double)p[2]};
}

// Returns MOTE_ERROR_DATA if a vertex used by a triangle is not finite. The message names the first
// one.
mote_result mote_surface_check_finite(const mote_surface *shape);

// The largest distance from a point to a vertex used by a triangle.
double mote_surface_reach(const mote_surface *shape, mote_dvec3 from);

#endif
