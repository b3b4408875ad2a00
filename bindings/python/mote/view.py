"""Questions about the present surfaces of a world's bodies, many at a time and from several threads."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np

from ._mote import ffi, lib
from .arguments import ALL_BITS, integer, number
from .arrays import Array, as_per_item, as_points, copied, pointer_to
from .errors import ArgumentError, StateError, check
from .layouts import FEATURE, FEATURE_PAIR, RAY, SIGNED_DISTANCE, SURFACE_POINT
from .mesh import Lists

if TYPE_CHECKING:
    from .world import Body, World

#: The winding number of a point that is on the surface.
ON_SURFACE = 0x7FFFFFFF


class View:
    """A read-only view of a world, from World.view(): a context manager, at whose end the world may change again.

    Until then everything that changes the world, and its own queries, raise StateError. Any number of threads may use
    the view at the same time. docs/queries.md says what is exact.
    """

    def __init__(self, world: World, mask: int):
        self._world = world
        out = ffi.new("const mote_view **")
        with world._state as pointer:
            check(lib.mote_world_freeze(pointer, integer(mask, "mask", ALL_BITS), out))
        self._view: Optional[Any] = out[0]

    def close(self) -> None:
        """Ends the view; no thread may use it any more. Does nothing if it has ended."""
        if self._view is None:
            return
        self._view = None
        if not self._world.closed:
            with self._world._state as pointer:
                check(lib.mote_world_thaw(pointer))

    def __enter__(self) -> View:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _pointer(self) -> Any:
        if self._view is None or self._world.closed:
            raise StateError("the view has ended")
        return self._view

    def closest_points(self, points: object, limit: float = math.inf, mask: int = ALL_BITS) -> Array:
        """The points of any body closest to points of shape (n, 3), of dtype layouts.SURFACE_POINT.

        limit: no further than this; the face is NONE where nothing is that near. mask: categories of bodies.
        """
        array, _ = as_points(points, "points")
        out = np.empty(len(array), SURFACE_POINT)
        check(lib.mote_view_closest_points(self._pointer(), integer(mask, "mask", ALL_BITS),
                                           pointer_to(array, "mote_vec3 *"), len(array), number(limit, "limit"),
                                           pointer_to(out, "mote_surface_point *")))
        return out

    def windings(self, body: Body, points: object) -> Array:
        """How often a closed body encloses each of points of shape (n, 3), exactly: 0 outside, ON_SURFACE on it."""
        array, _ = as_points(points, "points")
        out = np.empty(len(array), np.int32)
        self._world._own(body)
        check(lib.mote_view_windings(self._pointer(), body._id, pointer_to(array, "mote_vec3 *"), len(array),
                                     pointer_to(out, "int32_t *")))
        return out

    def signed_distances(self, body: Body, points: object) -> Array:
        """Distances of points of shape (n, 3) from a closed body, negative inside, of dtype layouts.SIGNED_DISTANCE."""
        array, _ = as_points(points, "points")
        out = np.empty(len(array), SIGNED_DISTANCE)
        self._world._own(body)
        check(lib.mote_view_signed_distances(self._pointer(), body._id, pointer_to(array, "mote_vec3 *"), len(array),
                                             pointer_to(out, "mote_signed_distance *")))
        return out

    def rays(self, origins: object, directions: object, t_max: object = math.inf, mask: int = ALL_BITS) -> Array:
        """What rays of shape (n, 3) hit first, of dtype layouts.SURFACE_POINT; the face is NONE where nothing.

        t_max: how far, in units of the direction's length, one number or one for each. mask: categories of bodies.
        """
        rays = _rays(origins, directions, t_max)
        out = np.empty(len(rays), SURFACE_POINT)
        check(lib.mote_view_rays(self._pointer(), integer(mask, "mask", ALL_BITS), pointer_to(rays, "mote_ray *"),
                                 len(rays), pointer_to(out, "mote_surface_point *")))
        return out

    def rays_blocked(self, origins: object, directions: object, t_max: object = math.inf,
                     mask: int = ALL_BITS) -> Array:
        """Whether each ray hits anything: faster than rays()."""
        rays = _rays(origins, directions, t_max)
        out = np.empty(len(rays), np.bool_)
        check(lib.mote_view_rays_blocked(self._pointer(), integer(mask, "mask", ALL_BITS),
                                         pointer_to(rays, "mote_ray *"), len(rays), pointer_to(out, "bool *")))
        return out

    def rays_all(self, origins: object, directions: object, t_max: object = math.inf, mask: int = ALL_BITS) -> Lists:
        """For each ray, all faces that it hits, of dtype layouts.SURFACE_POINT, sorted by distance."""
        rays = _rays(origins, directions, t_max)
        first = np.zeros(len(rays) + 1, np.uintp)
        out = np.empty(4 * len(rays), SURFACE_POINT)
        while True:
            result = lib.mote_view_rays_all(self._pointer(), integer(mask, "mask", ALL_BITS),
                                            pointer_to(rays, "mote_ray *"), len(rays), pointer_to(first, "size_t *"),
                                            pointer_to(out, "mote_surface_point *"), len(out))
            if result != lib.MOTE_ERROR_LIMIT or first[-1] <= len(out):
                break
            out = np.empty(int(first[-1]), SURFACE_POINT)
        check(result)
        return Lists(first.astype(np.int64), out[:int(first[-1])].copy())


def _rays(origins: object, directions: object, t_max: object) -> Array:
    starts, _ = as_points(origins, "origins")
    ways, _ = as_points(directions, "directions")
    if len(starts) != len(ways):
        raise ArgumentError(f"there are {len(starts)} origins, but {len(ways)} directions")
    rays = np.empty(len(starts), RAY)
    rays["origin"], rays["direction"] = starts, ways
    rays["t_max"] = as_per_item(t_max, "t_max", len(starts))[0]
    return rays


class Features(NamedTuple):
    """Features within a distance of each other, copied."""

    #: two bodies, or one with itself, of dtype layouts.FEATURE_PAIR; from `first` on, the vertex_face_count,
    #: face_vertex_count and edge_edge_count features of each kind (NearKind) follow each other
    pairs: Array
    #: of dtype layouts.FEATURE
    features: Array


def read_features(world: World, distance: float, shared_vertex: bool) -> Features:
    """The features of a world; its state is in use by the caller."""
    definition = ffi.new("mote_features_def *", lib.mote_default_features_def())
    definition.distance = number(distance, "distance")
    definition.shared_vertex = bool(shared_vertex)
    found = ffi.new("mote_features *")
    check(lib.mote_world_features(world._state.handle.pointer, definition, found))
    return Features(copied(found.pairs, found.pair_count, FEATURE_PAIR),
                    copied(found.features, found.feature_count, FEATURE))
