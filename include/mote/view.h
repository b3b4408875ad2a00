/// @file view.h
/// Questions about the present surfaces of a world's bodies, many at a time and from several threads: is a point
/// inside, how far is it, what does a ray hit.
///
/// mote_world_freeze returns a view of the world. Until mote_world_thaw, nothing in the world
/// changes: functions that change it, and the queries of mote/world.h, fail with MOTE_ERROR_STATE.
/// Any number of threads may use the view at the same time; its functions change nothing and
/// allocate nothing. They run on the calling thread and on the workers of the world; a task hook of
/// the caller (mote_world_def.tasks) must then allow calls of `run` from several threads at the
/// same time.
///
/// The same question has the same answer, bit by bit, for any number of workers, threads and other
/// questions in the batch. docs/queries.md says what is exact, which is always for positions
/// rounded to float. Lengths are in the units of the positions.

#ifndef MOTE_VIEW_H
#define MOTE_VIEW_H

#include <mote/world.h>

/// The surfaces of a frozen world, from mote_world_freeze to mote_world_thaw.
typedef struct mote_view mote_view;

/// Freezes the world and returns a view of the bodies whose category is in `mask`, as they are now.
/// All their vertices are evaluated, and trees over their faces are brought up to date, which costs
/// time for bodies that have changed since the last view, and 28 bytes of memory per face. Bodies
/// with a position that is NaN or infinite are not part of the view. The view belongs to the world,
/// and ends with mote_world_thaw.
///
/// Fails with MOTE_ERROR_STATE if the world is frozen already, if it is called from a callback, or
/// if positions are too old (mote_body_set_positions); with MOTE_ERROR_MEMORY. The world is not
/// frozen then.
MOTE_API mote_result mote_world_freeze(mote_world *world, uint64_t mask, const mote_view **out);

/// Ends the view: no thread may use it any more. MOTE_ERROR_STATE if the world is not frozen.
MOTE_API mote_result mote_world_thaw(mote_world *world);

// ---------------------------------------------------------------------------------------------
// Points. They must be finite: otherwise MOTE_ERROR_ARGUMENT, with the number of the first that is not, and nothing is
// written. Arrays may be null if `count` is 0.

/// The point closest to each of `count` points on any body whose category is in `mask`, at most
/// `limit` away. Of several at the same computed distance: that of the lowest body index, and the
/// lowest face. The face is MOTE_NONE, the distance infinite, where there is none. An infinite
/// limit is none. MOTE_ERROR_ARGUMENT for one that is negative or NaN.
MOTE_API mote_result mote_view_closest_points(const mote_view *view, uint64_t mask,
                                              const mote_vec3 *points, size_t count, float limit,
                                              mote_surface_point *out);

/// The winding number of a point that is on the surface.
#define MOTE_ON_SURFACE INT32_MAX

/// The winding numbers of a closed body around `count` points, exactly: how often its surface
/// encloses each point. 0 is outside; a body that is wound outwards and does not pass through
/// itself has 1 inside, one wound inwards -1. Where a body overlaps itself the number is higher.
/// MOTE_ON_SURFACE on the surface. So a point is inside or on the body where the number is not 0.
///
/// Fails with MOTE_ERROR_REFUSED for a body whose mesh is not closed (mote_mesh_info.closed, which
/// needs MOTE_MESH_FINDINGS), with MOTE_ERROR_DATA for a body with a position that is NaN or
/// infinite, with MOTE_ERROR_ARGUMENT for one whose category was not in the mask of the view, and
/// with MOTE_ERROR_STALE.
MOTE_API mote_result mote_view_windings(const mote_view *view, mote_body_id body,
                                        const mote_vec3 *points, size_t count, int32_t *out);

/// How far a point is from a closed surface.
typedef struct mote_signed_distance {
    float distance; ///< from the surface: positive outside, negative inside, 0 on it
    /// Unit, where the signed distance rises most steeply: away from the closest point outside,
    /// towards it inside. On the surface the normal of the face; zero if the face is degenerate.
    mote_vec3 gradient;
    mote_vec3 closest; ///< on the surface
    uint32_t face;     ///< on which it is; the lowest, of several at the same computed distance
    int32_t winding;   ///< as of mote_view_windings
} mote_signed_distance;

/// The signed distances of `count` points from a closed body. The sign is exact: negative where the
/// winding number is not 0. Fails as mote_view_windings does.
MOTE_API mote_result mote_view_signed_distances(const mote_view *view, mote_body_id body,
                                                const mote_vec3 *points, size_t count,
                                                mote_signed_distance *out);

// ---------------------------------------------------------------------------------------------
// Rays. Origins and directions must be finite, `t_max` 0 or more: otherwise MOTE_ERROR_ARGUMENT, with the number of the
// first that is not, and nothing is written. Each ray is the points origin + t * direction with 0 <= t <= t_max. A
// mote_surface_point has t as its distance.

/// The points origin + t * direction with 0 <= t <= t_max.
typedef struct mote_ray {
    mote_vec3 origin, direction; ///< where t is 0, and where it leads; of any length above 0
    float t_max;                 ///< infinity for no limit
} mote_ray;

/// The first hit of each of `count` rays, among the bodies whose category is in `mask`: of the
/// least t, then of the lowest body index, then of the lowest face. The face is MOTE_NONE where
/// there is none.
MOTE_API mote_result mote_view_rays(const mote_view *view, uint64_t mask, const mote_ray *rays,
                                    size_t count, mote_surface_point *out);

/// Whether each ray hits anything. Faster than mote_view_rays: the first hit that is found ends the
/// search.
MOTE_API mote_result mote_view_rays_blocked(const mote_view *view, uint64_t mask,
                                            const mote_ray *rays, size_t count, bool *out);

/// All faces that each ray hits, sorted by t, body index and face. Those of ray i are out[first[i]]
/// to out[first[i + 1] - 1]; `first` has room for count + 1. A ray through an edge or a vertex hits
/// all faces there. If there are more than `capacity` in all, fails with MOTE_ERROR_LIMIT:
/// first[count] is then the capacity that is needed, and `out`, which may be null if `capacity` is
/// 0, is not written.
MOTE_API mote_result mote_view_rays_all(const mote_view *view, uint64_t mask, const mote_ray *rays,
                                        size_t count, size_t *first, mote_surface_point *out,
                                        size_t capacity);

// ---------------------------------------------------------------------------------------------
// Debug drawing of questions and their answers, which the caller has. Arrays may be null if `count` is 0; otherwise
// MOTE_ERROR_ARGUMENT.

/// For each ray that hits something: a segment from its origin to the hit, and the hit with the
/// vector that leads to it (MOTE_DRAW_HIT). For others: a segment up to t_max, if that is finite.
MOTE_API mote_result mote_debug_draw_rays(const mote_debug_draw *draw, const mote_ray *rays,
                                          const mote_surface_point *hits, size_t count);

/// For each point that has a closest one: a segment between the two, and the closest point with the
/// vector to the point (MOTE_DRAW_CLOSEST).
MOTE_API mote_result mote_debug_draw_closest_points(const mote_debug_draw *draw,
                                                    const mote_vec3 *points,
                                                    const mote_surface_point *found, size_t count);

/// The same for signed distances from `body`, and the gradient at each point (MOTE_DRAW_GRADIENT).
MOTE_API mote_result mote_debug_draw_signed_distances(const mote_debug_draw *draw,
                                                      mote_body_id body, const mote_vec3 *points,
                                                      const mote_signed_distance *found,
                                                      size_t count);

#endif
