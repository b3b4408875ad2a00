// Dual quaternion blending: Kavan, Collins, Zara, O'Sullivan, "Geometric skinning with approximate dual
// quaternion blending", 2008. Bones must be rigid; the signs of a vertex's quaternions are those that
// are nearest to the quaternion of its first influence.
//
// Each vertex is one vector of eight: (x, y, z, w) of the rotation, then of the dual part.

#include "core/simd.h"
#include "core/vec.h"
#include "deform/skin.h"

// How far from rigid a bone may be: what rounding a product of float matrices leaves, and then some.
#define RIGID_TOLERANCE 1e-4

static bool is_rigid(const mote_affine *m)
{
    double off = fabs(mote_dvec_dot(m->cx, m->cy)) + fabs(mote_dvec_dot(m->cy, m->cz)) +
                 fabs(mote_dvec_dot(m->cz, m->cx)) + fabs(mote_dvec_dot(m->cx, m->cx) - 1) +
                 fabs(mote_dvec_dot(m->cy, m->cy) - 1) + fabs(mote_dvec_dot(m->cz, m->cz) - 1);
    return off < RIGID_TOLERANCE && mote_dvec_dot(m->cx, mote_dvec_cross(m->cy, m->cz)) > 0;
}

// Shepperd's method: the largest of the four numbers first, so that no root of a small number divides.
static void rotation_quaternion(const mote_affine *m, double q[4])
{
    double a[3][3] = {
        {m->cx.x, m->cy.x, m->cz.x}, {m->cx.y, m->cy.y, m->cz.y}, {m->cx.z, m->cy.z, m->cz.z}};
    double trace = a[0][0] + a[1][1] + a[2][2];
    if (trace > 0) {
        double w = sqrt(trace + 1) * 2;
        q[0] = (a[2][1] - a[1][2]) / w;
        q[1] = (a[0][2] - a[2][0]) / w;
        q[2] = (a[1][0] - a[0][1]) / w;
        q[3] = 0.25 * w;
        return;
    }
    int i = a[0][0] >= a[1][1] ? 0 : 1;
    if (a[2][2] > a[i][i]) i = 2;
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double s = sqrt(1 + a[i][i] - a[j][j] - a[k][k]) * 2;
    q[i] = 0.25 * s;
    q[j] = (a[j][i] + a[i][j]) / s;
    q[k] = (a[k][i] + a[i][k]) / s;
    q[3] = (a[k][j] - a[j][k]) / s;
}

bool mote_dual_quaternion_of(const mote_transform *transform, float out[8])
{
    mote_affine m = mote_affine_of(transform);
    if (!is_rigid(&m)) return false;
    double q[4], length = 0;
    rotation_quaternion(&m, q);
    for (int i = 0; i < 4; i++) length += q[i] * q[i];
    for (int i = 0; i < 4; i++) q[i] /= sqrt(length);
    mote_dvec3 t = m.t;
    double dual[4] = {0.5 * (t.x * q[3] + t.y * q[2] - t.z * q[1]),
                      0.5 * (t.y * q[3] + t.z * q[0] - t.x * q[2]),
                      0.5 * (t.z * q[3] + t.x * q[1] - t.y * q[0]),
                      -0.5 * (t.x * q[0] + t.y * q[1] + t.z * q[2])};
    for (int i = 0; i < 4; i++) {
        out[i] = (float)q[i];
        out[4 + i] = (float)dual[i];
    }
    return true;
}

static float rotation_dot(mote_f32x8 a, mote_f32x8 b)
{
    mote_f32x8 p = a * b;
    return (p[0] + p[1]) + (p[2] + p[3]);
}

static mote_f32x8 blend(const mote_skin *skin, uint32_t vertex)
{
    size_t first = (size_t)skin->influences.slots * vertex;
    const float *weights = skin->influences.weights + first;
    const uint16_t *bones = skin->influences.bones + first;
    mote_f32x8 pivot = mote_f32x8_load(skin->quaternions[bones[0]]);
    mote_f32x8 sum = mote_f32x8_splat(weights[0]) * pivot;
    for (uint32_t k = 1; k < skin->influences.slots; k++) {
        if (weights[k] == 0) continue;
        mote_f32x8 q = mote_f32x8_load(skin->quaternions[bones[k]]);
        float sign = rotation_dot(pivot, q) < 0 ? -weights[k] : weights[k];
        sum += mote_f32x8_splat(sign) * q;
    }
    return sum;
}

// p + 2 v x (v x p + w p) + the translation 2 (w d - e v + v x d) of the unit quaternion (v, w) with
// dual part (d, e).
static mote_vec3 transform(mote_f32x8 q, mote_vec3 p)
{
    mote_vec3 v = {q[0], q[1], q[2]}, d = {q[4], q[5], q[6]};
    float w = q[3], e = q[7];
    mote_vec3 inner = mote_vec_add(mote_vec_cross(v, p), mote_vec_scale(p, w));
    mote_vec3 turned = mote_vec_add(p, mote_vec_scale(mote_vec_cross(v, inner), 2));
    mote_vec3 shift = mote_vec_add(mote_vec_sub(mote_vec_scale(d, w), mote_vec_scale(v, e)),
                                   mote_vec_cross(v, d));
    return mote_vec_add(turned, mote_vec_scale(shift, 2));
}

void mote_skin_apply_dual_quaternion(const mote_deformer *self, const uint32_t *vertices,
                                     uint32_t count, mote_vec3 *positions)
{
    const mote_skin *skin = (const mote_skin *)self;
    for (uint32_t i = 0; i < count; i++) {
        mote_f32x8 q = blend(skin, vertices[i]);
        float length = sqrtf(rotation_dot(q, q));
        // Opposite rotations in equal parts have no mean; the first influence decides then.
        if (length < 1e-6f) {
            size_t first = (size_t)skin->influences.slots * vertices[i];
            q = mote_f32x8_load(skin->quaternions[skin->influences.bones[first]]);
            length = 1;
        }
        positions[i] = transform(q / mote_f32x8_splat(length), positions[i]);
    }
}
