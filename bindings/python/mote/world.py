"""Worlds and bodies: positions of bodies, detection, and queries such as distances and rays."""

from __future__ import annotations

import itertools
import math
import threading
import weakref
from typing import IO, TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple
from typing import Union

import numpy as np

from ._mote import ffi, lib
from .arguments import ALL_BITS, Path, integer, number
from .arrays import FLOAT32, Array, ArrayProperty, as_float32, as_per_item, as_points, as_transform, as_vertices, copied
from .arrays import matrix_of, pointer_to, positions_of, vec3
from .callbacks import Caller, Log, LogCaller, raise_first, set_log
from .enums import Detect, Method, SweepFind, Worth, member
from .errors import ArgumentError, DataError, DtypeError, StaleError, StateError, check
from .handle import Handle
from .layouts import BODY_FACE, BODY_ID, DISTANCE, SURFACE_POINT
from .manifold import Manifolds, read_manifolds, store_data
from .mesh import NONE, Lists, Mesh
from .catalog import set_option
from .report import Report, read_report
from .view import Features, View, read_features

if TYPE_CHECKING:
    from .deform import Deformer
    from .drawing import Drawing
    from .motion import Motion, SweepReport
    from .papers import Laws
    from .recording import Recorder


OptionValue = Union[bool, int, float, str]


class Distance(NamedTuple):
    """The distance between two bodies."""

    #: 0 exactly when the surfaces intersect; infinity beyond the limit
    distance: float
    on_a: Array
    on_b: Array
    #: NONE beyond the limit
    face_a: int
    face_b: int
    worth: Worth
    triangle_pairs: int


class SurfacePoint(NamedTuple):
    """A point on the surface of a body."""

    body: Body
    face: int
    point: Array
    #: from the point asked about, or along the ray in units of its direction's length
    distance: float


def _space_point(value: object, name: str) -> Tuple[float, float, float]:
    point = np.asarray(value, np.float64)
    if point.shape != (3,):
        raise ArgumentError(f"{name} has shape {point.shape}; expected (3,)")
    return float(point[0]), float(point[1]), float(point[2])


class Record:
    """What the library uses of a body, so that it lives as long: mesh, positions, deformer."""

    __slots__ = (
        "id", "generation", "mesh", "mesh_handle", "mesh_order", "positions", "told", "deformer", "version", "data",
        "vertex_count", "layout", "motion",
    )

    def __init__(self, body_id: Any, mesh: Mesh, mesh_order: bool, data: object):
        self.id = body_id
        self.generation = int(body_id.generation)
        self.mesh = mesh
        self.mesh_handle = mesh._handle
        self.mesh_order = mesh_order
        self.positions: Optional[Array] = None
        self.told: Any = None  # the mote_positions that the library was given
        self.layout: Any = None  # dtype, shape and strides of its array, if contiguous
        self.deformer: Optional[Deformer] = None
        self.version = -1
        self.motion: Optional[Motion] = None
        self.data = data
        views = mesh._views
        self.vertex_count = int(views.mesh_order_count if mesh_order else mesh._info.vertex_count)

    def open_mesh(self) -> Mesh:
        """The mesh, as a new object where the caller has closed the one that was given: the body still has it."""
        if self.mesh._held is None:
            self.mesh = Mesh._borrow(self.mesh_handle)
        return self.mesh


class LockOnly:
    """The lock of a world, without what WorldState does besides."""

    __slots__ = ("lock",)

    def __init__(self, lock: threading.Lock):
        self.lock = lock

    def __enter__(self) -> None:
        if not self.lock.acquire(False):
            raise StateError(BUSY)

    def __exit__(self, *_: object) -> None:
        self.lock.release()


BUSY = "the world is in use by another call: one thread at a time may use a world, and callbacks may not"


class WorldState:
    """The library's world and what it uses. `with state as pointer` is one call: no other thread gets in between."""

    __slots__ = (
        "handle", "lock", "lock_only", "records", "deformed", "callers", "dependents", "owner", "serial", "failed",
    )

    def __init__(self, handle: Handle):
        self.handle = handle
        self.lock = threading.Lock()
        self.lock_only = LockOnly(self.lock)
        self.records: Dict[int, Record] = {}
        self.deformed: Dict[int, Record] = {}
        self.callers: List[Caller] = []
        self.dependents: weakref.WeakSet[Handle] = weakref.WeakSet()
        self.owner: Optional[str] = None
        self.serial = 0
        self.failed = False

    def __enter__(self) -> Any:
        if not self.lock.acquire(False):
            raise StateError(BUSY)
        try:
            pointer = self.handle.pointer
            if self.deformed:
                self._begin_deformed(pointer)
            return pointer
        except BaseException:
            self.lock.release()
            raise

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self.deformed:
            for record in self.deformed.values():
                if record.deformer is not None:
                    record.deformer._end_use()
        self.lock.release()
        if self.callers or self.deformed:
            self._raise_caught()

    def _begin_deformed(self, pointer: Any) -> None:
        """Tells the world which deformers have other parameters, and keeps these from being changed."""
        begun: List[Deformer] = []
        try:
            for record in self.deformed.values():
                deformer = record.deformer
                if deformer is None:
                    continue
                deformer._begin_use()
                begun.append(deformer)
                version = deformer._total_version()
                if version != record.version:
                    check(lib.mote_body_set_deformer(pointer, record.id, deformer._handle.pointer))
                    record.version = version
        except BaseException:
            for deformer in begun:
                deformer._end_use()
            raise

    def _raise_caught(self) -> None:
        raise_first(self.callers + self._deformer_callers())

    def _deformer_callers(self) -> List[Caller]:
        found: List[Caller] = []
        for record in self.deformed.values():
            if record.deformer is not None:
                found.extend(record.deformer._callers())
        return found

    def must_be_ours(self, call: str) -> None:
        """Refuses to change a world that something else moves."""
        if self.owner is not None:
            raise StateError(f"{call}: the world belongs to {self.owner}, which alone may change it")

    def add_record(self, record: Record) -> None:
        """A body is there."""
        self.records[record.id.index] = record

    def remove_record(self, index: int) -> None:
        """A body is gone, and the library uses nothing of it any more."""
        self.records.pop(index, None)
        self.deformed.pop(index, None)

    def close(self) -> None:
        """Destroys the world, and lets go what it used."""
        with self.lock_only:
            for dependent in list(self.dependents):
                dependent.close()
            self.handle.close()
            self.records.clear()
            self.deformed.clear()
            self.callers.clear()


class Body:
    """One mesh in one world, with its current shape and position. World.add() creates it.

    A body stays in its world even if nothing refers to this object; World.bodies finds it again.
    """

    __slots__ = ("_world", "_index", "_generation", "_id", "__weakref__")

    def __init__(self, world: World, body_id: Any):
        self._world = world
        self._id = body_id
        self._index = int(body_id.index)
        self._generation = int(body_id.generation)

    @property
    def world(self) -> World:
        """The world that the body is or was in."""
        return self._world

    @property
    def index(self) -> int:
        """A small number, reused after removal. Reports identify bodies by their index and are sorted by it."""
        return self._index

    @property
    def generation(self) -> int:
        """Distinguishes the body from earlier bodies with the same index."""
        return self._generation

    @property
    def is_alive(self) -> bool:
        """Whether the body is still in its world and the world is open."""
        record = self._world._state.records.get(self._index)
        return record is not None and record.generation == self._generation

    @property
    def _record(self) -> Record:
        record = self._world._state.records.get(self._index)
        if record is None or record.generation != self._generation:
            if self._world.closed:
                raise StateError("the world is closed")
            raise StaleError(f"body {self._index} was removed from its world")
        return record

    @property
    def mesh(self) -> Mesh:
        """The mesh of the body."""
        return self._record.open_mesh()

    @property
    def data(self) -> Any:
        """Any object; the library does not use it."""
        return self._record.data

    @data.setter
    def data(self, value: object) -> None:
        self._record.data = value

    def _get_vertices(self) -> Array:
        """The positions that the library reads, before the transform.

        Assigning an array sets the positions and shares the array. Do not change its contents until after the last
        query of the frame. After each change, also one in place, assign the array again. Arrays that cannot be shared
        are converted (see mote.arrays); reading the attribute returns the array that the library reads. None is the
        rest shape.
        """
        record = self._record
        if record.positions is not None:
            return record.positions
        if record.deformer is not None:
            return record.deformer.evaluate()
        mesh = record.open_mesh()
        return mesh.vertices[mesh.mesh_order] if record.mesh_order else mesh.vertices

    def _set_vertices(self, value: object) -> None:
        if type(value) is np.ndarray and self._set_alike(value):
            return
        record = self._record
        state = self._world._state
        state.must_be_ours("Body.vertices")
        if value is None:
            with state as pointer:
                check(lib.mote_body_set_deformer(pointer, self._id, ffi.NULL))
            self._use(record, None, None)
            return
        array = as_vertices(value, "Body.vertices", record.vertex_count)
        told = positions_of(array)
        with state as pointer:
            check(lib.mote_body_set_positions(pointer, self._id, told))
        record.told = told
        record.layout = (array.dtype, array.shape, array.strides) if array.flags.c_contiguous else None
        self._use(record, array, None)

    def _set_alike(self, array: Array) -> bool:
        """Sets vertices in the layout of those before, the case of every frame, and says whether it was that case.

        It does what _set_vertices does in a fraction of the time, which matters for bodies that take 100 us to detect.
        """
        state = self._world._state
        record = state.records.get(self._index)
        if (record is None or record.generation != self._generation or state.deformed or state.owner is not None
                or (array.dtype, array.shape, array.strides) != record.layout or not array.flags.aligned
                or not state.lock.acquire(False)):
            return False
        try:
            pointer = state.handle._pointer
            if pointer is None:
                return False
            told = record.told
            before = told.data
            told.data = ffi.from_buffer(array)  # in a fifth of the time of array.__array_interface__
            if lib.mote_body_set_positions(pointer, self._id, told):
                told.data = before
                return False  # _set_vertices fails in the same way, and raises
            record.positions = array
            return True
        finally:
            state.lock.release()

    vertices = ArrayProperty(_get_vertices, _set_vertices)

    def _use(self, record: Record, array: Optional[Array], deformer: Optional[Deformer]) -> None:
        record.positions = array
        if record.deformer is None and deformer is None:
            return
        record.deformer = deformer
        if deformer is None:
            self._world._state.deformed.pop(self._index, None)

    @property
    def deformer(self) -> Optional[Deformer]:
        """The deformer that computes the positions, instead of vertices. Changed parameters are noticed. None is the
        rest shape.
        """
        return self._record.deformer

    @deformer.setter
    def deformer(self, value: Optional[Deformer]) -> None:
        from .deform import Deformer

        if value is not None and not isinstance(value, Deformer):
            raise DtypeError(f"Body.deformer is {value!r}; expected a Deformer or None")
        record = self._record
        state = self._world._state
        state.must_be_ours("Body.deformer")
        version = 0 if value is None else value._total_version()
        with state as pointer:
            given = ffi.NULL if value is None else value._handle.pointer
            check(lib.mote_body_set_deformer(pointer, self._id, given))
        self._use(record, None, value)
        if value is not None:
            record.version = version
            state.deformed[self._index] = record

    def _get_transform(self) -> Array:
        """The matrix of shape (4, 4) that is applied to the positions, in float32. Shape (3, 4) is accepted too.

        The identity, which is the default, and None leave the positions unchanged.
        """
        out = ffi.new("mote_transform *")
        self._record  # its message is clearer than the library's
        with self._world._state as pointer:
            check(lib.mote_body_get_transform(pointer, self._id, out))
        return matrix_of(out[0])

    def _set_transform(self, value: object) -> None:
        given = ffi.NULL
        if value is not None:
            columns = as_transform(value, "Body.transform")
            given = pointer_to(columns, "mote_transform *")
        self._record
        self._world._state.must_be_ours("Body.transform")
        with self._world._state as pointer:
            check(lib.mote_body_set_transform(pointer, self._id, given))

    transform = ArrayProperty(_get_transform, _set_transform)

    def _get_place(self) -> Array:
        """The transform in the caller's space, float64 of shape (4, 4); `transform` is relative to World.origin."""
        out = ffi.new("mote_transform_double *")
        self._record
        with self._world._state as pointer:
            check(lib.mote_body_get_transform_double(pointer, self._id, out))
        matrix = np.eye(4)
        for column, vector in enumerate((out.cx, out.cy, out.cz, out.t)):
            matrix[:3, column] = (vector.x, vector.y, vector.z)
        return matrix

    def _set_place(self, value: object) -> None:
        matrix = np.asarray(value, np.float64)
        if matrix.shape not in ((3, 4), (4, 4)):
            raise ArgumentError(f"Body.place has shape {matrix.shape}; expected (4, 4) or (3, 4)")
        columns = np.ascontiguousarray(matrix[:3].T)
        self._record
        self._world._state.must_be_ours("Body.place")
        with self._world._state as pointer:
            check(lib.mote_body_set_transform_double(pointer, self._id,
                                                     pointer_to(columns, "mote_transform_double *")))

    place = ArrayProperty(_get_place, _set_place)

    def set_mesh(self, mesh: Mesh, new_face_of: Optional[object] = None) -> None:
        """Replaces the mesh, for example after cutting or remeshing. The body gets its rest shape and keeps the
        transform.

        new_face_of: for each face of the old mesh its number in the new one, or NONE. Contacts on such faces persist.
        """
        record = self._record
        state = self._world._state
        state.must_be_ours("Body.set_mesh")
        given, count = ffi.NULL, 0
        if new_face_of is not None:
            faces = np.ascontiguousarray(new_face_of, np.uint32)
            if faces.ndim != 1:
                raise ArgumentError(f"new_face_of has shape {faces.shape}; expected one dimension")
            given, count = pointer_to(faces, "uint32_t *"), len(faces)
        with state as pointer:
            check(lib.mote_body_set_mesh(pointer, self._id, mesh._handle.pointer, given, count))
        self._use(record, None, None)
        fresh = Record(record.id, mesh, record.mesh_order, record.data)
        state.records[self._index] = fresh

    def set_bounds(self, bounds: Optional[object]) -> None:
        """Declares that all current positions, after the transform, are in a box of shape (2, 3): min and max.

        This holds until positions are set again, or until None is given. If it is not true, pairs are missed.
        """
        given: Any = ffi.NULL
        if bounds is not None:
            array = as_float32(bounds, "bounds", (2, 3))
            given = pointer_to(array, "mote_box *")
        self._record
        self._world._state.must_be_ours("Body.set_bounds")
        with self._world._state as pointer:
            check(lib.mote_body_set_bounds(pointer, self._id, given))

    def positions(self) -> Array:
        """The current positions as detection uses them, after the transform, as float32 of shape (vertices, 3).

        Vertices that no triangle uses are NaN.
        """
        count = self._record.mesh.vertex_count
        out = np.full((count, 3), np.nan, FLOAT32)
        with self._world._state as pointer:
            check(lib.mote_body_get_positions(pointer, self._id, pointer_to(out, "mote_vec3 *"), count))
        return out

    def set_motion(self, start: object = None, end: object = None, *, start_transform: Optional[object] = None,
                   end_transform: Optional[object] = None) -> None:
        """Sets the shapes at the start and at the end of a step, for World.sweep: vertices or a deformer.

        None means the current shape or transform. The motion is valid until end_motion() is called, or until vertices,
        deformer or transform are assigned. Arrays are shared, as with `vertices`.
        """
        from .motion import motion_of

        record = self._record
        self._world._state.must_be_ours("Body.set_motion")
        motion = motion_of(self, start, end, start_transform, end_transform)
        with self._world._state as pointer:
            check(lib.mote_body_set_motion(pointer, self._id, motion.told))
        record.motion = motion

    def end_motion(self) -> None:
        """Removes the motion; the body keeps its current shape."""
        record = self._record
        self._world._state.must_be_ours("Body.end_motion")
        with self._world._state as pointer:
            check(lib.mote_body_set_motion(pointer, self._id, ffi.NULL))
        record.motion = None

    def positions_at(self, time: float) -> Array:
        """The positions at a time of the motion, rounded to float32, of shape (vertices, 3); see positions()."""
        count = self._record.mesh.vertex_count
        out = np.full((count, 3), np.nan, FLOAT32)
        with self._world._state as pointer:
            check(lib.mote_body_get_positions_at(pointer, self._id, time, pointer_to(out, "mote_vec3 *"), count))
        return out

    def safe_steps(self) -> Array:
        """The safe step of each vertex, from the last sweep with vertex_steps."""
        count = self._record.mesh.vertex_count
        out = np.empty(count)
        with self._world._state as pointer:
            check(lib.mote_body_get_safe_steps(pointer, self._id, pointer_to(out, "double *"), count))
        return out

    def remove(self) -> None:
        """Removes the body from its world. The body is stale afterwards."""
        self._world.remove(self)

    def __repr__(self) -> str:
        return f"<mote.Body {self._index}{'' if self.is_alive else ', removed'}>"


class World:
    """A set of bodies and the settings of their detection. Call detect() once per frame.

    method: a Method or its name. workers: number of threads, including the calling one; 0 means one per processor.
    detect: "all", "first" or "count". tolerance: also report face pairs at most this far apart. contacts: group face
    pairs into contacts, which needs all of them: the default is True with detect="all" and False otherwise.
    containment: find bodies inside others. certify: use the exact engine where particles leave the result undecided.
    manifold_points: number of points per contact with ids that persist (manifolds). origin: the point that float32
    positions are relative to. time_budget: seconds that one detect may take. candidate_budget: number of face pairs
    that it may test. 0 means no limit. seed: seed of all random numbers. options: further options by name, see
    mote.options(). invalid: what detect does if a position of a body is NaN or infinite: "raise" a DataError, or only
    "report" it. log: a function of (LogLevel, str). laws: the laws of the particles of the method "senin", see
    mote.papers.Laws.

    One thread at a time may use a world. A call while another one is running, or from a callback, raises StateError.
    Different worlds can run in different threads at the same time, because the interpreter's lock is released.

    A world is closed by close(), at the end of a `with` block, or when nothing refers to it or its bodies any more.
    """

    __slots__ = ("_state", "_bodies", "_options", "_raise_invalid", "__weakref__")

    def __init__(
        self,
        method: Union[Method, str] = Method.HYBRID,
        *,
        workers: int = 1,
        detect: Union[Detect, str] = Detect.ALL,
        tolerance: float = 0.0,
        contacts: Optional[bool] = None,
        containment: bool = False,
        certify: bool = False,
        manifold_points: int = 0,
        origin: object = (0.0, 0.0, 0.0),
        time_budget: float = 0.0,
        candidate_budget: int = 0,
        seed: Optional[int] = None,
        options: Optional[Mapping[str, OptionValue]] = None,
        invalid: str = "raise",
        laws: Optional[Laws] = None,
        log: Optional[Log] = None,
    ):
        if invalid not in ("raise", "report"):
            raise ArgumentError(f"invalid is {invalid!r}; expected 'raise' or 'report'")
        definition = ffi.new("mote_world_def *", lib.mote_default_world_def())
        definition.method = member(Method, method, "method")
        definition.detect = member(Detect, detect, "detect")
        definition.worker_count = integer(workers, "workers")
        definition.tolerance = number(tolerance, "tolerance")
        if contacts is not None:
            definition.contacts = bool(contacts)
        definition.containment = bool(containment)
        definition.certify = bool(certify)
        definition.manifold_points = integer(manifold_points, "manifold_points")
        definition.origin = _space_point(origin, "origin")
        definition.time_budget = number(time_budget, "time_budget")
        definition.candidate_budget = integer(candidate_budget, "candidate_budget", ALL_BITS)
        if seed is not None:
            definition.seed = integer(seed, "seed", ALL_BITS)
        named = options or {}
        for name, value in named.items():
            set_option(definition, name, value)
        if contacts is None and "contacts" not in named:
            definition.contacts = definition.detect == lib.MOTE_DETECT_ALL
        caller = None if log is None else LogCaller(log)
        context = set_log(definition.log, caller)
        law_contexts = None if laws is None else laws._set(definition)
        out = ffi.new("mote_world **")
        check(lib.mote_world_create(definition, out))
        self._adopt(Handle(out[0], lib.mote_world_destroy, "world", (context, law_contexts)), definition)
        self._raise_invalid = invalid == "raise"
        if caller is not None:
            self._state.callers.append(caller)
        if laws is not None:
            self._state.callers.extend(laws._callers)

    def _adopt(self, handle: Handle, definition: Any) -> None:
        self._state = WorldState(handle)
        self._bodies: weakref.WeakValueDictionary[int, Body] = weakref.WeakValueDictionary()
        self._options = definition
        self._raise_invalid = True

    # -----------------------------------------------------------------------------------------
    # The world itself

    @property
    def closed(self) -> bool:
        """Whether the world was closed."""
        return self._state.handle.is_closed

    def close(self) -> None:
        """Destroys the world and its bodies. Reports and arrays that were already read stay valid."""
        self._state.close()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def method(self) -> Method:
        """The method of detection."""
        return Method(self._options.method)

    def option(self, name: str) -> float:
        """The value of an option by name; for a choice, its index."""
        from .catalog import get_option

        return get_option(self._options, name)

    @property
    def time_budget(self) -> float:
        """Seconds that one detect may take; 0 means no limit. May be changed between two detects."""
        return float(self._options.time_budget)

    @time_budget.setter
    def time_budget(self, seconds: float) -> None:
        value = number(seconds, "World.time_budget")
        with self._state as pointer:
            check(lib.mote_world_set_time_budget(pointer, value))
        self._options.time_budget = value

    def __repr__(self) -> str:
        if self.closed:
            return "<mote.World: closed>"
        return f"<mote.World: {self.method.name.lower()}, {len(self._state.records)} bodies>"

    # -----------------------------------------------------------------------------------------
    # Bodies

    def add(
        self,
        mesh: Mesh,
        *,
        vertices: Optional[object] = None,
        transform: Optional[object] = None,
        category: int = 1,
        mask: int = ALL_BITS,
        self_collision: bool = False,
        self_shared_vertex: bool = False,
        self_shared_edge: bool = False,
        mesh_order: bool = False,
        data: object = None,
    ) -> Body:
        """Adds a body in the rest shape of its mesh, or with the given `vertices` and `transform`.

        category, mask: bit sets. Two bodies are tested if the category of each is in the mask of the other.
        self_collision: also test the body against itself, for faces that share no vertex. self_shared_vertex: also test
        faces that share one vertex and meet elsewhere too. self_shared_edge: also test faces that share an edge and are
        folded onto each other. mesh_order: vertices are given in the order of mesh.mesh_order, which saves a copy.
        data: any object, available as Body.data.
        """
        if not isinstance(mesh, Mesh):
            raise DtypeError(f"mesh is {mesh!r}; expected a Mesh")
        definition = ffi.new("mote_body_def *", lib.mote_default_body_def())
        definition.mesh = mesh._handle.pointer
        definition.category = integer(category, "category", ALL_BITS)
        definition.mask = integer(mask, "mask", ALL_BITS)
        definition.self_collision = bool(self_collision)
        definition.self_shared_vertex = bool(self_shared_vertex)
        definition.self_shared_edge = bool(self_shared_edge)
        definition.positions_in_mesh_order = bool(mesh_order)
        self._state.must_be_ours("World.add")
        out = ffi.new("mote_body_id *")
        with self._state as pointer:
            check(lib.mote_body_create(pointer, definition, out))
            self._state.add_record(Record(out[0], mesh, bool(mesh_order), data))
        body = Body(self, out[0])
        self._bodies[body.index] = body
        try:
            if vertices is not None:
                body.vertices = vertices
            if transform is not None:
                body.transform = transform
        except BaseException:
            self.remove(body)
            raise
        return body

    def remove(self, body: Body) -> None:
        """Removes a body from the world."""
        self._own(body)
        self._state.must_be_ours("World.remove")
        with self._state as pointer:
            check(lib.mote_body_destroy(pointer, body._id))
        self._state.remove_record(body.index)
        self._bodies.pop(body.index, None)

    @property
    def bodies(self) -> List[Body]:
        """The bodies, sorted by index."""
        if self.closed:
            raise StateError("the world is closed")
        return [self._body_of(record) for _, record in sorted(self._state.records.items())]

    def __len__(self) -> int:
        return len(self._state.records)

    def body(self, index: int) -> Body:
        """The body with the given index, as used in the arrays of a report."""
        record = self._state.records.get(int(index))
        if record is None:
            raise StaleError(f"the world has no body {index}")
        return self._body_of(record)

    def _body(self, index: int, generation: int) -> Body:
        """A body that a report names, which may be gone."""
        record = self._state.records.get(index)
        if record is not None and record.generation == generation:
            return self._body_of(record)
        body_id = ffi.new("mote_body_id *", {"index": index, "generation": generation})
        return Body(self, body_id[0])

    def _body_of(self, record: Record) -> Body:
        index = int(record.id.index)
        body = self._bodies.get(index)
        if body is None or body.generation != record.generation:
            body = Body(self, record.id)
            self._bodies[index] = body
        return body

    def _own(self, body: Body, name: str = "body") -> Body:
        """A body that is in this world."""
        self._own_or_gone(body, name)
        body._record
        return body

    def _own_or_gone(self, body: Body, name: str) -> None:
        """Refuses a body that never was in this world."""
        if not isinstance(body, Body):
            raise DtypeError(f"{name} is {body!r}; expected a Body")
        if body._world is not self:
            raise ArgumentError(f"{name} is a body of another world")

    def ignore(self, a: Body, b: Body, ignore: bool = True) -> None:
        """Excludes two bodies from being reported together; ignore=False reverts that."""
        self._own(a, "a")
        self._own(b, "b")
        with self._state as pointer:
            check(lib.mote_world_ignore_pair(pointer, a._id, b._id, bool(ignore)))

    # -----------------------------------------------------------------------------------------
    # Detect

    def detect(self) -> Report:
        """Finds all collisions and returns the report of this frame."""
        state = self._state
        if state.owner is not None:
            state.must_be_ours("World.detect")
        with state as pointer:
            state.serial += 1
            state.failed = True
            check(lib.mote_world_detect(pointer))
            report = read_report(self)
        state.failed = False
        if report._report.invalid_count and self._raise_invalid:
            indices = ", ".join(str(body.index) for body in report.invalid)
            raise DataError(f"World.detect: a position is NaN or infinite, of body {indices}")
        return report

    def trim(self) -> None:
        """Releases memory that earlier frames needed and the current content of the world does not.

        Reports that were not read yet are stale afterwards; World.report returns the last one again.
        """
        state = self._state
        with state as pointer:
            state.serial += 1  # the arrays of the report move
            check(lib.mote_world_trim(pointer))

    @property
    def report(self) -> Report:
        """The report of the last detect."""
        with self._state:
            if self._state.failed:
                raise StateError("World.report: the last detect failed")
            return read_report(self)

    def manifolds(self) -> Manifolds:
        """The manifolds of the last detect: points of its contacts with ids that persist; see manifold_points."""
        with self._state:
            return read_manifolds(self)

    def store_manifold_data(self, data: object) -> None:
        """Stores four numbers with each point of manifolds(). Points that persist have the same numbers in the next
        frame.
        """
        with self._state:
            store_data(self, data)

    def view(self, mask: int = ALL_BITS) -> View:
        """A read-only view of the bodies as they are now, which any number of threads may query; see View.

        mask: categories of the bodies to include. Use the view in a with statement: the world is frozen until its end.
        """
        return View(self, mask)

    def features(self, distance: float, *, shared_vertex: bool = False) -> Features:
        """Vertex-face and edge-edge pairs at most `distance` apart, each once, decided exactly. Infinity is no limit.

        Pairs are between bodies and, for bodies with self_collision, within a body. shared_vertex: also pairs of
        features that share a vertex.
        """
        with self._state:
            return read_features(self, distance, shared_vertex)

    def _get_origin(self) -> Array:
        """The point of the caller's space that float32 positions are relative to.

        float64 positions and Body.place are in the caller's space.
        """
        out = ffi.new("mote_dvec3 *")
        with self._state as pointer:
            check(lib.mote_world_get_origin(pointer, out))
        return np.array((out.x, out.y, out.z))

    def _set_origin(self, value: object) -> None:
        self._state.must_be_ours("World.origin")
        with self._state as pointer:
            check(lib.mote_world_set_origin(pointer, _space_point(value, "World.origin")))

    origin = ArrayProperty(_get_origin, _set_origin)

    def to_local(self, point: object) -> Array:
        """Converts a point of the caller's space to float32 relative to the origin, for queries."""
        with self._state as pointer:
            p = lib.mote_world_to_local(pointer, _space_point(point, "point"))
        return np.array((p.x, p.y, p.z), np.float32)

    def to_global(self, point: object) -> Array:
        """Converts a point of a report or a query to the caller's space, as float64."""
        x, y, z = np.asarray(point, np.float32)
        with self._state as pointer:
            p = lib.mote_world_to_global(pointer, (float(x), float(y), float(z)))
        return np.array((p.x, p.y, p.z))

    def sweep(self, find: Union[SweepFind, str] = SweepFind.ALL, *, face_pairs: bool = False, contacts: bool = False,
              vertex_steps: bool = False, verify: bool = False, separation: float = 0.0) -> SweepReport:
        """Finds exactly which bodies collide during the step that Body.set_motion describes.

        separation: also report, conservatively, what comes within this distance. The last report of detect() is not
        changed.
        """
        from .motion import swept

        self._state.must_be_ours("World.sweep")
        return swept(self, member(SweepFind, find, "find"), face_pairs, contacts, vertex_steps, verify,
                     separation)

    # -----------------------------------------------------------------------------------------
    # Recording and drawing

    def record(self, target: Union[Path, IO[bytes]]) -> Recorder:
        """Starts recording the world to a path or to an open binary file: every detect and its hash.

        `with world.record(path):` records until the end of the block. Otherwise call Recorder.stop().
        """
        from .recording import Recorder

        return Recorder(self, target)

    def draw(self) -> Drawing:
        """Debug drawing of the last detect: boxes, triangles, segments, points, vectors, areas."""
        from .drawing import draw

        return draw(self)

    def draw_sweep(self) -> Drawing:
        """Debug drawing of the last sweep: boxes of bodies over the step, and impacts if it had contacts."""
        from .drawing import draw

        return draw(self, of_sweep=True)

    # -----------------------------------------------------------------------------------------
    # Questions

    def distance(self, a: Body, b: Body, limit: float = math.inf) -> Distance:
        """The minimum distance between the surfaces of two bodies, searched up to `limit`."""
        self._own(a, "a")
        self._own(b, "b")
        out = ffi.new("mote_distance *")
        far = number(limit, "limit")
        with self._state as pointer:
            check(lib.mote_world_distance(pointer, a._id, b._id, far, out))
        return Distance(out.distance, vec3(out.on_a), vec3(out.on_b), out.face_a, out.face_b, Worth(out.worth),
                        out.triangle_pairs)

    def distances(self, pairs: Optional[Iterable[Tuple[Body, Body]]] = None, limit: float = math.inf) -> Array:
        """The distances of many pairs of bodies, of dtype layouts.DISTANCE. The default is all pairs, in order of
        index.
        """
        chosen = list(itertools.combinations(self.bodies, 2) if pairs is None else pairs)
        ids = np.zeros((2, len(chosen)), BODY_ID)
        for i, pair in enumerate(chosen):
            for side in range(2):
                body = self._own(pair[side], "pairs[%d][%d]" % (i, side))
                ids[side, i] = (body.index, body.generation)
        out = np.empty(len(chosen), DISTANCE)
        far = number(limit, "limit")
        with self._state as pointer:
            check(lib.py_distances(pointer, pointer_to(ids[0], "mote_body_id *"), pointer_to(ids[1], "mote_body_id *"),
                                   far, len(chosen), pointer_to(out, "mote_distance *")))
        return out

    def closest_points(self, body: Body, points: object, limit: object = math.inf) -> Array:
        """The points of a body's surface that are closest to points of shape (n, 3), of dtype layouts.SURFACE_POINT.

        limit: the greatest distance, one number or one per point. The face is NONE if nothing is that near.
        """
        self._own(body)
        array, _ = as_points(points, "points")
        limits, is_one = as_per_item(limit, "limit", len(array))
        out = np.empty(len(array), SURFACE_POINT)
        with self._state as pointer:
            check(lib.py_closest_points(pointer, body._id, pointer_to(array, "mote_vec3 *"),
                                        pointer_to(limits, "float *"), is_one, len(array),
                                        pointer_to(out, "mote_surface_point *")))
        return out

    def closest_point(self, body: Body, point: object, limit: float = math.inf) -> Optional[SurfacePoint]:
        """The same for one point; None if nothing is that near."""
        return self._one_point(self.closest_points(body, one_point(point, "point"), limit))

    def rays(self, origins: object, directions: object, t_max: object = math.inf, mask: int = ALL_BITS) -> Array:
        """The first hit of each ray of shape (n, 3), of dtype layouts.SURFACE_POINT. The face is NONE if there is no
        hit.

        t_max: the greatest distance in units of the direction's length, one number or one per ray. mask: categories of
        bodies.
        """
        starts, _ = as_points(origins, "origins")
        ways, _ = as_points(directions, "directions")
        if len(starts) != len(ways):
            raise ArgumentError(f"there are {len(starts)} origins, but {len(ways)} directions")
        ends, is_one = as_per_item(t_max, "t_max", len(starts))
        out = np.empty(len(starts), SURFACE_POINT)
        bits = integer(mask, "mask", ALL_BITS)
        with self._state as pointer:
            check(lib.py_rays(pointer, pointer_to(starts, "mote_vec3 *"), pointer_to(ways, "mote_vec3 *"),
                              pointer_to(ends, "float *"), is_one, bits, len(starts),
                              pointer_to(out, "mote_surface_point *")))
        return out

    def ray(self, origin: object, direction: object, t_max: float = math.inf,
            mask: int = ALL_BITS) -> Optional[SurfacePoint]:
        """The same for one ray; None if there is no hit."""
        return self._one_point(self.rays(one_point(origin, "origin"), one_point(direction, "direction"), t_max, mask))

    def _one_point(self, found: Array) -> Optional[SurfacePoint]:
        row = found[0]
        if row["face"] == NONE:
            return None
        body = self._body(int(row["body"]), int(row["body_generation"]))
        return SurfacePoint(body, int(row["face"]), row["point"].astype(np.float64), float(row["distance"]))

    def overlap_spheres(self, centers: object, radii: object, mask: int = ALL_BITS) -> Lists:
        """For each ball, the faces that share a point with it, of dtype layouts.BODY_FACE, sorted by body and face."""
        points, _ = as_points(centers, "centers")
        sizes, is_one = as_per_item(radii, "radii", len(points))
        bits = integer(mask, "mask", ALL_BITS)
        return self._overlaps(len(points), lambda pointer, out: lib.py_overlap_spheres(
            pointer, pointer_to(points, "mote_vec3 *"), pointer_to(sizes, "float *"), is_one, bits, len(points), out))

    def overlap_sphere(self, center: object, radius: float, mask: int = ALL_BITS) -> Array:
        """The faces that share a point with a ball, of dtype layouts.BODY_FACE."""
        return self.overlap_spheres(one_point(center, "center"), number(radius, "radius"), mask)[0]

    def overlap_boxes(self, boxes: object, mask: int = ALL_BITS) -> Lists:
        """The same for boxes of shape (n, 2, 3): min and max of each."""
        array = as_float32(boxes, "boxes", (None, 2, 3))
        bits = integer(mask, "mask", ALL_BITS)
        return self._overlaps(len(array), lambda pointer, out: lib.py_overlap_boxes(
            pointer, pointer_to(array, "mote_box *"), bits, len(array), out))

    def overlap_box(self, box: object, mask: int = ALL_BITS) -> Array:
        """The faces that share a point with a box of shape (2, 3), of dtype layouts.BODY_FACE."""
        return self.overlap_boxes(as_float32(box, "box", (2, 3))[np.newaxis], mask)[0]

    def _overlaps(self, count: int, ask: Any) -> Lists:
        out = ffi.new("py_overlaps *")
        try:
            with self._state as pointer:
                check(ask(pointer, out))
            return Lists(copied(out.first, count + 1, np.dtype(np.uint64)).astype(np.int64),
                         copied(out.faces, out.face_count, BODY_FACE))
        finally:
            lib.py_release_overlaps(out)


def one_point(value: object, name: str) -> Array:
    """One point as an array of shape (1, 3)."""
    array, is_one = as_points(value, name)
    if not is_one:
        raise ArgumentError(f"{name} has shape {array.shape}; expected (3,)")
    return array


__all__ = ["ALL_BITS", "Body", "Distance", "SurfacePoint", "World"]
