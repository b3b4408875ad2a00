"""Points of contacts with ids that persist from frame to frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ._mote import ffi, lib
from .arrays import Array, as_float32, copied
from .errors import check
from .layouts import MANIFOLD, MANIFOLD_POINT

if TYPE_CHECKING:
    from .world import World


class Manifolds(NamedTuple):
    """Manifolds of the last detect, copied; empty in a world without manifold_points."""

    #: those of the report's contacts, in that order, of dtype layouts.MANIFOLD
    contacts: Array
    #: those that have ended, of the same dtype
    ended: Array
    #: of dtype layouts.MANIFOLD_POINT; those of a contact are points[first_point:first_point + point_count]
    points: Array


def read_manifolds(world: World) -> Manifolds:
    """The manifolds of the last detect; the world's state is in use by the caller."""
    found = ffi.new("mote_manifolds *")
    check(lib.mote_world_manifolds(world._state.handle.pointer, found))
    all_of_them = copied(found.manifolds, found.manifold_count, MANIFOLD)
    return Manifolds(all_of_them[:found.contact_count], all_of_them[found.contact_count:],
                     copied(found.points, found.point_count, MANIFOLD_POINT))


def store_data(world: World, data: object) -> None:
    """Writes the numbers of all points; the world's state is in use by the caller."""
    found = ffi.new("mote_manifolds *")
    check(lib.mote_world_manifolds(world._state.handle.pointer, found))
    numbers = as_float32(data, "data", (int(found.point_count), 4))
    if not found.point_count:
        return
    memory = ffi.buffer(found.points, found.point_count * MANIFOLD_POINT.itemsize)
    np.frombuffer(memory, MANIFOLD_POINT)["data"] = numbers
