// Dual quaternion blending: Kavan, Collins, Zara, O'Sullivan, "Geometric skinning with approximate
// dual quaternion blending", 2008. Bones must be rigid; the signs of a vertex's quaternions are
// chosen such that each is nearest to the quaternion of its first influence.
//
// Each vertex is one vector of eight: (x, y, z, w) of the rotation, then of the dual part.

#include "core/simd.h"
#include "core/vec.h"
#include "deform/skin.h"

bool mote_dual_quaternion_of(const mote_transform *transform, float out[8])
{
    mote_affine m = mote_affine_of(transform);
    mote_rotation r;
    if (!mote_rotation_of_matrix(&m, &r)) return false;
    double q[4] = {r.x, r.y, r.z, r.w};
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

// p + 2 v x (v x p + w p) + the translation 2 (w d - e v + v x d) of the unit quaternion (v, w)
// with dual part (d, e).
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
        // Opposite rotations with equal weights have no mean. In this case the first influence
        // decides.
        if (length < 1e-6f) {
            size_t first = (size_t)skin->influences.slots * vertices[i];
            q = mote_f32x8_load(skin->quaternions[skin->influences.bones[first]]);
            length = 1;
        }
        positions[i] = transform(q / mote_f32x8_splat(length), positions[i]);
    }
}
