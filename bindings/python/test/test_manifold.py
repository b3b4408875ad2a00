"""Manifolds, worlds far from the origin, and bodies that get new meshes."""

from __future__ import annotations

import numpy as np
import pytest

import mote

CORNERS = np.array([(x, y, z) for z in (-1, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)
FACES = np.array([
    (0, 2, 1), (0, 3, 2), (4, 5, 6), (4, 6, 7), (0, 1, 5), (0, 5, 4), (1, 2, 6), (1, 6, 5), (2, 3, 7), (2, 7, 6),
    (3, 0, 4), (3, 4, 7),
], np.uint32)


def moved(x: float, y: float, z: float) -> np.ndarray:
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def test_points_keep_their_ids_and_their_data() -> None:
    world = mote.World(manifold_points=4)
    mesh = mote.Mesh(CORNERS, FACES)
    world.add(mesh)
    box = world.add(mesh)
    ids = None
    for frame in range(3):
        box.transform = moved(0.01 * frame, 0, 1.9)
        world.detect()
        found = world.manifolds()
        assert len(found.contacts) == 1 and len(found.ended) == 0 and len(found.points) == 4
        assert (found.points["data"][:, 1] == frame).all()
        assert ids is None or (ids == found.points["id"]).all()
        assert set(found.points["a_feature"]) <= set(mote.ManifoldFeature)
        ids = found.points["id"]
        data = found.points["data"].copy()
        data[:, 1] += 1
        world.store_manifold_data(data)
    box.set_mesh(mote.Mesh(CORNERS, FACES), np.arange(12))
    world.detect()
    assert (world.manifolds().points["id"] == ids).all()
    box.set_mesh(mote.Mesh(CORNERS, FACES[:10]))
    world.detect()
    assert len(world.manifolds().ended) == 1
    with pytest.raises(mote.ArgumentError):
        box.set_mesh(mote.Mesh(CORNERS, FACES), [0, 1])


def test_a_gap_far_away() -> None:
    world = mote.World(origin=(1e7, 0, 0))
    mesh = mote.Mesh(CORNERS, FACES)
    a, b = world.add(mesh), world.add(mesh)
    a.place = moved(1e7, 0, 0)
    b.vertices = CORNERS.astype(np.float64) + (1e7 + 2.1, 0, 0)
    found = world.distance(a, b)
    assert abs(found.distance - 0.1) < 1e-6
    assert abs(world.to_global(found.on_b)[0] - 10000001.1) < 1e-6
    assert (world.to_local((1e7 + 1, 2, 3)) == (1, 2, 3)).all()
    world.origin = (1e7 + 5, 0, 0)
    assert (world.origin == (1e7 + 5, 0, 0)).all() and a.place[0, 3] == 1e7
    assert abs(a.transform[0, 3] + 5) < 1e-6
