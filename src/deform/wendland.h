// Wendland's compactly supported functions, positive definite in three dimensions, 1 at 0 and 0 from 1
// on: Wendland, "Piecewise polynomial, positive definite and compactly supported radial functions of
// minimal degree", 1995.
//
//         phi(r)                              -phi'(r) / r                  phi''(r)
//   C0    (1-r)^2                             2 (1-r) / r                   2
//   C2    (1-r)^4 (4r+1)                      20 (1-r)^3                    20 (1-r)^2 (4r-1)
//   C4    (1-r)^6 (35r^2+18r+3) / 3           56/3 (1-r)^5 (5r+1)           56/3 (1-r)^4 (35r^2-4r-1)

#ifndef MOTE_DEFORM_WENDLAND_H
#define MOTE_DEFORM_WENDLAND_H

#include <math.h>
#include <mote/deform.h>

// For r below 1. The vector kernel computes the same, operation by operation.
static inline double mote_wendland_value(mote_wendland kind, double r)
{
    double s = 1.0 - r, s2 = s * s;
    if (kind == MOTE_WENDLAND_C0) return s2;
    if (kind == MOTE_WENDLAND_C2) return (s2 * s2) * (4.0 * r + 1.0);
    return ((s2 * s2) * s2) * ((35.0 * r + 18.0) * r + 3.0) * (1.0 / 3.0);
}

// phi'(r) / r for r in (0, 1): the gradient of phi(|x| / R) is this times x / R^2. 0 at r = 0 for C0,
// which has no gradient there.
static inline double mote_wendland_slope(mote_wendland kind, double r)
{
    double s = 1.0 - r, s2 = s * s;
    if (kind == MOTE_WENDLAND_C0) return r > 0 ? -2.0 * s / r : 0.0;
    if (kind == MOTE_WENDLAND_C2) return -20.0 * s2 * s;
    return -56.0 / 3.0 * s2 * s2 * s * (5.0 * r + 1.0);
}

// At least the norm of the second derivative of phi(|x|), whose eigenvalues are phi'' and twice phi' / r,
// anywhere at |x| >= r. phi' / r is largest nearest to 0, and so is phi'' where it is negative, below it;
// where it is positive phi'' has its one maximum at r = 1/2 for C2 and at 3/7 for C4.
static inline double mote_wendland_curvature(mote_wendland kind, double r)
{
    if (r >= 1) return 0;
    if (kind == MOTE_WENDLAND_C0) return r > 0 ? fmax(2.0, 2.0 * (1.0 - r) / r) : HUGE_VAL;
    double peak = fmax(r, kind == MOTE_WENDLAND_C2 ? 0.5 : 3.0 / 7.0), s = 1.0 - peak;
    double second = kind == MOTE_WENDLAND_C2
                        ? 20.0 * s * s * (4.0 * peak - 1.0)
                        : 56.0 / 3.0 * s * s * s * s * (35.0 * peak * peak - 4.0 * peak - 1.0);
    return fmax(-mote_wendland_slope(kind, r), second);
}

#endif
