// Skins: data of linear blending and dual quaternions.

#ifndef MOTE_DEFORM_SKIN_H
#define MOTE_DEFORM_SKIN_H

#include "core/simd.h"
#include "deform/deformer.h"

// The four columns of an affine map, each padded to four numbers, so that two columns are one
// vector.
typedef struct mote_skin_matrix {
    float cx[4], cy[4], cz[4], t[4];
} mote_skin_matrix;

// Four or eight slots per vertex; an unused slot has weight 0.
typedef struct mote_skin_influences {
    uint32_t slots;
    uint32_t vertex_count;
    float *weights;  // slots * vertex_count
    uint16_t *bones; // slots * vertex_count
} mote_skin_influences;

// The weight of one bone over the vertices of a node. At position s of the rest box, the weight is
// within `error` of mean + slope . s.
typedef struct mote_node_weight {
    uint32_t bone;
    float mean;
    float slope[3];
    float error;
} mote_node_weight;

typedef struct mote_node_skin {
    uint32_t first; // of the node's weights
    float
        sum_error; // bound of |sum of a vertex's weights - sum of the means|; 0 except for rounding
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

// Returns MOTE_ERROR_MEMORY, or MOTE_ERROR_LIMIT if the nodes have more than UINT32_MAX weights in
// total.
mote_result mote_skin_prepare_nodes(mote_skin *skin);
mote_result mote_skin_bound(const mote_deformer *self, uint32_t node, mote_node_bound *bound);

// positions[i] of vertices[i] becomes M p, where M is the sum of weight * matrix over the slots
// from first to last, and M p is (x cx + z cz) + (y cy + t).
MOTE_DECLARE_KERNEL(void, mote_skin_blend_linear,
                    (const mote_skin_influences *influences, const mote_skin_matrix *matrices,
                     const uint32_t *vertices, uint32_t count, mote_vec3 *positions));

// The scalar twin. Gives the same bits.
void mote_skin_blend_linear_scalar(const mote_skin_influences *influences,
                                   const mote_skin_matrix *matrices, const uint32_t *vertices,
                                   uint32_t count, mote_vec3 *positions);

void mote_skin_apply_dual_quaternion(const mote_deformer *self, const uint32_t *vertices,
                                     uint32_t count, mote_vec3 *positions);

// Writes a unit dual quaternion: four numbers of the rotation, (x, y, z, w), then four of the
// translation. Returns false if the transform is not rigid.
bool mote_dual_quaternion_of(const mote_transform *transform, float out[8]);

#endif
