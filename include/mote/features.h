/// @file features.h
/// Pairs of features within a distance, as solvers of contact take them (IPC, XPBD): a vertex and a face, or two edges,
/// between bodies and of a body with itself, each pair once, with its distance, closest points and weights.

#ifndef MOTE_FEATURES_H
#define MOTE_FEATURES_H

#include <mote/world.h>

/// A plain value: it may be copied, and owns nothing.
typedef struct mote_features_def {
    uint32_t cookie; ///< set by mote_default_features_def
    /// Pairs at most this far apart are listed, in units of the positions. 0 or more; infinity for
    /// all pairs; default 0.
    float distance;
    /// Of a body with itself: also list pairs that share a vertex, whose distance is always 0.
    /// Default false: a vertex and a face that has it as a corner, and two edges with a common end,
    /// are left out.
    bool shared_vertex;
} mote_features_def;

/// A def with its cookie and the defaults that the fields name.
MOTE_API mote_features_def mote_default_features_def(void);

/// What is near what.
typedef enum mote_near_kind {
    MOTE_FEATURE_VERTEX_FACE = 0, ///< a vertex of a and a face of b
    MOTE_FEATURE_FACE_VERTEX,     ///< a face of a and a vertex of b; never of a body with itself
    MOTE_FEATURE_EDGE_EDGE        ///< an edge of a and an edge of b
} mote_near_kind;

/// Two features. A vertex has its number, a face the number of its triangle, an edge 3 * triangle +
/// corner of the lowest triangle that has it; all as the caller numbered them (mote_mesh_view). Of
/// a body with itself, the lower edge is that of a.
typedef struct mote_near_pair {
    uint32_t feature_a, feature_b; ///< vertex, face or edge, by the kind of the pair
    /// Those of a, then those of b: one and three, three and one, or two and two.
    uint32_t vertices[4];
    /// Of the vertices, for the closest points: 0 to 1, and they add up to 1 for each body. The
    /// closest point of a is the sum of weight * position over the vertices of a.
    float weights[4];
    /// Bit i is set where weights[i] is not 0: what the closest points lie on. Of a face: three
    /// bits for its inside, two for an edge, one for a corner. Of an edge: two for its inside, one
    /// for an end.
    uint32_t support;
    float distance;       ///< 0 exactly when they share a point; infinity where it exceeds FLT_MAX
    mote_vec3 on_a, on_b; ///< the closest points
} mote_near_pair;

/// The features of two bodies, or of one with itself.
typedef struct mote_feature_body_pair {
    mote_body_id a, b; ///< a.index <= b.index
    size_t first;      ///< in mote_features.features: vertex-face, then face-vertex, then edge-edge
    size_t vertex_face_count, face_vertex_count, edge_edge_count; ///< of each kind
} mote_feature_body_pair;

/// The arrays belong to the world and are valid until its next mote_world_features, mote_world_trim
/// or its destruction.
typedef struct mote_features {
    const mote_feature_body_pair *pairs; ///< that have any, sorted by (a, b)
    size_t pair_count;
    const mote_near_pair *features; ///< of each kind sorted by (feature_a, feature_b)
    size_t feature_count;
} mote_features;

/// Lists the features within a distance, of the positions that were set last, whether or not detect
/// has run: between bodies that collide by category, mask and mote_world_ignore_pair, and of bodies
/// with self_collision with themselves.
///
/// What is listed is exact: all pairs whose distance, for the float coordinates given, is at most
/// def.distance, and no other. Distances are accurate to 1e-6 of themselves and the rounding to
/// float, closest points and weights to 1e-7 of the size of the features. A triangle that names one
/// vertex twice has no edges; a face may be degenerate. Vertices that no triangle uses are left
/// out, and so are bodies with a position that is NaN or infinite. The result is the same for any
/// number of workers, and nothing is allocated if as much was found before.
///
/// Fails with MOTE_ERROR_ARGUMENT for a bad def, with MOTE_ERROR_STATE if positions are too old
/// (mote_body_set_positions), MOTE_ERROR_LIMIT beyond 1,431,655,765 triangles of a mesh, and
/// MOTE_ERROR_MEMORY; `out` is empty then.
MOTE_API mote_result mote_world_features(mote_world *world, const mote_features_def *def,
                                         mote_features *out);

/// Draws pairs of features: a segment between the closest points of each, and the two points with
/// the vector from the one of a to the one of b (MOTE_DRAW_CLOSEST). MOTE_ERROR_ARGUMENT for null.
MOTE_API mote_result mote_debug_draw_features(const mote_debug_draw *draw,
                                              const mote_features *features);

#endif
