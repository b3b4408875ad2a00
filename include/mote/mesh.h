/// @file mesh.h
/// A mesh: data built once from a rest shape, and constant from then on. Any number of bodies, worlds and
/// threads may share it without a lock.
///
/// Any triangle list is accepted: soups, holes, non-manifold edges, duplicate and degenerate
/// triangles are found, counted and listed, not refused.

#ifndef MOTE_MESH_H
#define MOTE_MESH_H

#include <mote/base.h>

/// Triangles, and what is built from them once.
typedef struct mote_mesh mote_mesh;

/// The type of coordinates.
typedef enum mote_scalar { MOTE_FLOAT = 0, MOTE_DOUBLE } mote_scalar;

/// A strided array of positions that the caller owns. Doubles are rounded to float once, on entry.
typedef struct mote_positions {
    const void *data; ///< x, y, z of the first vertex
    size_t count;     ///< vertices
    size_t stride;    ///< bytes from one vertex to the next, whole scalars; 0 means tightly packed
    mote_scalar type; ///< of the coordinates
    /// For mote_body_set_positions: the array stays valid and unchanged until the body gets other
    /// positions or a deformer, or is destroyed. Default false: until the end of the frame.
    bool persistent;
} mote_positions;

/// The type of indices.
typedef enum mote_index_type { MOTE_U32 = 0, MOTE_U16 } mote_index_type;

/// What mote_mesh_create builds. Nothing is built later. The bytes are upper bounds per triangle of
/// a closed mesh (half as many vertices as triangles); a mesh needs a few hundred bytes more in
/// all. Without any flag a mesh holds 18 bytes per triangle (positions and triangles); a weld adds
/// 2.
typedef enum mote_mesh_flags {
    MOTE_MESH_ADJACENCY = 1 << 0, ///< neighbors of vertices and faces, incident faces: 42 bytes
    MOTE_MESH_NORMALS = 1 << 1,   ///< unit normals of faces and vertices: 18 bytes
    MOTE_MESH_CLUSTERS = 1 << 2,  ///< needed by worlds and nodes: 26 bytes
    MOTE_MESH_FINDINGS = 1 << 3,  ///< lists of defects; their size depends on the defects
    MOTE_MESH_SEEDS = 1 << 4      ///< start points of method paired, needs CLUSTERS: 6 bytes
} mote_mesh_flags;

/// Which vertices become one, as far as neighbors are concerned.
typedef enum mote_weld {
    MOTE_WELD_NONE = 0,
    MOTE_WELD_EXACT,    ///< vertices with the same coordinates become one (+0 equals -0)
    MOTE_WELD_TOLERANCE ///< vertices at most weld_tolerance apart become one, transitively
} mote_weld;

/// What mote_mesh_create builds a mesh from.
typedef struct mote_mesh_def {
    uint32_t cookie;            ///< set by mote_default_mesh_def; a def without it is refused
    mote_positions positions;   ///< the rest shape
    const void *indices;        ///< three per triangle; null means 0, 1, 2, ... (a soup)
    size_t index_count;         ///< three times the triangles; 0 in a soup means all its vertices
    mote_index_type index_type; ///< of `indices`
    uint32_t flags;             ///< mote_mesh_flags; default all of them
    mote_weld weld;             ///< default MOTE_WELD_NONE
    float weld_tolerance;       ///< in units of the positions; finite, 0 or more
    mote_allocator allocator;   ///< all zero: malloc and free
    mote_log log; ///< receives one warning, with the counts, if FINDINGS finds any defect
} mote_mesh_def;

/// A def with its cookie and all flags, without triangles.
MOTE_API mote_mesh_def mote_default_mesh_def(void);

/// Builds a mesh from a copy of what the def points at. `*out` is null after a failure. Failures,
/// with the first offending element in the message:
/// - MOTE_ERROR_DATA: an index out of range, a coordinate that is NaN, infinite or overflows float, no
///   triangles, an index count that is not a multiple of 3;
/// - MOTE_ERROR_LIMIT: more than 2^31 vertices or triangles, more than 1,431,655,765 triangles with CLUSTERS,
///   more than 715,827,882 triangles with ADJACENCY or FINDINGS, whose lists have 32-bit indices;
/// - MOTE_ERROR_ARGUMENT: a null pointer, a missing cookie, an unknown option, a bad tolerance,
///   only one function of the allocator, data that is misaligned, a stride that is too small or misaligned;
/// - MOTE_ERROR_MEMORY.
MOTE_API mote_result mote_mesh_create(const mote_mesh_def *def, mote_mesh **out);

/// Null is allowed. No body, nodes or deformer may still use the mesh.
MOTE_API void mote_mesh_destroy(mote_mesh *mesh);

/// What is known of a mesh as a whole.
typedef struct mote_mesh_info {
    uint32_t flags;           ///< mote_mesh_flags of the def
    uint32_t vertex_count;    ///< of the caller, before any weld
    uint32_t welded_count;    ///< distinct vertices after the weld; vertex_count without one
    uint32_t triangle_count;  ///< as given
    uint32_t component_count; ///< connected by shared vertices; 0 without ADJACENCY
    uint32_t cluster_count;   ///< 0 without CLUSTERS
    float mean_edge_length;   ///< over the three edges of every triangle
    double area;              ///< of all triangles
    double volume;            ///< signed, by the divergence theorem; meaningful for closed meshes
    /// Every edge has exactly two triangles, of opposite direction; false without FINDINGS.
    bool closed;
    mote_box box; ///< of all triangles
    size_t bytes; ///< of memory that the mesh holds
} mote_mesh_info;

/// Describes the mesh.
MOTE_API void mote_mesh_get_info(const mote_mesh *mesh, mote_mesh_info *out);

/// A compressed list of lists: the list of i is items[first[i]] .. items[first[i + 1] - 1].
typedef struct mote_lists {
    const uint32_t *first; ///< count + 1 entries
    const uint32_t *items; ///< all lists, one after the other
    uint32_t count;        ///< of lists
} mote_lists;

/// No index: of a neighbor, face or bone that does not exist.
#define MOTE_NONE UINT32_MAX

/// Views of a mesh's arrays, owned by the mesh and valid for its lifetime. Arrays whose flag was not set are null.
/// Vertices are in the caller's numbering. Welded vertices are represented by the lowest-numbered one:
/// triangles and lists name only that one, and the others share its component and normal. A triangle that
/// names one vertex twice has no edges, and is listed once among the faces of a vertex.
typedef struct mote_mesh_view {
    const mote_vec3 *positions; ///< rest positions as floats, vertex_count
    const uint32_t *triangles;  ///< 3 * triangle_count, after the weld
    const uint32_t *weld; ///< vertex_count: the representative of each vertex; null without weld
    // ADJACENCY
    mote_lists vertex_neighbors; ///< vertices joined by an edge, ascending
    mote_lists vertex_faces;     ///< incident triangles, ascending
    /// 3 * triangle_count: the triangle across edge (i, i+1); MOTE_NONE at a border or where more
    /// than two triangles share the edge.
    const uint32_t *face_neighbors;
    const uint32_t *vertex_component; ///< numbered by lowest vertex; MOTE_NONE if isolated
    // NORMALS
    const mote_vec3 *face_normals;   ///< zero for degenerate triangles
    const mote_vec3 *vertex_normals; ///< weighted by angle; zero where undefined
    // CLUSTERS
    const uint32_t *mesh_order; ///< the caller's number of the engine's i-th vertex
    uint32_t mesh_order_count;  ///< vertices that some triangle uses
} mote_mesh_view;

/// The arrays of the mesh.
MOTE_API void mote_mesh_get_view(const mote_mesh *mesh, mote_mesh_view *out);

/// Defects of a mesh, as ascending lists, owned by the mesh and valid for its lifetime. Empty lists
/// are null; all are empty without FINDINGS. An edge is listed as 3 * triangle + corner of the
/// first triangle that has it.
typedef struct mote_findings {
    const uint32_t *degenerate_triangles; ///< exactly zero area: corners coincide or are collinear
    const uint32_t *duplicate_triangles;  ///< same three vertices as an earlier one, in any order
    /// Neither the vertex nor its representative is used by a triangle.
    const uint32_t *isolated_vertices;
    const uint32_t *border_edges;      ///< one triangle only
    const uint32_t *nonmanifold_edges; ///< more than two triangles
    const uint32_t *flipped_edges;     ///< two triangles that run along it in the same direction
    uint32_t degenerate_count, duplicate_count, isolated_count;
    uint32_t border_count, nonmanifold_count, flipped_count;
} mote_findings;

/// The defects of the mesh.
MOTE_API void mote_mesh_get_findings(const mote_mesh *mesh, mote_findings *out);

/// True if the point is inside or on the rest shape. Exact: the parity of the crossings of a ray in direction
/// +x, which is the same for every ray if the mesh is closed. False if a coordinate
/// is NaN or infinite. The cost is linear in the number of triangles.
MOTE_API bool mote_mesh_contains(const mote_mesh *mesh, mote_vec3 point);

#endif
