"""Deformers compute the current shape of a mesh from its rest shape."""

from __future__ import annotations

import threading
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._mote import ffi, lib
from .arguments import integer, number
from .arrays import FLOAT32, UINT32, Array, ArrayProperty, as_float32, as_indices, as_transform, as_transforms, box_of
from .arrays import copied, pointer_to, vec3
from .callbacks import Caller, raise_first
from .enums import SkinBlend, Wendland, member
from .errors import ArgumentError, DtypeError, StateError, check
from .handle import Handle
from .mesh import Mesh

_USE = threading.Lock()


class _Change:
    """`with deformer._changing` sets parameters: nobody may evaluate it meanwhile, and bodies notice."""

    __slots__ = ("_deformer",)

    def __init__(self, deformer: Deformer):
        self._deformer = deformer

    def __enter__(self) -> None:
        _USE.acquire()
        if self._deformer._users:
            _USE.release()
            raise StateError("the deformer is being evaluated by another call; its parameters must stay")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self._deformer._version += 1
        _USE.release()


class Deformer:
    """Base class of all deformers. Bodies of the same mesh may share one: Body.deformer = deformer.

    Its parameters may be changed between two uses. Bodies notice the change. Changing parameters while a call in
    another thread evaluates the deformer raises StateError.
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
        """The mesh that it deforms."""
        return self._mesh

    @property
    def vertex_count(self) -> int:
        """Number of vertices of its mesh."""
        return int(lib.mote_deformer_vertex_count(self._handle.pointer))

    @property
    def nbytes(self) -> int:
        """Number of bytes that it uses, without the mesh, the nodes and the links of a chain."""
        return int(lib.mote_deformer_bytes(self._handle.pointer))

    @property
    def can_bound(self) -> bool:
        """Whether it can bound nodes, so that bodies are evaluated only near other bodies."""
        return bool(lib.mote_deformer_can_bound(self._handle.pointer))

    def evaluate(self, vertices: Optional[object] = None) -> Array:
        """The current positions of all vertices, or of the given ones, as float32 of shape (n, 3)."""
        self._begin_use()
        try:
            if vertices is None:
                out = np.empty((self.vertex_count, 3), FLOAT32)
                result = lib.mote_deformer_evaluate_all(self._handle.pointer, ffi.NULL, pointer_to(out, "mote_vec3 *"))
            else:
                chosen = as_vertex_numbers(vertices, "vertices")
                out = np.empty((len(chosen), 3), FLOAT32)
                result = lib.mote_deformer_evaluate(self._handle.pointer, pointer_to(chosen, "uint32_t *"), len(chosen),
                                                    pointer_to(out, "mote_vec3 *"))
        finally:
            self._end_use()
        self._raise_caught()
        check(result)
        return out

    def bound(self, node: int) -> Array:
        """A box of shape (2, 3) that contains every evaluated vertex of a node."""
        out = ffi.new("mote_box *")
        self._begin_use()
        try:
            result = lib.mote_deformer_bound(self._handle.pointer, integer(node, "node"), out)
        finally:
            self._end_use()
        self._raise_caught()
        check(result)
        return box_of(out)

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
        raise_first(self._callers())

    @property
    def _changing(self) -> _Change:
        return _Change(self)


def as_vertex_numbers(value: object, name: str) -> Array:
    """Numbers of vertices as uint32 of shape (n,)."""
    array = np.asarray(value)
    if array.ndim != 1:
        raise ArgumentError(f"{name} has shape {array.shape}; expected (n,)")
    return as_indices(array, name).astype(np.uint32)


# ---------------------------------------------------------------------------------------------
# Nodes


class Node(NamedTuple):
    """A connected piece of a mesh: the triangles of one leaf, or of all leaves below an inner node."""

    id: int
    center: Array
    #: of shape (3, 3): the half sizes of the oriented box around the rest positions, one axis a row
    axes: Array
    rounding: Array
    vertices: Array
    first_child: int
    child_count: int


class Nodes:
    """The tree of nodes of a mesh. Deformers with nodes can be bounded, so that bodies are evaluated on demand."""

    __slots__ = ("_handle", "_mesh", "_info", "__weakref__")

    def __init__(self, mesh: Mesh):
        definition = ffi.new("mote_nodes_def *", lib.mote_default_nodes_def())
        definition.mesh = _mesh_pointer(mesh)
        out = ffi.new("mote_nodes **")
        check(lib.mote_nodes_create(definition, out))
        self._handle = Handle(out[0], lib.mote_nodes_destroy, "nodes", (mesh._handle,))
        self._mesh = mesh
        self._info = ffi.new("mote_nodes_info *")
        lib.mote_nodes_get_info(out[0], self._info)

    @property
    def mesh(self) -> Mesh:
        """The mesh of the nodes."""
        return self._mesh

    @property
    def leaf_count(self) -> int:
        """Nodes 0 to leaf_count - 1 are leaves."""
        return int(self._info.leaf_count)

    @property
    def nbytes(self) -> int:
        """Number of bytes that the nodes use."""
        return int(self._info.bytes)

    def __len__(self) -> int:
        return int(self._info.node_count)

    def __getitem__(self, index: int) -> Node:
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"node {index} of {count}")
        out = ffi.new("mote_node *")
        check(lib.mote_nodes_get(self._handle.pointer, index % count, out))
        return _node(out)


def _node(node: Any) -> Node:
    axes = np.stack([vec3(node.box.axis[i]) for i in range(3)])
    return Node(int(node.id), vec3(node.box.center), axes, vec3(node.rounding),
                copied(node.vertices, int(node.vertex_count), UINT32), int(node.first_child), int(node.child_count))


def _mesh_pointer(mesh: object) -> Any:
    if not isinstance(mesh, Mesh):
        raise DtypeError(f"mesh is {mesh!r}; expected a Mesh")
    return mesh._handle.pointer


def _nodes_pointer(nodes: Optional[Nodes]) -> Any:
    if nodes is None:
        return ffi.NULL
    if not isinstance(nodes, Nodes):
        raise DtypeError(f"nodes are {nodes!r}; expected Nodes or None")
    return nodes._handle.pointer


def _keep(mesh: Mesh, nodes: Optional[Nodes], *more: object) -> Tuple[object, ...]:
    return (mesh._handle, None if nodes is None else nodes._handle) + more


# ---------------------------------------------------------------------------------------------
# Kinds of deformers


class Csrbf(Deformer):
    """A space deformation that moves control points from starts to ends, both of shape (n, 3).

    Points that are at least support_radius away from all starts do not move. `blend` scales the displacement: 0 is the
    rest shape, 1 moves the control points to their ends.
    """

    __slots__ = ("_blend",)

    def __init__(
        self,
        mesh: Mesh,
        starts: object,
        ends: object,
        support_radius: float,
        *,
        wendland: Union[Wendland, str] = Wendland.C2,
        nodes: Optional[Nodes] = None,
    ):
        definition = ffi.new("mote_csrbf_def *", lib.mote_default_csrbf_def())
        definition.mesh = _mesh_pointer(mesh)
        definition.nodes = _nodes_pointer(nodes)
        first = as_float32(starts, "starts", (None, 3))
        last = as_float32(ends, "ends", (len(first), 3))
        definition.starts = pointer_to(first, "mote_vec3 *")
        definition.ends = pointer_to(last, "mote_vec3 *")
        definition.control_count = len(first)
        definition.support_radius = number(support_radius, "support_radius")
        definition.wendland = member(Wendland, wendland, "wendland")
        out = ffi.new("mote_deformer **")
        check(lib.mote_csrbf_create(definition, out))
        super().__init__(Handle(out[0], lib.mote_deformer_destroy, "deformer", _keep(mesh, nodes)), mesh)
        self._blend = 1.0

    @property
    def blend(self) -> float:
        """0 is the rest shape, 1 the ends. Every displacement is proportional to it."""
        return self._blend

    @blend.setter
    def blend(self, value: float) -> None:
        wanted = number(value, "Csrbf.blend")
        with self._changing:
            check(lib.mote_csrbf_set_blend(self._handle.pointer, wanted))
        self._blend = wanted


class Skin(Deformer):
    """A skin that is moved by bones.

    bones, weights: of shape (vertices, n), n from 1 to 8: which bones move a vertex, and with which weights. bind: the
    bones in the rest pose, matrices of shape (b, 4, 4) or (b, 3, 4). blend: "linear", or "dual-quaternion" for rigid
    bones.
    """

    __slots__ = ("_pose", "_count")

    def __init__(
        self,
        mesh: Mesh,
        bones: object,
        weights: object,
        bind: object,
        *,
        blend: Union[SkinBlend, str] = SkinBlend.LINEAR,
        nodes: Optional[Nodes] = None,
    ):
        definition = ffi.new("mote_skin_def *", lib.mote_default_skin_def())
        definition.mesh = _mesh_pointer(mesh)
        definition.nodes = _nodes_pointer(nodes)
        definition.blend = member(SkinBlend, blend, "blend")
        numbers = as_indices(np.asarray(bones), "bones")
        if numbers.ndim != 2 or (numbers.size and int(numbers.max()) > 0xFFFF):
            raise ArgumentError(f"bones have shape {numbers.shape}; expected (vertices, n) and numbers below 65,536")
        numbers = numbers.astype(np.uint16)
        parts = as_float32(weights, "weights", numbers.shape)
        matrices = as_transforms(bind, "bind")
        definition.bone_count = len(matrices)
        definition.bind = pointer_to(matrices, "mote_transform *")
        definition.influences_per_vertex = numbers.shape[1]
        definition.bones = pointer_to(numbers, "uint16_t *")
        definition.weights = pointer_to(parts, "float *")
        definition.influence_count = numbers.size
        out = ffi.new("mote_deformer **")
        check(lib.mote_skin_create(definition, out))
        super().__init__(Handle(out[0], lib.mote_deformer_destroy, "deformer", _keep(mesh, nodes)), mesh)
        self._pose = matrices
        self._count = len(matrices)

    @property
    def bone_count(self) -> int:
        """Number of bones."""
        return self._count

    def _get_bones(self) -> Array:
        """The pose, matrices of shape (bones, 4, 4). Bone i moves a vertex by bones[i] @ inverse(bind[i])."""
        matrices = np.tile(np.eye(4), (self._count, 1, 1))
        matrices[:, :3] = self._pose.transpose(0, 2, 1)
        return matrices

    def _set_bones(self, value: object) -> None:
        pose = as_transforms(value, "Skin.bones")
        with self._changing:
            check(lib.mote_skin_set_bones(self._handle.pointer, pointer_to(pose, "mote_transform *"), len(pose)))
        self._pose = pose

    bones = ArrayProperty(_get_bones, _set_bones)


class Morph(Deformer):
    """Morph targets. Each is (vertices, deltas): the vertices that move, and their displacements at weight 1.

    A target may also be deltas of shape (vertices, 3) for all vertices; those that are zero are left out.
    """

    __slots__ = ("_weights",)

    def __init__(self, mesh: Mesh, targets: Sequence[object], *, nodes: Optional[Nodes] = None):
        definition = ffi.new("mote_morph_def *", lib.mote_default_morph_def())
        definition.mesh = _mesh_pointer(mesh)
        definition.nodes = _nodes_pointer(nodes)
        described = ffi.new("mote_morph_target[]", max(len(targets), 1))
        arrays: List[Array] = []
        for i, target in enumerate(targets):
            numbers, deltas = _target(target, mesh.vertex_count, f"targets[{i}]")
            arrays += [numbers, deltas]
            described[i].vertices = pointer_to(numbers, "uint32_t *")
            described[i].deltas = pointer_to(deltas, "mote_vec3 *")
            described[i].count = len(numbers)
        definition.targets = described
        definition.target_count = len(targets)
        out = ffi.new("mote_deformer **")
        check(lib.mote_morph_create(definition, out))
        super().__init__(Handle(out[0], lib.mote_deformer_destroy, "deformer", _keep(mesh, nodes)), mesh)
        self._weights = np.zeros(len(targets), FLOAT32)

    def _get_weights(self) -> Array:
        """One weight per target, 0 at first."""
        return self._weights.copy()

    def _set_weights(self, value: object) -> None:
        weights = as_float32(value, "Morph.weights", (None,)).copy()
        with self._changing:
            check(lib.mote_morph_set_weights(self._handle.pointer, pointer_to(weights, "float *"), len(weights)))
        self._weights = weights

    weights = ArrayProperty(_get_weights, _set_weights)


def _target(target: object, vertex_count: int, name: str) -> Tuple[Array, Array]:
    if isinstance(target, tuple):
        if len(target) != 2:
            raise ArgumentError(f"{name} has {len(target)} items; expected (vertices, deltas)")
        numbers = as_vertex_numbers(target[0], f"{name}[0]")
        return numbers, as_float32(target[1], f"{name}[1]", (len(numbers), 3))
    deltas = as_float32(target, name, (vertex_count, 3))
    moved = np.flatnonzero((deltas != 0).any(axis=1))  # NaN is not 0: the library refuses it
    return moved.astype(np.uint32), np.ascontiguousarray(deltas[moved])


#: evaluate(vertices, positions) returns where these vertices go, or changes `positions` and returns None.
Evaluate = Callable[[Array, Array], Optional[object]]
#: bound(node, box) returns a box of shape (2, 3) around where `evaluate` puts the node's vertices.
Bound = Callable[[Node, Array], object]


class CustomCaller(Caller):
    """The functions of a Custom deformer."""

    __slots__ = ("evaluate", "bound")

    def __init__(self, evaluate: Evaluate, bound: Optional[Bound]):
        super().__init__()
        self.evaluate = evaluate
        self.bound = bound


@ffi.def_extern()  # type: ignore[misc]
def py_evaluate(context: Any, vertices: Any, count: int, out: Any) -> None:
    """mote_custom_def.evaluate. The function gets copies, which it may keep."""
    caller: CustomCaller = ffi.from_handle(context)
    if caller.error is not None or not count:
        return
    try:
        positions = copied(out, 3 * count, FLOAT32).reshape(count, 3)
        answer = caller.evaluate(copied(vertices, count, UINT32), positions)
        moved = as_float32(positions if answer is None else answer, "what evaluate returned", (count, 3))
        ffi.memmove(out, pointer_to(moved, "char *"), moved.nbytes)
    except BaseException as error:
        caller.caught(error)


@ffi.def_extern()  # type: ignore[misc]
def py_bound(context: Any, node: Any, box: Any) -> None:
    """mote_custom_def.bound."""
    caller: CustomCaller = ffi.from_handle(context)
    if caller.error is not None or caller.bound is None:
        return
    try:
        answer = as_float32(caller.bound(_node(node), box_of(box)), "what bound returned", (2, 3))
        ffi.memmove(box, pointer_to(answer, "char *"), answer.nbytes)
    except BaseException as error:
        caller.caught(error)


class Custom(Deformer):
    """A Python function as a deformer.

    evaluate(vertices, positions) gets vertex numbers as uint32 and their positions so far, float32 of shape (n, 3). It
    returns the new positions, or changes `positions` in place. The result of a vertex must not depend on which other
    vertices are in the same call. bound(node, box), optional and only with nodes, gets a Node and a box around its
    vertices so far, and returns a box around their new positions. Both functions may be called from any thread. An
    exception ends the call of the world, which raises it.

    Call changed() when the function would return different positions than before.
    """

    __slots__ = ("_caller",)

    def __init__(
        self, mesh: Mesh, evaluate: Evaluate, bound: Optional[Bound] = None, *, nodes: Optional[Nodes] = None
    ):
        definition = ffi.new("mote_custom_def *", lib.mote_default_custom_def())
        definition.mesh = _mesh_pointer(mesh)
        definition.nodes = _nodes_pointer(nodes)
        if not callable(evaluate) or not (bound is None or callable(bound)):
            raise DtypeError("evaluate and bound must be functions")
        self._caller = CustomCaller(evaluate, bound)
        context = self._caller.context()
        definition.evaluate = lib.py_evaluate
        definition.bound = ffi.NULL if bound is None else lib.py_bound
        definition.context = context
        out = ffi.new("mote_deformer **")
        check(lib.mote_custom_create(definition, out))
        super().__init__(Handle(out[0], lib.mote_deformer_destroy, "deformer", _keep(mesh, nodes, context)), mesh)

    def changed(self) -> None:
        """Declares that the function returns different positions now."""
        with self._changing:
            pass

    def _own_callers(self) -> List[Caller]:
        return [self._caller]


class Chain(Deformer):
    """Several deformers of one mesh, applied one after the other, and a transform after the last."""

    __slots__ = ("_transform",)

    def __init__(self, mesh: Mesh, deformers: Sequence[Deformer] = (), *, nodes: Optional[Nodes] = None):
        definition = ffi.new("mote_chain_def *", lib.mote_default_chain_def())
        definition.mesh = _mesh_pointer(mesh)
        definition.nodes = _nodes_pointer(nodes)
        links = tuple(deformers)
        for link in links:
            if not isinstance(link, Deformer):
                raise DtypeError(f"a link of the chain is {link!r}; expected a Deformer")
        pointers = ffi.new("mote_deformer *[]", [link._handle.pointer for link in links])
        definition.deformers = pointers
        definition.deformer_count = len(links)
        out = ffi.new("mote_deformer **")
        check(lib.mote_chain_create(definition, out))
        keep = _keep(mesh, nodes, *(link._handle for link in links))
        super().__init__(Handle(out[0], lib.mote_deformer_destroy, "deformer", keep), mesh, links)
        self._transform: Optional[Array] = None

    @property
    def links(self) -> Tuple[Deformer, ...]:
        """The deformers of the chain."""
        return self._links

    def _get_transform(self) -> Array:
        """The matrix that is applied after the last deformer, of shape (4, 4). None removes it."""
        matrix = np.eye(4)
        if self._transform is not None:
            matrix[:3] = self._transform.T
        return matrix

    def _set_transform(self, value: object) -> None:
        columns = None if value is None else as_transform(value, "Chain.transform")
        given = ffi.NULL if columns is None else pointer_to(columns, "mote_transform *")
        with self._changing:
            check(lib.mote_chain_set_transform(self._handle.pointer, given))
        self._transform = columns

    transform = ArrayProperty(_get_transform, _set_transform)
