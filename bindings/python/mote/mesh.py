"""Meshes: data that is built once from a rest shape and never changes."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple, Optional, Union

import numpy as np

from ._mote import ffi, lib
from .arguments import integer, number
from .arrays import FLOAT32, UINT16, UINT32, Array, as_faces, as_float32, as_vertices, box_of, fill_positions
from .arrays import pointer_to, shared
from .callbacks import Log, LogCaller, set_log
from .enums import MeshFlags, Weld, member
from .errors import StateError, check
from .handle import Handle

#: Stands for "no face", "no neighbor" and the like in arrays of uint32.
NONE = 0xFFFFFFFF


class Lists:
    """A list of lists in two arrays: list i is items[first[i]:first[i + 1]]."""

    __slots__ = ("first", "items")

    def __init__(self, first: Array, items: Array):
        self.first = first
        self.items = items

    def __len__(self) -> int:
        return max(len(self.first) - 1, 0)

    def __getitem__(self, index: int) -> Array:
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"list {index} of {count}")
        index %= count
        return self.items[int(self.first[index]):int(self.first[index + 1])]

    def __iter__(self) -> Iterator[Array]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<mote.Lists: {len(self)} lists, {len(self.items)} items>"


class Findings(NamedTuple):
    """Defects and unusual features of a mesh, as ascending lists. An edge is 3 * triangle + corner."""

    degenerate_triangles: Array
    duplicate_triangles: Array
    isolated_vertices: Array
    border_edges: Array
    nonmanifold_edges: Array
    flipped_edges: Array


class Mesh:
    """Triangles and the data that is built from them once. Bodies, worlds and threads may share a mesh.

    vertices: an array of shape (n, 3). faces: integers of shape (m, 3), or None for a triangle soup, in which every
    three vertices are a triangle. Both are copied. Any list of triangles is accepted; `findings` lists its defects.

    flags: what is built, MeshFlags.ALL by default. weld: "none", "exact" or "tolerance" (with weld_tolerance, in units
    of the positions). log: a function of (LogLevel, str), which is called with a warning if the mesh has defects.

    Arrays of a mesh are read-only views of its memory; they keep the mesh alive.
    """

    __slots__ = ("_held", "_info", "_views", "__weakref__")

    def __init__(
        self,
        vertices: object,
        faces: Optional[object] = None,
        *,
        flags: MeshFlags = MeshFlags.ALL,
        weld: Union[Weld, str] = Weld.NONE,
        weld_tolerance: float = 0.0,
        log: Optional[Log] = None,
    ):
        positions = as_vertices(vertices, "vertices")
        definition = ffi.new("mote_mesh_def *", lib.mote_default_mesh_def())
        fill_positions(definition.positions, positions)
        indices = None if faces is None else as_faces(faces, "faces")
        if indices is not None:
            # A null pointer would mean a soup; mote refuses a mesh without triangles.
            definition.indices = ffi.cast("void *", indices.__array_interface__["data"][0] or 64)
            definition.index_count = indices.size
            definition.index_type = lib.MOTE_U16 if indices.dtype == UINT16 else lib.MOTE_U32
        definition.flags = integer(flags, "flags")
        definition.weld = member(Weld, weld, "weld")
        definition.weld_tolerance = number(weld_tolerance, "weld_tolerance")
        caller = None if log is None else LogCaller(log)
        context = set_log(definition.log, caller)
        out = ffi.new("mote_mesh **")
        check(lib.mote_mesh_create(definition, out))
        self._hold(Handle(out[0], lib.mote_mesh_destroy, "mesh", (context,)))
        if caller is not None:
            caller.raise_caught()

    @classmethod
    def _borrow(cls, handle: Handle) -> Mesh:
        """A mesh that something else owns."""
        mesh = cls.__new__(cls)
        mesh._hold(handle)
        return mesh

    def _hold(self, handle: Handle) -> None:
        self._held: Optional[Handle] = handle
        self._info = ffi.new("mote_mesh_info *")
        lib.mote_mesh_get_info(handle.pointer, self._info)
        self._views = ffi.new("mote_mesh_view *")
        lib.mote_mesh_get_view(handle.pointer, self._views)

    @property
    def _handle(self) -> Handle:
        if self._held is None:
            raise StateError("the mesh is closed")
        return self._held

    def close(self) -> None:
        """Releases the mesh. Bodies, deformers and arrays that use it keep its memory until they are released."""
        self._held = None

    def __enter__(self) -> Mesh:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._held is None:
            return "<mote.Mesh: closed>"
        return f"<mote.Mesh: {self.vertex_count} vertices, {self.triangle_count} triangles>"

    @property
    def flags(self) -> MeshFlags:
        """What was built."""
        return MeshFlags(self._info.flags)

    @property
    def vertex_count(self) -> int:
        """Number of vertices, before any weld."""
        return int(self._info.vertex_count)

    @property
    def welded_count(self) -> int:
        """Number of different vertices after the weld."""
        return int(self._info.welded_count)

    @property
    def triangle_count(self) -> int:
        """Number of triangles."""
        return int(self._info.triangle_count)

    @property
    def component_count(self) -> int:
        """Number of components, which are connected by shared vertices; 0 without ADJACENCY."""
        return int(self._info.component_count)

    @property
    def cluster_count(self) -> int:
        """Number of clusters of faces; 0 without CLUSTERS."""
        return int(self._info.cluster_count)

    @property
    def mean_edge_length(self) -> float:
        """Mean length of all edges of all triangles."""
        return float(self._info.mean_edge_length)

    @property
    def area(self) -> float:
        """Area of all triangles."""
        return float(self._info.area)

    @property
    def volume(self) -> float:
        """Signed volume; meaningful for closed meshes."""
        return float(self._info.volume)

    @property
    def is_closed(self) -> bool:
        """Whether every edge has exactly two triangles, with opposite directions. False without FINDINGS."""
        return bool(self._info.closed)

    @property
    def bounds(self) -> Array:
        """The box around all triangles, of shape (2, 3): min and max."""
        return box_of(self._info.box)

    @property
    def nbytes(self) -> int:
        """Number of bytes that the mesh uses."""
        return int(self._info.bytes)

    def _shared(self, pointer: Any, count: int, width: int, dtype: "np.dtype[Any]") -> Array:
        return shared(self._handle, pointer, (count, width) if width > 1 else (count,), dtype)

    @property
    def vertices(self) -> Array:
        """The rest positions as float32, of shape (vertex_count, 3)."""
        return self._shared(self._views.positions, self.vertex_count, 3, FLOAT32)

    @property
    def faces(self) -> Array:
        """The triangles after the weld, uint32 of shape (triangle_count, 3)."""
        return self._shared(self._views.triangles, self.triangle_count, 3, UINT32)

    @property
    def weld(self) -> Array:
        """For each vertex, the vertex that it was merged into; empty without a weld."""
        return self._shared(self._views.weld, self.vertex_count, 1, UINT32)

    @property
    def vertex_neighbors(self) -> Lists:
        """For each vertex, the vertices that an edge connects to it, ascending. Empty without ADJACENCY."""
        return self._lists(self._views.vertex_neighbors)

    @property
    def vertex_faces(self) -> Lists:
        """For each vertex, its triangles, ascending. Empty without ADJACENCY."""
        return self._lists(self._views.vertex_faces)

    @property
    def face_neighbors(self) -> Array:
        """For each triangle, the triangles across its three edges, or NONE. Empty without ADJACENCY."""
        return self._shared(self._views.face_neighbors, self.triangle_count, 3, UINT32)

    @property
    def vertex_component(self) -> Array:
        """The component of each vertex; NONE if no triangle uses the vertex. Empty without ADJACENCY."""
        return self._shared(self._views.vertex_component, self.vertex_count, 1, UINT32)

    @property
    def face_normals(self) -> Array:
        """Unit normals of the triangles; zero for degenerate ones. Empty without NORMALS."""
        return self._shared(self._views.face_normals, self.triangle_count, 3, FLOAT32)

    @property
    def vertex_normals(self) -> Array:
        """Unit normals of the vertices, weighted by angle. Empty without NORMALS."""
        return self._shared(self._views.vertex_normals, self.vertex_count, 3, FLOAT32)

    @property
    def mesh_order(self) -> Array:
        """The vertex numbers in the library's order, for World.add(mesh, mesh_order=True). Empty without CLUSTERS."""
        return self._shared(self._views.mesh_order, int(self._views.mesh_order_count), 1, UINT32)

    @property
    def findings(self) -> Findings:
        """Defects and unusual features. All lists are empty without FINDINGS."""
        found = ffi.new("mote_findings *")
        lib.mote_mesh_get_findings(self._handle.pointer, found)
        return Findings(
            self._shared(found.degenerate_triangles, found.degenerate_count, 1, UINT32),
            self._shared(found.duplicate_triangles, found.duplicate_count, 1, UINT32),
            self._shared(found.isolated_vertices, found.isolated_count, 1, UINT32),
            self._shared(found.border_edges, found.border_count, 1, UINT32),
            self._shared(found.nonmanifold_edges, found.nonmanifold_count, 1, UINT32),
            self._shared(found.flipped_edges, found.flipped_count, 1, UINT32),
        )

    def contains(self, points: object) -> Array:
        """Whether points of shape (n, 3) are inside the rest shape or on it. Exact. The time is linear in the
        triangles.
        """
        array = as_float32(points, "points", (None, 3))
        hits = np.empty(len(array), np.bool_)
        lib.py_mesh_contains(self._handle.pointer, pointer_to(array, "mote_vec3 *"), len(array),
                             pointer_to(hits, "uint8_t *"))
        return hits

    def _lists(self, lists: Any) -> Lists:
        count = int(lists.count)
        if lists.first == ffi.NULL:
            return Lists(np.zeros(1, UINT32), np.empty(0, UINT32))
        return Lists(self._shared(lists.first, count + 1, 1, UINT32),
                     self._shared(lists.items, int(lists.first[count]), 1, UINT32))
