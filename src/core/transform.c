#include "core/transform.h"

bool mote_affine_inverse(const mote_affine *m, mote_affine *out)
{
    mote_dvec3 yz = mote_dvec_cross(m->cy, m->cz), zx = mote_dvec_cross(m->cz, m->cx);
    mote_dvec3 xy = mote_dvec_cross(m->cx, m->cy);
    double volume = mote_dvec_dot(m->cx, yz);
    double size = mote_dvec_length(m->cx) * mote_dvec_length(m->cy) * mote_dvec_length(m->cz);
    if (!(fabs(volume) > 1e-12 * size)) return false;
    double s = 1.0 / volume;
    out->cx = mote_dvec_scale((mote_dvec3){yz.x, zx.x, xy.x}, s);
    out->cy = mote_dvec_scale((mote_dvec3){yz.y, zx.y, xy.y}, s);
    out->cz = mote_dvec_scale((mote_dvec3){yz.z, zx.z, xy.z}, s);
    out->t = mote_dvec_scale(mote_affine_linear(out, m->t), -1.0);
    return true;
}

mote_rotation mote_rotation_unit(mote_rotation q)
{
    double s = 1 / mote_rotation_length(q);
    return (mote_rotation){q.w * s, q.x * s, q.y * s, q.z * s};
}

// Halves the angle until the Taylor series have double precision, then squares the quaternion as
// often. The limit only ends the loop for infinite angles.
mote_rotation mote_rotation_exp(mote_dvec3 angles)
{
    mote_dvec3 h = mote_dvec_scale(angles, 0.5);
    double x = mote_dvec_dot(h, h);
    int halvings = 0;
    for (; x > 1.0 / 16 && halvings < 512; halvings++) {
        h = mote_dvec_scale(h, 0.5);
        x *= 0.25;
    }
    double sine = 1 - x / 6 * (1 - x / 20 * (1 - x / 42 * (1 - x / 72 * (1 - x / 110))));
    double cosine =
        1 - x / 2 * (1 - x / 12 * (1 - x / 30 * (1 - x / 56 * (1 - x / 90 * (1 - x / 132)))));
    mote_rotation q = {cosine, sine * h.x, sine * h.y, sine * h.z};
    for (int i = 0; i < halvings; i++) q = mote_rotation_product(q, q);
    return mote_rotation_unit(q);
}

// Takes square roots of the quaternion until the series of the arc sine has double precision.
mote_dvec3 mote_rotation_log(mote_rotation q)
{
    q = mote_rotation_unit(q);
    if (q.w < 0) q = (mote_rotation){-q.w, -q.x, -q.y, -q.z};
    enum { ROOTS = 6 };
    for (int i = 0; i < ROOTS; i++) q = mote_rotation_unit((mote_rotation){q.w + 1, q.x, q.y, q.z});
    double s = q.x * q.x + q.y * q.y + q.z * q.z;
    double arc = 1 + s * (1.0 / 6 + s * (3.0 / 40 + s * (15.0 / 336 + s * (105.0 / 3456))));
    return mote_dvec_scale((mote_dvec3){q.x, q.y, q.z}, arc * (2 << ROOTS));
}

mote_affine mote_rotation_matrix(mote_rotation q)
{
    return (mote_affine){.cx = {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
                                2 * (q.x * q.z - q.w * q.y)},
                         .cy = {2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
                                2 * (q.y * q.z + q.w * q.x)},
                         .cz = {2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
                                1 - 2 * (q.x * q.x + q.y * q.y)}};
}

// A matrix may differ from a rotation by the rounding of a product of float matrices, with a
// margin.
#define ROTATION_TOLERANCE 1e-4

static bool is_rotation(const mote_affine *m)
{
    double off = fabs(mote_dvec_dot(m->cx, m->cy)) + fabs(mote_dvec_dot(m->cy, m->cz)) +
                 fabs(mote_dvec_dot(m->cz, m->cx)) + fabs(mote_dvec_dot(m->cx, m->cx) - 1) +
                 fabs(mote_dvec_dot(m->cy, m->cy) - 1) + fabs(mote_dvec_dot(m->cz, m->cz) - 1);
    return off < ROTATION_TOLERANCE && mote_dvec_dot(m->cx, mote_dvec_cross(m->cy, m->cz)) > 0;
}

// Shepperd's method: computes the largest of the four numbers first, to avoid division by a small
// root.
bool mote_rotation_of_matrix(const mote_affine *m, mote_rotation *out)
{
    if (!is_rotation(m)) return false;
    double a[3][3] = {
        {m->cx.x, m->cy.x, m->cz.x}, {m->cx.y, m->cy.y, m->cz.y}, {m->cx.z, m->cy.z, m->cz.z}};
    double trace = a[0][0] + a[1][1] + a[2][2];
    double v[3], w;
    if (trace > 0) {
        double s = sqrt(trace + 1) * 2;
        for (int i = 0; i < 3; i++)
            v[i] = (a[(i + 2) % 3][(i + 1) % 3] - a[(i + 1) % 3][(i + 2) % 3]) / s;
        w = 0.25 * s;
    } else {
        int i = a[0][0] >= a[1][1] ? 0 : 1;
        if (a[2][2] > a[i][i]) i = 2;
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double s = sqrt(1 + a[i][i] - a[j][j] - a[k][k]) * 2;
        v[i] = 0.25 * s;
        v[j] = (a[j][i] + a[i][j]) / s;
        v[k] = (a[k][i] + a[i][k]) / s;
        w = (a[k][j] - a[j][k]) / s;
    }
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + w * w);
    *out = (mote_rotation){w / length, v[0] / length, v[1] / length, v[2] / length};
    return true;
}

// ---------------------------------------------------------------------------------------------
// Jacobi rotations (1846): each rotation makes one off-diagonal entry zero and needs only square roots

// Rotates axes p and q so that m[p][q] becomes 0, and the columns of v with them.
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

void mote_diagonalize(double m[3][3], double axes[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) axes[i][j] = i == j;
    // Convergence is quadratic: five sweeps are enough for doubles.
    for (int sweep = 0; sweep < 8; sweep++) {
        make_zero(m, axes, 0, 1);
        make_zero(m, axes, 0, 2);
        make_zero(m, axes, 1, 2);
    }
}
