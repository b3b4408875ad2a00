// What particles do to eight places at once: a vertex and its neighbors, of which a particle chooses one.
//
// Sums run over the sources in their order, so that they do not depend on the width of a register, and each
// kernel gives the same bits as its scalar twin, NaN included. Distances are taken in units of the reach: a
// scene may be of any size.

#ifndef MOTE_PAPERS_PARTICLE_FORCES_H
#define MOTE_PAPERS_PARTICLE_FORCES_H

#include <mote/base.h>

#include "core/simd.h"

enum { MOTE_PLACES = 8 };

// Places that are not in use hold any numbers.
typedef struct mote_places8 {
    float x[MOTE_PLACES], y[MOTE_PLACES], z[MOTE_PLACES];
} mote_places8;

static inline void mote_places8_set(mote_places8 *places, uint32_t i, mote_vec3 p)
{
    places->x[i] = p.x;
    places->y[i] = p.y;
    places->z[i] = p.z;
}

// Particles that act.
typedef struct mote_sources {
    const mote_vec3 *at;
    uint32_t count;
    float per_reach; // 1 / R_eff
    bool endless;    // act beyond R_eff too
} mote_sources;

// Two particles that are closer than this, in units of the reach, act as if they were this far apart.
#define MOTE_LEAST_SEPARATION 0x1p-20f

// 1 / R_eff, for any reach: a body without size gets a very small one.
float mote_per_reach(float reach);

// sums[i] += the sum of ln(r / R_eff), the potential of the force f(r) r with f = 1 / r^2: it grows with the
// distance r to each source. 0 from R_eff on, where sources are not endless.
MOTE_DECLARE_KERNEL(void, mote_log_potentials,
                    (const mote_sources *sources, const mote_places8 *places,
                     float sums[MOTE_PLACES]));
void mote_log_potentials_scalar(const mote_sources *sources, const mote_places8 *places,
                                float sums[MOTE_PLACES]);

// sums[i] += the sum of (R_eff / r)^2: forces as scalars, Eqs. 10 to 12 of Saenghaengtham and Kanongchaiyos 2006,
// times R_eff^2. 0 from R_eff on, where sources are not endless.
MOTE_DECLARE_KERNEL(void, mote_inverse_squares,
                    (const mote_sources *sources, const mote_places8 *places,
                     float sums[MOTE_PLACES]));
void mote_inverse_squares_scalar(const mote_sources *sources, const mote_places8 *places,
                                 float sums[MOTE_PLACES]);

typedef void mote_force_kernel(const mote_sources *sources, const mote_places8 *places,
                               float sums[MOTE_PLACES]);

static inline mote_force_kernel *mote_pick_log_potentials(void)
{
#ifdef MOTE_SCALAR
    return mote_log_potentials_scalar;
#else
    return MOTE_PICK_KERNEL(mote_log_potentials);
#endif
}

static inline mote_force_kernel *mote_pick_inverse_squares(void)
{
#ifdef MOTE_SCALAR
    return mote_inverse_squares_scalar;
#else
    return MOTE_PICK_KERNEL(mote_inverse_squares);
#endif
}

#endif
