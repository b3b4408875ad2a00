// Skin from the inside: what linear blending and dual quaternions share.

#ifndef MOTE_DEFORM_SKIN_H
#define MOTE_DEFORM_SKIN_H

#include "deform/deformer.h"
#include "deform/skin_kernel.h"

// What is known of one bone's weight among the vertices of a node: at place s of the rest box it is
// within `error` of mean + slope . s.
typedef struct mote_node_weight {
    uint32_t bone;
    float mean;
    float slope[3];
    float error;
} mote_node_weight;

// Of the sum of a vertex's weights minus the sum of the means, at most. 0 but for rounding.
typedef struct mote_node_skin {
    uint32_t first; // into the weights
    float sum_error;
} mote_node_skin;

typedef struct mote_skin {
    mote_deformer base;
    uint32_t bone_count;
    mote_affine *from_bind; // bone_count: inverse of the bind transforms, or null
    mote_skin_influences influences;
    mote_skin_matrix *matrices; // bone_count: the present pose, linear blending
    float (*quaternions)[8];    // bone_count: the present pose, dual quaternions
    mote_node_skin *nodes;      // node count + 1, or null
    mote_node_weight *node_weights;
    uint32_t node_weight_count;
} mote_skin;

extern const mote_deformer_kind mote_skin_linear_kind;
extern const mote_deformer_kind mote_skin_dual_quaternion_kind;

// Fails for want of memory only.
mote_result mote_skin_prepare_nodes(mote_skin *skin);
mote_result mote_skin_bound(const mote_deformer *self, uint32_t node, mote_node_bound *bound);

void mote_skin_apply_dual_quaternion(const mote_deformer *self, const uint32_t *vertices,
                                     uint32_t count, mote_vec3 *positions);

// A unit dual quaternion: four numbers of the rotation, (x, y, z, w), then four of the translation.
// False if the transform is not rigid.
bool mote_dual_quaternion_of(const mote_transform *transform, float out[8]);

#endif
