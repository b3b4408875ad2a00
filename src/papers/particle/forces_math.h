// Numbers that the force kernels and their scalar twins share.
//
// The logarithm: q = m 2^e with m from sqrt(1/2) to sqrt(2); with s = (m - 1) / (m + 1), ln m = 2 atanh s =
// 2 s (1 + s^2 / 3 + s^4 / 5 + s^6 / 7 + ...), |s| < 0.172; what is left out is below 3e-8.

#ifndef MOTE_PAPERS_PARTICLE_FORCES_MATH_H
#define MOTE_PAPERS_PARTICLE_FORCES_MATH_H

#include "papers/particle/forces.h"

#define MOTE_LEAST_SQUARE (MOTE_LEAST_SEPARATION * MOTE_LEAST_SEPARATION)
#define MOTE_MOST_SQUARE 0x1p40f // as far as it matters

// Half of ln q = e ln 2 + ln m, for q = r^2.
#define MOTE_HALF_LN2 0.34657359f
#define MOTE_THIRD (1.0f / 3.0f)
#define MOTE_FIFTH (1.0f / 5.0f)
#define MOTE_SEVENTH (1.0f / 7.0f)

// The bits of sqrt(1/2): subtracted, they leave the exponent of m from there to sqrt(2) as 0.
enum { MOTE_SQRT_HALF_BITS = 0x3f3504f3, MOTE_MANTISSA_BITS = 23 };

#endif
