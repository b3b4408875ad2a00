/// @file manifold.h
/// Contact manifolds: a few points of each contact, spread over it, with ids that persist from frame to frame, as
/// solvers with warm starts need them. Off by default; mote_world_def.manifold_points turns them on.

#ifndef MOTE_MANIFOLD_H
#define MOTE_MANIFOLD_H

#include <mote/world.h>

/// The largest mote_world_def.manifold_points.
#define MOTE_MAX_MANIFOLD_POINTS 16

/// What of a face a point lies on, up to 1e-5 of the face's size.
typedef enum mote_manifold_feature {
    MOTE_MANIFOLD_VERTEX = 0,
    MOTE_MANIFOLD_EDGE,
    MOTE_MANIFOLD_FACE ///< its inside
} mote_manifold_feature;

/// A point of a manifold on one of the two bodies.
typedef struct mote_manifold_side {
    mote_vec3 point;               ///< on the face
    uint32_t face;                 ///< numbered as in the caller's triangle list
    mote_manifold_feature feature; ///< what the point lies on
    /// Of the face: the corner (VERTEX), or the one at which the edge to the next corner starts
    /// (EDGE); 0 for FACE.
    uint32_t corner;
    /// Barycentric: the point is the sum of the corners times these.
    float weights[3];
} mote_manifold_side;

/// One point of a contact, on both bodies.
typedef struct mote_manifold_point {
    /// Never 0. The point of the last frame that is nearest, carried along by one of the bodies,
    /// has the same id. Ids are never used again for another point of the world.
    uint64_t id;
    mote_pair_state state; ///< BEGIN or PERSIST
    /// How far the surfaces have passed through each other here, along the normal of the contact:
    /// of the edge that crosses a face, the end behind the face. At most the depth of the contact;
    /// 0 if the contact's depth is unknown. Negative for surfaces that do not touch: their
    /// separation along the normal.
    float depth;
    /// Where surfaces touch, both are the same point.
    mote_manifold_side a, b;
    /// The caller may write here until the next detect, impulses for example: the point with this
    /// id has the same numbers in the next frame. All 0 when the point begins.
    float data[4];
} mote_manifold_point;

/// The points of one contact.
typedef struct mote_manifold {
    uint64_t id;           ///< never 0; persists while the contact does, and is never used again
    mote_pair_state state; ///< whether the contact is new, goes on or has ended
    mote_body_id a, b;     ///< as in mote_pair_report
    uint32_t first_point, point_count; ///< in mote_manifolds.points; none for END
} mote_manifold;

/// The manifolds of the last detect. The arrays belong to the world and are valid until its next
/// detect, its next trim or its destruction.
typedef struct mote_manifolds {
    /// The first `contact_count` are those of mote_report.contacts, in that order. Then come those
    /// that have ended.
    const mote_manifold *manifolds;
    size_t manifold_count;
    size_t contact_count;
    mote_manifold_point *points; ///< their `data` may be written
    size_t point_count;
} mote_manifolds;

/// Manifolds follow the surfaces: a contact persists if it is where one of the two bodies has
/// carried it, up to its own size and the length of an edge. Where several contacts come into
/// question, the nearest persists. If a contact divides, one part persists and the others begin.
/// All of it is the same for any number of workers.
///
/// Under a budget, the manifolds of pairs that were not examined, and of those with
/// contacts_cut_short, are left out and neither persist nor end; they are compared when the pair is
/// examined next. After a detect that failed, all begin.
///
/// Everything is empty in worlds without manifolds. MOTE_ERROR_STATE before the first detect.
MOTE_API mote_result mote_world_manifolds(mote_world *world, mote_manifolds *out);

#endif
