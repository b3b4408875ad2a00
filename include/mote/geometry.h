/// @file geometry.h
/// Stateless geometry: triangles, boxes, segments, points and rays, without a mesh or a world.
///
/// Exactness. "Exact" means exact for the coordinates given, which are floats except where a
/// function takes doubles: a fast floating point filter decides nearly always, and exact arithmetic
/// decides the rest. No epsilon is involved. Motion is on straight lines. A triangle is the closed
/// set of points that it spans: if its corners coincide or lie on a line, it is a point or a
/// segment. Touching counts as intersecting. See docs/exactness.md.
///
/// All functions may be called from any thread. They give the same answer whatever rounding mode or
/// flush-to-zero mode the caller has set, and restore that mode.

#ifndef MOTE_GEOMETRY_H
#define MOTE_GEOMETRY_H

#include <mote/base.h>

// ---------------------------------------------------------------------------------------------
// Triangle against triangle: do they share a point?

/// True if the two triangles share at least one point: exact, touching and coplanar overlap
/// included. The same for any order of the corners and of the two triangles. False if any
/// coordinate is NaN or infinite.
MOTE_API bool mote_triangles_intersect(const mote_vec3 a[3], const mote_vec3 b[3]);

/// What two triangles have in common.
typedef enum mote_overlap_kind {
    MOTE_OVERLAP_NONE = 0,
    MOTE_OVERLAP_POINT,
    MOTE_OVERLAP_SEGMENT,
    MOTE_OVERLAP_POLYGON ///< convex, counter-clockwise as seen against the normal of `a`
} mote_overlap_kind;

/// The intersection of two triangles. Whether it is empty is exact; the points are rounded to
/// double. A single contact point may be reported as a segment shorter than the rounding error.
typedef struct mote_overlap {
    mote_overlap_kind kind;
    uint32_t count;       ///< points used: 0, 1, 2, or 3 to 6
    mote_dvec3 points[6]; ///< the point, the ends of the segment, or the corners
} mote_overlap;

/// Fills `out` and returns what mote_triangles_intersect returns.
MOTE_API bool mote_triangles_intersection(const mote_vec3 a[3], const mote_vec3 b[3],
                                          mote_overlap *out);

/// Counters of a batch. Calls add to them and never reset them.
typedef struct mote_batch_stats {
    size_t pairs;       ///< pairs tested
    size_t exact_pairs; ///< pairs that the floating point filter could not decide
} mote_batch_stats;

/// Two triangles by index.
typedef struct mote_index_pair {
    uint32_t a, b; ///< into each of the two arrays
} mote_index_pair;

/// One triangle against `count` triangles, packed as three corners each. Writes hits[i] = 1 or 0
/// and returns the number of hits. The answers equal mote_triangles_intersect. `stats` may be null.
MOTE_API size_t mote_triangles_intersect_one_many(const mote_vec3 a[3], const mote_vec3 *b,
                                                  size_t count, uint8_t *hits,
                                                  mote_batch_stats *stats);

/// Many against many: triangle pairs[i].a of `a` against triangle pairs[i].b of `b`, both packed as
/// three corners each. Writes hits[i] = 1 or 0 and returns the number of hits. `stats` may be null.
MOTE_API size_t mote_triangles_intersect_pairs(const mote_vec3 *a, const mote_vec3 *b,
                                               const mote_index_pair *pairs, size_t count,
                                               uint8_t *hits, mote_batch_stats *stats);

// ---------------------------------------------------------------------------------------------
// Over time

/// When something happens first, in [0, 1]: low <= time <= high, at most 2^-40 apart. Impacts are told in multiples of 2^-41:
/// both are the time itself if it is one, else its neighbors.
typedef struct mote_impact_time {
    double low, high; ///< bounds of the time
} mote_impact_time;

/// Do a vertex and a face, whose corners move on straight lines from `start` to `end`, share a
/// point at some time? Point 0 is the vertex, 1 to 3 are the corners of the face. Exact, for the
/// numbers as given and for closed primitives: touching, degenerate faces and motion within a plane
/// included. `time`, which may be null, is written where the answer is true. False if any
/// coordinate is NaN or infinite. Allocates nothing; takes up to 48 kB of stack. See
/// docs/continuous.md.
MOTE_API bool mote_vertex_face_impact(const mote_vec3 start[4], const mote_vec3 end[4],
                                      mote_impact_time *time);
MOTE_API bool mote_vertex_face_impact_double(const mote_dvec3 start[4], const mote_dvec3 end[4],
                                             mote_impact_time *time);

/// The same for two edges: points 0 and 1 are the ends of one, 2 and 3 those of the other.
MOTE_API bool mote_edges_impact(const mote_vec3 start[4], const mote_vec3 end[4],
                                mote_impact_time *time);
MOTE_API bool mote_edges_impact_double(const mote_dvec3 start[4], const mote_dvec3 end[4],
                                       mote_impact_time *time);

/// Four vertices by index: a vertex and the corners of a face, or the ends of two edges.
typedef struct mote_index_quad {
    uint32_t v[4]; ///< in the order of the function that takes them
} mote_index_quad;

/// Many candidates for one kind of impact. Candidate i is quads[i]: of a vertex and a face, v[0] is
/// the vertex, an index into start_a and end_a, and v[1] to v[3] are the corners, indices into
/// start_b and end_b; of two edges, v[0] and v[1] are the ends of one, in start_a and end_a, and
/// v[2] and v[3] those of the other, in start_b and end_b. Both sides may be the same arrays.
/// Nothing is kept after the call.
typedef struct mote_impact_batch {
    const mote_vec3 *start_a, *end_a; ///< positions of the first side
    const mote_vec3 *start_b, *end_b; ///< positions of the second side
    const mote_index_quad *quads;     ///< the candidates
    size_t count;                     ///< at most 2^32
    double until; ///< impacts with time.low > until are left out, and cost less; 1 keeps all
    bool
        earliest; ///< lowers `until` to the time.low of each impact that is found: the earliest are always among the hits
} mote_impact_batch;

/// The same in double.
typedef struct mote_impact_batch_double {
    const mote_dvec3 *start_a, *end_a; ///< positions of the first side
    const mote_dvec3 *start_b, *end_b; ///< positions of the second side
    const mote_index_quad *quads;      ///< the candidates
    size_t count;                      ///< at most 2^32
    double until;                      ///< as in mote_impact_batch
    bool earliest;                     ///< as in mote_impact_batch
} mote_impact_batch_double;

/// A candidate that meets, and when.
typedef struct mote_impact_hit {
    uint32_t index;        ///< of the candidate
    mote_impact_time time; ///< of its first impact
} mote_impact_hit;

/// Counters of a batch: how many candidates each stage left to the next one. Calls add to them and
/// never reset them.
typedef struct mote_impact_batch_stats {
    size_t candidates; ///< given
    size_t filtered;   ///< left by the filter, which is eight candidates wide
    size_t
        bracketed; ///< left by certificates in double: impacts whose time is sought, and what is in doubt
    size_t exact; ///< decided in integers of any length
    size_t hits;  ///< found
} mote_impact_batch_stats;

/// Batches of mote_vertex_face_impact and mote_edges_impact. Writes the impacts in the order of the
/// candidates, `hits` has room for batch->count, and returns their number. Answers and times are
/// those of the single forms, bit by bit. `stats` may be null. Allocates nothing; takes up to 48 kB
/// of stack.
MOTE_API size_t mote_vertex_face_impact_batch(const mote_impact_batch *batch, mote_impact_hit *hits,
                                              mote_impact_batch_stats *stats);
MOTE_API size_t mote_vertex_face_impact_batch_double(const mote_impact_batch_double *batch,
                                                     mote_impact_hit *hits,
                                                     mote_impact_batch_stats *stats);
MOTE_API size_t mote_edges_impact_batch(const mote_impact_batch *batch, mote_impact_hit *hits,
                                        mote_impact_batch_stats *stats);
MOTE_API size_t mote_edges_impact_batch_double(const mote_impact_batch_double *batch,
                                               mote_impact_hit *hits,
                                               mote_impact_batch_stats *stats);

/// Do a vertex and a face, which move as in mote_vertex_face_impact, come within `distance` of each
/// other at some time? Conservative: never false if they do, and true only if at some time they are
/// within distance + 2^-19 s, where s is the largest difference of a coordinate between a point of
/// one and a point of the other, at the start or at the end. `time`, which may be null, is written
/// where the answer is true: before time->low they are farther apart than `distance`, and from then
/// to time->high, at most 2^-20 later, they come within distance + 2^-19 s. A distance that is
/// negative or NaN counts as 0. False if any coordinate is NaN or infinite; true if a difference of
/// coordinates overflows, unless some coordinate alone keeps them apart.
MOTE_API bool mote_vertex_face_approach(const mote_vec3 start[4], const mote_vec3 end[4],
                                        double distance, mote_impact_time *time);
MOTE_API bool mote_vertex_face_approach_double(const mote_dvec3 start[4], const mote_dvec3 end[4],
                                               double distance, mote_impact_time *time);

/// The same for two edges, as in mote_edges_impact.
MOTE_API bool mote_edges_approach(const mote_vec3 start[4], const mote_vec3 end[4], double distance,
                                  mote_impact_time *time);
MOTE_API bool mote_edges_approach_double(const mote_dvec3 start[4], const mote_dvec3 end[4],
                                         double distance, mote_impact_time *time);

// ---------------------------------------------------------------------------------------------
// Distances

/// The minimum distance of two triangles and a pair of closest points (`on_a`, `on_b` may be null).
/// 0 if and only if the triangles intersect; otherwise at least the smallest positive float. The
/// error is at most 1e-6 d + 1e-14 times the largest coordinate, plus the rounding to float.
/// NaN if any coordinate is NaN or infinite.
MOTE_API float mote_triangles_distance(const mote_vec3 a[3], const mote_vec3 b[3], mote_vec3 *on_a,
                                       mote_vec3 *on_b);

/// As mote_triangles_distance for triangle pairs[i].a of `a` against pairs[i].b of `b`, both packed
/// as three corners each. Writes distances[i]. Returns the index of the smallest distance (the
/// first such), or `count` when there is none.
MOTE_API size_t mote_triangles_distance_pairs(const mote_vec3 *a, const mote_vec3 *b,
                                              const mote_index_pair *pairs, size_t count,
                                              float *distances);

/// Distance of a point to a triangle, and the closest point of the triangle (may be null).
MOTE_API float mote_point_triangle_distance(mote_vec3 point, const mote_vec3 triangle[3],
                                            mote_vec3 *closest);

/// Distance of two segments and a pair of closest points (each may be null).
MOTE_API float mote_segments_distance(const mote_vec3 a[2], const mote_vec3 b[2], mote_vec3 *on_a,
                                      mote_vec3 *on_b);

/// Does the ray origin + t * direction, 0 <= t <= t_max, meet the triangle? Exact about whether the
/// ray's line passes through the closed triangle, rounded in `t` (which may be null). A ray that
/// lies in the plane of the triangle meets it where it enters it.
MOTE_API bool mote_ray_triangle(mote_vec3 origin, mote_vec3 direction, float t_max,
                                const mote_vec3 triangle[3], float *t);

// ---------------------------------------------------------------------------------------------
// Triangle against box

/// True if the triangle and the closed box share a point: separating axes (Akenine-Moller), with an
/// exact decision where floating point cannot decide.
MOTE_API bool mote_triangle_box(const mote_vec3 triangle[3], const mote_box *box);

#endif
