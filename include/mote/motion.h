/// @file motion.h
/// What happens between two frames: bodies are given a motion, and mote_world_sweep finds every impact on the way.
///
/// A motion says where the vertices of a body are at the start and at the end of a step. Between
/// the two, each vertex moves on a straight line at constant speed. Times run from 0 at the start
/// to 1 at the end of the step. A body without a motion rests in its present shape. What straight
/// lines mean for rotations and curves: docs/continuous.md.
///
/// One step: set what moves (mote_body_set_motion), call mote_world_sweep, read the report. A sweep
/// changes neither the shape of a body nor the report of mote_world_detect. Answers are exact for
/// straight lines between the positions rounded to float: nothing is missed, and nothing is
/// reported that is not there. Faces of one body that share a vertex are left out. The methods with
/// MOTE_ABILITY_SWEEP can do it. A body whose ends are given by deformers that can bound nodes, or
/// by transforms, is evaluated only near the motion of other bodies (docs/on-demand.md).
///
/// Threads and callbacks: as in mote/world.h.

#ifndef MOTE_MOTION_H
#define MOTE_MOTION_H

#include <mote/geometry.h>
#include <mote/world.h>

// ---------------------------------------------------------------------------------------------
// Motions

/// A body at one end of a step. What is not set is as in the body's present shape; if nothing is
/// set, it is that shape.
typedef struct mote_motion_end {
    /// With data: the vertices, as in mote_body_set_positions. Not together with a deformer.
    mote_positions positions;
    const mote_deformer
        *deformer; ///< null for none; the two ends need two deformers if both are deformed
    /// Is applied to the positions, the deformer or what the body has of them; null: the body's own
    /// transform.
    const mote_transform *transform;
} mote_motion_end;

/// How a body moves over a step.
typedef struct mote_motion {
    uint32_t cookie;            ///< set by mote_default_motion
    mote_motion_end start, end; ///< time 0 and time 1
} mote_motion;

/// A motion that rests: both ends are the present shape.
MOTE_API mote_motion mote_default_motion(void);

/// Gives the body a motion, in place of the one before. It lasts until mote_body_set_positions,
/// mote_body_set_deformer or mote_body_set_transform; null ends it too. The call is cheap: no
/// vertex is read.
///
/// Transforms are copied. Arrays and deformers are not: each mote_world_sweep reads them, and so do
/// mote_body_get_positions_at and a verified step; they must be valid and unchanged from the first
/// of these calls to the last. `persistent` means nothing here.
///
/// Fails with MOTE_ERROR_ARGUMENT for a null pointer, a missing cookie, an end with both positions
/// and a deformer, positions that mote_body_set_positions would refuse, a deformer of another mesh;
/// with MOTE_ERROR_REFUSED if the world's method cannot sweep; or with MOTE_ERROR_MEMORY. The body
/// then keeps the motion it had.
MOTE_API mote_result mote_body_set_motion(mote_world *world, mote_body_id body,
                                          const mote_motion *motion);

/// Copies the positions at a time in [0, 1] of the body's motion, rounded to float, to `out` in the
/// caller's vertex order. They are exactly the given ones at 0 and at 1. Elements of vertices that
/// no triangle uses are not written. `capacity` counts vertices; MOTE_ERROR_LIMIT if it is below
/// the mesh's vertex_count, MOTE_ERROR_ARGUMENT for another time.
MOTE_API mote_result mote_body_get_positions_at(mote_world *world, mote_body_id body, double time,
                                                mote_vec3 *out, size_t capacity);

// ---------------------------------------------------------------------------------------------
// Sweep

/// Which impacts mote_world_sweep reports. The fewer, the less it has to look at.
typedef enum mote_sweep_find {
    MOTE_SWEEP_ALL = 0,
    MOTE_SWEEP_FIRST,   ///< the first of each pair of bodies
    MOTE_SWEEP_EARLIEST ///< the first of all
} mote_sweep_find;

/// What mote_world_sweep looks for.
typedef struct mote_sweep_def {
    uint32_t cookie;      ///< set by mote_default_sweep_def
    mote_sweep_find find; ///< default MOTE_SWEEP_ALL
    /// Also list the face pairs that meet at some time in the step. Default false. Needs
    /// MOTE_SWEEP_ALL.
    bool face_pairs;
    bool contacts; ///< also compute where each impact happens and its normal; default false
    /// Also compute the safe step of each vertex (mote_body_get_safe_steps). Default false. Needs
    /// MOTE_SWEEP_ALL.
    bool vertex_steps;
    /// Greater than 0: an impact is when primitives come within this distance of each other, in
    /// units of the positions, and so do safe steps and face pairs keep it. Conservative: nothing
    /// within it is missed, but primitives may be reported that are farther apart by up to 2^-19 of
    /// the largest difference of their coordinates, and times are intervals of up to 2^-20
    /// (mote_vertex_face_approach). Neighbors in a body with self_collision are often that close
    /// from the start. Default 0.
    float separation;
    /// Also find a step whose rounded positions are proved to be free
    /// (mote_sweep_report.verified_step). Default false.
    bool verify;
} mote_sweep_def;

/// A def with its cookie and the defaults that the fields name.
MOTE_API mote_sweep_def mote_default_sweep_def(void);

/// Finds what bodies run into over the step, exactly for straight lines between float positions:
/// those that categories, masks and ignored pairs let meet, and bodies with self_collision
/// themselves. The budgets of the world hold here too.
///
/// Fails with MOTE_ERROR_ARGUMENT for a null pointer, a missing cookie or options that exclude each
/// other; MOTE_ERROR_REFUSED if the world's method cannot sweep; MOTE_ERROR_STATE if a body needs
/// positions that were set before the last detect (mote_body_set_positions), and from a callback;
/// MOTE_ERROR_MEMORY; MOTE_ERROR_LIMIT beyond 2^32 - 1 pairs of bodies, impacts or face pairs.
/// There is no report after a failure.
MOTE_API mote_result mote_world_sweep(mote_world *world, const mote_sweep_def *def);

// ---------------------------------------------------------------------------------------------
// Report

/// What meets what.
typedef enum mote_swept_kind {
    MOTE_SWEPT_VERTEX_FACE =
        0, ///< a vertex of a and a face of b; of a body with itself: a vertex and a face
    MOTE_SWEPT_FACE_VERTEX, ///< a face of a and a vertex of b
    MOTE_SWEPT_EDGES        ///< an edge of a and an edge of b
} mote_swept_kind;

/// The first time in the step at which a vertex and a face, or two edges, share a point. For a body
/// with itself they have no vertex in common.
typedef struct mote_swept_impact {
    mote_swept_kind kind; ///< which two primitives meet
    uint32_t pair;        ///< in mote_sweep_report.pairs
    /// The caller's vertices, in the order of mote_vertex_face_impact and mote_edges_impact: the
    /// vertex and the corners of the face, or the ends of the edge of a and of the edge of b.
    uint32_t vertices[4];
    /// The face, and one that has the vertex; or one that has the edge of a and one that has the
    /// edge of b.
    uint32_t face_a, face_b;
    mote_impact_time time;
} mote_swept_impact;

/// An impact as a collision response needs it.
typedef struct mote_swept_contact {
    double time;     ///< where it was computed: in the interval of the impact
    mote_vec3 point; ///< where the two meet
    /// Unit, from a to b at that time: of the face, or of both edges. Zero where they are
    /// degenerate.
    mote_vec3 normal;
} mote_swept_contact;

/// Two faces that share a point at some time in the step; face_a < face_b for a body with itself.
/// They have no vertex in common.
typedef struct mote_swept_faces {
    uint32_t face_a, face_b; ///< numbered as in the callers' triangle lists
    bool at_start;           ///< they meet at the start; the time is 0
    mote_impact_time time;   ///< when they first share a point
} mote_swept_faces;

/// Two bodies that meet in the step.
typedef struct mote_swept_pair {
    mote_body_id a, b;                         ///< a.index <= b.index; equal for a body with itself
    mote_impact_time first;                    ///< of its impacts; 1 if there is none
    uint32_t first_impact, impact_count;       ///< in mote_sweep_report.impacts
    uint32_t first_face_pair, face_pair_count; ///< in mote_sweep_report.face_pairs
    bool meets_at_start; ///< some faces do; known with mote_sweep_def.face_pairs
    bool cut_short;      ///< the budget ended before the pair was finished: there may be more
} mote_swept_pair;

/// How far a body can move.
typedef struct mote_body_step {
    mote_body_id body;
    double safe_step; ///< no impact of the body is before this time; 1 if it has none
} mote_body_step;

/// What a sweep cost.
typedef struct mote_sweep_stats {
    double update_seconds, broad_seconds, pairs_seconds, report_seconds,
        verify_seconds;      ///< of each stage
    double total_seconds;    ///< of all
    uint64_t moved_vertices; ///< read or evaluated for whole bodies, at each end
    uint64_t body_pairs;     ///< whose boxes over the step overlap
    uint64_t cluster_pairs;  ///< pairs of clusters that the method visited
    uint64_t triangle_pairs; ///< whose boxes over the step overlap
    /// Pairs of a vertex and a face, and of two edges, that were tested. Each pair is one
    /// candidate, however many faces share it.
    uint64_t candidates;
    uint64_t exact_calls; ///< candidates that needed exact arithmetic
    /// By deformers, at each end: for whole bodies, or on demand (docs/on-demand.md).
    uint64_t evaluated_vertices;
    uint64_t bounded_nodes; ///< of bodies on demand, at each end
    size_t bytes;           ///< memory that the world holds at present, without meshes
} mote_sweep_stats;

/// The result of one sweep. The arrays belong to the world and are valid until its next sweep,
/// mote_world_trim or its destruction.
typedef struct mote_sweep_report {
    uint64_t sweep;               ///< sweeps so far
    const mote_swept_pair *pairs; ///< with an impact or a face pair, sorted by (a, b)
    size_t pair_count;
    const mote_swept_impact *impacts;   ///< by pairs of bodies, and sorted by time within each
    size_t impact_count;                ///< elements of `impacts`, and of `contacts`
    const mote_swept_contact *contacts; ///< of each impact; null without mote_sweep_def.contacts
    const mote_swept_faces *face_pairs; ///< sorted by (face_a, face_b) within each pair of bodies
    size_t face_pair_count;
    /// No impact is before this time: the world may move up to it. 1 if there is none.
    double safe_step;
    /// Of every body, by ascending index. Not with MOTE_SWEEP_EARLIEST: null.
    const mote_body_step *body_steps;
    size_t body_step_count;
    /// With mote_sweep_def.verify: a time at which the positions of mote_body_get_positions_at are
    /// proved to be free of intersections, and to which the rounded positions can move from the
    /// start without an impact. 1 if there is no impact; 0 if faces meet at the start already, or
    /// if rounding leaves no room.
    double verified_step;
    bool start_is_free; ///< with verify: no faces meet at the start
    /// Bodies left out because a position is NaN or infinite.
    const mote_body_id *invalid;
    size_t invalid_count;
    /// By a budget. Nothing is proved then: all safe steps are 0.
    bool cut_short;
    uint64_t hash; ///< of pairs, impacts, faces and times: the same for any number of workers
    mote_sweep_stats stats; ///< what it cost
} mote_sweep_report;

/// The report of the last sweep. MOTE_ERROR_STATE before the first one, and after one that failed.
MOTE_API mote_result mote_world_sweep_report(const mote_world *world, mote_sweep_report *out);

/// Copies the safe step of each vertex to `out`, in the caller's vertex order: no impact that the
/// vertex, or an edge or face of it, takes part in is before this time; 1 if there is none.
/// `capacity` counts vertices; MOTE_ERROR_LIMIT if it is below the mesh's vertex_count,
/// MOTE_ERROR_STATE unless the last sweep had vertex_steps and the body.
MOTE_API mote_result mote_body_get_safe_steps(const mote_world *world, mote_body_id body,
                                              double *out, size_t capacity);

/// Draws the last sweep: the boxes of bodies over the step, and impacts with their normals if the
/// sweep had contacts, for body a of each pair. Bodies that were destroyed since are left out.
/// Fails as mote_world_sweep_report does.
MOTE_API mote_result mote_world_draw_sweep(mote_world *world, const mote_debug_draw *draw);

#endif
