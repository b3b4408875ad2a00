"""mote.trimesh.CollisionManager: what trimesh documents of its own, and what is added."""

from __future__ import annotations

import math
from typing import Any, Callable, List, Optional, Tuple

import numpy as np
import pytest
from shapes import Array, ball, cube, sheet

import mote
from mote import convex
from mote.trimesh import CollisionManager, ContactData, DistanceData


class Shape:
    """All that the manager asks of a mesh."""

    def __init__(self, vertices: Array, faces: Array):
        self.vertices = vertices
        self.faces = faces


CUBE = Shape(*cube())
BALL = Shape(*ball())


def star() -> Shape:
    """A closed mesh that is not convex: a cube of which each face is pressed in."""
    vertices, faces = cube()
    centers = np.stack([vertices[faces[i]].mean(axis=0) * 0.6 for i in range(12)])
    spread = [[a, b, 8 + i] for i, face in enumerate(faces) for a, b in zip(face, np.roll(face, -1))]
    return Shape(np.concatenate([vertices, centers]), np.array(spread))


def at(x: float, y: float = 0.0, z: float = 0.0) -> Array:
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def turned(angle: float, axis: int = 2) -> Array:
    matrix = np.eye(4)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    matrix[[i, i, j, j], [i, j, i, j]] = math.cos(angle), -math.sin(angle), math.sin(angle), math.cos(angle)
    return matrix


def manager_of(**objects: Tuple[Shape, Optional[Array]]) -> CollisionManager:
    manager = CollisionManager()
    for name, (mesh, transform) in objects.items():
        manager.add_object(name, mesh, transform)
    return manager


def test_a_single_mesh_collides_with_the_objects_that_it_meets() -> None:
    manager = manager_of(near=(CUBE, None), far=(CUBE, at(5)))
    assert manager.in_collision_single(CUBE) is True
    assert manager.in_collision_single(CUBE, at(-5)) is False
    assert manager.in_collision_single(CUBE, at(4.5), return_names=True) == (True, {"far"})
    assert manager.in_collision_single(CUBE, at(-5), return_names=True, return_data=True) == (False, set(), [])
    hit, names, data = manager.in_collision_single(CUBE, at(4.5), return_names=True, return_data=True)
    assert (hit, names, len(data)) == (True, {"far"}, 1)
    assert data[0].names == {"far", "__external"}
    assert 0 <= data[0].index("far") < 12 and 0 <= data[0].index("__external") < 12
    assert data[0].depth == pytest.approx(0.5) and data[0].normal == pytest.approx([-1, 0, 0])
    assert data[0].point[0] == pytest.approx(4.75)
    with pytest.raises(KeyError):
        data[0].index("near")


def test_cubes_that_coincide_have_one_contact_as_with_fcl() -> None:
    hit, data = manager_of(one=(CUBE, at(5))).in_collision_single(CUBE, at(5), return_data=True)
    assert hit is True and len(data) == 1 and isinstance(data[0], ContactData)
    assert data[0].point == pytest.approx([5, -0.5, 0.5])
    assert data[0].depth == pytest.approx(1.0) and data[0].normal == pytest.approx([-1, 0, 0])


def test_internal_collisions_follow_the_objects() -> None:
    manager = manager_of(b=(CUBE, None), a=(CUBE, at(5)))
    assert manager.in_collision_internal() is False
    assert manager.in_collision_internal(return_names=True, return_data=True) == (False, set(), [])
    manager.add_object("c", CUBE, at(5.5))
    assert manager.in_collision_internal(True) == (True, {("a", "c")})
    manager.set_transform("c", at(0.5))
    assert manager.in_collision_internal(return_names=True) == (True, {("b", "c")})
    manager.add_object("c", CUBE, at(9))
    assert manager.in_collision_internal() is False
    manager.set_transform("c", np.array(at(0.9)).tolist())
    assert manager.in_collision_internal() is True
    manager.remove_object("c")
    assert manager.in_collision_internal() is False


def test_two_managers_name_their_own_object_first() -> None:
    mine = manager_of(z=(CUBE, None), y=(CUBE, at(5)))
    others = manager_of(a=(CUBE, at(-5)))
    assert mine.in_collision_other(others) is False
    others.add_object("b", CUBE, at(5.25))
    assert mine.in_collision_other(others) is True
    hit, names, data = mine.in_collision_other(others, return_names=True, return_data=True)
    assert (hit, names) == (True, {("y", "b")}) and data[0].normal == pytest.approx([1, 0, 0])
    assert others.in_collision_other(mine, return_names=True) == (True, {("b", "y")})
    others.remove_object("b")
    assert mine.in_collision_other(others, return_names=True) == (False, set())
    assert mine.in_collision_other(mine, return_names=True) == (True, {("z", "z"), ("y", "y")})


def test_surfaces_have_a_contact_for_each_pair_of_faces() -> None:
    flat, upright = Shape(*sheet(6)), Shape(*sheet(4))
    place = at(0.05, 0.5, -0.5) @ turned(math.pi / 2, 0)
    manager = manager_of(flat=(flat, None))
    hit, data = manager.in_collision_single(upright, place, return_data=True)
    world = mote.World()
    world.add(mote.Mesh(flat.vertices, flat.faces))
    world.add(mote.Mesh(upright.vertices, upright.faces), transform=place)
    expected = {tuple(map(int, row)) for row in world.detect().face_pairs}
    assert hit is True and len(data) == len(expected) > 4
    assert {(one.index("flat"), one.index("__external")) for one in data} == expected
    points = np.array([one.point for one in data])
    assert np.allclose(points[:, 1:], [0.5, 0.0], atol=1e-6) and points[:, 0].min() >= 0.05 - 1e-6
    assert all(np.linalg.norm(one.normal) == pytest.approx(1) and one.depth >= 0 for one in data)


def test_what_is_inside_a_convex_object_collides_and_in_a_hollow_does_not() -> None:
    small = Shape(BALL.vertices * 0.1, BALL.faces)
    for outer, expected in ((CUBE, True), (star(), False)):
        manager = manager_of(outer=(outer, None))
        assert manager.in_collision_single(small) is expected
        hit, names, data = manager.in_collision_single(small, return_names=True, return_data=True)
        assert (hit, names, len(data)) == ((True, {"outer"}, 1) if expected else (False, set(), 0))
        assert (manager.min_distance_single(small) < 0) is expected
    other = Shape(star().vertices * 0.1, star().faces)
    manager = manager_of(outer=(CUBE, None))
    hit, data = manager.in_collision_single(other, at(0.2), return_data=True)
    assert hit is True and data[0].depth == pytest.approx(0.25) and data[0].normal == pytest.approx([1, 0, 0])
    assert manager.min_distance_single(other, at(0.2)) == 0.0


def test_distances_are_between_closest_points() -> None:
    manager = manager_of(a=(CUBE, at(5)))
    assert manager.min_distance_single(CUBE) == pytest.approx(4) and type(manager.min_distance_single(CUBE)) is float
    manager.add_object("b", CUBE, at(-5))
    assert manager.min_distance_single(CUBE, at(2), return_name=True) == (pytest.approx(2), "a")
    distance, name, data = manager.min_distance_single(CUBE, at(-2), return_name=True, return_data=True)
    assert (distance, name) == (pytest.approx(2), "b") and isinstance(data, DistanceData)
    assert data.names == {"b", "__external"} and data.distance == distance
    assert data.point("b")[0] == pytest.approx(-4.5) and data.point("__external")[0] == pytest.approx(-2.5)
    assert 0 <= data.index("b") < 12
    assert manager.min_distance_internal(return_names=True) == (pytest.approx(9), ("a", "b"))
    manager.add_object("c", CUBE, at(-2))
    assert manager.min_distance_internal(return_names=True) == (pytest.approx(2), ("b", "c"))
    assert manager.min_distance_internal(name="a", return_names=True) == (pytest.approx(6), ("a", "c"))
    other = manager_of(d=(CUBE, at(-8)), e=(CUBE, at(0, 9)))
    distance, names, data = manager.min_distance_other(other, return_names=True, return_data=True)
    assert (distance, names) == (pytest.approx(2), ("b", "d"))
    assert np.linalg.norm(data.point("b") - data.point("d")) == pytest.approx(distance)


def test_the_distance_of_convex_objects_that_collide_is_minus_their_depth() -> None:
    manager = manager_of(a=(CUBE, at(5)), b=(CUBE, at(0, 0.5)))
    assert manager.min_distance_single(CUBE, at(5.75)) == pytest.approx(-0.25)
    distance, data = manager.min_distance_single(CUBE, at(0, 0, 0), return_data=True)
    assert distance == pytest.approx(-0.5)
    assert data.point("b") - data.point("__external") == pytest.approx([0, -0.5, 0])
    assert manager_of(a=(star(), None)).min_distance_single(CUBE) == 0.0


def test_the_nearest_of_many_is_found_as_by_measuring_all() -> None:
    random = np.random.default_rng(7)
    manager = CollisionManager()
    for i in range(25):
        manager.add_object(i, BALL if i % 2 else CUBE, at(*random.uniform(-12, 12, 3)) @ turned(random.uniform(0, 6)))
    every = [manager.min_distance_internal(name=i) for i in range(25)]
    distance, names, data = manager.min_distance_internal(return_names=True, return_data=True)
    assert distance == pytest.approx(min(every)) and names[0] < names[1] and data.names == set(names)


def test_an_empty_manager_meets_nothing() -> None:
    manager = CollisionManager()
    assert manager.in_collision_internal() is False and manager.in_collision_single(CUBE) is False
    assert manager.in_collision_other(CollisionManager(), return_names=True) == (False, set())
    assert manager.min_distance_internal() == math.inf
    assert manager.min_distance_single(CUBE, return_name=True, return_data=True) == (math.inf, None, None)
    assert manager.min_distance_other(CollisionManager(), return_names=True) == (math.inf, None)


def test_unknown_names_and_bad_values_are_refused() -> None:
    manager = manager_of(a=(CUBE, None))
    bad: Any
    calls: List[Callable[[str], Any]] = [
        manager.remove_object, lambda name: manager.set_transform(name, np.eye(4)),
        lambda name: manager.set_vertices(name, CUBE.vertices), manager.min_distance_internal,
    ]
    for call in calls:
        with pytest.raises(ValueError, match="ghost"):
            call("ghost")
    for bad in (np.eye(3), np.full((4, 4), np.nan), np.ones((4, 4)), "x"):
        with pytest.raises(ValueError):
            manager.add_object("b", CUBE, bad)
        with pytest.raises(ValueError):
            manager.set_transform("a", bad)
        with pytest.raises(ValueError):
            manager.in_collision_single(CUBE, bad)
    for bad in (CUBE.vertices[:4], np.full((8, 3), np.inf)):
        with pytest.raises(ValueError):
            manager.set_vertices("a", bad)
    with pytest.raises(AttributeError):
        manager.add_object("b", object())
    assert manager.in_collision_internal() is False and manager.in_collision_single(CUBE, return_names=True)[1] == {"a"}


def test_a_transform_may_scale() -> None:
    manager = manager_of(a=(CUBE, np.diag([4.0, 1.0, 1.0, 1.0])))
    assert manager.in_collision_single(CUBE, at(2.25)) is True
    assert manager.min_distance_single(CUBE, at(3.5)) == pytest.approx(1.0)
    assert manager.min_distance_single(CUBE, at(2.25)) == pytest.approx(-0.25)


def test_vertices_can_be_set_in_every_frame() -> None:
    manager = manager_of(cloth=(Shape(*sheet(8, 2.0)), None), ball=(BALL, None))
    vertices = sheet(8, 2.0)[0]
    for height, expected in ((2.0, False), (1.01, False), (0.9, True), (1.5, False)):
        vertices[:, 2] = height
        manager.set_vertices("cloth", vertices)
        assert manager.in_collision_internal() is expected
        if not expected:
            assert manager.min_distance_internal() == pytest.approx(height - 1.0, abs=1e-5)
    manager.set_transform("cloth", at(0, 0, -0.7))
    assert manager.in_collision_internal() is True
    # What is convex is found again: a cube that is pressed in is a surface.
    manager = manager_of(cube=(CUBE, None))
    assert manager.min_distance_single(CUBE, at(0.75)) == pytest.approx(-0.25)
    pressed = CUBE.vertices.copy()
    pressed[0] = 0.1, 0.1, 0.1
    manager.set_vertices("cube", pressed)
    assert manager.min_distance_single(CUBE, at(0.75)) == 0.0


def test_ignored_pairs_are_left_out_of_internal_collisions() -> None:
    manager = manager_of(a=(CUBE, None), b=(CUBE, at(0.3)), c=(CUBE, at(0.6)))
    manager.set_pair_ignored("b", "a")
    assert manager.ignored_pairs == {("a", "b")} and manager.is_pair_ignored("a", "b")
    assert manager.in_collision_internal(return_names=True) == (True, {("a", "c"), ("b", "c")})
    manager.set_pair_ignored("a", "c")
    manager.set_pair_ignored("c", "b")
    assert manager.in_collision_internal() is False
    manager.set_pair_ignored("b", "c", ignored=False)
    assert manager.in_collision_internal(return_names=True) == (True, {("b", "c")})
    for names in (("a", "a"), ("a", "ghost")):
        with pytest.raises(ValueError):
            manager.set_pair_ignored(*names)
    manager.remove_object("a")
    assert manager.ignored_pairs == set()
    manager.set_pair_ignored("b", "c")
    manager.clear_ignored_pairs()
    assert manager.in_collision_internal() is True


def test_no_limit_cuts_the_names_of_many_objects() -> None:
    manager = CollisionManager()
    names = {f"probe {i}" for i in range(300)}
    for i, name in enumerate(sorted(names)):
        manager.add_object(name, BALL, at(i / 300, 0.3, 0.1))
    assert manager.in_collision_single(Shape(CUBE.vertices * 2, CUBE.faces), return_names=True) == (True, names)


def test_answers_are_those_of_a_world_for_random_surfaces() -> None:
    random = np.random.default_rng(3)
    mesh = star()
    for _ in range(20):
        places = [at(*random.uniform(-1, 1, 3)) @ turned(random.uniform(0, 6), i % 3) for i in range(6)]
        manager = manager_of(**{f"s{i}": (mesh, place) for i, place in enumerate(places)})
        world = mote.World(contacts=False)
        for place in places:
            world.add(mote.Mesh(mesh.vertices, mesh.faces), transform=place)
        report = world.detect()
        expected = {(f"s{pair.a.index}", f"s{pair.b.index}") for pair in report}
        hit, names, data = manager.in_collision_internal(return_names=True, return_data=True)
        assert (hit, names) == (bool(expected), expected) and len(data) == report.face_pair_count


def depth_by_all_directions(a: Array, b: Array, faces_a: Array, faces_b: Array) -> float:
    """The depth of two convex meshes: the least width over all normals of faces and all products of edges."""
    edges = [vertices[faces[:, [1, 2, 0]].reshape(-1)] - vertices[faces.reshape(-1)]
             for vertices, faces in ((a, faces_a), (b, faces_b))]
    directions = np.concatenate([
        np.cross(edges[0][0::3], edges[0][1::3]), -np.cross(edges[1][0::3], edges[1][1::3]),
        np.cross(edges[0][:, None], edges[1][None]).reshape(-1, 3),
    ])
    lengths = np.linalg.norm(directions, axis=1)
    directions = directions[lengths > 1e-9] / lengths[lengths > 1e-9, None]
    directions = np.concatenate([directions, -directions])
    return float(((a @ directions.T).max(axis=0) - (b @ directions.T).min(axis=0)).min())


def test_the_depth_of_convex_meshes_is_the_least_over_all_directions() -> None:
    random = np.random.default_rng(11)
    shapes = [cube(), ball(4, 0.6)]
    met = 0
    for case in range(200):
        (a, faces_a), (b, faces_b) = shapes[case % 2], shapes[case // 2 % 2]
        place = at(*random.uniform(-0.9, 0.9, 3)) @ turned(random.uniform(0, 6), 0) @ turned(random.uniform(0, 6), 1)
        moved = b @ place[:3, :3].T + place[:3, 3]
        expected = depth_by_all_directions(a, moved, faces_a, faces_b)
        found = convex.penetration(a, moved)
        assert (found is not None) == (expected >= 0), case
        if found is not None:
            met += 1
            assert found.depth == pytest.approx(expected, abs=1e-7), case
            assert found.on_a - found.on_b == pytest.approx(found.depth * found.normal, abs=1e-6), case
    assert 50 < met < 190


def test_convex_meshes_are_told_from_others() -> None:
    flipped = Shape(CUBE.vertices, CUBE.faces[:, ::-1])
    two = Shape(np.concatenate([CUBE.vertices, CUBE.vertices + 5]), np.concatenate([CUBE.faces, CUBE.faces + 8]))
    for shape, expected in ((CUBE, True), (BALL, True), (star(), False), (Shape(*sheet()), False), (two, False),
                            (flipped, False), (Shape(CUBE.vertices, CUBE.faces[:-1]), False)):
        mesh = mote.Mesh(shape.vertices, shape.faces)
        assert convex.is_convex(mesh, shape.vertices) is expected
