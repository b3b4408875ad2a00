// Principal axes by Jacobi's rotations (1846): each makes one off-diagonal entry zero, and needs
// nothing but square roots.

#include "dynamics/inertia.h"

mote_inertia mote_inertia_inverse(const mote_inertia *i)
{
    double xx = i->yy * i->zz - i->yz * i->yz;
    double xy = i->xz * i->yz - i->xy * i->zz;
    double xz = i->xy * i->yz - i->xz * i->yy;
    double s = 1 / (i->xx * xx + i->xy * xy + i->xz * xz);
    return (mote_inertia){.xx = s * xx,
                          .yy = s * (i->xx * i->zz - i->xz * i->xz),
                          .zz = s * (i->xx * i->yy - i->xy * i->xy),
                          .xy = s * xy,
                          .xz = s * xz,
                          .yz = s * (i->xy * i->xz - i->xx * i->yz)};
}

// Turns axes p and q so that m[p][q] becomes 0; the columns of v go along.
static void make_zero(double m[3][3], double v[3][3], int p, int q)
{
    if (m[p][q] == 0) return;
    double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        double kp = m[k][p], kq = m[k][q];
        m[k][p] = c * kp - s * kq;
        m[k][q] = s * kp + c * kq;
        double vp = v[k][p], vq = v[k][q];
        v[k][p] = c * vp - s * vq;
        v[k][q] = s * vp + c * vq;
    }
    for (int k = 0; k < 3; k++) {
        double pk = m[p][k], qk = m[q][k];
        m[p][k] = c * pk - s * qk;
        m[q][k] = s * pk + c * qk;
    }
    m[p][q] = m[q][p] = 0;
}

mote_principal mote_inertia_principal(const mote_inertia *i)
{
    double m[3][3] = {{i->xx, i->xy, i->xz}, {i->xy, i->yy, i->yz}, {i->xz, i->yz, i->zz}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    // Convergence is quadratic: five sweeps do for doubles.
    for (int sweep = 0; sweep < 8 && (m[0][1] != 0 || m[0][2] != 0 || m[1][2] != 0); sweep++) {
        make_zero(m, v, 0, 1);
        make_zero(m, v, 0, 2);
        make_zero(m, v, 1, 2);
    }
    mote_principal out;
    for (int k = 0; k < 3; k++) {
        out.axis[k] = (mote_dvec3){v[0][k], v[1][k], v[2][k]};
        out.moment[k] = m[k][k];
    }
    return out;
}
