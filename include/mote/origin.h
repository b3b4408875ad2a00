/// @file origin.h
/// Worlds far from the origin. A world computes in floats relative to a point of the caller's space, its origin, which is given in
/// double (mote_world_def.origin, default 0). Near it, a float has its full precision, wherever it is: a gap of .1 at 1e7 is a
/// gap of .1. Keep the origin near what matters, and shift it when that moves away.
///
/// What is given in double is in the caller's space: the origin is subtracted in double, and the
/// result is rounded to float once. What is given or returned in float is relative to the origin:
/// float positions, transforms, rest shapes and bounds, reports, queries, drawing, dynamics.
/// Positions in double with a transform are those of the body before the transform, and nothing is
/// subtracted from them.

#ifndef MOTE_ORIGIN_H
#define MOTE_ORIGIN_H

#include <mote/world.h>

/// Moves the origin. Bodies with positions in double and no transform, and bodies with a transform
/// in double, stay where they are in the caller's space. Everything else was placed relative to the
/// origin and moves with it until it is set again. Positions in double are read again: they must be
/// those of this frame or persistent, or be set again (mote_body_set_positions). Motions end.
/// MOTE_ERROR_ARGUMENT for coordinates that are not finite.
MOTE_API mote_result mote_world_set_origin(mote_world *world, mote_dvec3 origin);
MOTE_API mote_result mote_world_get_origin(const mote_world *world, mote_dvec3 *out);

/// A transform as mote_transform, in double.
typedef struct mote_transform_double {
    mote_dvec3 cx, cy, cz; ///< columns of the linear part; rounded to float
    mote_dvec3 t;          ///< in the caller's space
} mote_transform_double;

/// As mote_body_set_transform, with a translation in the caller's space: t - origin is rounded to
/// float. Null removes the transform.
MOTE_API mote_result mote_body_set_transform_double(mote_world *world, mote_body_id body,
                                                    const mote_transform_double *transform);

/// The transform in the caller's space; one that was set in float is origin + t.
MOTE_API mote_result mote_body_get_transform_double(const mote_world *world, mote_body_id body,
                                                    mote_transform_double *out);

/// Between the caller's space and coordinates relative to the origin, for queries and reports: p -
/// origin, rounded to float, and origin + p. A null world has the origin 0.
MOTE_API mote_vec3 mote_world_to_local(const mote_world *world, mote_dvec3 point);
MOTE_API mote_dvec3 mote_world_to_global(const mote_world *world, mote_vec3 point);

#endif
