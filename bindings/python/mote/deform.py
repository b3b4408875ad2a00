"""Deformers: what turns a rest shape into the present one."""

from __future__ import annotations

import threading
from typing import List, Optional, Tuple

import numpy as np

from ._mote import lib
from .arrays import FLOAT32, Array, as_indices, pointer_to
from .callbacks import Caller
from .errors import StateError, check
from .handle import Handle
from .mesh import Mesh

_USE = threading.Lock()


class Deformer:
    """Base of all deformers. Bodies of the same mesh may share one: Body.deformer = deformer.

    Its parameters may be changed between two uses. Bodies notice by themselves that they have changed. Changing them
    while a call in another thread evaluates the deformer raises StateError.
    """

    __slots__ = ("_handle", "_mesh", "_links", "_version", "_users", "__weakref__")

    def __init__(self, handle: Handle, mesh: Mesh, links: Tuple[Deformer, ...] = ()):
        self._handle = handle
        self._mesh = mesh
        self._links = links
        self._version = 0
        self._users = 0

    @property
    def mesh(self) -> Mesh:
        """The mesh it deforms."""
        return self._mesh

    @property
    def vertex_count(self) -> int:
        """Vertices of its mesh."""
        return int(lib.mote_deformer_vertex_count(self._handle.pointer))

    @property
    def nbytes(self) -> int:
        """Bytes that it holds; mesh, nodes and the links of a chain are not included."""
        return int(lib.mote_deformer_bytes(self._handle.pointer))

    @property
    def can_bound(self) -> bool:
        """Whether it can bound nodes, so that bodies are evaluated only where others are near."""
        return bool(lib.mote_deformer_can_bound(self._handle.pointer))

    def evaluate(self, vertices: Optional[object] = None) -> Array:
        """The present positions of all vertices, or of those that are named, as float32 of shape (n, 3)."""
        self._begin_use()
        try:
            if vertices is None:
                out = np.empty((self.vertex_count, 3), FLOAT32)
                result = lib.mote_deformer_evaluate_all(self._handle.pointer, _null(), pointer_to(out, "mote_vec3 *"))
            else:
                chosen = as_indices(np.asarray(vertices).reshape(-1), "vertices").astype(np.uint32)
                out = np.empty((len(chosen), 3), FLOAT32)
                result = lib.mote_deformer_evaluate(self._handle.pointer, pointer_to(chosen, "uint32_t *"), len(chosen),
                                                    pointer_to(out, "mote_vec3 *"))
        finally:
            self._end_use()
        self._raise_caught()
        check(result)
        return out

    # -----------------------------------------------------------------------------------------
    # For worlds

    def _begin_use(self) -> None:
        with _USE:
            for link in self._all():
                link._users += 1

    def _end_use(self) -> None:
        with _USE:
            for link in self._all():
                link._users -= 1

    def _all(self) -> List[Deformer]:
        found: List[Deformer] = [self]
        for link in self._links:
            found.extend(link._all())
        return found

    def _total_version(self) -> int:
        return self._version + sum(link._total_version() for link in self._links)

    def _own_callers(self) -> List[Caller]:
        return []

    def _callers(self) -> List[Caller]:
        return [caller for link in self._all() for caller in link._own_callers()]

    def _raise_caught(self) -> None:
        for caller in self._callers():
            caller.raise_caught()

    def _change(self, result: int) -> None:
        """What a function that sets parameters has returned."""
        check(result)
        self._version += 1

    def _not_in_use(self) -> None:
        if self._users:
            raise StateError("the deformer is being evaluated by another call; its parameters must stay")


def _null() -> object:
    from ._mote import ffi

    return ffi.NULL
