"""Functions for readers of the papers: areas, rules for the number of particles, the published triangle tests, laws.

The options of the papers' methods are options by name (mote.options); literal_options() has the values of the papers.
"""

from __future__ import annotations

import enum
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._mote import ffi, lib
from .arguments import integer, number
from .arrays import FLOAT32, UINT32, Array, as_float32, copied, pointer_to, shared
from .callbacks import Caller, Log, LogCaller, set_log
from .catalog import get_option, options
from .enums import member
from .errors import DtypeError, check
from .handle import Handle
from .layouts import layout_of
from .mesh import Lists, Mesh


class AreasForm(enum.IntEnum):
    """Connected areas, or areas exactly as in the paper."""

    CONNECTED = lib.MOTE_AREAS_CONNECTED
    LITERAL = lib.MOTE_AREAS_LITERAL


class SulaimanTechnique(enum.IntEnum):
    """The formula of Sulaiman et al. 2013 for the distance from a vertex to an edge."""

    VECTOR = lib.MOTE_SULAIMAN_VECTOR
    HERON = lib.MOTE_SULAIMAN_HERON
    HERON_STABLE = lib.MOTE_SULAIMAN_HERON_STABLE
    HERON_ANEW = lib.MOTE_SULAIMAN_HERON_ANEW


class SulaimanChoice(enum.IntEnum):
    """Which vertices and edges are compared."""

    ALL = lib.MOTE_SULAIMAN_ALL
    DYOP = lib.MOTE_SULAIMAN_DYOP
    DYOP_CENTERS = lib.MOTE_SULAIMAN_DYOP_CENTERS
    DYOP_AROUND = lib.MOTE_SULAIMAN_DYOP_AROUND


#: mote_area_node.
AREA_NODE = layout_of("mote_area_node")
#: mote_area_step.
AREA_STEP = layout_of("mote_area_step")
#: mote_part_sphere.
PART_SPHERE = layout_of("mote_part_sphere")


def literal_options() -> Dict[str, float]:
    """The options of all methods with the values of their papers, for World(options=...)."""
    definition = ffi.new("mote_world_def *", lib.mote_default_world_def())
    lib.mote_world_def_set_literal(definition)
    return {option.name: get_option(definition, option.name) for option in options() if "." in option.name}


# ---------------------------------------------------------------------------------------------
# Laws

#: potential(distance, reach): particles move to where it is lower.
Potential = Callable[[float, float], float]


class LawCaller(Caller):
    """A law of particles."""

    __slots__ = ("potential",)

    def __init__(self, potential: Potential):
        super().__init__()
        self.potential = potential


@ffi.def_extern(error=0.0)  # type: ignore[misc]
def py_potential(context: Any, distance: float, reach: float) -> float:
    """mote_particle_law.potential."""
    caller: LawCaller = ffi.from_handle(context)
    if caller.error is not None:
        return 0.0
    try:
        return float(caller.potential(distance, reach))
    except BaseException as error:
        caller.caught(error)
        return 0.0


class Laws:
    """The forces between the particles of the method "senin", for World(laws=...).

    attraction, repulsion: each a potential, or two, for the body with the lower and with the higher index. None is the
    paper's law. Potentials are called from any thread and must depend only on their arguments. A world with custom laws
    cannot be recorded.
    """

    def __init__(
        self,
        attraction: Union[None, Potential, Tuple[Optional[Potential], Optional[Potential]]] = None,
        repulsion: Union[None, Potential, Tuple[Optional[Potential], Optional[Potential]]] = None,
    ):
        self._callers: List[Caller] = []
        self._laws = {"attraction": self._two(attraction), "repulsion": self._two(repulsion)}

    def _two(self, laws: Any) -> List[Optional[LawCaller]]:
        both = laws if isinstance(laws, tuple) else (laws, laws)
        if len(both) != 2 or not all(law is None or callable(law) for law in both):
            raise DtypeError("a law must be a function, or two of them")
        callers = [None if law is None else LawCaller(law) for law in both]
        self._callers += [caller for caller in callers if caller is not None]
        return callers

    def _set(self, definition: Any) -> List[Any]:
        chosen = ffi.new("mote_senin_options *", lib.mote_world_def_get_senin(definition))
        contexts = []
        for name, callers in self._laws.items():
            for i, caller in enumerate(callers):
                if caller is not None:
                    contexts.append(caller.context())
                    law = getattr(chosen, name)[i]
                    law.potential = lib.py_potential
                    law.context = contexts[-1]
        lib.mote_world_def_set_senin(definition, chosen)
        return contexts


# ---------------------------------------------------------------------------------------------
# Areas


class Areas:
    """A mesh partitioned into areas by LBG quantization of (position, normal), one area per particle.

    form: "connected", with repaired areas, or "literal", as in the paper. vertices, normals: replace those of the mesh.
    factors: further factors, each (values of shape (vertices, d), weight).
    """

    def __init__(
        self,
        mesh: Mesh,
        count: int = 64,
        *,
        form: Union[AreasForm, str] = AreasForm.CONNECTED,
        vertices: Optional[object] = None,
        normals: Optional[object] = None,
        position_weight: Optional[float] = None,
        normal_weight: Optional[float] = None,
        factors: Sequence[Tuple[object, float]] = (),
        epsilon: Optional[float] = None,
        iteration_limit: Optional[int] = None,
        log: Optional[Log] = None,
    ):
        if not isinstance(mesh, Mesh):
            raise DtypeError(f"mesh is {mesh!r}; expected a Mesh")
        chosen = member(AreasForm, form, "form")
        default = lib.mote_literal_areas_def() if chosen is AreasForm.LITERAL else lib.mote_default_areas_def()
        definition = ffi.new("mote_areas_def *", default)
        definition.mesh = mesh._handle.pointer
        definition.count = integer(count, "count")
        arrays: List[Any] = []
        for name, value in (("positions", vertices), ("normals", normals)):
            if value is not None:
                arrays.append(as_float32(value, name, (mesh.vertex_count, 3)))
                setattr(definition, name, pointer_to(arrays[-1], "mote_vec3 *"))
        for name, weight in (("position_weight", position_weight), ("normal_weight", normal_weight),
                             ("epsilon", epsilon)):
            if weight is not None:
                setattr(definition, name, number(weight, name))
        if iteration_limit is not None:
            definition.iteration_limit = integer(iteration_limit, "iteration_limit")
        described = ffi.new("mote_area_factor[]", max(len(factors), 1))
        for i, (values, weight) in enumerate(factors):
            arrays.append(as_float32(values, f"factors[{i}]", (mesh.vertex_count, None)))
            described[i].values = pointer_to(arrays[-1], "float *")
            described[i].dimensions = arrays[-1].shape[1]
            described[i].weight = number(weight, f"factors[{i}]")
        definition.factors = described
        definition.factor_count = len(factors)
        caller = None if log is None else LogCaller(log)
        context = set_log(definition.log, caller)
        out = ffi.new("mote_areas **")
        result = lib.mote_areas_create(definition, out)
        if not result:
            self._handle = Handle(out[0], lib.mote_areas_destroy, "areas", (mesh._handle, context))
        if caller is not None:
            caller.raise_caught()
        check(result)
        self._mesh = mesh
        self._view = ffi.new("mote_areas_view *")
        lib.mote_areas_get_view(out[0], self._view)

    @property
    def mesh(self) -> Mesh:
        """The mesh that is partitioned."""
        return self._mesh

    def __len__(self) -> int:
        return int(self._view.area_count)

    @property
    def fragment_count(self) -> int:
        """Number of connected pieces of all areas together."""
        return int(self._view.fragment_count)

    @property
    def empty_count(self) -> int:
        """Number of areas without a vertex."""
        return int(self._view.empty_count)

    @property
    def area_of(self) -> Array:
        """The area of each vertex; NONE if no triangle uses the vertex."""
        return shared(self._handle, self._view.area_of, (self._mesh.vertex_count,), UINT32)

    @property
    def fragments(self) -> Array:
        """Number of connected pieces of each area."""
        return shared(self._handle, self._view.fragments, (len(self),), UINT32)

    @property
    def nodes(self) -> Array:
        """The tree of areas, of dtype papers.AREA_NODE: the areas first, the root last."""
        return copied(self._view.nodes, int(self._view.node_count), AREA_NODE)

    @property
    def steps(self) -> Array:
        """All iterations of all rounds, of dtype papers.AREA_STEP."""
        return copied(self._view.steps, int(self._view.step_count), AREA_STEP)

    @property
    def vertices(self) -> Lists:
        """The vertices of each area."""
        return self._lists(self._view.vertices)

    @property
    def neighbors(self) -> Lists:
        """The neighbors of each area."""
        return self._lists(self._view.neighbors)

    @property
    def children(self) -> Lists:
        """The children of each node."""
        return self._lists(self._view.children)

    def _lists(self, lists: Any) -> Lists:
        count = int(lists.count)
        return Lists(shared(self._handle, lists.first, (count + 1,), UINT32),
                     shared(self._handle, lists.items, (int(lists.first[count]),), UINT32))


# ---------------------------------------------------------------------------------------------
# How many particles a body needs


def count_by_kissing(body_count: int) -> int:
    """Number of particles by Saenghaengtham 2006, for bodies of equal size."""
    return int(lib.mote_count_by_kissing(integer(body_count, "body_count")))


def count_by_shadows(radius: float, other_radius: float) -> int:
    """Number of particles by Saenghaengtham 2006, for bodies of different size: at most so many spheres touch one at
    once.
    """
    out = ffi.new("uint32_t *")
    check(lib.mote_count_by_shadows(number(radius, "radius"), number(other_radius, "other_radius"), out))
    return int(out[0])


class ConvexParts(NamedTuple):
    """Convex parts of a mesh, and the number of particles, which is twice the number of parts."""

    parts: int
    particles: int


def count_by_convex_parts(mesh: Mesh, *, sample_count: int = 64, depth: float = 0.02) -> ConvexParts:
    """Number of particles by Senin 2003: twice the number of convex parts."""
    definition = ffi.new("mote_convex_parts_def *", lib.mote_default_convex_parts_def())
    definition.mesh = mesh._handle.pointer
    definition.sample_count = integer(sample_count, "sample_count")
    definition.depth = number(depth, "depth")
    parts, particles = ffi.new("uint32_t *"), ffi.new("uint32_t *")
    check(lib.mote_count_by_convex_parts(definition, parts, particles))
    return ConvexParts(int(parts[0]), int(particles[0]))


def find_part_spheres(mesh: Mesh, *, turn: Optional[float] = None, ridges_too: bool = False,
                      other_radius: float = 0.0) -> Array:
    """Saenghaengtham 2006 for shapes other than spheres: a set of spheres, of dtype papers.PART_SPHERE."""
    definition = ffi.new("mote_part_spheres_def *", lib.mote_default_part_spheres_def())
    definition.mesh = mesh._handle.pointer
    if turn is not None:
        definition.turn = number(turn, "turn")
    definition.ridges_too = bool(ridges_too)
    definition.other_radius = number(other_radius, "other_radius")
    count = ffi.new("uint32_t *")
    capacity = 16
    while True:
        out = np.empty(capacity, PART_SPHERE)
        result = lib.mote_find_part_spheres(definition, pointer_to(out, "mote_part_sphere *"), capacity, count)
        if result != lib.MOTE_ERROR_LIMIT or int(count[0]) <= capacity:
            check(result)
            return out[:int(count[0])].copy()
        capacity = int(count[0])


# ---------------------------------------------------------------------------------------------
# The papers' own tests


def _triangle(value: object, name: str) -> Tuple[Array, Any]:
    array = as_float32(value, name, (3, 3))
    return array, pointer_to(array, "mote_vec3 *")


def smith_face_pair(a: object, b: object) -> bool:
    """The published test of Smith et al. 1998, section 3.6: whether two triangles meet."""
    left, right = _triangle(a, "a"), _triangle(b, "b")
    return bool(lib.mote_smith_face_pair(left[1], right[1]))


def triangle_box_clip(triangle: object, box: object) -> bool:
    """The published test of Smith et al. 1998, section 3.7: whether a triangle meets a box, by clipping."""
    left, right = _triangle(triangle, "triangle"), as_float32(box, "box", (2, 3))
    return bool(lib.mote_triangle_box_clip(left[1], pointer_to(right, "mote_box *")))


def sulaiman_distance(
    a: object,
    b: object,
    technique: Union[SulaimanTechnique, str] = SulaimanTechnique.VECTOR,
    choice: Union[SulaimanChoice, str] = SulaimanChoice.ALL,
) -> float:
    """The distance of two triangles by Sulaiman et al. 2013; never less than the true distance."""
    left, right = _triangle(a, "a"), _triangle(b, "b")
    return float(lib.mote_sulaiman_distance(left[1], right[1], member(SulaimanTechnique, technique, "technique"),
                                            member(SulaimanChoice, choice, "choice")))


def sulaiman_origin(a: object, b: object) -> Array:
    """The dynamic origin point of two triangles."""
    left, right = _triangle(a, "a"), _triangle(b, "b")
    origin = lib.mote_sulaiman_origin(left[1], right[1])
    return np.array((origin.x, origin.y, origin.z), FLOAT32)


def heron_height(a: float, b: float, base: float) -> float:
    """The height of a triangle over its base by Heron's formula as published, in float."""
    return float(lib.mote_heron_height(number(a, "a"), number(b, "b"), number(base, "base")))


def heron_height_stable(a: float, b: float, base: float) -> float:
    """The same with Kahan's arrangement of the sorted sides, in double."""
    return float(lib.mote_heron_height_stable(number(a, "a"), number(b, "b"), number(base, "base")))
