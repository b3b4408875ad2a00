/// @file areas.h
/// Areas: a mesh cut into N patches, each of which a particle watches; and the rules by which the
/// papers choose N.
///
/// The patches come from LBG vector quantization of (position, normal), as Saenghaengtham and
/// Kanongchaiyos 2006 use it, in two forms: repaired, so that areas are connected and none is empty
/// (the default), and literal, as the paper writes it. docs/areas.md tells them apart.

#ifndef MOTE_PAPERS_H
#define MOTE_PAPERS_H

#include <mote/geometry.h>
#include <mote/mesh.h>

// ---------------------------------------------------------------------------------------------
// Areas

typedef struct mote_areas mote_areas;

typedef enum mote_areas_form {
    MOTE_AREAS_CONNECTED = 0, ///< repaired: connected areas, none empty
    MOTE_AREAS_LITERAL        ///< the cells of the paper: in fragments, some may be empty
} mote_areas_form;

/// A further factor of the quantization, such as color: so many floats for each vertex.
typedef struct mote_area_factor {
    const float *values; ///< dimensions * vertex_count, a vertex's own together; finite
    uint32_t dimensions; ///< 1 to 16
    float weight;        ///< each value is multiplied by it
} mote_area_factor;

typedef struct mote_areas_def {
    uint32_t cookie;       ///< set by the default functions; a def without it is refused
    const mote_mesh *mesh; ///< with ADJACENCY, and NORMALS where normals of its own are needed
    uint32_t count;        ///< areas wanted, 1 or more
    mote_areas_form form;
    /// Vertices in another place than at rest, and their unit normals, vertex_count each, in the
    /// caller's numbering; null means those of the mesh.
    const mote_vec3 *positions;
    const mote_vec3 *normals;
    /// Coordinates are multiplied by their weight. In the CONNECTED form positions are measured
    /// from the middle of their box in units of half its longest side; in the LITERAL form they are
    /// as they are. A weight of 0 leaves the factor out; not both may be 0 without a factor.
    float position_weight;
    float normal_weight;
    const mote_area_factor *factors;
    uint32_t factor_count; ///< at most 16
    float epsilon; ///< Eqs. 3, 4 and 9: the split, and the relative gain that ends a round; 0 to 1
    uint32_t iteration_limit; ///< of a round, 1 or more; for the gain alone may take long
    mote_allocator allocator;
    mote_log log; ///< hears of the progress after each round
} mote_areas_def;

/// CONNECTED: weights 1 and 0.3, epsilon 0.005, 64 areas, 100 iterations.
MOTE_API mote_areas_def mote_default_areas_def(void);

/// LITERAL: weights 1 and 1, else the same.
MOTE_API mote_areas_def mote_literal_areas_def(void);

/// Cuts a mesh into areas. `*out` is null after a failure. The mesh must outlive the areas; what
/// else the def points at is not needed afterwards. The same def gives the same areas on every
/// machine. Cost grows with vertices times areas. Refuses:
/// - MOTE_ERROR_ARGUMENT: a null pointer, a missing cookie, an option out of range, no dimension
///   with a weight, a mesh without what is needed;
/// - MOTE_ERROR_DATA: a coordinate or value that is not finite, or becomes so by its weight.
MOTE_API mote_result mote_areas_create(const mote_areas_def *def, mote_areas **out);

/// Null is allowed.
MOTE_API void mote_areas_destroy(mote_areas *areas);

/// A node of the tree of areas: an area, or the union of its children.
typedef struct mote_area_node {
    uint32_t parent;       ///< node; MOTE_NONE at the root
    uint32_t seed;         ///< the vertex whose vector is nearest to the mean; MOTE_NONE if empty
    uint32_t vertex_count; ///< 0 only in the LITERAL form
    mote_vec3 centroid;    ///< mean position of the vertices; zero if empty
    float radius;          ///< of the vertices around the centroid
    mote_box box;          ///< of the vertices
    double distortion;     ///< sum over the vertices of the squared distance to the mean vector
} mote_area_node;

/// One iteration: how many code vectors there were, and Eq. 8.
typedef struct mote_area_step {
    uint32_t code_count;
    double distortion;
} mote_area_step;

/// Owned by the areas and valid for their life.
///
/// There are `area_count` areas: as many as were asked for, but in the CONNECTED form no more than
/// vertices in use. Areas of the CONNECTED form are numbered by their lowest vertex and are
/// connected along edges, except when the mesh has more components than areas were asked for: then
/// areas of several whole components occur, and `fragments` tells which.
///
/// Nodes 0 .. area_count - 1 are the areas, the leaves of the tree, and the root is the last node;
/// a parent comes after its children. The tree is the order of the splits: nearly all inner nodes
/// have two children. The union of a node's areas need not be connected.
typedef struct mote_areas_view {
    uint32_t area_count;
    uint32_t node_count;
    uint32_t fragment_count; ///< connected pieces of all areas together
    uint32_t empty_count;    ///< areas without a vertex
    uint32_t step_count;
    /// vertex_count of the mesh: the area of each vertex; MOTE_NONE where no triangle uses it. A
    /// welded vertex has the area of the one that stands for it.
    const uint32_t *area_of;
    const mote_area_node *nodes; ///< node_count
    const uint32_t *fragments;   ///< area_count: connected pieces of each
    mote_lists vertices;         ///< of each area, ascending; a weld's class once
    mote_lists neighbors;        ///< areas joined to each by an edge of the mesh, ascending
    mote_lists children;         ///< of each node, ascending; none of an area
    const mote_area_step *steps; ///< all iterations of all rounds
} mote_areas_view;

MOTE_API void mote_areas_get_view(const mote_areas *areas, mote_areas_view *out);

// ---------------------------------------------------------------------------------------------
// How many particles a body needs: one function a rule. docs/areas.md says what each gives.

/// Saenghaengtham 2006 for bodies of one size: as many as can touch one of them at once, which is 12
/// (the kissing number), or the number of bodies if there are fewer.
MOTE_API uint32_t mote_count_by_kissing(uint32_t body_count);

/// Saenghaengtham 2006 for bodies of different size: at most so many spheres of `other_radius` touch
/// a sphere of `radius` at once, by the area of the shadow that each casts from its center, A / B,
/// rounded down. It is 12 where it is known that a thirteenth has no room. Saturates at UINT32_MAX.
/// MOTE_ERROR_ARGUMENT unless both are finite, radius is 0 or more and other_radius more than 0.
MOTE_API mote_result mote_count_by_shadows(float radius, float other_radius, uint32_t *out);

typedef struct mote_convex_parts_def {
    uint32_t cookie;
    const mote_mesh *mesh; ///< with ADJACENCY and NORMALS
    uint32_t sample_count; ///< points of the surface that are compared, 1 to 64; default 64
    /// How far below the surface they are taken, in units of half the longest side of the box of the
    /// mesh: dents that are not deeper do not count. Default 0.02; 0 or more and finite.
    float depth;
    mote_allocator allocator;
} mote_convex_parts_def;

MOTE_API mote_convex_parts_def mote_default_convex_parts_def(void);

/// Senin 2003: twice as many particles as convex parts. `*parts` (which may be null) is an estimate of
/// how many convex parts the rest shape has: points just below its surface belong to one part if all
/// of them see each other through the inside. `*particles` is twice that.
/// MOTE_ERROR_ARGUMENT for an option out of range or a mesh without what is needed.
MOTE_API mote_result mote_count_by_convex_parts(const mote_convex_parts_def *def, uint32_t *parts,
                                                uint32_t *particles);

typedef struct mote_part_spheres_def {
    uint32_t cookie;
    const mote_mesh *mesh; ///< with ADJACENCY and NORMALS
    /// A vertex is critical if its normal turns by more than this towards a neighbor, in radians;
    /// 0 to pi. Default pi / 6.
    float turn;
    bool ridges_too;    ///< also where the surface turns outwards; default only inwards
    float other_radius; ///< of the smallest body of the scene; 0: of the smallest sphere found
    mote_allocator allocator;
} mote_part_spheres_def;

MOTE_API mote_part_spheres_def mote_default_part_spheres_def(void);

/// One part of a body, between critical points, as a sphere.
typedef struct mote_part_sphere {
    mote_vec3 center; ///< mean of the vertices of the part
    float radius;     ///< of all of them around it
    uint32_t vertex_count;
    uint32_t particles; ///< by mote_count_by_shadows; 1 for a part without size
} mote_part_sphere;

/// Saenghaengtham 2006 for other shapes than spheres: a collection of spheres, with the particles that
/// each needs. Writes them to `out`, by their lowest vertex, and their number to `*count`.
/// MOTE_ERROR_LIMIT if there are more than `capacity`: then `*count` says how many, and `out` is
/// untouched. MOTE_ERROR_ARGUMENT for an option out of range or a mesh without what is needed.
MOTE_API mote_result mote_find_part_spheres(const mote_part_spheres_def *def, mote_part_sphere *out,
                                            uint32_t capacity, uint32_t *count);

// ---------------------------------------------------------------------------------------------
// The papers' own tests, kept as published so that they can be measured against the exact ones

/// Smith et al. 1998, section 3.6: boxes, then each edge of one face against the plane and the inside
/// of the other, in float. Agrees with the exact test on random input. On triangles that touch, are
/// degenerate or lie in one slanted plane it misses up to half of what meets and invents some hits.
MOTE_API bool mote_smith_face_pair(const mote_vec3 a[3], const mote_vec3 b[3]);

/// Which distance the techniques of Sulaiman et al. 2013 take from a vertex to an edge.
typedef enum mote_sulaiman_technique {
    MOTE_SULAIMAN_VECTOR,      ///< Eq. 2 and 5 to 10: cross product over the edge's length
    MOTE_SULAIMAN_HERON,       ///< Eq. 11 to 15: height from the three side lengths, in float
    MOTE_SULAIMAN_HERON_STABLE ///< the same height from sorted sides, in double
} mote_sulaiman_technique;

/// Which vertices and edges are looked at.
typedef enum mote_sulaiman_choice {
    MOTE_SULAIMAN_ALL, ///< all nine vertex pairs and eighteen vertex-edge pairs
    MOTE_SULAIMAN_DYOP ///< the two vertices of each triangle nearest to the dynamic origin point
} mote_sulaiman_choice;

/// Distance of two triangles after Sulaiman et al. 2013: the least of the vertex-vertex distances and
/// of those vertex-edge distances whose perpendicular foot falls on the edge. An approximation from
/// above: edge against edge and vertex against the inside of a face are not looked at, nor is
/// intersection. For triangles in a plane give equal z. Of random pairs that are apart, the share that
/// comes out too large is 0 in the plane and 20 % in space, with the dynamic origin point 21 and 37 %.
MOTE_API float mote_sulaiman_distance(const mote_vec3 a[3], const mote_vec3 b[3],
                                      mote_sulaiman_technique technique,
                                      mote_sulaiman_choice choice);

/// The dynamic origin point: the midpoint of the gap, or of the overlap, between the boxes of the
/// two triangles (the paper leaves its place open).
MOTE_API mote_vec3 mote_sulaiman_origin(const mote_vec3 a[3], const mote_vec3 b[3]);

/// Height of a triangle with sides a, b, base over its base by Heron's formula as printed (float). 0 if
/// the base is 0 or rounding leaves no triangle.
MOTE_API float mote_heron_height(float a, float b, float base);

/// The same by Kahan's arrangement of the sorted sides in double: stable for needles.
MOTE_API double mote_heron_height_stable(double a, double b, double base);

/// Smith et al. 1998, section 3.7: clips the triangle by the planes of the box, with early outs
/// when a corner is inside the box and when a clip point falls inside a face. In double, without an
/// exact fallback: the answer may be wrong when the triangle misses or touches the box by less than
/// the rounding error.
MOTE_API bool mote_triangle_box_clip(const mote_vec3 triangle[3], const mote_box *box);

#endif
