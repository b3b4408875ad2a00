"""Rigid bodies whose surface deforms: mass, motion, response to collisions, and bodies that are held.

All numbers are in double precision and in the units of the positions. Time is in units of the caller's choice, angles
are in radians. Rotations are unit quaternions (w, x, y, z).
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Dict, List, NamedTuple, Optional, Union

import numpy as np

from ._mote import ffi, lib
from .arguments import integer, number
from .arrays import FLOAT64, Array, as_float32, as_numbers, as_vertices, matrix_of, pointer_to, positions_of, vec3
from .enums import Response, member
from .errors import ArgumentError, DtypeError, StaleError, check
from .handle import Handle
from .mesh import Mesh
from .report import Report, read_report
from .world import Body, World


def _numbers(value: object, name: str, count: int) -> Array:
    array = as_numbers(value, name).astype(FLOAT64)
    if array.shape != (count,):
        raise ArgumentError(f"{name} has shape {array.shape}; expected ({count},)")
    return array


def _dvec3(value: object, name: str) -> Dict[str, float]:
    x, y, z = _numbers(value, name, 3).tolist()
    return {"x": x, "y": y, "z": z}


def _rotation(value: object, name: str) -> Dict[str, float]:
    w, x, y, z = _numbers(value, name, 4).tolist()
    return {"w": w, "x": x, "y": y, "z": z}


def _quaternion(value: Any) -> Array:
    return np.array((value.w, value.x, value.y, value.z), FLOAT64)


@dataclasses.dataclass
class Mass:
    """Mass, center of mass and inertia of a body, in the frame of its positions."""

    #: above 0; infinity: nothing that it meets moves it
    mass: float
    #: of mass
    center: Any = (0.0, 0.0, 0.0)
    #: the symmetric tensor of shape (3, 3) about the center
    inertia: Any = ((0.4, 0.0, 0.0), (0.0, 0.4, 0.0), (0.0, 0.0, 0.4))

    def _c(self) -> Dict[str, Any]:
        inertia = as_numbers(self.inertia, "Mass.inertia").astype(FLOAT64)
        if inertia.shape != (3, 3):
            raise ArgumentError(f"Mass.inertia has shape {inertia.shape}; expected (3, 3)")
        if not np.array_equal(inertia, inertia.T):
            raise ArgumentError("Mass.inertia is not symmetric")
        tensor = {"xx": inertia[0, 0], "yy": inertia[1, 1], "zz": inertia[2, 2], "xy": inertia[0, 1],
                  "xz": inertia[0, 2], "yz": inertia[1, 2]}
        return {"mass": number(self.mass, "Mass.mass"), "center": _dvec3(self.center, "Mass.center"),
                "inertia": {key: float(value) for key, value in tensor.items()}}


def _mass_of(mass: Any) -> Mass:
    i = mass.inertia
    tensor = np.array(((i.xx, i.xy, i.xz), (i.xy, i.yy, i.yz), (i.xz, i.yz, i.zz)), FLOAT64)
    return Mass(float(mass.mass), vec3(mass.center), tensor)


def mass_of_mesh(mesh: Mesh, vertices: Optional[object] = None, density: float = 1.0) -> Mass:
    """The mass of the solid inside a closed mesh, integrated exactly. vertices: the current shape; None means the rest
    shape.
    """
    if not isinstance(mesh, Mesh):
        raise DtypeError(f"mesh is {mesh!r}; expected a Mesh")
    array = None if vertices is None else as_vertices(vertices, "vertices", mesh.vertex_count)
    positions = ffi.NULL if array is None else positions_of(array)
    out = ffi.new("mote_mass *")
    check(lib.mote_mass_of_mesh(mesh._handle.pointer, positions, number(density, "density"), out))
    return _mass_of(out)


@dataclasses.dataclass
class Placement:
    """The position and rotation of the frame of a body's positions."""

    origin: Any = (0.0, 0.0, 0.0)
    #: from the frame to the world
    rotation: Any = (1.0, 0.0, 0.0, 0.0)

    def _c(self) -> Dict[str, Any]:
        return {"origin": _dvec3(self.origin, "Placement.origin"),
                "rotation": _rotation(self.rotation, "Placement.rotation")}

    @property
    def matrix(self) -> Array:
        """The same as a matrix of shape (4, 4), rounded to float, as for Body.transform."""
        return matrix_of(lib.mote_placement_transform(ffi.new("mote_placement *", self._c())))


def _placement_of(placement: Any) -> Placement:
    return Placement(vec3(placement.origin), _quaternion(placement.rotation))


class Momenta(NamedTuple):
    """Energy, momentum and angular momentum of a moving body."""

    kinetic_energy: float
    momentum: Array
    #: about the origin of the world
    angular_momentum: Array


def _momenta_of(momenta: Any) -> Momenta:
    return Momenta(float(momenta.kinetic_energy), vec3(momenta.momentum), vec3(momenta.angular_momentum))


@dataclasses.dataclass
class Rigid:
    """The state of a rigid body at one time."""

    mass: Mass = dataclasses.field(default_factory=lambda: Mass(1.0))
    #: of mass, in the world
    center: Any = (0.0, 0.0, 0.0)
    #: from the frame of the positions to the world
    rotation: Any = (1.0, 0.0, 0.0, 0.0)
    #: of the center
    velocity: Any = (0.0, 0.0, 0.0)
    #: about axes of the world
    angular_velocity: Any = (0.0, 0.0, 0.0)

    def _c(self) -> Dict[str, Any]:
        if not isinstance(self.mass, Mass):
            raise DtypeError(f"Rigid.mass is {self.mass!r}; expected a Mass")
        return {"mass": self.mass._c(), "center": _dvec3(self.center, "Rigid.center"),
                "rotation": _rotation(self.rotation, "Rigid.rotation"),
                "velocity": _dvec3(self.velocity, "Rigid.velocity"),
                "angular_velocity": _dvec3(self.angular_velocity, "Rigid.angular_velocity")}

    def _pointer(self) -> Any:
        return ffi.new("mote_rigid *", self._c())

    @property
    def placement(self) -> Placement:
        """The position and rotation of the frame of its positions."""
        return _placement_of(lib.mote_rigid_placement(self._pointer()))

    @property
    def momenta(self) -> Momenta:
        """Energy, momentum and angular momentum."""
        return _momenta_of(lib.mote_rigid_momenta(self._pointer()))

    def advanced(self, time: float, gravity: object = (0.0, 0.0, 0.0)) -> Rigid:
        """The body after some time: the center moves with gravity, and the body rotates without torque."""
        rigid = self._pointer()
        fall = ffi.new("mote_dvec3 *", _dvec3(gravity, "gravity"))
        check(lib.mote_rigid_advance(rigid, fall[0], number(time, "time")))
        return _rigid_of(rigid)

    def with_mass(self, mass: Mass) -> Rigid:
        """The body with another mass, for a changed shape: momentum and angular momentum stay the same."""
        rigid = self._pointer()
        check(lib.mote_rigid_set_mass(rigid, ffi.new("mote_mass *", mass._c())))
        return _rigid_of(rigid)


def _rigid_of(rigid: Any) -> Rigid:
    return Rigid(_mass_of(rigid.mass), vec3(rigid.center), _quaternion(rigid.rotation), vec3(rigid.velocity),
                 vec3(rigid.angular_velocity))


class Rebound(NamedTuple):
    """The velocities after an impact."""

    velocity_a: Array
    angular_velocity_a: Array
    velocity_b: Array
    angular_velocity_b: Array
    #: that b got; a got the opposite
    impulse: Array
    #: they were not approaching, and nothing has changed
    parting: bool


def respond(
    response: Union[Response, str],
    a: Rigid,
    b: Rigid,
    point: object,
    normal: object,
    *,
    restitution: float = 1.0,
    surface_velocity_a: object = (0.0, 0.0, 0.0),
    surface_velocity_b: object = (0.0, 0.0, 0.0),
    printed_sign: bool = False,
) -> Rebound:
    """The response of two bodies that meet in a point. The normal points out of a into b."""
    impact = ffi.new("mote_impact *", lib.mote_default_impact())
    impact.a = a._c()
    impact.b = b._c()
    impact.point = _dvec3(point, "point")
    impact.normal = _dvec3(normal, "normal")
    impact.restitution = number(restitution, "restitution")
    impact.surface_velocity_a = _dvec3(surface_velocity_a, "surface_velocity_a")
    impact.surface_velocity_b = _dvec3(surface_velocity_b, "surface_velocity_b")
    impact.printed_sign = bool(printed_sign)
    out = ffi.new("mote_rebound *")
    check(lib.mote_respond(member(Response, response, "response"), impact, out))
    return Rebound(vec3(out.velocity_a), vec3(out.angular_velocity_a), vec3(out.velocity_b),
                   vec3(out.angular_velocity_b), vec3(out.impulse), bool(out.parting))


def grasp_targets(body_then: Placement, hand_then: Placement, body_now: Placement, hand_now: Placement,
                  held: object) -> Array:
    """The current positions, in the frame of the body, of vertices that a hand holds. `held`: their positions when it
    closed.
    """
    grasp = ffi.new("mote_grasp *", {"body_then": body_then._c(), "hand_then": hand_then._c(),
                                     "body_now": body_now._c(), "hand_now": hand_now._c()})
    points = as_float32(held, "held", (None, 3))
    ends = np.empty_like(points)
    check(lib.mote_grasp_targets(grasp, pointer_to(points, "mote_vec3 *"), len(points),
                                 pointer_to(ends, "mote_vec3 *")))
    return ends


class DynamicsReport(NamedTuple):
    """Sums over the bodies that move freely, after the last step."""

    steps: int
    time: float
    momenta: Momenta
    potential_energy: float
    shape_energy: float
    impact_energy: float
    largest_impulse: float
    longest_way: float
    contacts: int
    impacts: int
    wall_impacts: int
    #: bodies whose motion overflowed
    stopped: int


class Dynamics:
    """Moves the bodies of a world. Bodies that are not added are obstacles.

    response: "senin", "general", "exchange" or "reflect". gravity: of shape (3,). walls: a box of shape (2, 3); bodies
    inside bounce off its walls. push_apart: the fraction of a contact's depth by which a step moves bodies apart.
    stop_at_impacts: bodies stop just before their first impact, so that none passes through another. The other settings
    are those of mote_dynamics_def.
    """

    __slots__ = ("_handle", "_world", "_meshes", "__weakref__")

    def __init__(
        self,
        world: World,
        response: Union[Response, str] = Response.SENIN,
        *,
        restitution: float = 1.0,
        gravity: object = (0.0, 0.0, 0.0),
        walls: Optional[object] = None,
        wall_restitution: float = 1.0,
        push_apart: float = 0.0,
        shape_keeps_energy: bool = False,
        surface_velocity: bool = False,
        look_ahead: bool = False,
        stop_at_impacts: bool = False,
        passes: int = 8,
        printed_sign: bool = False,
    ):
        if not isinstance(world, World):
            raise DtypeError(f"world is {world!r}; expected a World")
        world._state.must_be_ours("Dynamics")
        definition = ffi.new("mote_dynamics_def *", lib.mote_default_dynamics_def())
        definition.response = member(Response, response, "response")
        definition.restitution = number(restitution, "restitution")
        definition.gravity = _dvec3(gravity, "gravity")
        if walls is not None:
            box = as_float32(walls, "walls", (2, 3))
            definition.has_walls = True
            definition.walls = pointer_to(box, "mote_box *")[0]
        definition.wall_restitution = number(wall_restitution, "wall_restitution")
        definition.push_apart = number(push_apart, "push_apart")
        definition.shape_keeps_energy = bool(shape_keeps_energy)
        definition.surface_velocity = bool(surface_velocity)
        definition.look_ahead = bool(look_ahead)
        definition.stop_at_impacts = bool(stop_at_impacts)
        definition.passes = integer(passes, "passes")
        definition.printed_sign = bool(printed_sign)
        out = ffi.new("mote_dynamics **")
        with world._state as pointer:
            definition.world = pointer
            check(lib.mote_dynamics_create(definition, out))
        self._handle = Handle(out[0], lib.mote_dynamics_destroy, "dynamics", (world._state.handle,))
        world._state.dependents.add(self._handle)
        self._world = world
        self._meshes: List[Handle] = []

    @property
    def world(self) -> World:
        """The world whose bodies it moves."""
        return self._world

    def close(self) -> None:
        """Ends the dynamics. The bodies stay where they are. Closing the world also ends the dynamics."""
        with self._world._state.lock_only:
            self._handle.close()

    def __enter__(self) -> Dynamics:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def nbytes(self) -> int:
        """Number of bytes that it uses, without the world."""
        with self._world._state:
            return int(lib.mote_dynamics_bytes(self._handle.pointer))

    def add(
        self,
        body: Body,
        *,
        vertices: Optional[object] = None,
        mass: Optional[Mass] = None,
        density: float = 1.0,
        placement: Optional[Placement] = None,
        velocity: object = (0.0, 0.0, 0.0),
        angular_velocity: object = (0.0, 0.0, 0.0),
    ) -> None:
        """Adds a body, which the dynamics moves from now on.

        vertices: its shape in its own frame; None means the rest shape. mass: None means the mass of the shape with the
        given density, updated when the shape changes.
        """
        self._world._own(body)
        record = body._record
        definition = ffi.new("mote_rigid_def *", lib.mote_default_rigid_def())
        definition.body = body._id
        array = None if vertices is None else as_vertices(vertices, "vertices", record.mesh.vertex_count)
        described = None if array is None else positions_of(array)
        if described is not None:
            definition.positions = described
        weight = None if mass is None else ffi.new("mote_mass *", mass._c())
        if weight is not None:
            definition.mass = weight
        definition.density = number(density, "density")
        definition.placement = (Placement() if placement is None else placement)._c()
        definition.velocity = _dvec3(velocity, "velocity")
        definition.angular_velocity = _dvec3(angular_velocity, "angular_velocity")
        with self._world._state:
            check(lib.mote_dynamics_add(self._handle.pointer, definition))
        # The dynamics reads the mesh until it has noticed that the body is gone.
        self._meshes.append(record.mesh_handle)
        if array is not None:
            body._use(record, array, None)

    def remove(self, body: Body) -> None:
        """Removes a body. It stays where it is, as an obstacle."""
        self._world._own(body)
        with self._world._state:
            check(lib.mote_dynamics_remove(self._handle.pointer, body._id))

    def __getitem__(self, body: Body) -> Rigid:
        self._world._own(body)
        out = ffi.new("mote_rigid *")
        with self._world._state:
            check(lib.mote_dynamics_get(self._handle.pointer, body._id, out))
        return _rigid_of(out)

    def __setitem__(self, body: Body, rigid: Rigid) -> None:
        self._world._own(body)
        given = rigid._pointer()
        with self._world._state:
            check(lib.mote_dynamics_set(self._handle.pointer, body._id, given))

    def set_shape(self, body: Body, vertices: object) -> None:
        """Sets the shape of a body, in its own frame. The array is shared."""
        self._world._own(body)
        record = body._record
        array = as_vertices(vertices, "vertices", record.mesh.vertex_count)
        described = positions_of(array)
        with self._world._state:
            check(lib.mote_dynamics_set_shape(self._handle.pointer, body._id, described))
        body._use(record, array, None)

    def set_mass(self, body: Body, mass: Mass) -> None:
        """Sets the mass of a body. Later changes of the shape no longer change it."""
        self._world._own(body)
        given = ffi.new("mote_mass *", mass._c())
        with self._world._state:
            check(lib.mote_dynamics_set_mass(self._handle.pointer, body._id, given))

    def hold(self, body: Body) -> None:
        """Holds a body: it stops, and moves only by move_held()."""
        self._world._own(body)
        with self._world._state:
            check(lib.mote_dynamics_hold(self._handle.pointer, body._id))

    def move_held(self, body: Body, placement: Placement) -> None:
        """Sets the placement of a held body at the end of the next step."""
        self._world._own(body)
        given = ffi.new("mote_placement *", placement._c())
        with self._world._state:
            check(lib.mote_dynamics_move_held(self._handle.pointer, body._id, given))

    def release(self, body: Body) -> None:
        """Releases a held body: it continues with the motion of the last step."""
        self._world._own(body)
        with self._world._state:
            check(lib.mote_dynamics_release(self._handle.pointer, body._id))

    def is_held(self, body: Body) -> bool:
        """Whether a body is held; False for a body that was not added."""
        self._world._own(body)
        with self._world._state:
            return bool(lib.mote_dynamics_is_held(self._handle.pointer, body._id))

    def step(self, time: float) -> Report:
        """One step: moves all bodies, reflects them at the walls, detects, and responds to the contacts of the
        report."""
        span = number(time, "time")
        state = self._world._state
        with state:
            state.serial += 1
            state.failed = True
            check(lib.mote_dynamics_step(self._handle.pointer, span))
            report = read_report(self._world)
        state.failed = False
        return report

    def advance(self, time: float) -> None:
        """The first half of a step, for callers that call detect themselves: moves the bodies."""
        span = number(time, "time")
        with self._world._state:
            check(lib.mote_dynamics_advance(self._handle.pointer, span))

    def react(self, report: Report, time: float) -> None:
        """The second half: responses to the contacts of the report of the last detect."""
        span = number(time, "time")
        with self._world._state:
            if report.world is not self._world or not report.is_current:
                raise StaleError("Dynamics.react: the report is not that of the last detect of the world")
            check(lib.mote_dynamics_react(self._handle.pointer, report._report, span))

    @property
    def report(self) -> DynamicsReport:
        """Sums over the bodies that move freely."""
        out = ffi.new("mote_dynamics_report *")
        with self._world._state:
            check(lib.mote_dynamics_get_report(self._handle.pointer, out))
        values = {name: getattr(out, name) for name in DynamicsReport._fields if name != "momenta"}
        return DynamicsReport(momenta=_momenta_of(out.momenta), **values)


#: The mass of what nothing moves.
IMMOVABLE = Mass(math.inf)
