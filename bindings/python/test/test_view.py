"""Views and features: what they answer, when they end, and that threads may share a view."""

from __future__ import annotations

import math
import threading
from typing import List

import numpy as np
import pytest

import mote
from mote.view import ON_SURFACE
from shapes import cube


def cubes(gap: float) -> mote.World:
    world = mote.World()
    vertices, faces = cube(center=(0.5, 0.5, 0.5))
    world.add(mote.Mesh(vertices, faces))
    other = world.add(mote.Mesh(vertices, faces))
    other.vertices = vertices + np.array([1 + gap, 0, 0])
    return world


def test_points_inside_and_their_distances() -> None:
    world = cubes(0.5)
    first, second = world.bodies
    points = np.array([[0.5, 0.5, 0.25], [3, 0.5, 0.5], [0, 0.5, 0.5]])
    with world.view() as view:
        assert view.windings(first, points).tolist() == [1, 0, ON_SURFACE]
        found = view.signed_distances(first, points)
        assert found["distance"].tolist() == [-0.25, 2, 0]
        assert found["gradient"][0].tolist() == [0, 0, -1]
        near = view.closest_points(points)
        assert near["body"].tolist() == [first.index, second.index, first.index]
        assert np.allclose(near["distance"], [0.25, 0.5, 0])


def test_rays() -> None:
    world = cubes(0.5)
    origins, ways = np.array([[-1, 0.4, 0.5], [-1, 5, 0.5]]), np.array([[1.0, 0, 0], [1, 0, 0]])
    with world.view() as view:
        assert view.rays(origins, ways)["distance"][0] == 1
        assert view.rays(origins, ways)["face"][1] == mote.NONE
        assert view.rays_blocked(origins, ways).tolist() == [True, False]
        assert view.rays_blocked(origins, ways, t_max=0.5).tolist() == [False, False]
        hits = view.rays_all(np.repeat(origins, 20, axis=0), np.repeat(ways, 20, axis=0))
        assert [len(hits[i]) for i in range(len(hits))] == 20 * [4] + 20 * [0]
        assert np.allclose(hits[0]["distance"], [1, 2, 2.5, 3.5])


def test_the_world_waits_for_the_end_of_the_view() -> None:
    world = cubes(0.5)
    with world.view() as view:
        with pytest.raises(mote.StateError):
            world.detect()
    with pytest.raises(mote.StateError):
        view.closest_points(np.zeros((1, 3)))
    world.detect()
    left = world.view()
    world.close()
    with pytest.raises(mote.StateError):
        left.closest_points(np.zeros((1, 3)))
    left.close()


def test_threads_share_a_view() -> None:
    world = cubes(0.5)
    points = np.random.default_rng(1).uniform(-1, 3, (2000, 3))
    answers: List[bytes] = []
    with world.view() as view:
        def ask() -> None:
            answers.append(view.closest_points(points).tobytes())

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(answers) == 4 and len(set(answers)) == 1


def test_features_within_a_distance() -> None:
    world = cubes(0.5)
    assert len(world.features(0.49).features) == 0
    found = world.features(0.5)
    assert len(found.pairs) == 1
    pair = found.pairs[0]
    assert pair["vertex_face_count"] > 0 and pair["face_vertex_count"] > 0 and pair["edge_edge_count"] > 0
    assert len(found.features) == pair["vertex_face_count"] + pair["face_vertex_count"] + pair["edge_edge_count"]
    assert np.all(found.features["distance"] == 0.5)
    assert np.allclose(found.features["weights"].sum(axis=1), 2)


def test_infinity_as_a_distance_is_no_limit() -> None:
    world = cubes(1000.0)
    a, b = world.bodies
    everything = world.features(math.inf).features
    faces, vertices, edges = a.mesh.triangle_count, a.mesh.vertex_count, 3 * a.mesh.triangle_count // 2
    assert len(everything) == 2 * vertices * faces + edges * edges
    assert everything["distance"].min() == world.distance(a, b, math.inf).distance
    assert len(world.overlap_sphere([0, 0, 0], math.inf)) == 2 * faces
    assert [len(found) for found in world.overlap_spheres([[0, 0, 0]] * 2, [math.inf, 1e-3])][0] == 2 * faces
    assert len(world.overlap_box([[-math.inf] * 3, [math.inf] * 3])) == 2 * faces
    assert world.closest_points(b, [[0, 0, 0]], [math.inf])["face"][0] != mote.NONE
    with world.view() as view:
        assert view.closest_points([[0, 0, 0]], math.inf)["face"][0] != mote.NONE
        assert view.rays([[-9, 0, 0]], [[1, 0, 0]], [math.inf])["distance"][0] < math.inf
