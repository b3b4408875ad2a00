// Space mapping by compactly supported radial basis functions: the functions, the displacement
// field, the linear system that determines it, and the kernel that adds it to positions.

#ifndef MOTE_DEFORM_CSRBF_H
#define MOTE_DEFORM_CSRBF_H

#include <math.h>
#include <mote/deform.h>

#include "core/box.h"
#include "core/simd.h"
#include "deform/deformer.h"

// ---------------------------------------------------------------------------------------------
// Wendland's compactly supported functions, positive definite in three dimensions, 1 at 0 and 0 from 1
// on: Wendland, "Piecewise polynomial, positive definite and compactly supported radial functions of
// minimal degree", 1995.
//
//         phi(r)                              -phi'(r) / r                  phi''(r)
//   C0    (1-r)^2                             2 (1-r) / r                   2
//   C2    (1-r)^4 (4r+1)                      20 (1-r)^3                    20 (1-r)^2 (4r-1)
//   C4    (1-r)^6 (35r^2+18r+3) / 3           56/3 (1-r)^5 (5r+1)           56/3 (1-r)^4 (35r^2-4r-1)

// For r below 1. The vector kernel performs the same operations in the same order.
static inline double mote_wendland_value(mote_wendland kind, double r)
{
    double s = 1.0 - r, s2 = s * s;
    if (kind == MOTE_WENDLAND_C0) return s2;
    if (kind == MOTE_WENDLAND_C2) return (s2 * s2) * (4.0 * r + 1.0);
    return ((s2 * s2) * s2) * ((35.0 * r + 18.0) * r + 3.0) * (1.0 / 3.0);
}

// phi'(r) / r for r in (0, 1): the gradient of phi(|x| / R) is this times x / R^2. 0 at r = 0 for
// C0, which has no gradient there.
static inline double mote_wendland_slope(mote_wendland kind, double r)
{
    double s = 1.0 - r, s2 = s * s;
    if (kind == MOTE_WENDLAND_C0) return r > 0 ? -2.0 * s / r : 0.0;
    if (kind == MOTE_WENDLAND_C2) return -20.0 * s2 * s;
    return -56.0 / 3.0 * s2 * s2 * s * (5.0 * r + 1.0);
}

// An upper bound of the norm of the second derivative of phi(|x|) for all |x| >= r. The eigenvalues
// are phi'' (once) and phi' / r (twice). |phi' / r| decreases with r. If phi'' is negative, |phi''|
// is below |phi' / r|. If phi'' is positive, its only maximum is at r = 1/2 for C2 and at r = 3/7
// for C4.
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

// ---------------------------------------------------------------------------------------------
// The displacement field
//
// Controls are stored in blocks that are compact in space. A block that is out of reach of a group
// of vertices is skipped. This changes no bits, because the contribution of the block is zero.

enum {
    MOTE_CSRBF_BLOCK = 16, // controls
    MOTE_CSRBF_GROUP = 32  // vertices
};

typedef struct mote_csrbf_block {
    // The start of each control and the displacement at its center. Unused slots repeat a start,
    // with displacement 0.
    double x[MOTE_CSRBF_BLOCK], y[MOTE_CSRBF_BLOCK], z[MOTE_CSRBF_BLOCK];
    double dx[MOTE_CSRBF_BLOCK], dy[MOTE_CSRBF_BLOCK], dz[MOTE_CSRBF_BLOCK];
} mote_csrbf_block;

typedef struct mote_csrbf_field {
    mote_wendland wendland;
    double radius, inverse_square; // 1 / radius^2
    double blend;
    uint32_t block_count;
    mote_csrbf_block *blocks;
    mote_box8 *reaches; // box of each block's starts, widened by the radius; eight per element
} mote_csrbf_field;

typedef struct mote_csrbf {
    mote_deformer base;
    uint32_t control_count;
    mote_csrbf_field field;
} mote_csrbf;

// Solves for the displacement at the center of each control such that all controls together take
// each start to its end. out[i] belongs to starts[i]. Starts and ends are finite, the radius is
// above 0. Returns MOTE_ERROR_DATA, with a message that names the controls, if controls coincide or
// make the system singular, and MOTE_ERROR_MEMORY.
mote_result mote_csrbf_solve(const mote_csrbf_def *def, const mote_allocator *allocator,
                             mote_dvec3 *out);

// p becomes p + blend * sum over the controls of phi(|p - start| / radius) * d, summed in double
// from the first control to the last and rounded once. A p out of reach of all controls keeps its
// bits.
MOTE_DECLARE_KERNEL(void, mote_csrbf_displace,
                    (const mote_csrbf_field *field, mote_vec3 *positions, uint32_t count));

// The scalar twin. Gives the same bits.
void mote_csrbf_displace_scalar(const mote_csrbf_field *field, mote_vec3 *positions,
                                uint32_t count);

#endif
