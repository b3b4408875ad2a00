"""CollisionManager with the methods of trimesh.collision.CollisionManager, based on this library instead of FCL.

    from mote.trimesh import CollisionManager

    manager = CollisionManager()
    manager.add_object("arm", arm)
    manager.add_object("table", table, transform)
    collides, names = manager.in_collision_internal(return_names=True)

A mesh is any object with `vertices` and `faces`; trimesh itself is not needed. The differences from trimesh are:

- Whether faces intersect is decided exactly, for world coordinates rounded to float32.
- The number of contacts is not limited.
- set_vertices() deforms an object in place; nothing is rebuilt.
- A transform may scale and shear.
- If there is nothing to measure to, a distance is infinity, and name and data are None.

As in trimesh, a convex mesh is a solid body and any other mesh is a surface. A mesh inside a convex mesh collides with
it; a mesh inside a hollow mesh of another shape does not. Two convex meshes that collide have one contact with the true
depth, and their distance is minus that depth. Other meshes have one contact per pair of faces that meet, and their
distance is then 0.
"""

from __future__ import annotations

import hashlib
import math
import weakref
from typing import Any, Callable, Dict, FrozenSet, Hashable, Iterator, List, NamedTuple, Optional, Sequence, Set
from typing import Tuple

import numpy as np

from . import convex
from .arrays import Array, as_faces, as_numbers, as_vertices
from .enums import Detect, Relation
from .errors import ArgumentError, DataError
from .mesh import Mesh
from .world import Body, Distance, World

#: The name of the mesh that is given to in_collision_single() and min_distance_single().
EXTERNAL = "__external"


class ContactData:
    """One contact of two objects."""

    def __init__(self, names: Tuple[Hashable, Hashable], faces: Tuple[int, int], point: Array, normal: Array,
                 depth: float):
        #: the names of the two objects
        self.names: Set[Hashable] = set(names)
        self._faces = dict(zip(names, faces))
        self._point = point
        self._normal = normal
        self._depth = depth

    @property
    def point(self) -> Array:
        """A point at which the objects meet, in world coordinates."""
        return self._point

    @property
    def normal(self) -> Array:
        """A unit vector from the first object to the second: moving the second along it separates them.

        The first object is the one of this manager, or the one whose name is first in alphabetical order.
        """
        return self._normal

    @property
    def depth(self) -> float:
        """How far one of the objects has to move along the normal; 0 if that is not known."""
        return self._depth

    def index(self, name: Hashable) -> int:
        """The face of an object that is in contact."""
        return self._faces[name]

    def __repr__(self) -> str:
        return f"<mote.trimesh.ContactData: {_ordered(tuple(self.names))}, depth {self._depth:g}>"


class DistanceData:
    """The distance between two objects."""

    def __init__(self, names: Tuple[Hashable, Hashable], faces: Tuple[int, int], points: Tuple[Array, Array],
                 distance: float):
        #: the names of the two objects
        self.names: Set[Hashable] = set(names)
        self._faces = dict(zip(names, faces))
        self._points = dict(zip(names, points))
        self._distance = distance

    @property
    def distance(self) -> float:
        """The distance between their closest points; 0 or less if they collide."""
        return self._distance

    def index(self, name: Hashable) -> int:
        """The face of an object that is closest to the other object."""
        return self._faces[name]

    def point(self, name: Hashable) -> Array:
        """The point of an object that is closest to the other one; for two convex objects that collide, the deepest
        point.
        """
        return self._points[name]

    def __repr__(self) -> str:
        return f"<mote.trimesh.DistanceData: {_ordered(tuple(self.names))}, {self._distance:g}>"


class _Object:
    """A mesh with a name and a place. `version` changes with its vertices and its place."""

    def __init__(self, name: Hashable, mesh: Mesh, transform: Array):
        self.name = name
        self.mesh = mesh
        self.transform = transform
        self.vertices: Optional[Array] = None
        self.version = 0
        self._placed: Optional[Array] = None
        self._box: Optional[Array] = None
        self._is_convex: Optional[bool] = None

    def set_transform(self, transform: Array) -> None:
        self.transform = transform
        self._placed = self._box = None
        self.version += 1

    def set_vertices(self, vertices: Array) -> None:
        self.vertices = vertices
        self._placed = self._box = self._is_convex = None
        self.version += 1

    def _local(self) -> Array:
        return np.asarray(self.mesh.vertices if self.vertices is None else self.vertices, np.float64)

    @property
    def placed(self) -> Array:
        """The vertices in world coordinates, as float64."""
        if self._placed is None:
            self._placed = self._local() @ self.transform[:3, :3].T + self.transform[:3, 3]
        return self._placed

    @property
    def box(self) -> Array:
        """The box around all faces in world coordinates, of shape (2, 3)."""
        if self._box is None:
            used = self.placed[self.mesh.faces.reshape(-1)]
            self._box = np.stack([used.min(axis=0), used.max(axis=0)])
        return self._box

    @property
    def is_convex(self) -> bool:
        """Whether it is a solid body."""
        if self._is_convex is None:
            self._is_convex = convex.is_convex(self.mesh, self._local())
        return self._is_convex

    def corners(self, faces: Array) -> Array:
        """The corners of faces in world coordinates, of shape (n, 3, 3)."""
        corners: Array = self.placed[self.mesh.faces[faces]]
        return corners


class _Hit(NamedTuple):
    """Two objects that collide; a is of this manager, or comes first in alphabetical order."""

    a: _Object
    b: _Object
    #: two faces that meet; none where one object lies inside the other
    faces: Optional[Tuple[int, int]]


class _Near(NamedTuple):
    """The distance of two objects."""

    distance: float
    a: _Object
    b: _Object
    faces: Tuple[int, int]
    points: Tuple[Array, Array]


class _Scene:
    """A world with bodies of objects. Objects on two sides meet those of the other side only."""

    #: category and mask of a body, by side; None is one group in which all meet all
    _FILTERS = {None: (1, 1), 0: (1, 2), 1: (2, 1)}

    def __init__(self, detect: Detect = Detect.FIRST):
        self.world = World(detect=detect, containment=True)
        self._bodies: Dict[Tuple[_Object, Optional[int]], Tuple[Body, int]] = {}

    def update(self, sides: Dict[Optional[int], List[_Object]]) -> None:
        """Makes the bodies those of the objects, in their present places."""
        wanted = {(one, side) for side, objects in sides.items() for one in objects}
        for key in [key for key in self._bodies if key not in wanted]:
            self._bodies.pop(key)[0].remove()
        for side, objects in sides.items():
            for one in objects:
                self._update_body(one, side)

    def _update_body(self, one: _Object, side: Optional[int]) -> None:
        body, version = self._bodies.get((one, side), (None, -1))
        if version == one.version:
            return
        if body is None:
            category, mask = self._FILTERS[side]
            body = self.world.add(one.mesh, category=category, mask=mask, data=(one, side))
        if one.vertices is not None:
            body.vertices = one.vertices
        body.transform = one.transform
        self._bodies[one, side] = body, one.version

    def detect(self) -> Iterator[Tuple[_Object, _Object, bool, Any]]:
        """Of each pair of bodies that are together: first and second object, whether that is the order of the report
        turned round, and the pair in the report."""
        for pair in self.world.detect():
            if pair.relation == Relation.APART:
                continue
            (a, side), (b, _) = pair.a.data, pair.b.data
            is_turned = side == 1 or (side is None and _is_before(b.name, a.name))
            yield (b, a, True, pair) if is_turned else (a, b, False, pair)

    def hits(self) -> List[_Hit]:
        """All pairs of objects that collide."""
        found = []
        for a, b, is_turned, pair in self.detect():
            if pair.relation == Relation.TOUCH:
                row = pair.face_pairs[0]
                faces = int(row["face_a"]), int(row["face_b"])
                found.append(_Hit(a, b, faces[::-1] if is_turned else faces))
            else:
                outer = b if (pair.relation == Relation.A_IN_B) != is_turned else a
                if outer.is_convex:
                    found.append(_Hit(a, b, None))
        return found

    def distance(self, a: _Object, b: _Object, sides: Sequence[Optional[int]], limit: float = math.inf) -> Distance:
        """The distance of two surfaces."""
        return self.world.distance(self._bodies[a, sides[0]][0], self._bodies[b, sides[1]][0], limit)


class CollisionManager:
    """Objects by name, with tests for collisions and distances among them and to other objects.

    Names are anything hashable. An unknown name, a transform that is not (4, 4) and a mesh that is not valid raise a
    ValueError.
    """

    def __init__(self) -> None:
        self._objs: Dict[Hashable, _Object] = {}
        self._ignored: Set[FrozenSet[Hashable]] = set()
        self._meshes: weakref.WeakValueDictionary[bytes, Mesh] = weakref.WeakValueDictionary()
        self._internal = _Scene()
        self._single = _Scene()
        self._others: weakref.WeakKeyDictionary[CollisionManager, _Scene] = weakref.WeakKeyDictionary()
        self._probe: Optional[Mesh] = None

    # -----------------------------------------------------------------------------------------
    # Objects

    def add_object(self, name: Hashable, mesh: Any, transform: Optional[object] = None) -> _Object:
        """Adds an object, or replaces the one with the same name.

        mesh: any object with `vertices` and `faces`, which are copied. transform: a matrix of shape (4, 4), or None.
        """
        added = self._object(name, mesh, transform)
        self._objs[name] = added
        return added

    def remove_object(self, name: Hashable) -> None:
        """Removes an object and its ignored pairs."""
        self._known(name)
        del self._objs[name]
        self._ignored = {pair for pair in self._ignored if name not in pair}

    def set_transform(self, name: Hashable, transform: object) -> None:
        """Moves an object. The transform replaces the previous one."""
        self._known(name).set_transform(_as_matrix(transform))

    def set_vertices(self, name: Hashable, vertices: object) -> None:
        """Deforms an object. The vertices replace those of its mesh, with the same number and in the same order.

        An array of float32 or float64 is shared and not copied. Do not change it without setting it again.
        """
        one = self._known(name)
        array = as_vertices(vertices, "vertices", one.mesh.vertex_count)
        if not np.isfinite(array).all():
            raise DataError("vertices have a number that is NaN or infinite")
        one.set_vertices(array)

    def _known(self, name: Hashable) -> _Object:
        if name not in self._objs:
            raise ArgumentError(f"name is {name!r}, which is not in the collision manager")
        return self._objs[name]

    def _object(self, name: Hashable, mesh: Any, transform: Optional[object]) -> _Object:
        matrix = np.eye(4) if transform is None else _as_matrix(transform)
        return _Object(name, self._mesh(mesh), matrix)

    def _mesh(self, mesh: Any) -> Mesh:
        """A mote.Mesh; objects with the same vertices and faces share one."""
        vertices = np.ascontiguousarray(as_vertices(mesh.vertices, "mesh.vertices"))
        faces = np.ascontiguousarray(as_faces(mesh.faces, "mesh.faces"))
        digest = hashlib.blake2b(repr((vertices.shape, vertices.dtype, faces.shape, faces.dtype)).encode())
        digest.update(vertices.data)
        digest.update(faces.data)
        key = digest.digest()
        shared = self._meshes.get(key)
        if shared is None:
            shared = self._meshes[key] = Mesh(vertices, faces)
        return shared

    def _external(self, mesh: Any, transform: Optional[object]) -> _Object:
        """The mesh of a question; its mote.Mesh is kept, for the next question may be about the same one."""
        external = self._object(EXTERNAL, mesh, transform)
        self._probe = external.mesh
        return external

    # -----------------------------------------------------------------------------------------
    # Pairs that in_collision_internal() leaves out

    @property
    def ignored_pairs(self) -> Set[Tuple[Hashable, ...]]:
        """The pairs of names that in_collision_internal() leaves out, each in alphabetical order."""
        return {_ordered(tuple(pair)) for pair in self._ignored}

    def set_pair_ignored(self, name_a: Hashable, name_b: Hashable, ignored: bool = True) -> None:
        """Excludes a pair of objects from in_collision_internal(), or includes it again."""
        self._known(name_a)
        self._known(name_b)
        if name_a == name_b:
            raise ArgumentError(f"name_a and name_b are both {name_a!r}; expected two objects")
        if ignored:
            self._ignored.add(frozenset((name_a, name_b)))
        else:
            self._ignored.discard(frozenset((name_a, name_b)))

    def is_pair_ignored(self, name_a: Hashable, name_b: Hashable) -> bool:
        """Whether in_collision_internal() leaves a pair out."""
        return frozenset((name_a, name_b)) in self._ignored

    def clear_ignored_pairs(self) -> None:
        """Includes all pairs again."""
        self._ignored.clear()

    # -----------------------------------------------------------------------------------------
    # Collisions

    def in_collision_single(self, mesh: Any, transform: Optional[object] = None, return_names: bool = False,
                            return_data: bool = False) -> Any:
        """Whether a mesh collides with any object of the manager.

        Returns a bool; with return_names also the set of the objects' names; with return_data also the list of
        ContactData, in which the mesh is called "__external".
        """
        external = self._external(mesh, transform)
        sides = {0: self._all(), 1: [external]}
        hits = self._hits(self._single, sides)
        return self._answer(hits, sides, lambda hit: hit.a.name, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two objects of the manager collide.

        Returns a bool; with return_names also the set of pairs of names, each in alphabetical order; with return_data
        also the list of ContactData.
        """
        sides: Dict[Optional[int], List[_Object]] = {None: self._all()}
        hits = [hit for hit in self._hits(self._internal, sides) if not self.is_pair_ignored(hit.a.name, hit.b.name)]
        return self._answer(hits, sides, lambda hit: (hit.a.name, hit.b.name), return_names, return_data)

    def in_collision_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """Whether any object of this manager collides with any object of another manager.

        Returns a bool; with return_names also the set of pairs of names, the one of this manager first; with
        return_data also the list of ContactData.
        """
        sides = self._sides_with(other_manager)
        hits = self._hits(self._scene_with(other_manager), sides)
        return self._answer(hits, sides, lambda hit: (hit.a.name, hit.b.name), return_names, return_data)

    def _all(self) -> List[_Object]:
        return list(self._objs.values())

    def _sides_with(self, other: CollisionManager) -> Dict[Optional[int], List[_Object]]:
        return {0: self._all(), 1: other._all()}

    def _scene_with(self, other: CollisionManager) -> _Scene:
        scene = self._others.get(other)
        if scene is None:
            scene = self._others[other] = _Scene()
        return scene

    @staticmethod
    def _hits(scene: _Scene, sides: Any) -> List[_Hit]:
        scene.update(sides)
        return scene.hits()

    @staticmethod
    def _answer(hits: List[_Hit], sides: Any, name_of: Callable[[_Hit], Any], return_names: bool,
                return_data: bool) -> Any:
        answer: List[Any] = [bool(hits)]
        if return_names:
            answer.append({name_of(hit) for hit in hits})
        if return_data:
            answer.append(_contacts_of(hits, tuple(sides)))
        return tuple(answer) if len(answer) > 1 else answer[0]

    # -----------------------------------------------------------------------------------------
    # Distances

    def min_distance_single(self, mesh: Any, transform: Optional[object] = None, return_name: bool = False,
                            return_data: bool = False) -> Any:
        """The distance from a mesh to the nearest object of the manager.

        Returns a float; with return_name also the object's name; with return_data also a DistanceData, in which the
        mesh is called "__external".
        """
        external = self._external(mesh, transform)
        self._single.update({0: self._all(), 1: [external]})
        near = _nearest_of_two(self._single, self._all(), [external], (0, 1))
        return self._distance_answer(near, lambda near: near.a.name, return_name, return_data)

    def min_distance_internal(self, name: Optional[Hashable] = None, return_names: bool = False,
                              return_data: bool = False) -> Any:
        """The least distance between any two objects of the manager or, with a name, between that object and any other.

        Returns a float; with return_names also the two names in alphabetical order; with return_data also a
        DistanceData.
        """
        self._internal.update({None: self._all()})
        every, sides = self._all(), (None, None)
        if name is None:
            first, second = np.triu_indices(len(every), 1)
            near = _nearest(self._internal, every, every, first, second, sides)
        else:
            one = self._known(name)
            near = _nearest_of_two(self._internal, [one], [other for other in every if other is not one], sides)
        return self._distance_answer(near, lambda near: _ordered((near.a.name, near.b.name)), return_names,
                                     return_data)

    def min_distance_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """The least distance between an object of this manager and one of another manager.

        Returns a float; with return_names also the two names, the one of this manager first; with return_data also a
        DistanceData.
        """
        scene = self._scene_with(other_manager)
        scene.update(self._sides_with(other_manager))
        near = _nearest_of_two(scene, self._all(), other_manager._all(), (0, 1))
        return self._distance_answer(near, lambda near: (near.a.name, near.b.name), return_names, return_data)

    @staticmethod
    def _distance_answer(near: Optional[_Near], names_of: Callable[[_Near], Any], return_names: bool,
                         return_data: bool) -> Any:
        answer: List[Any] = [math.inf if near is None else near.distance]
        if return_names:
            answer.append(None if near is None else names_of(near))
        if return_data:
            answer.append(None if near is None else
                          DistanceData((near.a.name, near.b.name), near.faces, near.points, near.distance))
        return tuple(answer) if len(answer) > 1 else answer[0]


def scene_to_collision(scene: Any) -> Tuple[CollisionManager, Dict[Hashable, Any]]:
    """Returns a manager with all meshes of a trimesh.Scene, and its objects by the names of their nodes."""
    manager = CollisionManager()
    objects: Dict[Hashable, Any] = {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects


# ---------------------------------------------------------------------------------------------
# Contacts

def _contacts_of(hits: List[_Hit], sides: Tuple[Optional[int], ...]) -> List[ContactData]:
    found: List[ContactData] = []
    surfaces: List[_Hit] = []
    for hit in hits:
        contact = _solid_contact(hit)
        if contact is None:
            surfaces.append(hit)
        else:
            found.append(contact)
    if surfaces:
        found += _surface_contacts(surfaces, sides)
    return found


def _solid_contact(hit: _Hit) -> Optional[ContactData]:
    """The contact of two convex objects, or of two of which one lies inside the other; otherwise None."""
    names = hit.a.name, hit.b.name
    deepest = convex.penetration(hit.a.placed, hit.b.placed) if hit.a.is_convex and hit.b.is_convex else None
    if deepest is None and hit.faces is not None:
        return None
    distance = None if hit.faces is not None else _distance_between(hit.a, hit.b)
    faces = hit.faces if distance is None else (distance.face_a, distance.face_b)
    assert faces is not None
    if deepest is not None:
        return ContactData(names, faces, (deepest.on_a + deepest.on_b) / 2.0, deepest.normal, deepest.depth)
    assert distance is not None
    way = distance.on_a - distance.on_b
    return ContactData(names, faces, (distance.on_a + distance.on_b) / 2.0, way / np.linalg.norm(way),
                       float(distance.distance))


def _distance_between(a: _Object, b: _Object) -> Distance:
    scene = _Scene()
    scene.update({0: [a], 1: [b]})
    return scene.distance(a, b, (0, 1))


def _surface_contacts(hits: List[_Hit], sides: Tuple[Optional[int], ...]) -> List[ContactData]:
    """One contact for each pair of faces that meet."""
    firsts, seconds = list(dict.fromkeys(hit.a for hit in hits)), list(dict.fromkeys(hit.b for hit in hits))
    scene = _Scene(Detect.ALL)
    scene.update({0: firsts, 1: seconds} if len(sides) == 2 else {None: list(dict.fromkeys(firsts + seconds))})
    wanted = {(hit.a, hit.b) for hit in hits}
    found: List[ContactData] = []
    report = None
    for a, b, is_turned, pair in scene.detect():
        if (a, b) not in wanted or not len(pair.face_pairs):
            continue
        if report is None:
            report = scene.world.report
            first_of = {(int(row["a"]), int(row["b"])): int(row["first_face_pair"]) for row in report.pairs}
        first = first_of[pair.a.index, pair.b.index]
        contacts = report.contacts[report.contact_of[first:first + len(pair.face_pairs)]]
        fields = ("face_b", "face_a") if is_turned else ("face_a", "face_b")
        faces_a, faces_b = (pair.face_pairs[field].astype(np.intp) for field in fields)
        points = meeting_points(a.corners(faces_a), b.corners(faces_b), contacts["point"].astype(np.float64))
        normals = contacts["normal"].astype(np.float64) * (-1.0 if is_turned else 1.0)
        depths = np.maximum(contacts["depth"].astype(np.float64), 0.0)
        found += [ContactData((a.name, b.name), (int(faces_a[i]), int(faces_b[i])), points[i], normals[i],
                              float(depths[i])) for i in range(len(points))]
    return found


def meeting_points(a: Array, b: Array, otherwise: Array) -> Array:
    """A point at which the triangles a[i] and b[i], of shape (n, 3, 3), meet.

    It is the mean of the points at which an edge of one triangle crosses the other, or otherwise[i] if no edge does, as
    in a common plane.
    """
    total = np.zeros((len(a), 3))
    count = np.zeros(len(a))
    for edges, faces in ((a, b), (b, a)):
        origin, first, second = faces[:, 0], faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]
        normal = np.cross(first, second)
        for corner in range(3):
            start, way = edges[:, corner], edges[:, (corner + 1) % 3] - edges[:, corner]
            slope = np.sum(way * normal, axis=1)
            is_steep = slope != 0.0
            along = np.sum((origin - start) * normal, axis=1) / np.where(is_steep, slope, 1.0)
            point = start + along[:, np.newaxis] * way
            offset = point - origin
            size = np.where(is_steep, np.sum(normal * normal, axis=1), 1.0)
            u = np.sum(np.cross(offset, second) * normal, axis=1) / size
            v = np.sum(np.cross(first, offset) * normal, axis=1) / size
            is_met = is_steep & (along >= 0) & (along <= 1) & (u >= 0) & (v >= 0) & (u + v <= 1)
            total[is_met] += point[is_met]
            count += is_met
    return np.where(count[:, np.newaxis] > 0, total / np.maximum(count, 1.0)[:, np.newaxis], otherwise)


# ---------------------------------------------------------------------------------------------
# Distances

def _nearest_of_two(scene: _Scene, a: List[_Object], b: List[_Object],
                    sides: Sequence[Optional[int]]) -> Optional[_Near]:
    """The nearest pair of one object of each list."""
    first, second = np.indices((len(a), len(b))).reshape(2, -1)
    return _nearest(scene, a, b, first, second, sides)


def _nearest(scene: _Scene, a: List[_Object], b: List[_Object], first: Array, second: Array,
             sides: Sequence[Optional[int]]) -> Optional[_Near]:
    """The nearest of the pairs a[first[i]], b[second[i]]. They are taken in the order of the distances of their boxes,
    until those are further apart than the objects found."""
    if not len(first):
        return None
    boxes_a, boxes_b = np.array([one.box for one in a])[first], np.array([one.box for one in b])[second]
    apart = np.maximum(boxes_a[:, 0] - boxes_b[:, 1], boxes_b[:, 0] - boxes_a[:, 1])
    gaps = np.linalg.norm(np.maximum(apart, 0.0), axis=1)
    best: Optional[_Near] = None
    for i in np.argsort(gaps, kind="stable"):
        if best is not None and gaps[i] > max(best.distance, 0.0):
            break
        near = _distance_of(scene, a[first[i]], b[second[i]], sides, best, bool(gaps[i] == 0.0))
        if near is not None and (best is None or near.distance < best.distance):
            best = near
    return best


def _distance_of(scene: _Scene, a: _Object, b: _Object, sides: Sequence[Optional[int]], best: Optional[_Near],
                 may_collide: bool) -> Optional[_Near]:
    """The distance of two objects; None if it is no less than the best one so far."""
    limit = math.inf if best is None or may_collide else best.distance * (1.0 + 1e-6)
    found = scene.distance(a, b, sides, limit)
    if not math.isfinite(found.distance):
        return None
    faces, points, distance = (found.face_a, found.face_b), (found.on_a, found.on_b), float(found.distance)
    if may_collide and a.is_convex and b.is_convex:
        deepest = convex.penetration(a.placed, b.placed)
        if deepest is not None:
            return _Near(-deepest.depth, a, b, faces, (deepest.on_a, deepest.on_b))
    elif may_collide and distance > 0.0 and (_holds(a, b) or _holds(b, a)):
        distance = 0.0
    return _Near(distance, a, b, faces, points)


def _holds(outer: _Object, inner: _Object) -> bool:
    """Whether a part of an object lies inside a convex one, where their surfaces do not meet."""
    return outer.is_convex and convex.contains_a_component(outer.placed, outer.mesh.faces, inner.mesh, inner.placed)


# ---------------------------------------------------------------------------------------------

def _as_matrix(transform: object) -> Array:
    array = as_numbers(transform, "transform").astype(np.float64)
    if array.shape != (4, 4):
        raise ArgumentError(f"transform has shape {array.shape}; expected (4, 4)")
    if not np.isfinite(array).all():
        raise DataError("transform has a number that is NaN or infinite")
    if not np.allclose(array[3], (0.0, 0.0, 0.0, 1.0)):
        raise DataError(f"transform has the last row {array[3].tolist()}; expected [0, 0, 0, 1]")
    array[3] = (0.0, 0.0, 0.0, 1.0)
    return array


def _is_before(a: Any, b: Any) -> bool:
    """Alphabetical order; names that cannot be compared are compared as text."""
    try:
        return bool(a < b)
    except TypeError:
        return str(a) < str(b)


def _ordered(names: Tuple[Hashable, ...]) -> Tuple[Hashable, ...]:
    """Two names in alphabetical order."""
    return names[::-1] if len(names) == 2 and _is_before(names[1], names[0]) else names


__all__ = ["CollisionManager", "ContactData", "DistanceData", "EXTERNAL", "scene_to_collision"]
