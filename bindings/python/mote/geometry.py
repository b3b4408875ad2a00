"""Stateless geometry, exact for float coordinates: triangles, boxes, segments, points and rays.

Every function takes one item or n items: a triangle has shape (3, 3), n triangles have shape (n, 3, 3). One item is
compared with all n of the other. Numbers that are not float32 are rounded to it.
"""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Tuple

import numpy as np

from ._mote import ffi, lib
from .arrays import FLOAT32, Array, as_float32, as_indices, as_numbers, pointer_to, vec3
from .enums import OverlapKind
from .errors import ArgumentError, DataError


class Overlap(NamedTuple):
    """The intersection of two triangles. Whether it is empty is exact; the points are rounded to double."""

    kind: OverlapKind
    points: Array


class ImpactTime(NamedTuple):
    """The first time of an event, in [0, 1]: low <= time <= high, at most 2**-40 apart."""

    low: float
    high: float


class Impacts(NamedTuple):
    """The candidates of a batch that meet, by number, and their first times: low <= time <= high, at most 2**-40
    apart."""

    candidate: Array
    low: Array
    high: Array


class Distances(NamedTuple):
    """Distances of n pairs, and their closest points."""

    distance: Array
    on_a: Array
    on_b: Array


def _items(value: object, name: str, shape: Tuple[int, ...]) -> Tuple[Array, bool]:
    array = as_numbers(value, name)
    if array.shape == shape:
        return as_float32(array, name, shape)[np.newaxis], True
    return as_float32(array, name, (None,) + shape), False


def _together(*items: Tuple[Array, bool]) -> Tuple[List[Array], bool]:
    """Repeats what is one item as often as the others are many."""
    counts = {len(array) for array, is_one in items if not is_one}
    if len(counts) > 1:
        raise ArgumentError(f"there are arrays of {sorted(counts)} items; expected the same number")
    count = counts.pop() if counts else 1
    arrays = [np.ascontiguousarray(np.broadcast_to(array, (count,) + array.shape[1:])) if is_one else array
              for array, is_one in items]
    return arrays, all(is_one for _, is_one in items)


def _vec3s(array: Array) -> Any:
    return pointer_to(array, "mote_vec3 *")


def triangles_intersect(a: object, b: object, pairs: Optional[object] = None) -> Array:
    """Whether triangles share at least one point. Exact; touching and coplanar overlap count.

    pairs: integers of shape (k, 2), which triangles of a and b to compare; otherwise those with the same number.
    """
    first, second = _items(a, "a", (3, 3)), _items(b, "b", (3, 3))
    if pairs is None:
        (left, right), _ = _together(first, second)
        numbers = np.repeat(np.arange(len(left), dtype=np.uint32), 2).reshape(-1, 2)
    else:
        left, right = first[0], second[0]
        numbers = _pairs(pairs, len(left), len(right))
    hits = np.empty(len(numbers), np.bool_)
    lib.mote_triangles_intersect_pairs(_vec3s(left), _vec3s(right), pointer_to(numbers, "mote_index_pair *"),
                                       len(numbers), pointer_to(hits, "uint8_t *"), ffi.NULL)
    return hits


def _pairs(value: object, a_count: int, b_count: int) -> Array:
    array = np.asarray(value)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ArgumentError(f"pairs have shape {array.shape}; expected (n, 2)")
    numbers = np.ascontiguousarray(as_indices(array, "pairs"), np.uint32)
    if len(numbers) and (int(numbers[:, 0].max()) >= a_count or int(numbers[:, 1].max()) >= b_count):
        raise DataError("pairs name a triangle that does not exist")
    return numbers


def triangles_intersection(a: object, b: object) -> Overlap:
    """The intersection of two triangles."""
    left, right = as_float32(a, "a", (3, 3)), as_float32(b, "b", (3, 3))
    out = ffi.new("mote_overlap *")
    lib.mote_triangles_intersection(_vec3s(left), _vec3s(right), out)
    points = [vec3(out.points[i]) for i in range(int(out.count))]
    return Overlap(OverlapKind(out.kind), np.array(points).reshape(-1, 3))


def vertex_face_impact(start: object, end: object) -> Optional[ImpactTime]:
    """The first time at which a vertex and a face that move on straight lines share a point; None if they never do.

    start, end: points of shape (4, 3), the vertex first. Exact, for float32 and float64 as given.
    """
    return _impact(start, end, lib.mote_vertex_face_impact, lib.mote_vertex_face_impact_double)


def edges_impact(start: object, end: object) -> Optional[ImpactTime]:
    """The same for two edges: points of shape (4, 3), the end points of one edge first."""
    return _impact(start, end, lib.mote_edges_impact, lib.mote_edges_impact_double)


def _impact(start: object, end: object, single: Any, double: Any, *rest: float) -> Optional[ImpactTime]:
    points = [as_numbers(start, "start"), as_numbers(end, "end")]
    for array, name in zip(points, ("start", "end")):
        if array.shape != (4, 3):
            raise ArgumentError(f"{name} has shape {array.shape}; expected (4, 3)")
    time = ffi.new("mote_impact_time *")
    if all(array.dtype == FLOAT32 for array in points):
        first, last = (np.ascontiguousarray(array) for array in points)
        found = single(_vec3s(first), _vec3s(last), *rest, time)
    else:
        first, last = (np.ascontiguousarray(array, np.float64) for array in points)
        found = double(pointer_to(first, "mote_dvec3 *"), pointer_to(last, "mote_dvec3 *"), *rest, time)
    return ImpactTime(time.low, time.high) if found else None


def vertex_face_impacts(start_a: object, end_a: object, start_b: object, end_b: object, quads: object,
                        until: float = 1.0, earliest: bool = False) -> Impacts:
    """vertex_face_impact for many candidates at once.

    start_a, end_a: positions of the vertices, of shape (n, 3). start_b, end_b: positions of the corners of faces; may
    be the same arrays. quads: integers of shape (k, 4), a vertex and the corners of a face. Impacts with low > until
    are left out. earliest: lowers until to each impact that is found, so that the earliest impacts are returned, and
    few others.
    """
    return _impacts((start_a, end_a, start_b, end_b), quads, 1, until, earliest,
                    lib.mote_vertex_face_impact_batch, lib.mote_vertex_face_impact_batch_double)


def edges_impacts(start_a: object, end_a: object, start_b: object, end_b: object, quads: object,
                  until: float = 1.0, earliest: bool = False) -> Impacts:
    """edges_impact for many candidates at once: quads are two vertices of a and two of b."""
    return _impacts((start_a, end_a, start_b, end_b), quads, 2, until, earliest,
                    lib.mote_edges_impact_batch, lib.mote_edges_impact_batch_double)


_HIT = np.dtype({"names": ["index", "low", "high"], "formats": [np.uint32, np.float64, np.float64],
                 "offsets": [0, 8, 16], "itemsize": 24})
_SIDES = ("start_a", "end_a", "start_b", "end_b")


def _impacts(positions: Tuple[object, ...], quads: object, of_a: int, until: float, earliest: bool, single: Any,
             double: Any) -> Impacts:
    arrays = [as_numbers(value, name) for value, name in zip(positions, _SIDES)]
    for array, name in zip(arrays, _SIDES):
        if array.ndim != 2 or array.shape[1] != 3:
            raise ArgumentError(f"{name} has shape {array.shape}; expected (n, 3)")
    if len(arrays[0]) != len(arrays[1]) or len(arrays[2]) != len(arrays[3]):
        raise ArgumentError("start and end have different numbers of positions")
    numbers = _quads(quads, of_a, len(arrays[0]), len(arrays[2]))
    is_single = all(array.dtype == FLOAT32 for array in arrays)
    arrays = [np.ascontiguousarray(array, FLOAT32 if is_single else np.float64) for array in arrays]
    batch = ffi.new("mote_impact_batch *" if is_single else "mote_impact_batch_double *")
    for array, name in zip(arrays, _SIDES):
        setattr(batch, name, pointer_to(array, "mote_vec3 *" if is_single else "mote_dvec3 *"))
    batch.quads = pointer_to(numbers, "mote_index_quad *")
    batch.count, batch.until, batch.earliest = len(numbers), until, earliest
    hits = np.empty(len(numbers), _HIT)
    count = (single if is_single else double)(batch, pointer_to(hits, "mote_impact_hit *"), ffi.NULL)
    found = hits[:count]
    return Impacts(found["index"].copy(), found["low"].copy(), found["high"].copy())


def _quads(value: object, of_a: int, a_count: int, b_count: int) -> Array:
    array = np.asarray(value)
    if array.ndim != 2 or array.shape[1] != 4:
        raise ArgumentError(f"quads have shape {array.shape}; expected (n, 4)")
    numbers = np.ascontiguousarray(as_indices(array, "quads"), np.uint32)
    if len(numbers) and (int(numbers[:, :of_a].max()) >= a_count or int(numbers[:, of_a:].max()) >= b_count):
        raise DataError("quads name a vertex that does not exist")
    return numbers


def vertex_face_approach(start: object, end: object, distance: float) -> Optional[ImpactTime]:
    """The first time at which a vertex and a face in motion may be within a distance; None if they never are.

    Conservative: before low, they are farther apart than distance. The result is not None only if they come within
    distance + 2**-19 s, where s is the largest difference of a coordinate between them. They then do so between low and
    high, which are at most 2**-20 apart.
    """
    return _impact(start, end, lib.mote_vertex_face_approach, lib.mote_vertex_face_approach_double, float(distance))


def edges_approach(start: object, end: object, distance: float) -> Optional[ImpactTime]:
    """The same for two edges: points of shape (4, 3), the end points of one edge first."""
    return _impact(start, end, lib.mote_edges_approach, lib.mote_edges_approach_double, float(distance))


def triangles_distance(a: object, b: object) -> Distances:
    """The minimum distances of triangles and the closest points; 0 if and only if they intersect."""
    (left, right), _ = _together(_items(a, "a", (3, 3)), _items(b, "b", (3, 3)))
    found = _distances(len(left))
    lib.py_triangles_distances(_vec3s(left), _vec3s(right), len(left), pointer_to(found.distance, "float *"),
                               _vec3s(found.on_a), _vec3s(found.on_b))
    return found


def triangle_pairs_distance(a: object, b: object, pairs: object) -> Array:
    """The distances of selected pairs of triangles: pairs are integers of shape (k, 2)."""
    left, right = _items(a, "a", (3, 3))[0], _items(b, "b", (3, 3))[0]
    numbers = _pairs(pairs, len(left), len(right))
    distances = np.empty(len(numbers), FLOAT32)
    lib.mote_triangles_distance_pairs(_vec3s(left), _vec3s(right), pointer_to(numbers, "mote_index_pair *"),
                                      len(numbers), pointer_to(distances, "float *"))
    return distances


def point_triangle_distance(points: object, triangles: object) -> Tuple[Array, Array]:
    """The distances from points to triangles, and the closest points of the triangles."""
    (left, right), _ = _together(_items(points, "points", (3,)), _items(triangles, "triangles", (3, 3)))
    distances, closest = np.empty(len(left), FLOAT32), np.empty((len(left), 3), FLOAT32)
    lib.py_points_triangles_distances(_vec3s(left), _vec3s(right), len(left), pointer_to(distances, "float *"),
                                      _vec3s(closest))
    return distances, closest


def segments_distance(a: object, b: object) -> Distances:
    """The distances of segments of shape (2, 3), and the closest points."""
    (left, right), _ = _together(_items(a, "a", (2, 3)), _items(b, "b", (2, 3)))
    found = _distances(len(left))
    lib.py_segments_distances(_vec3s(left), _vec3s(right), len(left), pointer_to(found.distance, "float *"),
                              _vec3s(found.on_a), _vec3s(found.on_b))
    return found


def ray_triangle(origins: object, directions: object, triangles: object, t_max: object = np.inf) -> Array:
    """The distances at which rays hit triangles, in units of the direction's length; NaN if they do not."""
    (starts, ways, targets, ends), _ = _together(
        _items(origins, "origins", (3,)), _items(directions, "directions", (3,)),
        _items(triangles, "triangles", (3, 3)), _items(t_max, "t_max", ()))
    hits, t = np.empty(len(starts), np.bool_), np.empty(len(starts), FLOAT32)
    lib.py_rays_triangles(_vec3s(starts), _vec3s(ways), pointer_to(ends, "float *"), _vec3s(targets), len(starts),
                          pointer_to(hits, "uint8_t *"), pointer_to(t, "float *"))
    t[~hits] = np.nan
    return t


def triangle_box(triangles: object, boxes: object) -> Array:
    """Whether triangles and closed boxes of shape (2, 3) share a point."""
    (left, right), _ = _together(_items(triangles, "triangles", (3, 3)), _items(boxes, "boxes", (2, 3)))
    hits = np.empty(len(left), np.bool_)
    lib.py_triangles_boxes(_vec3s(left), pointer_to(right, "mote_box *"), len(left), pointer_to(hits, "uint8_t *"))
    return hits


def _distances(count: int) -> Distances:
    return Distances(np.empty(count, FLOAT32), np.empty((count, 3), FLOAT32), np.empty((count, 3), FLOAT32))
