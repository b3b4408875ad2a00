/// @file world.h
/// A world holds bodies and answers, frame by frame, which of them touch, where, and how far apart
/// they are.
///
/// One frame: say what moved (mote_body_set_positions, mote_body_set_deformer,
/// mote_body_set_transform), call mote_world_detect, read the report, ask for distances. One thread
/// at a time per world; queries count as writes.

#ifndef MOTE_WORLD_H
#define MOTE_WORLD_H

#include <mote/deform.h>
#include <mote/method.h>

typedef struct mote_world mote_world;

// ---------------------------------------------------------------------------------------------
// Worlds

/// What detect looks for.
typedef enum mote_detect {
    MOTE_DETECT_ALL = 0, ///< every face pair
    MOTE_DETECT_FIRST,   ///< one face pair of each colliding pair of bodies
    MOTE_DETECT_COUNT    ///< how many face pairs, without listing them
} mote_detect;

/// The values of the options that single methods have. Private: set them by name (mote/options.h),
/// those of the papers' methods also as structs (mote/papers.h).
typedef struct mote_method_options {
    unsigned char bytes[512];
} mote_method_options;

/// A plain value: it may be copied, and owns nothing.
typedef struct mote_world_def {
    uint32_t cookie; ///< set by mote_default_world_def
    mote_method method;
    mote_detect detect;
    /// Also report face pairs at most this far apart, in units of the positions. Default 0: only
    /// faces that touch.
    float tolerance;
    /// Group face pairs into contacts. Default true. Needs DETECT_ALL, and meshes with ADJACENCY.
    bool contacts;
    /// Find bodies that lie inside another without touching it, or have a component that does.
    /// Default false. Needs meshes with ADJACENCY; the outer mesh must be closed (FINDINGS).
    bool containment;
    /// For methods that are not exact: the exact engine decides what they leave undecided, and
    /// reports one face pair for each pair of bodies. Default false. Not with DETECT_COUNT.
    bool certify;
    double time_budget; ///< seconds that one detect may take; 0: no limit
    /// Face pairs with overlapping boxes that one detect may test; 0: no limit.
    uint64_t candidate_budget;
    /// Threads of the built-in pool, the calling one included. Default 1; 0: one per processor.
    uint32_t worker_count;
    uint64_t seed; ///< of all random numbers: the same seed gives the same report
    mote_method_options method_options;
    mote_tasks tasks;         ///< all zero: the built-in pool
    mote_allocator allocator; ///< all zero: malloc and free
    mote_log log;             ///< all zero: none
} mote_world_def;

MOTE_API mote_world_def mote_default_world_def(void);
MOTE_API mote_result mote_world_create(const mote_world_def *def, mote_world **out);

/// Destroys the world and its bodies. Null is allowed.
MOTE_API void mote_world_destroy(mote_world *world);

// ---------------------------------------------------------------------------------------------
// Bodies

/// Names a body for its life. All zero names none. Checked in every build: the id of a destroyed
/// body is refused with MOTE_ERROR_STALE.
typedef struct mote_body_id {
    uint32_t index;      ///< small and dense: reports are sorted by it
    uint32_t generation; ///< 0 for no body
} mote_body_id;

typedef struct mote_body_def {
    uint32_t cookie;       ///< set by mote_default_body_def
    const mote_mesh *mesh; ///< with CLUSTERS; must outlive the body
    uint64_t category;     ///< bits of what it is; default 1
    uint64_t mask; ///< bits of what it meets; default all. Two bodies meet when each is in the
                   ///< other's mask
    bool self_collision;     ///< also against itself: faces that share no vertex
    bool self_shared_vertex; ///< with self_collision: also faces that share one vertex and meet
                             ///< elsewhere too
    bool positions_in_mesh_order; ///< positions come in the mesh's own order
                                  ///< (mote_mesh_view.mesh_order): no copy
    void *user_data;
} mote_body_def;

MOTE_API mote_body_def mote_default_body_def(void);

/// The body starts in the rest shape of its mesh.
MOTE_API mote_result mote_body_create(mote_world *world, const mote_body_def *def,
                                      mote_body_id *out);
MOTE_API mote_result mote_body_destroy(mote_world *world, mote_body_id body);

/// The body's vertices are now there. The array is shared, not copied: it must stay unchanged from
/// here to the last query of the frame. `count` is the mesh's vertex_count, or mesh_order_count in
/// mesh order. Doubles are rounded to float at the next detect. Takes a deformer away.
MOTE_API mote_result mote_body_set_positions(mote_world *world, mote_body_id body,
                                             const mote_positions *positions);

/// The body's vertices are now where the deformer puts them; it takes the place of positions. Call
/// it again whenever the deformer's parameters have changed, or those of a deformer in its chain:
/// it is cheap, and no vertex is evaluated before somebody asks. The deformer is shared: it must
/// live, and its parameters stay, from here to the last query of the frame. Null takes it away and
/// leaves the rest shape.
///
/// With a deformer that can bound nodes, methods with MOTE_ABILITY_ON_DEMAND or MOTE_ABILITY_POINTS
/// and mote_world_distance evaluate only vertices near the other body, each once, and answer as if
/// all of them had been evaluated (docs/on-demand.md). All vertices are evaluated for other
/// deformers and methods, for self-collision, for the depth of contacts between closed meshes that
/// touch, for containment, for the other queries that come near the body, and where bounding would
/// cost more.
///
/// MOTE_ERROR_ARGUMENT for a deformer of another mesh, MOTE_ERROR_REFUSED by methods for rigid
/// bodies, MOTE_ERROR_MEMORY; then the body stays as it was.
MOTE_API mote_result mote_body_set_deformer(mote_world *world, mote_body_id body,
                                            const mote_deformer *deformer);

/// Places the body: applied after its positions, deformer or rest shape, rounded to float once.
/// Null takes it away.
MOTE_API mote_result mote_body_set_transform(mote_world *world, mote_body_id body,
                                             const mote_transform *transform);

/// Promises that all present positions, transform applied, lie in this box, until they are set
/// again. A body whose promised box meets no other body is not looked at. Null takes the promise
/// back. A broken promise loses pairs, nothing worse.
MOTE_API mote_result mote_body_set_bounds(mote_world *world, mote_body_id body,
                                          const mote_box *bounds);

/// Copies the present positions as detection sees them, rounded to float, in the caller's vertex
/// order (vertices that no triangle uses are left out and their places untouched). `capacity` in
/// vertices.
MOTE_API mote_result mote_body_get_positions(mote_world *world, mote_body_id body, mote_vec3 *out,
                                             size_t capacity);

MOTE_API mote_result mote_body_get_user_data(const mote_world *world, mote_body_id body,
                                             void **out);
MOTE_API mote_result mote_body_get_mesh(const mote_world *world, mote_body_id body,
                                        const mote_mesh **out);

/// Where mote_body_set_transform or a dynamics has placed the body; the identity if nobody has.
MOTE_API mote_result mote_body_get_transform(const mote_world *world, mote_body_id body,
                                             mote_transform *out);

/// The bodies that there are, by ascending index: `*count` of them in all, and in `out` as many of
/// the first as `capacity` has room for. `out` may be null where `capacity` is 0.
MOTE_API mote_result mote_world_get_bodies(const mote_world *world, mote_body_id *out,
                                           size_t capacity, size_t *count);

/// Never reports the two bodies together, or does so again.
MOTE_API mote_result mote_world_ignore_pair(mote_world *world, mote_body_id a, mote_body_id b,
                                            bool ignore);

// ---------------------------------------------------------------------------------------------
// Detect and report

/// Finds what touches. On failure (no memory) the report is empty.
MOTE_API mote_result mote_world_detect(mote_world *world);

/// Changes mote_world_def.time_budget from the next detect on, for callers who share out the time of several
/// frames. MOTE_ERROR_ARGUMENT unless `seconds` is 0 or more, MOTE_ERROR_STATE while the world is recorded.
MOTE_API mote_result mote_world_set_time_budget(mote_world *world, double seconds);

typedef enum mote_pair_state {
    MOTE_PAIR_BEGIN = 0, ///< together in this frame, not in the one before
    MOTE_PAIR_PERSIST,
    MOTE_PAIR_END ///< together in the frame before, not in this one; no faces
} mote_pair_state;

typedef enum mote_relation {
    MOTE_RELATION_APART = 0, ///< of a pair that ended
    MOTE_RELATION_TOUCH,     ///< some faces intersect
    MOTE_RELATION_NEAR,      ///< none intersect, some are within the tolerance
    MOTE_RELATION_A_IN_B,    ///< no faces meet; a lies inside b
    MOTE_RELATION_B_IN_A
} mote_relation;

typedef struct mote_face_pair {
    uint32_t face_a,
        face_b; ///< in the callers' triangle order; face_a < face_b for a body with itself
} mote_face_pair;

typedef struct mote_pair_report {
    mote_body_id a, b; ///< a.index <= b.index; equal for a body with itself
    mote_pair_state state;
    mote_relation relation;
    uint32_t first_face_pair; ///< in mote_report.face_pairs
    uint32_t face_pair_count; ///< with DETECT_COUNT counted but not listed
    uint32_t first_contact;
    uint32_t contact_count;
    bool cut_short; ///< the budget ended before all was looked at: there may be more
} mote_pair_report;

/// What is known of two bodies whose boxes overlap.
typedef enum mote_verdict {
    MOTE_VERDICT_UNDECIDED = 0, ///< no meeting was found, which proves nothing
    MOTE_VERDICT_TOUCH,         ///< proved: the two faces share a point
    MOTE_VERDICT_APART          ///< proved: they do not meet
} mote_verdict;

/// What particles know of a pair of bodies, whether it is among mote_report.pairs or not.
typedef struct mote_pair_estimate {
    mote_body_id a, b; ///< a.index < b.index
    mote_verdict verdict;
    bool probable;        ///< the answer of the particles' paper: close, so probably colliding
    float distance;       ///< of the closest two points that were found, so an upper bound; 0 where
                          ///< they touch, infinity where none were
    mote_vec3 on_a, on_b; ///< those points
    uint32_t face_a, face_b; ///< where they are; MOTE_NONE where none were found
} mote_pair_estimate;

/// What a contact's depth is worth.
typedef enum mote_depth_kind {
    MOTE_DEPTH_NONE = 0, ///< not known: open surfaces, or the crossing has no inside
    MOTE_DEPTH_ESTIMATE, ///< from the vertices and edges that are inside, along the normal
    MOTE_DEPTH_EXACT     ///< the separation of faces that do not touch (depth is negative)
} mote_depth_kind;

/// One region of faces that meet, as a response needs it.
typedef struct mote_contact {
    mote_vec3 point;
    mote_vec3 normal; ///< unit, pointing out of a into b: moving b along it parts them
    float depth;      ///< along the normal; negative is a separation (tolerance)
    mote_depth_kind depth_kind;
    float time;               ///< 1: the end of the frame
    uint32_t pair;            ///< in mote_report.pairs
    uint32_t face_pair_count; ///< members: those whose mote_report.contact_of is this contact
    uint32_t first_segment, segment_count; ///< in mote_report.segments
} mote_contact;

/// Where two faces cross.
typedef struct mote_segment {
    mote_vec3 p, q;
} mote_segment;

/// What a frame cost.
typedef struct mote_stats {
    double update_seconds, broad_seconds, pairs_seconds, report_seconds, total_seconds;
    uint64_t moved_vertices;     ///< streamed by the update
    uint64_t body_pairs;         ///< with overlapping boxes
    uint64_t cluster_pairs;      ///< tree nodes or cells visited, in the method's own grain
    uint64_t candidates;         ///< face pairs with overlapping boxes
    uint64_t exact_calls;        ///< face pairs that needed exact arithmetic
    uint64_t face_pairs;         ///< found
    uint64_t force_evaluations;  ///< of one particle on another
    uint64_t hops;               ///< of particles and descents, from one vertex or face to another
    uint64_t touched_vertices;   ///< read one by one, each counted once a body
    uint64_t evaluated_vertices; ///< by deformers, for queries since then too
    uint64_t bounded_nodes;      ///< by deformers, for queries since then too
    uint64_t repartitions;       ///< bodies whose areas were cut anew
    uint64_t certified_pairs;    ///< pairs of bodies that the exact engine had to decide
    size_t bytes;                ///< that the world holds now, all its parts included; meshes not
} mote_stats;

/// All of one frame: views that are valid until the next detect or the world's end.
typedef struct mote_report {
    uint64_t frame;                ///< detects so far
    const mote_pair_report *pairs; ///< sorted by (a, b)
    size_t pair_count;
    const mote_face_pair *face_pairs; ///< sorted by (face_a, face_b) within each pair of bodies
    size_t face_pair_count;
    const uint32_t *contact_of; ///< of each face pair; null without contacts
    const mote_contact *contacts;
    size_t contact_count;
    const mote_segment *segments;
    size_t segment_count;
    const mote_pair_estimate *estimates; ///< of particle methods, sorted by (a, b)
    size_t estimate_count;
    const mote_body_id *invalid; ///< bodies left out because a position is NaN or infinite; of a
                                 ///< body on demand, one that was evaluated
    size_t invalid_count;
    bool cut_short; ///< by a budget
    bool
        reproducible; ///< depends on nothing but what the world was told: false after a time budget
                      ///< has ended, and with particles in a thread of their own
    uint64_t hash;    ///< of pairs and faces: the same for any number of workers
    mote_stats stats;
} mote_report;

MOTE_API mote_result mote_world_report(const mote_world *world, mote_report *out);

// ---------------------------------------------------------------------------------------------
// Queries: on the positions of the last set calls, whether or not detect has run

/// What a distance is worth.
typedef enum mote_worth { MOTE_WORTH_EXACT = 0, MOTE_WORTH_UPPER_BOUND } mote_worth;

typedef struct mote_distance {
    float distance; ///< 0 exactly when the surfaces intersect; infinity when beyond the limit
    mote_vec3 on_a, on_b;
    uint32_t face_a, face_b; ///< MOTE_NONE when beyond the limit
    mote_worth worth;
    uint64_t triangle_pairs; ///< looked at
} mote_distance;

/// The minimum distance of two bodies' surfaces. Pairs of bodies asked for again start from the
/// last answer. `limit`: do not look further than this; infinity for no limit. Refuses a body with
/// itself, a limit that is negative or NaN, and with MOTE_ERROR_DATA a body with a position that is
/// NaN or infinite.
MOTE_API mote_result mote_world_distance(mote_world *world, mote_body_id a, mote_body_id b,
                                         float limit, mote_distance *out);

typedef struct mote_surface_point {
    mote_body_id body;
    uint32_t face; ///< MOTE_NONE when there is none
    mote_vec3 point;
    float distance; ///< along the ray in units of its direction's length, or from the point
} mote_surface_point;

/// The point of a body's surface closest to `point`, no further than `limit`. Refuses what
/// mote_world_distance refuses, and a point that is not finite.
MOTE_API mote_result mote_world_closest_point(mote_world *world, mote_body_id body, mote_vec3 point,
                                              float limit, mote_surface_point *out);

/// The first body and face that the ray meets, among the bodies whose category is in `mask`. Bodies
/// with a position that is NaN or infinite are left out, here and below; origin and direction must
/// be finite, `t_max` at least 0.
MOTE_API mote_result mote_world_ray(mote_world *world, mote_vec3 origin, mote_vec3 direction,
                                    float t_max, uint64_t mask, mote_surface_point *out);

typedef struct mote_body_face {
    mote_body_id body;
    uint32_t face;
} mote_body_face;

/// The faces that share a point with the closed ball or box, sorted by body and face. The view is
/// valid until the next query of the world. A radius of 0 is a point, a box whose min exceeds its
/// max is empty, one with infinite bounds is unbounded.
MOTE_API mote_result mote_world_overlap_sphere(mote_world *world, mote_vec3 center, float radius,
                                               uint64_t mask, const mote_body_face **out,
                                               size_t *count);
MOTE_API mote_result mote_world_overlap_box(mote_world *world, const mote_box *box, uint64_t mask,
                                            const mote_body_face **out, size_t *count);

// ---------------------------------------------------------------------------------------------
// Seeing and keeping what happened

/// docs/debug-draw.md says which method offers what.
typedef enum mote_draw_kind {
    MOTE_DRAW_BODY = 0, ///< box: of a body
    MOTE_DRAW_REGION,   ///< box: where the boxes of two bodies overlap
    MOTE_DRAW_CLUSTER,  ///< box: of some triangles that the method looked at one by one
    MOTE_DRAW_CELL,     ///< box: an octree cell in which faces met
    MOTE_DRAW_PARTICLE, ///< point: a sensor particle. Vector: the force on it, without a unit
    MOTE_DRAW_SEED,     ///< point: where descents may start
    MOTE_DRAW_HINT,   ///< point: what is tried first in the next frame, the center of a face or the
                      ///< place of a particle. Vector: from where a descent ended to its partner
    MOTE_DRAW_PLANE,  ///< vector: a point of a plane between two bodies and its unit normal
    MOTE_DRAW_CLOSEST ///< point: of a body, closest to another one
} mote_draw_kind;

/// Callbacks; each may be null. Arrays are valid during the call.
typedef struct mote_debug_draw {
    void (*box)(void *context, mote_draw_kind kind, const mote_box *box);
    void (*triangle)(void *context, mote_body_id body, uint32_t face, const mote_vec3 corners[3]);
    void (*segment)(void *context, mote_vec3 p, mote_vec3 q);
    /// `id` of a particle: no other particle of the body has it, and it stays from frame to frame
    /// as long as the particle lives. Later it may be given to another one. 0 for other kinds.
    void (*point)(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id, mote_vec3 at);
    /// Always finite and never zero. That of a particle is drawn right after its point.
    void (*vector)(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at,
                   mote_vec3 v);
    /// The cut of a body into areas, each of which has its particle: for each vertex of the caller
    /// the number of its area, below `area_count`, or MOTE_NONE where no triangle uses it.
    void (*areas)(void *context, mote_body_id body, const uint32_t *area_of, uint32_t vertex_count,
                  uint32_t area_count);
    void *context;
} mote_debug_draw;

/// Draws the last detect: bodies, overlap regions, what the method offers, faces that meet (each
/// once), segments. Bodies that have been moved or destroyed since are left out, and octree cells
/// altogether; only points and areas of methods with MOTE_ABILITY_POINTS go with the surface of a
/// body that has been moved, and vectors with them. Drawing changes no later answer.
MOTE_API mote_result mote_world_draw(mote_world *world, const mote_debug_draw *draw);

#endif
