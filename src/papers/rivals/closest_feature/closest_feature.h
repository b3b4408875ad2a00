// The parts of closest-feature: the features of a convex body (vertices, edges and faces) with
// their Voronoi regions, and the walk over them.

#ifndef MOTE_PAPERS_RIVALS_CLOSEST_FEATURE_CLOSEST_FEATURE_H
#define MOTE_PAPERS_RIVALS_CLOSEST_FEATURE_CLOSEST_FEATURE_H

#include "core/transform.h"
#include "shape/shape.h"

// ---------------------------------------------------------------------------------------------
// Features (features.c)

typedef enum mote_feature_kind {
    MOTE_FEATURE_VERTEX,
    MOTE_FEATURE_EDGE,
    MOTE_FEATURE_FACE
} mote_feature_kind;

// A vertex or a face by its number; an edge as 3 * face + corner, running from that corner to the
// next around the face. Every edge has two such numbers, which are equivalent.
typedef struct mote_feature {
    mote_feature_kind kind;
    uint32_t index;
} mote_feature;

// A rest shape under a transform, in double precision.
typedef struct mote_placed_body {
    const mote_mesh *mesh;
    mote_affine map;
    double outwards; // 1, or -1 if the faces' normals point inwards
} mote_placed_body;

// A plane through a point; positive is where its normal points. The normal need not have unit
// length.
typedef struct mote_region_plane {
    mote_dvec3 point, normal;
    mote_feature beyond; // the feature that points on the negative side are closer to
} mote_region_plane;

enum { MOTE_MAX_REGION_PLANES = 64 };

mote_placed_body mote_place_body(const mote_shape *shape);

mote_dvec3 mote_placed_vertex(const mote_placed_body *body, uint32_t vertex);

// Not of unit length.
mote_dvec3 mote_outward_normal(const mote_placed_body *body, uint32_t face);

uint32_t mote_edge_tail(const mote_placed_body *body, uint32_t edge);
uint32_t mote_edge_head(const mote_placed_body *body, uint32_t edge);

// Height above the plane of a face, in units of the normal's length.
double mote_height_above_face(const mote_placed_body *body, uint32_t face, mote_dvec3 p);

// The edge from one vertex to a neighbor.
uint32_t mote_edge_between(const mote_placed_body *body, uint32_t tail, uint32_t head);

static inline double mote_height_above_plane(const mote_region_plane *p, mote_dvec3 x)
{
    return mote_dvec_dot(mote_dvec_sub(x, p->point), p->normal);
}

// The planes that bound the Voronoi region of a feature, positive inside; returns how many. For a
// vertex those towards its edges (at most MOTE_MAX_REGION_PLANES), for an edge the two at its ends
// and then the two towards its faces, for a face those above its edges.
int mote_region_planes(const mote_placed_body *body, mote_feature of, mote_region_plane *out);

// The vertex that is farthest in a direction, found by climbing from a vertex near it.
uint32_t mote_climb_to_farthest(const mote_placed_body *body, uint32_t from, mote_dvec3 direction);

// Some vertex of a feature.
uint32_t mote_vertex_of_feature(const mote_placed_body *body, mote_feature of);

// ---------------------------------------------------------------------------------------------
// The closest features of two bodies, found by walking from those of the frame before (vclip.c)
//
//   Mirtich: "V-Clip: Fast and Robust Polyhedral Collision Detection", ACM Transactions on Graphics 17 (3), 1998.
//   It replaces the walk of Lin and Canny that I-COLLIDE uses, which can cycle.

typedef struct mote_feature_pair {
    mote_feature a, b;
} mote_feature_pair;

typedef enum mote_vclip_end {
    MOTE_VCLIP_APART,     // the features are closest
    MOTE_VCLIP_TOUCH,     // the bodies meet
    MOTE_VCLIP_UNDECIDED, // rounding errors kept the walk from ending
} mote_vclip_end;

// Walks from the features in `at`, and leaves the last ones there. Adds the number of steps to
// *steps.
mote_vclip_end mote_vclip_walk(const mote_placed_body *a, const mote_placed_body *b,
                               mote_feature_pair *at, uint64_t *steps);

// Whether a plane perpendicular to the line between the closest features separates the bodies.
bool mote_vclip_proves_apart(const mote_placed_body *a, const mote_placed_body *b,
                             const mote_feature_pair *at);

#endif
