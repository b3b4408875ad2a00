"""Debug drawing: the data structures of the last detect, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, NamedTuple, Tuple

import numpy as np

from ._mote import ffi, lib
from .arrays import FLOAT32, UINT32, Array, copied
from .callbacks import Caller
from .errors import check

if TYPE_CHECKING:
    from .world import Body, World

#: kind is a DrawKind
BOX = np.dtype([("kind", "u4"), ("box", "f4", (2, 3))])
TRIANGLE = np.dtype([("body", "u4"), ("face", "u4"), ("corners", "f4", (3, 3))])
SEGMENT = np.dtype([("p", "f4", 3), ("q", "f4", 3)])
POINT = np.dtype([("kind", "u4"), ("body", "u4"), ("id", "u4"), ("at", "f4", 3)])
VECTOR = np.dtype([("kind", "u4"), ("body", "u4"), ("at", "f4", 3), ("v", "f4", 3)])


class Areas(NamedTuple):
    """The partition of a body into areas, one per particle."""

    body: Body
    #: the area of each vertex, or NONE
    area_of: Array
    area_count: int


class Drawing(NamedTuple):
    """The data structures of the last detect. docs/debug-draw.md lists what each method draws."""

    boxes: Array
    triangles: Array
    segments: Array
    points: Array
    vectors: Array
    areas: List[Areas]


class DrawCaller(Caller):
    """Collects what is drawn."""

    __slots__ = ("boxes", "triangles", "segments", "points", "vectors", "areas")

    def __init__(self) -> None:
        super().__init__()
        self.boxes: List[Tuple[Any, ...]] = []
        self.triangles: List[Tuple[Any, ...]] = []
        self.segments: List[Tuple[Any, ...]] = []
        self.points: List[Tuple[Any, ...]] = []
        self.vectors: List[Tuple[Any, ...]] = []
        self.areas: List[Tuple[int, int, Array, int]] = []


def _xyz(v: Any) -> Tuple[float, float, float]:
    return v.x, v.y, v.z


@ffi.def_extern()  # type: ignore[misc]
def py_draw_box(context: Any, kind: int, box: Any) -> None:
    """mote_debug_draw.box."""
    ffi.from_handle(context).boxes.append((kind, (_xyz(box.min), _xyz(box.max))))


@ffi.def_extern()  # type: ignore[misc]
def py_draw_triangle(context: Any, body: Any, face: int, corners: Any) -> None:
    """mote_debug_draw.triangle."""
    points = copied(corners, 9, FLOAT32).reshape(3, 3)
    ffi.from_handle(context).triangles.append((body.index, face, points))


@ffi.def_extern()  # type: ignore[misc]
def py_draw_segment(context: Any, p: Any, q: Any) -> None:
    """mote_debug_draw.segment."""
    ffi.from_handle(context).segments.append((_xyz(p), _xyz(q)))


@ffi.def_extern()  # type: ignore[misc]
def py_draw_point(context: Any, kind: int, body: Any, number: int, at: Any) -> None:
    """mote_debug_draw.point."""
    ffi.from_handle(context).points.append((kind, body.index, number, _xyz(at)))


@ffi.def_extern()  # type: ignore[misc]
def py_draw_vector(context: Any, kind: int, body: Any, at: Any, v: Any) -> None:
    """mote_debug_draw.vector."""
    ffi.from_handle(context).vectors.append((kind, body.index, _xyz(at), _xyz(v)))


@ffi.def_extern()  # type: ignore[misc]
def py_draw_areas(context: Any, body: Any, area_of: Any, vertex_count: int, area_count: int) -> None:
    """mote_debug_draw.areas."""
    numbers = copied(area_of, vertex_count, UINT32)
    ffi.from_handle(context).areas.append((body.index, body.generation, numbers, area_count))


def draw(world: World, of_sweep: bool = False) -> Drawing:
    """World.draw and World.draw_sweep."""
    caller = DrawCaller()
    context = caller.context()
    callbacks = ffi.new("mote_debug_draw *")
    callbacks.box = lib.py_draw_box
    callbacks.triangle = lib.py_draw_triangle
    callbacks.segment = lib.py_draw_segment
    callbacks.point = lib.py_draw_point
    callbacks.vector = lib.py_draw_vector
    callbacks.areas = lib.py_draw_areas
    callbacks.context = context
    with world._state as pointer:
        check((lib.mote_world_draw_sweep if of_sweep else lib.mote_world_draw)(pointer, callbacks))
    areas = [Areas(world._body(index, generation), area_of, count)
             for index, generation, area_of, count in caller.areas]
    return Drawing(np.array(caller.boxes, BOX), np.array(caller.triangles, TRIANGLE),
                   np.array(caller.segments, SEGMENT), np.array(caller.points, POINT),
                   np.array(caller.vectors, VECTOR), areas)
