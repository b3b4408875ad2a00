/// @file deform.h
/// Deformers map a rest shape to the present one. A deformer evaluates all vertices of its mesh or
/// a list of them, with the same bits. Some can also bound a node, a patch of
/// neighboring vertices, without evaluating the vertices.
///
/// A deformer's parameters may change between evaluations, not during one. Evaluating and bounding
/// only read: any number of threads may do so at the same time. Positions are rounded to float
/// after each deformer of a chain. Results do not depend on the caller's floating point mode.

#ifndef MOTE_DEFORM_H
#define MOTE_DEFORM_H

#include <mote/mesh.h>

// ---------------------------------------------------------------------------------------------
// Nodes

/// Points c + s0 * axis[0] + s1 * axis[1] + s2 * axis[2], each s between -1 and 1. The axes are
/// orthogonal up to rounding and as long as the box's half sizes.
typedef struct mote_oriented_box {
    mote_vec3 center;  ///< c
    mote_vec3 axis[3]; ///< half sizes as vectors
} mote_oriented_box;

/// A patch of a mesh: the triangles of one leaf, or of all leaves below an inner node.
typedef struct mote_node {
    uint32_t id;           ///< leaves first, then their parents, and so on; the root is last
    mote_oriented_box box; ///< of the rest positions, each within `rounding` of it
    mote_vec3 rounding;    ///< along x, y, z
    /// In the caller's numbering; inner nodes may name a vertex more than once.
    const uint32_t *vertices;
    uint32_t vertex_count;
    uint32_t first_child; ///< the first of child_count consecutive ids; MOTE_NONE for a leaf
    uint32_t child_count; ///< 0 to 8
} mote_node;

/// The tree of nodes of a mesh: eight children per node, sixteen triangles per leaf. It is
/// constant, and any number of deformers and threads may share it.
typedef struct mote_nodes mote_nodes;

/// What mote_nodes_create builds.
typedef struct mote_nodes_def {
    uint32_t cookie;          ///< set by mote_default_nodes_def
    const mote_mesh *mesh;    ///< with MOTE_MESH_CLUSTERS; must outlive the nodes
    mote_allocator allocator; ///< all zero: malloc and free
} mote_nodes_def;

/// A def with its cookie, and all else zero.
MOTE_API mote_nodes_def mote_default_nodes_def(void);

/// MOTE_ERROR_ARGUMENT for a null pointer, a missing cookie or only one function of the allocator;
/// MOTE_ERROR_REFUSED for a mesh without clusters; MOTE_ERROR_MEMORY. `*out` is null after a
/// failure.
MOTE_API mote_result mote_nodes_create(const mote_nodes_def *def, mote_nodes **out);

/// Null is allowed. No deformer may still use the nodes.
MOTE_API void mote_nodes_destroy(mote_nodes *nodes);

/// How many nodes there are.
typedef struct mote_nodes_info {
    uint32_t node_count; ///< ids 0 .. node_count - 1; the root is the last
    uint32_t leaf_count; ///< ids 0 .. leaf_count - 1
    size_t bytes;        ///< of memory that the nodes hold
} mote_nodes_info;

/// Describes the nodes.
MOTE_API void mote_nodes_get_info(const mote_nodes *nodes, mote_nodes_info *out);

/// MOTE_ERROR_ARGUMENT for a null pointer or an id that does not exist. `out->vertices` points into
/// the nodes.
MOTE_API mote_result mote_nodes_get(const mote_nodes *nodes, uint32_t id, mote_node *out);

// ---------------------------------------------------------------------------------------------
// All deformers

/// A function from the rest shape of a mesh to its present shape. Made by mote_csrbf_create,
/// mote_skin_create, mote_morph_create, mote_custom_create or mote_chain_create.
typedef struct mote_deformer mote_deformer;

/// Null is allowed. No chain or body may still use the deformer.
MOTE_API void mote_deformer_destroy(mote_deformer *deformer);

/// The number of vertices of its mesh, which mote_deformer_evaluate_all writes.
MOTE_API uint32_t mote_deformer_vertex_count(const mote_deformer *deformer);

/// Bytes of memory that it holds, without its mesh, its nodes and the deformers of a chain.
MOTE_API size_t mote_deformer_bytes(const mote_deformer *deformer);

/// Writes the present position of every vertex, in the caller's numbering, with the threads of
/// `tasks`; null means the calling thread. The bits do not depend on it. MOTE_ERROR_ARGUMENT for a
/// null pointer.
MOTE_API mote_result mote_deformer_evaluate_all(const mote_deformer *deformer,
                                                const mote_tasks *tasks, mote_vec3 *out);

/// out[i] = the present position of vertices[i], on the calling thread, the same bits as in
/// mote_deformer_evaluate_all. Any order, repeats allowed; listing neighboring vertices together is
/// faster. MOTE_ERROR_DATA for a vertex out of range, with nothing written.
MOTE_API mote_result mote_deformer_evaluate(const mote_deformer *deformer, const uint32_t *vertices,
                                            size_t count, mote_vec3 *out);

/// True if it can bound nodes: it was created with nodes, and its kind supports it.
MOTE_API bool mote_deformer_can_bound(const mote_deformer *deformer);

/// A box that holds every evaluated vertex of a node. MOTE_ERROR_REFUSED if it cannot bound,
/// MOTE_ERROR_ARGUMENT for an id that does not exist, MOTE_ERROR_DATA if a callback's box is empty
/// or not finite.
MOTE_API mote_result mote_deformer_bound(const mote_deformer *deformer, uint32_t node,
                                         mote_box *out);

// ---------------------------------------------------------------------------------------------
// Space mapping by compactly supported radial basis functions

/// Wendland's functions for three dimensions, named by their continuous derivatives. The smoother
/// the function, the worse conditioned the system.
typedef enum mote_wendland {
    MOTE_WENDLAND_C2 = 0, ///< (1 - r)^4 (4 r + 1)
    MOTE_WENDLAND_C0,     ///< (1 - r)^2
    MOTE_WENDLAND_C4      ///< (1 - r)^6 (35 r^2 + 18 r + 3) / 3
} mote_wendland;

/// Moves space so that each control point goes from its start to its end. A point that is a
/// support radius or more away from all starts does not move and keeps its bits.
typedef struct mote_csrbf_def {
    uint32_t cookie;         ///< set by mote_default_csrbf_def
    const mote_mesh *mesh;   ///< must outlive the deformer
    const mote_nodes *nodes; ///< for bounds; null for none; must outlive the deformer
    const mote_vec3 *starts; ///< copied
    const mote_vec3 *ends;   ///< copied
    uint32_t control_count;  ///< in each of the two arrays
    float support_radius;    ///< in units of the positions, above 0
    mote_wendland wendland;
    mote_allocator allocator; ///< all zero: malloc and free
} mote_csrbf_def;

/// A def with its cookie, and all else zero.
MOTE_API mote_csrbf_def mote_default_csrbf_def(void);

/// Solves the system of all control points at once, in double: time and memory grow with the number of
/// pairs that are nearer than the support radius, up to 64 MB for 4,000 controls that all reach each other.
/// The initial blend is 1. Failures, with the first offending element in the message:
/// - MOTE_ERROR_DATA: no control points, a coordinate that is not finite, two starts that coincide, a
///   system that is singular or too ill-conditioned for the ends to be reached;
/// - MOTE_ERROR_ARGUMENT: a null pointer, a missing cookie, an unknown function, a radius that is not
///   above 0 and finite, nodes of another mesh, only one function of the allocator;
/// - MOTE_ERROR_MEMORY.
MOTE_API mote_result mote_csrbf_create(const mote_csrbf_def *def, mote_deformer **out);

/// Scales all displacements: 0 is the rest shape, 1 takes the starts to the ends.
/// MOTE_ERROR_ARGUMENT for another kind of deformer or a blend that is not finite.
MOTE_API mote_result mote_csrbf_set_blend(mote_deformer *deformer, float blend);

// ---------------------------------------------------------------------------------------------
// Skin

/// How the bones of a vertex are blended.
typedef enum mote_skin_blend {
    MOTE_SKIN_LINEAR = 0,     ///< weighted mean of the matrices; any affine bones; can bound
    MOTE_SKIN_DUAL_QUATERNION ///< keeps volume at joints; rigid bones only; cannot bound
} mote_skin_blend;

/// Limits of a skin.
enum {
    MOTE_SKIN_MAX_INFLUENCES = 8 ///< bones per vertex
};

/// A mesh that follows bones.
typedef struct mote_skin_def {
    uint32_t cookie;            ///< set by mote_default_skin_def
    const mote_mesh *mesh;      ///< must outlive the deformer
    const mote_nodes *nodes;    ///< for bounds; null for none; must outlive the deformer
    mote_skin_blend blend;      ///< default MOTE_SKIN_LINEAR
    uint32_t bone_count;        ///< 1 to 65,536
    const mote_transform *bind; ///< bone_count bones in the rest pose; null: all identity; copied
    uint32_t influences_per_vertex; ///< 1 to MOTE_SKIN_MAX_INFLUENCES
    const uint16_t *bones;          ///< influences_per_vertex for each vertex of the mesh; copied
    const float *weights;     ///< one for each bone above, 0 or more; divided by their sum; copied
    size_t influence_count;   ///< in each of the two arrays
    mote_allocator allocator; ///< all zero: malloc and free
} mote_skin_def;

/// A def with its cookie, and all else zero.
MOTE_API mote_skin_def mote_default_skin_def(void);

/// All bones are in their rest pose initially. Failures, with the first offending element in the message:
/// - MOTE_ERROR_DATA: a bone index out of range, a weight that is NaN, infinite or negative, a vertex
///   whose weights are all 0, an influence_count that is not influences_per_vertex for each vertex, a
///   bind transform that is not finite or not invertible, or for dual quaternions not rigid;
/// - MOTE_ERROR_ARGUMENT: a null pointer, a missing cookie, an option out of range, nodes of another
///   mesh, only one function of the allocator;
/// - MOTE_ERROR_LIMIT: more than 2^32 - 1 weights for the bounds of all nodes;
/// - MOTE_ERROR_MEMORY.
MOTE_API mote_result mote_skin_create(const mote_skin_def *def, mote_deformer **out);

/// Sets the pose: bone i maps the rest shape by bones[i] * inverse(bind[i]). After a failure the
/// pose is unchanged. MOTE_ERROR_ARGUMENT for another kind of deformer, a null pointer or a count
/// that is not the deformer's; MOTE_ERROR_DATA for a bone that is not finite, or for dual
/// quaternions not rigid.
MOTE_API mote_result mote_skin_set_bones(mote_deformer *deformer, const mote_transform *bones,
                                         uint32_t bone_count);

// ---------------------------------------------------------------------------------------------
// Morph

/// Displacements of some vertices, also called a blend shape or shape key.
typedef struct mote_morph_target {
    const uint32_t *vertices; ///< the vertices that move, each at most once
    const mote_vec3 *deltas;  ///< displacements at weight 1
    size_t count;             ///< of both
} mote_morph_target;

/// A mesh with morph targets, each with a weight.
typedef struct mote_morph_def {
    uint32_t cookie;                  ///< set by mote_default_morph_def
    const mote_mesh *mesh;            ///< must outlive the deformer
    const mote_nodes *nodes;          ///< for bounds; null for none; must outlive the deformer
    const mote_morph_target *targets; ///< copied, with the arrays that they point at
    uint32_t target_count;            ///< 1 or more
    mote_allocator allocator;         ///< all zero: malloc and free
} mote_morph_def;

/// A def with its cookie, and all else zero.
MOTE_API mote_morph_def mote_default_morph_def(void);

/// All weights are 0 initially. Failures, with the first offending element in the message:
/// - MOTE_ERROR_DATA: no targets, a vertex out of range or twice in one target, a delta that is not
///   finite;
/// - MOTE_ERROR_ARGUMENT: a null pointer, a missing cookie, nodes of another mesh, only one function of the allocator;
/// - MOTE_ERROR_LIMIT: more than 2^32 - 1 deltas in all, or more than that for the bounds of all nodes;
/// - MOTE_ERROR_MEMORY.
MOTE_API mote_result mote_morph_create(const mote_morph_def *def, mote_deformer **out);

/// After a failure the weights are unchanged. MOTE_ERROR_ARGUMENT for another kind of deformer, a
/// null pointer or a count that is not the deformer's; MOTE_ERROR_DATA for a weight that is not
/// finite.
MOTE_API mote_result mote_morph_set_weights(mote_deformer *deformer, const float *weights,
                                            uint32_t weight_count);

// ---------------------------------------------------------------------------------------------
// Callbacks

/// A deformer by functions of the caller.
typedef struct mote_custom_def {
    uint32_t cookie;         ///< set by mote_default_custom_def
    const mote_mesh *mesh;   ///< must outlive the deformer
    const mote_nodes *nodes; ///< needed for `bound`; must outlive the deformer
    /// On entry out[i] is the position of vertices[i] so far: the rest position, or the result of
    /// the deformers before it in a chain. On return it is the new position. Called from any
    /// thread, concurrently; must give the same bits for any grouping of the vertices.
    void (*evaluate)(void *context, const uint32_t *vertices, size_t count, mote_vec3 *out);
    /// Optional. On entry `box` contains the node's vertices so far; on return it contains the
    /// results of `evaluate`. Called from any thread, concurrently.
    void (*bound)(void *context, const mote_node *node, mote_box *box);
    void *context;
    mote_allocator allocator;
} mote_custom_def;

/// A def with its cookie, and all else zero.
MOTE_API mote_custom_def mote_default_custom_def(void);

/// MOTE_ERROR_ARGUMENT for a null evaluate or mesh, a bound without nodes, a missing cookie, nodes
/// of another mesh, only one function of the allocator; MOTE_ERROR_MEMORY.
MOTE_API mote_result mote_custom_create(const mote_custom_def *def, mote_deformer **out);

// ---------------------------------------------------------------------------------------------
// Chain

/// Applies deformers one after the other, then a rigid or affine transform. It can bound nodes if
/// all of them can.
typedef struct mote_chain_def {
    uint32_t cookie;         ///< set by mote_default_chain_def
    const mote_mesh *mesh;   ///< must outlive the chain
    const mote_nodes *nodes; ///< for bounds; null for none; must outlive the chain
    /// Of the same mesh. The array is copied; the deformers are not owned and must outlive the
    /// chain.
    mote_deformer *const *deformers;
    uint32_t deformer_count;  ///< 0: only the transform
    mote_allocator allocator; ///< all zero: malloc and free
} mote_chain_def;

/// A def with its cookie, and all else zero.
MOTE_API mote_chain_def mote_default_chain_def(void);

/// Has no transform initially. MOTE_ERROR_ARGUMENT for a null pointer, a missing cookie, a deformer
/// of another mesh or with other nodes, only one function of the allocator; MOTE_ERROR_MEMORY.
MOTE_API mote_result mote_chain_create(const mote_chain_def *def, mote_deformer **out);

/// Null means no transform, which keeps every bit. MOTE_ERROR_ARGUMENT for another kind of
/// deformer; MOTE_ERROR_DATA for a transform that is not finite.
MOTE_API mote_result mote_chain_set_transform(mote_deformer *chain,
                                              const mote_transform *transform);

#endif
