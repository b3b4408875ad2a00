/// @file world.h
/// A world holds bodies and finds, frame by frame, which of them touch, where, and how far apart
/// they are.
///
/// One frame: set what moved (mote_body_set_positions, mote_body_set_deformer,
/// mote_body_set_transform), call mote_world_detect, read the report, ask for distances.
///
/// Exactness. Which faces meet is decided exactly for float coordinates: positions in double, and
/// those that transforms and deformers give, are rounded to float first. Faces of one body that
/// share a vertex are left out unless its def asks for them. docs/exactness.md has the rules.
///
/// One thread at a time may use a world; queries count as writes. Callbacks that a world calls
/// (drawing, deformers, the log, sinks of recordings) may read its report, ids, meshes, user data
/// and transforms; every other use of it fails with MOTE_ERROR_STATE. So do calls while another
/// thread uses the world, certainly so in builds of the library without NDEBUG only. Different
/// worlds may be used by different threads. Lengths are in the units of the positions, times in
/// seconds.

#ifndef MOTE_WORLD_H
#define MOTE_WORLD_H

#include <mote/deform.h>
#include <mote/method.h>

/// Bodies, and the settings by which they are compared.
typedef struct mote_world mote_world;

// ---------------------------------------------------------------------------------------------
// Worlds

/// What mote_world_detect reports.
typedef enum mote_detect {
    MOTE_DETECT_ALL = 0, ///< every face pair
    MOTE_DETECT_FIRST,   ///< one face pair of each colliding pair of bodies
    MOTE_DETECT_COUNT    ///< the number of face pairs, without a list
} mote_detect;

/// The values of the options that single methods have. Private: set them by name (mote/options.h),
/// those of the papers' methods also as structs (mote/papers.h).
typedef struct mote_method_options {
    unsigned char bytes[512]; ///< private
} mote_method_options;

/// A plain value: it may be copied, and owns nothing.
typedef struct mote_world_def {
    uint32_t cookie;    ///< set by mote_default_world_def
    mote_method method; ///< default MOTE_METHOD_HYBRID
    mote_detect detect; ///< default MOTE_DETECT_ALL
    /// Also report face pairs at most this far apart, in units of the positions. Finite. Default 0:
    /// only faces that touch.
    float tolerance;
    /// Group face pairs into contacts. Default true. Needs meshes with ADJACENCY. With DETECT_FIRST
    /// there are none. Must be false with DETECT_COUNT.
    bool contacts;
    /// Find bodies that lie inside another without touching it, or have a component that does.
    /// Default false. Needs meshes with ADJACENCY; the outer mesh must be closed (FINDINGS).
    bool containment;
    /// For methods that are not exact: the exact engine decides what they leave undecided, and
    /// reports one face pair for each pair of bodies. Default false. Not with DETECT_COUNT.
    bool certify;
    /// Seconds that one detect may take, on a monotonic clock; 0: no limit. Finite.
    ///
    /// Two passes are never cut: the update, which reads each moved position once, evaluates
    /// deformers that cannot do it on demand, and lets methods with a tree of their own (refit)
    /// update it for the bodies that they come to; and the tree over the boxes of all bodies.
    /// They are update_seconds and broad_seconds of mote_stats, and are the least that a frame can
    /// take. Everything after them is cut, contacts and containment too: a frame takes at most a
    /// tenth of the budget or 1 ms, whichever is more, longer than the budget, or than these two
    /// passes if they take longer. Methods lbg and closest-feature, and senin in a thread of its
    /// own, work on all pairs together: only their tests of single pairs are cut.
    ///
    /// Each frame begins with the pairs that were together in the frame before, then takes pairs
    /// of small bodies, then the others, and goes on where the frame before ended, so that every
    /// pair has its turn, large ones over several frames. The report lists what was not examined.
    double time_budget;
    /// Face pairs with overlapping boxes that one detect may test, exactly; 0: no limit. What is
    /// tested is in the order above and depends only on the calls made to the world. Only one
    /// worker tests pairs.
    uint64_t candidate_budget;
    /// Threads of the built-in pool, the calling one included, at most MOTE_MAX_WORKERS. Default 1;
    /// 0: one per processor. All worlds of a process share these threads: while they work for one,
    /// others do their work on the calling thread.
    uint32_t worker_count;
    uint64_t seed; ///< of all random numbers: the same seed gives the same report
    mote_method_options method_options; ///< set by name: mote_world_option_set
    mote_tasks tasks; ///< all zero: the built-in pool; a worker_count only together with `run`
    /// All zero: malloc and free. Workers call it too, so it must be safe to use from several
    /// threads.
    mote_allocator allocator;
    mote_log log; ///< all zero: none
    /// Points per contact, spread over it, with ids that persist (mote/manifold.h): 0 to MOTE_MAX_MANIFOLD_POINTS. Default 0:
    /// no manifolds. Needs contacts and DETECT_ALL.
    uint32_t manifold_points;
    /// The point that all floats are relative to, in the space of the doubles that are passed in
    /// (mote/origin.h). Default 0. Finite.
    mote_dvec3 origin;
} mote_world_def;

/// A def with its cookie and the defaults that the fields name.
MOTE_API mote_world_def mote_default_world_def(void);

/// Creates a world without bodies. `*out` is null after a failure. MOTE_ERROR_ARGUMENT for a null
/// pointer, a missing cookie, an option out of range, options that exclude each other, or only one
/// function of the allocator; MOTE_ERROR_REFUSED if the method cannot do what an option asks for;
/// MOTE_ERROR_MEMORY.
MOTE_API mote_result mote_world_create(const mote_world_def *def, mote_world **out);

/// Destroys the world and its bodies. Null is allowed. From a callback of the world it does nothing
/// but leave a message (mote_last_message).
MOTE_API void mote_world_destroy(mote_world *world);

// ---------------------------------------------------------------------------------------------
// Bodies

/// Identifies a body of one world from creation to destruction. All zero identifies none. Every
/// function checks that a body of this world has the index and the generation: the id of a
/// destroyed body gives MOTE_ERROR_STALE. An id does not say of which world it is. One of another
/// world gives MOTE_ERROR_STALE too, unless a body of this world happens to have the same two
/// numbers, as the first bodies of two worlds do: the call then concerns that body. The bindings
/// for C++, Python and JavaScript refuse ids of other worlds.
typedef struct mote_body_id {
    /// Small: the lowest free index is used for each new body. Reports are sorted by it.
    uint32_t index;
    uint32_t generation; ///< 0 for no body
} mote_body_id;

/// What mote_body_create is given.
typedef struct mote_body_def {
    uint32_t cookie;       ///< set by mote_default_body_def
    const mote_mesh *mesh; ///< with CLUSTERS; must outlive the body
    uint64_t category;     ///< bits that describe the body; default 1
    /// Categories of the bodies it collides with; default all. Two bodies collide only if each
    /// one's category is in the other's mask.
    uint64_t mask;
    bool self_collision; ///< also test the body against itself: faces that share no vertex
    /// With self_collision: also report faces that share one vertex and meet elsewhere too.
    bool self_shared_vertex;
    /// With self_collision: also report faces that share an edge and meet elsewhere too, because
    /// they are folded onto each other, and faces that share all three vertices.
    bool self_shared_edge;
    /// Positions come in the order of the mesh (mote_mesh_view.mesh_order). Packed floats are then
    /// read in place, without a copy.
    bool positions_in_mesh_order;
    void *user_data; ///< for the caller; see mote_body_get_user_data
} mote_body_def;

/// A def with its cookie and the defaults that the fields name, without a mesh.
MOTE_API mote_body_def mote_default_body_def(void);

/// The body starts in the rest shape of its mesh.
MOTE_API mote_result mote_body_create(mote_world *world, const mote_body_def *def,
                                      mote_body_id *out);
MOTE_API mote_result mote_body_destroy(mote_world *world, mote_body_id body);

/// Gives the body another mesh: one that was cut, torn or remeshed. The body keeps its id, filters,
/// ignored pairs, user data and transform, and starts in the rest shape of the new mesh; set its
/// positions or deformer as for a new body. Pairs of bodies persist.
///
/// `new_face_of` says for each face of the old mesh which face of the new one it is, or MOTE_NONE;
/// `count` is the old mesh's triangle_count. Points of manifolds persist where both faces do, and
/// so do the contacts that have such points; others end (mote/manifold.h). Null, with any count: no
/// face is there any more. The array is not kept, and the old mesh may be destroyed after the call
/// if nothing else uses it. A body of a dynamics must be removed from it before.
///
/// Fails as mote_body_create does, with MOTE_ERROR_ARGUMENT for a map that does not fit, and with
/// MOTE_ERROR_REFUSED for methods that keep particles on bodies (senin, lbg); the body then stays
/// as it was.
MOTE_API mote_result mote_body_set_mesh(mote_world *world, mote_body_id body, const mote_mesh *mesh,
                                        const uint32_t *new_face_of, size_t count);

/// Sets the positions of the body's vertices. `count` is the mesh's vertex_count, or
/// mesh_order_count in mesh order. Doubles are rounded to float when they are read, relative to the
/// world's origin unless the body has a transform (mote/origin.h). Removes a deformer.
///
/// The array is not copied. Unless it is `persistent`, it must stay valid and unchanged until the end
/// of the frame: after the next detect and the queries and drawing that follow it, up to the first of
/// mote_body_set_positions, mote_body_set_deformer or mote_body_set_transform for this body, the
/// next detect, and the destruction of the body. The library does not read the array after that. In
/// later frames the body stays where it is as long as the library has its vertices in memory of its
/// own. It does not have them
/// - after mote_body_set_transform;
/// - if they came in the frame before as well: bodies that are set in every frame are not copied;
/// - with packed floats in mesh order and without a transform, which are read in place;
/// - if no one has asked for all of them, because of promised bounds.
/// Detect and queries of such a body then fail with MOTE_ERROR_STATE until positions are set again. A
/// rigid body that has positions of its own and is moved by its transform needs a persistent array.
MOTE_API mote_result mote_body_set_positions(mote_world *world, mote_body_id body,
                                             const mote_positions *positions);

/// Lets a deformer place the body's vertices, instead of positions. Call it again whenever the
/// parameters of the deformer, or of one in its chain, have changed. The call is cheap: vertices
/// are evaluated when they are needed. The deformer is not copied: it must outlive its use by the
/// body, which ends with another deformer, positions, or the body itself, and it must keep its
/// parameters until after the last query of the frame. Null removes the deformer and leaves the
/// rest shape.
///
/// With a deformer that can bound nodes, methods with MOTE_ABILITY_ON_DEMAND or MOTE_ABILITY_POINTS
/// and mote_world_distance evaluate only vertices near the other body, each once, with the same
/// results as if all of them had been evaluated (docs/on-demand.md). All vertices are evaluated for
/// other deformers and methods, for self-collision, for the contacts of pairs that touch if one of
/// the meshes is closed, for containment, for the other queries that reach the body, and if
/// bounding nodes would cost more.
///
/// Fails with MOTE_ERROR_ARGUMENT if the deformer belongs to another mesh, MOTE_ERROR_REFUSED if
/// the method supports rigid bodies only, or MOTE_ERROR_MEMORY; the body then stays as it was.
MOTE_API mote_result mote_body_set_deformer(mote_world *world, mote_body_id body,
                                            const mote_deformer *deformer);

/// Sets the transform that is applied to the body's positions, deformer or rest shape. The result
/// is rounded to float once. Null removes it.
MOTE_API mote_result mote_body_set_transform(mote_world *world, mote_body_id body,
                                             const mote_transform *transform);

/// Promises that all present positions, with the transform applied, lie in this box. The promise
/// ends when positions, deformer or transform are set again. The vertices of a body are not read if
/// its promised box overlaps no other body. Null withdraws the promise. If the promise is wrong,
/// pairs may be missed; nothing else goes wrong. MOTE_ERROR_ARGUMENT for bounds that are NaN or
/// infinite.
MOTE_API mote_result mote_body_set_bounds(mote_world *world, mote_body_id body,
                                          const mote_box *bounds);

/// Copies the present positions as detection sees them, rounded to float, to `out` in the caller's
/// vertex order. Elements of vertices that no triangle uses are not written. `capacity` counts
/// vertices; MOTE_ERROR_LIMIT if it is below the mesh's vertex_count.
MOTE_API mote_result mote_body_get_positions(mote_world *world, mote_body_id body, mote_vec3 *out,
                                             size_t capacity);

/// What the def of the body had: its user data, and its mesh or the one that mote_body_set_mesh has
/// set since. MOTE_ERROR_STALE for a body that was destroyed.
MOTE_API mote_result mote_body_get_user_data(const mote_world *world, mote_body_id body,
                                             void **out);
MOTE_API mote_result mote_body_get_mesh(const mote_world *world, mote_body_id body,
                                        const mote_mesh **out);

/// The transform that mote_body_set_transform or a dynamics has set; the identity if there is none.
MOTE_API mote_result mote_body_get_transform(const mote_world *world, mote_body_id body,
                                             mote_transform *out);

/// Lists the bodies of the world by ascending index. `*count` is the number of all of them; at most
/// `capacity` are written to `out`, which may be null if `capacity` is 0.
MOTE_API mote_result mote_world_get_bodies(const mote_world *world, mote_body_id *out,
                                           size_t capacity, size_t *count);

/// Excludes two bodies from being tested against each other, or includes them again.
MOTE_API mote_result mote_world_ignore_pair(mote_world *world, mote_body_id a, mote_body_id b,
                                            bool ignore);

// ---------------------------------------------------------------------------------------------
// Detect and report

/// Finds which bodies touch and builds the report. Fails with MOTE_ERROR_MEMORY, or with
/// MOTE_ERROR_LIMIT beyond 2^32 - 1 pairs of bodies, face pairs or segments in one frame; the
/// report is then empty. Fails with MOTE_ERROR_STATE if a body needs positions that were set before
/// the last detect (mote_body_set_positions); the last report then stays.
MOTE_API mote_result mote_world_detect(mote_world *world);

/// Gives back memory that earlier frames and queries needed and the present content of the world
/// does not: a world keeps its memory otherwise, so that frames allocate nothing. Results do not
/// change; the next frame allocates what it needs. The arrays of the report move, so read it again,
/// and those of queries end. Octree cells are not drawn before the next detect. MOTE_ERROR_STATE
/// from a callback.
MOTE_API mote_result mote_world_trim(mote_world *world);

/// Changes mote_world_def.time_budget from the next detect on, for callers who share out the time
/// of several frames. MOTE_ERROR_ARGUMENT unless `seconds` is finite and 0 or more,
/// MOTE_ERROR_STATE while the world is recorded.
MOTE_API mote_result mote_world_set_time_budget(mote_world *world, double seconds);

/// What has changed since the frame before.
typedef enum mote_pair_state {
    MOTE_PAIR_BEGIN = 0, ///< together in this frame, not in the one before
    MOTE_PAIR_PERSIST,   ///< together in both frames
    MOTE_PAIR_END        ///< together in the frame before, not in this one; no faces
} mote_pair_state;

/// How two bodies lie to each other.
typedef enum mote_relation {
    MOTE_RELATION_APART = 0, ///< of a pair that ended
    MOTE_RELATION_TOUCH,     ///< some faces intersect
    MOTE_RELATION_NEAR,      ///< none intersect, some are within the tolerance
    MOTE_RELATION_A_IN_B,    ///< no faces meet; a lies inside b
    MOTE_RELATION_B_IN_A     ///< no faces meet; b lies inside a
} mote_relation;

/// Two faces, numbered as in the callers' triangle lists; face_a < face_b for a body with itself.
typedef struct mote_face_pair {
    uint32_t face_a, face_b; ///< of body a and of body b
} mote_face_pair;

/// Two bodies that are together, or were in the frame before.
typedef struct mote_pair_report {
    mote_body_id a, b;        ///< a.index <= b.index; equal for a body with itself
    mote_pair_state state;    ///< compared with the frame before
    mote_relation relation;   ///< APART for a pair that ended
    uint64_t face_pair_count; ///< with DETECT_COUNT counted but not listed
    uint32_t first_face_pair; ///< in mote_report.face_pairs
    uint32_t first_contact;   ///< in mote_report.contacts
    uint32_t contact_count;   ///< 0 without mote_world_def.contacts
    bool cut_short;           ///< the budget ended before the pair was finished: there may be more
    /// There was no time for some contacts, whose face pairs have MOTE_NONE in
    /// mote_report.contact_of, or for the depth of some.
    bool contacts_cut_short;
} mote_pair_report;

/// What is known about two bodies whose boxes overlap.
typedef enum mote_verdict {
    MOTE_VERDICT_UNDECIDED = 0, ///< no contact was found, which proves nothing
    MOTE_VERDICT_TOUCH,         ///< proved: the two faces share a point
    MOTE_VERDICT_APART          ///< proved: the bodies do not touch
} mote_verdict;

/// What a method with MOTE_ABILITY_POINTS found for a pair of bodies, which need not be in
/// mote_report.pairs.
typedef struct mote_pair_estimate {
    mote_body_id a, b;    ///< a.index < b.index
    mote_verdict verdict; ///< what is proved
    bool probable; ///< so close that, by the rule of the method's paper, they probably collide
    /// Between the closest two points found: an upper bound. 0 if they touch, infinity if none were
    /// found.
    float distance;
    mote_vec3 on_a, on_b;    ///< those points
    uint32_t face_a, face_b; ///< the faces they lie on; MOTE_NONE if none were found
} mote_pair_estimate;

/// How a contact's depth was found.
typedef enum mote_depth_kind {
    MOTE_DEPTH_NONE = 0, ///< unknown: both surfaces are open, or the crossing encloses nothing
    MOTE_DEPTH_ESTIMATE, ///< from the vertices and edges inside, along the normal
    MOTE_DEPTH_EXACT     ///< the separation of faces that do not touch (depth is negative)
} mote_depth_kind;

/// One connected region of faces that meet, as a collision response needs it. Between an open
/// surface (a cloth) and a closed mesh, the normal is the shorter way out of the closed mesh,
/// whatever the winding of the open surface, and the depth is how far that is. Closed meshes are
/// expected to be wound outwards.
typedef struct mote_contact {
    /// The center of the curve in which the surfaces cross. Of surfaces that do not touch: the
    /// middle of the area within the tolerance, where nearer parts weigh more.
    mote_vec3 point;
    mote_vec3 normal;           ///< unit, from a to b: moving b along it separates them
    float depth;                ///< along the normal; negative is a separation (tolerance)
    mote_depth_kind depth_kind; ///< how the depth was found
    float time;                 ///< 1: the end of the frame
    uint32_t pair;              ///< in mote_report.pairs
    uint32_t face_pair_count;   ///< members: those whose mote_report.contact_of is this contact
    uint32_t first_segment, segment_count; ///< in mote_report.segments
} mote_contact;

/// Where two faces intersect; p equals q if that is a point.
typedef struct mote_segment {
    mote_vec3 p, q; ///< its ends
} mote_segment;

/// What a frame cost.
typedef struct mote_stats {
    /// Under a time budget, the search for pairs of bodies is part of pairs_seconds.
    double update_seconds, broad_seconds, pairs_seconds, report_seconds, total_seconds;
    uint64_t moved_vertices; ///< read by updates of whole bodies, for queries since then too
    uint64_t body_pairs;     ///< with overlapping boxes
    uint64_t cluster_pairs;  ///< pairs of clusters, tree nodes or cells that the method visited
    /// Face pairs with overlapping boxes that were tested.
    uint64_t candidates;
    uint64_t exact_calls;        ///< face pairs that needed exact arithmetic
    uint64_t face_pairs;         ///< found
    uint64_t force_evaluations;  ///< of one particle on another
    uint64_t hops;               ///< of particles and descents, from one vertex or face to another
    uint64_t touched_vertices;   ///< read one by one, each counted once per body
    uint64_t evaluated_vertices; ///< by deformers, for queries since then too
    uint64_t bounded_nodes;      ///< by deformers, for queries since then too
    uint64_t repartitions;       ///< bodies that were partitioned into areas again
    uint64_t certified_pairs;    ///< pairs of bodies that the exact engine decided
    size_t bytes;                ///< memory that the world holds at present, without meshes
} mote_stats;

/// A pair of bodies that a budget kept from being examined to its end.
typedef struct mote_unexamined_pair {
    mote_body_id a, b; ///< a.index <= b.index; equal for a body with itself
    bool begun;        ///< a part of it was examined
} mote_unexamined_pair;

/// The result of one frame. The arrays belong to the world and are valid until its next detect or
/// its destruction.
typedef struct mote_report {
    uint64_t frame;                ///< detects so far
    const mote_pair_report *pairs; ///< sorted by (a, b)
    size_t pair_count;
    const mote_face_pair *face_pairs; ///< sorted by (face_a, face_b) within each pair of bodies
    size_t face_pair_count;
    /// The contact of each face pair, or MOTE_NONE if there was no time for it; null without
    /// contacts.
    const uint32_t *contact_of;
    const mote_contact *contacts; ///< by pair of bodies; null without contacts
    size_t contact_count;
    const mote_segment *segments; ///< in which faces cross, by contact
    size_t segment_count;
    const mote_pair_estimate *estimates; ///< of methods with MOTE_ABILITY_POINTS, sorted by (a, b)
    size_t estimate_count;
    /// Bodies left out because a position is NaN or infinite. Of a body on demand, only positions
    /// that were evaluated count.
    const mote_body_id *invalid;
    size_t invalid_count;
    bool cut_short; ///< by a budget
    /// The report depends only on the calls made to the world: false if the time budget ran out,
    /// and if particles move in a thread of their own.
    bool reproducible;
    uint64_t hash;    ///< of pairs and faces: the same for any number of workers
    mote_stats stats; ///< what the frame cost
    /// Under a budget: pairs of bodies that were not examined to their end, sorted by (a, b). Of
    /// those that were not begun and were together when they were last examined, `pairs` says
    /// nothing: they are PERSIST or END when they are examined next.
    const mote_unexamined_pair *unexamined;
    size_t unexamined_count;
    /// Under a time budget: bodies that the search for pairs did not come to, by ascending index.
    /// Pairs of one of them with a body of a higher index, or with itself, may be missing in
    /// `unexamined`.
    const mote_body_id *unsearched;
    size_t unsearched_count;
} mote_report;

/// The report of the last detect. MOTE_ERROR_STATE before the first one.
MOTE_API mote_result mote_world_report(const mote_world *world, mote_report *out);

// ---------------------------------------------------------------------------------------------
// Queries: on the positions that were set last, whether or not detect has run. They fail with
// MOTE_ERROR_STATE if they need positions that are too old (mote_body_set_positions).

/// How reliable a distance is.
typedef enum mote_worth {
    MOTE_WORTH_EXACT = 0,  ///< as docs/exactness.md says
    MOTE_WORTH_UPPER_BOUND ///< the true distance may be less
} mote_worth;

/// The distance of two bodies.
typedef struct mote_distance {
    float distance;       ///< 0 exactly when the surfaces intersect; infinity when beyond the limit
    mote_vec3 on_a, on_b; ///< a pair of closest points
    uint32_t face_a, face_b; ///< MOTE_NONE when beyond the limit
    mote_worth worth;        ///< EXACT, or a bound
    uint64_t triangle_pairs; ///< whose distance was computed
} mote_distance;

/// The minimum distance of two bodies' surfaces. The next query of the same two bodies starts from
/// this result. `limit` is the greatest distance of interest; infinity for no limit. Fails with
/// MOTE_ERROR_ARGUMENT for a body with itself and for a limit that is negative or NaN, and with
/// MOTE_ERROR_DATA for a body with a position that is NaN or infinite.
MOTE_API mote_result mote_world_distance(mote_world *world, mote_body_id a, mote_body_id b,
                                         float limit, mote_distance *out);

/// A point of the surface of a body.
typedef struct mote_surface_point {
    mote_body_id body; ///< all zero when there is none
    uint32_t face;     ///< MOTE_NONE when there is none
    mote_vec3 point;
    float distance; ///< along the ray in units of its direction's length, or from the point
} mote_surface_point;

/// The point of a body's surface closest to `point`, at most `limit` away. Fails as
/// mote_world_distance does, and with MOTE_ERROR_ARGUMENT for a point that is not finite.
MOTE_API mote_result mote_world_closest_point(mote_world *world, mote_body_id body, mote_vec3 point,
                                              float limit, mote_surface_point *out);

/// The first body and face that the ray hits, among the bodies whose category is in `mask`. Bodies
/// with a position that is NaN or infinite are left out, here and below. Origin and direction must
/// be finite, `t_max` at least 0; infinity for no limit.
MOTE_API mote_result mote_world_ray(mote_world *world, mote_vec3 origin, mote_vec3 direction,
                                    float t_max, uint64_t mask, mote_surface_point *out);

/// A face of a body.
typedef struct mote_body_face {
    mote_body_id body;
    uint32_t face; ///< numbered as in the caller's triangle list
} mote_body_face;

/// The faces that share a point with the closed ball or box, sorted by body and face. The array
/// belongs to the world and is valid until its next query. A radius of 0 is a point, an infinite
/// one is all faces. A box whose min exceeds its max is empty; infinite bounds are allowed.
MOTE_API mote_result mote_world_overlap_sphere(mote_world *world, mote_vec3 center, float radius,
                                               uint64_t mask, const mote_body_face **out,
                                               size_t *count);
MOTE_API mote_result mote_world_overlap_box(mote_world *world, const mote_box *box, uint64_t mask,
                                            const mote_body_face **out, size_t *count);

// ---------------------------------------------------------------------------------------------
// Debug drawing

/// What is drawn. docs/debug-draw.md lists what each method draws.
typedef enum mote_draw_kind {
    MOTE_DRAW_BODY = 0, ///< box: of a body
    MOTE_DRAW_REGION,   ///< box: where the boxes of two bodies overlap
    MOTE_DRAW_CLUSTER,  ///< box: of a group of triangles that were tested one by one
    MOTE_DRAW_CELL,     ///< box: an octree cell in which faces met
    MOTE_DRAW_PARTICLE, ///< point: a sensor particle. Vector: the force on it, without a unit
    MOTE_DRAW_SEED,     ///< point: where descents may start
    /// Point: tried first in the next frame, the center of a face or the position of a particle.
    /// Vector: from the end of a descent to its partner.
    MOTE_DRAW_HINT,
    MOTE_DRAW_PLANE, ///< vector: a point of a plane between two bodies and its unit normal
    /// Point: of a body, closest to another one or to a point. Vector: from there to the other one.
    MOTE_DRAW_CLOSEST,
    MOTE_DRAW_SWEPT,  ///< box: of a body over a step (mote_world_draw_sweep)
    MOTE_DRAW_IMPACT, ///< point: where bodies meet in a step. Vector: the normal there
    /// Point: of a manifold, on body a. Vector: the normal of its contact there.
    MOTE_DRAW_MANIFOLD,
    MOTE_DRAW_HIT,     ///< point: where a ray hits a body. Vector: from the ray's origin to there
    MOTE_DRAW_GRADIENT ///< vector: a point, and the unit direction in which its signed distance rises
} mote_draw_kind;

/// Callbacks; each may be null. Arrays are valid during the call.
typedef struct mote_debug_draw {
    /// A box of the kinds that mote_draw_kind calls boxes.
    void (*box)(void *context, mote_draw_kind kind, const mote_box *box);
    /// A face that meets another one.
    void (*triangle)(void *context, mote_body_id body, uint32_t face, const mote_vec3 corners[3]);
    /// A segment in which two faces cross.
    void (*segment)(void *context, mote_vec3 p, mote_vec3 q);
    /// `id` identifies a particle within its body as long as the particle lives; later it may be
    /// used for another one. For MANIFOLD, the low half of the point's id. 0 for other kinds.
    void (*point)(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id, mote_vec3 at);
    /// Always finite and never zero. The vector of a particle is drawn right after its point.
    void (*vector)(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at,
                   mote_vec3 v);
    /// The partition of a body into areas, each with one particle: for each of the caller's
    /// vertices the number of its area, below `area_count`, or MOTE_NONE if no triangle uses it.
    void (*areas)(void *context, mote_body_id body, const uint32_t *area_of, uint32_t vertex_count,
                  uint32_t area_count);
    void *context; ///< passed to all callbacks
} mote_debug_draw;

/// Draws the last detect: bodies, overlap regions, what the method draws, faces that meet (each
/// once), segments. Bodies that have been moved or destroyed since are left out, and if there is
/// any, so are all octree cells. Points, vectors and areas of methods with MOTE_ABILITY_POINTS
/// follow the surface of a body that has been moved, unless its positions are too old
/// (mote_body_set_positions). Drawing changes no later result.
/// MOTE_ERROR_STATE before the first detect.
MOTE_API mote_result mote_world_draw(mote_world *world, const mote_debug_draw *draw);

#endif
