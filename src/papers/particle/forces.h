// The forces and potentials of particles on eight points at once: the vertex of a particle and its
// neighbors, to one of which the particle moves.
//
// Sums are taken in the order of the sources, so that they do not depend on the width of a
// register. Each kernel gives the same bits as its scalar twin, also for NaN. Distances are
// measured in units of the reach R_eff, so that a scene may have any size.

#ifndef MOTE_PAPERS_PARTICLE_FORCES_H
#define MOTE_PAPERS_PARTICLE_FORCES_H

#include <mote/base.h>

#include "core/simd.h"

enum { MOTE_FORCE_POINTS = 8 };

// Unused points may hold any numbers, but must be initialized.
typedef struct mote_force_points {
    float x[MOTE_FORCE_POINTS], y[MOTE_FORCE_POINTS], z[MOTE_FORCE_POINTS];
} mote_force_points;

static inline void mote_force_points_set(mote_force_points *points, uint32_t i, mote_vec3 p)
{
    points->x[i] = p.x;
    points->y[i] = p.y;
    points->z[i] = p.z;
}

static inline mote_vec3 mote_force_points_get(const mote_force_points *points, uint32_t i)
{
    return (mote_vec3){points->x[i], points->y[i], points->z[i]};
}

// The particles that exert the force.
typedef struct mote_force_sources {
    const mote_vec3 *at;
    uint32_t count;
    float inverse_reach; // 1 / R_eff
    bool unlimited;      // they also act beyond R_eff
} mote_force_sources;

// Particles that are closer than this, in units of the reach, act as if they were this far apart.
#define MOTE_MIN_SEPARATION 0x1p-20f

// 1 / R_eff. The reach is clamped to 1e-30 .. 1e30, so that a body of size 0 has one.
float mote_inverse_reach(float reach);

// sums[i] += the sum of ln(r / R_eff) over all sources: the potential of the force f(r) r with f =
// 1 / r^2 (Senin et al. 2003, section 3.3). It is 0 beyond R_eff unless the sources are unlimited.
MOTE_DECLARE_KERNEL(void, mote_log_potentials,
                    (const mote_force_sources *sources, const mote_force_points *points,
                     float sums[MOTE_FORCE_POINTS]));
void mote_log_potentials_scalar(const mote_force_sources *sources, const mote_force_points *points,
                                float sums[MOTE_FORCE_POINTS]);

// sums[i] += the sum of (R_eff / r)^2 over all sources: Eqs. 10 to 12 of Saenghaengtham and
// Kanongchaiyos 2006, times R_eff^2. It is 0 beyond R_eff unless the sources are unlimited.
MOTE_DECLARE_KERNEL(void, mote_inverse_squares,
                    (const mote_force_sources *sources, const mote_force_points *points,
                     float sums[MOTE_FORCE_POINTS]));
void mote_inverse_squares_scalar(const mote_force_sources *sources, const mote_force_points *points,
                                 float sums[MOTE_FORCE_POINTS]);

typedef void mote_force_kernel(const mote_force_sources *sources, const mote_force_points *points,
                               float sums[MOTE_FORCE_POINTS]);

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

// ---------------------------------------------------------------------------------------------
// Constants of the kernels and their scalar twins
//
// The logarithm: q = m 2^e with m from sqrt(1/2) to sqrt(2). With s = (m - 1) / (m + 1), ln m = 2
// atanh s = 2 s (1 + s^2 / 3 + s^4 / 5 + s^6 / 7 + ...), |s| < 0.172. The rest of the series is
// below 3e-8.

#define MOTE_MIN_SQUARE (MOTE_MIN_SEPARATION * MOTE_MIN_SEPARATION)
#define MOTE_MAX_SQUARE 0x1p40f // larger squared distances act as this one

// ln r is half of ln q = e ln 2 + ln m, for q = r^2.
#define MOTE_HALF_LN2 0.34657359f
#define MOTE_THIRD (1.0f / 3.0f)
#define MOTE_FIFTH (1.0f / 5.0f)
#define MOTE_SEVENTH (1.0f / 7.0f)

// Subtracting the bits of sqrt(1/2) from those of q leaves e in the exponent bits.
enum { MOTE_SQRT_HALF_BITS = 0x3f3504f3, MOTE_MANTISSA_BITS = 23 };

#endif
