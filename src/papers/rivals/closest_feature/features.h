// The features of a convex body, vertices, edges and faces, in the place where it stands.

#ifndef MOTE_PAPERS_RIVALS_CLOSEST_FEATURE_FEATURES_H
#define MOTE_PAPERS_RIVALS_CLOSEST_FEATURE_FEATURES_H

#include "core/vec.h"
#include "shape/shape.h"

typedef enum feature_kind { FEATURE_VERTEX, FEATURE_EDGE, FEATURE_FACE } feature_kind;

// A vertex or a face by its number; an edge as 3 * face + corner, running from that corner to the next
// around the face. Either of its two names will do.
typedef struct feature {
    feature_kind kind;
    uint32_t index;
} feature;

// A rest shape under a transform, in double.
typedef struct placed_body {
    const mote_mesh *mesh;
    mote_dvec3 columns[3], origin;
    double outwards; // 1, or -1 where the faces' normals point inwards
} placed_body;

// A plane through a point; positive is where its normal points. The normal has no particular length.
typedef struct plane {
    mote_dvec3 point, normal;
    feature beyond; // what a point on the negative side is nearer to
} plane;

enum { MOST_PLANES = 64 };

placed_body mote_placed_body(const mote_shape *shape);

mote_dvec3 mote_vertex_place(const placed_body *body, uint32_t vertex);
mote_dvec3 mote_outward_normal(const placed_body *body,
                               uint32_t face); // outwards, not of unit length

uint32_t mote_edge_tail(const placed_body *body, uint32_t edge);
uint32_t mote_edge_head(const placed_body *body, uint32_t edge);

// Height above the plane of a face, in units of the normal's length.
double mote_height_above(const placed_body *body, uint32_t face, mote_dvec3 p);

// The edge from one vertex to a neighbor.
uint32_t mote_edge_between(const placed_body *body, uint32_t tail, uint32_t head);

static inline double above(const plane *p, mote_dvec3 x)
{
    return mote_dvec_dot(mote_dvec_sub(x, p->point), p->normal);
}

// The planes that bound the Voronoi region of a feature, positive inside; how many. Of a vertex those
// towards its edges (only MOST_PLANES of them), of an edge the two at its ends and then the two towards
// its faces, of a face those above its edges.
int mote_region_planes(const placed_body *body, feature of, plane *out);

// The vertex that is farthest in a direction, by climbing from one that is near it.
uint32_t mote_climb_to_farthest(const placed_body *body, uint32_t from, mote_dvec3 direction);

// Some vertex of a feature.
uint32_t mote_vertex_of_feature(const placed_body *body, feature of);

#endif
