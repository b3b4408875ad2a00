// The transform of a node with a joint, by the rules of FBX. The local transform, from right to
// left, is
//
//     T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1
//
// with the translation T, the rotation R and the scaling S, which may be animated, and constant
// offsets, pivots and rotations. The inheritance of a node determines how it uses its parent's
// rotation and scale. Its position is always its local translation, transformed by the parent. The
// formulas are from Autodesk's documentation of the FBX SDK ("Computing transformation matrices").

#ifndef MOTE_ASSETS_JOINT_H
#define MOTE_ASSETS_JOINT_H

#include "assets/asset.h"
#include "core/transform.h"

// The linear part of a global transform is rotation * scale. A scale along the axes of an ancestor
// may not be diagonal. Only the linear parts of these maps are used.
typedef struct asset_joint_pose {
    mote_affine rotation;
    mote_affine scale;
    mote_affine inherited_scale; // `scale` without the node's own scaling
} asset_joint_pose;

// Computes the global transform of a node with this translation, rotation in degrees and scaling.
// The parent's pose is null for a root.
mote_affine asset_joint_place(const asset_joint *joint, const double translation[3],
                              const double rotation[3], const double scaling[3],
                              const mote_affine *parent, const asset_joint_pose *parent_pose,
                              asset_joint_pose *out);

// The pose of a node without a joint, from its global transform, whose columns must be orthogonal.
asset_joint_pose asset_joint_pose_at(const mote_affine *global);

// The rotation by angles about x, y and z, in degrees, applied in this order of axes.
mote_rotation asset_euler_rotation(const double degrees[3], asset_rotation_order order);

#endif
