#include "assets/joint.h"

#include <math.h>

#define RADIANS_PER_DEGREE (3.14159265358979323846 / 180)

mote_rotation asset_euler_rotation(const double degrees[3], asset_rotation_order order)
{
    static const uint8_t axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0},
                                       {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    mote_rotation q = MOTE_NO_ROTATION;
    for (int i = 0; i < 3; i++) {
        uint8_t axis = axes[order][i];
        double angle = fmod(degrees[axis], 360) * RADIANS_PER_DEGREE;
        mote_dvec3 about = {axis == 0 ? angle : 0, axis == 1 ? angle : 0, axis == 2 ? angle : 0};
        q = mote_rotation_product(mote_rotation_exp(about), q);
    }
    return q;
}

// Pre- and post-rotations always rotate about x, then y, then z.
static mote_rotation local_rotation(const asset_joint *joint, const double rotation[3])
{
    mote_rotation pre = asset_euler_rotation(joint->pre_rotation, ASSET_ORDER_XYZ);
    mote_rotation post = asset_euler_rotation(joint->post_rotation, ASSET_ORDER_XYZ);
    mote_rotation own = asset_euler_rotation(rotation, (asset_rotation_order)joint->order);
    return mote_rotation_product(mote_rotation_product(pre, own), mote_rotation_inverse(post));
}

static mote_dvec3 vector(const double numbers[3])
{
    return (mote_dvec3){numbers[0], numbers[1], numbers[2]};
}

static mote_affine diagonal(mote_dvec3 scale)
{
    return (mote_affine){.cx = {scale.x, 0, 0}, .cy = {0, scale.y, 0}, .cz = {0, 0, scale.z}};
}

// The translation of the local transform.
static mote_dvec3 local_translation(const asset_joint *joint, const double translation[3],
                                    const mote_affine *rotation, const mote_affine *scaling)
{
    mote_dvec3 rotation_pivot = vector(joint->rotation_pivot);
    mote_dvec3 scaling_pivot = vector(joint->scaling_pivot);
    mote_dvec3 turned = mote_dvec_add(vector(joint->scaling_offset), scaling_pivot);
    turned = mote_dvec_sub(turned, rotation_pivot);
    turned = mote_dvec_sub(turned, mote_affine_linear(scaling, scaling_pivot));
    mote_dvec3 place = mote_dvec_add(vector(translation), vector(joint->rotation_offset));
    place = mote_dvec_add(place, rotation_pivot);
    return mote_dvec_add(place, mote_affine_linear(rotation, turned));
}

static const asset_joint_pose no_pose = {
    .rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}},
    .scale = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}},
    .inherited_scale = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}}};

static mote_affine inherited_scale(const asset_joint *joint, const asset_joint_pose *parent,
                                   mote_rotation own)
{
    switch ((asset_inheritance)joint->inherits) {
    case ASSET_INHERIT_RRSS: return parent->scale;
    case ASSET_INHERIT_RRS: return parent->inherited_scale;
    case ASSET_INHERIT_RSRS: break;
    }
    // Rotates the scale, so that parent rotation * parent scale * own rotation = global rotation *
    // result.
    mote_affine back = mote_rotation_matrix(mote_rotation_inverse(own));
    mote_affine forth = mote_rotation_matrix(own);
    mote_affine turned = mote_affine_product(&parent->scale, &forth);
    return mote_affine_product(&back, &turned);
}

mote_affine asset_joint_place(const asset_joint *joint, const double translation[3],
                              const double rotation[3], const double scaling[3],
                              const mote_affine *parent, const asset_joint_pose *parent_pose,
                              asset_joint_pose *out)
{
    mote_rotation own = local_rotation(joint, rotation);
    mote_affine own_rotation = mote_rotation_matrix(own), own_scale = diagonal(vector(scaling));
    if (!parent_pose) parent_pose = &no_pose;
    out->rotation = mote_affine_product(&parent_pose->rotation, &own_rotation);
    out->inherited_scale = inherited_scale(joint, parent_pose, own);
    out->scale = mote_affine_product(&out->inherited_scale, &own_scale);
    mote_affine global = mote_affine_product(&out->rotation, &out->scale);
    global.t = local_translation(joint, translation, &own_rotation, &own_scale);
    if (parent) global.t = mote_affine_point(parent, global.t);
    return global;
}

asset_joint_pose asset_joint_pose_at(const mote_affine *global)
{
    asset_joint_pose pose = no_pose;
    mote_dvec3 scale = {mote_dvec_length(global->cx), mote_dvec_length(global->cy),
                        mote_dvec_length(global->cz)};
    if (!(scale.x > 0 && scale.y > 0 && scale.z > 0)) return pose;
    pose.rotation.cx = mote_dvec_scale(global->cx, 1 / scale.x);
    pose.rotation.cy = mote_dvec_scale(global->cy, 1 / scale.y);
    pose.rotation.cz = mote_dvec_scale(global->cz, 1 / scale.z);
    pose.scale = pose.inherited_scale = diagonal(scale);
    return pose;
}
