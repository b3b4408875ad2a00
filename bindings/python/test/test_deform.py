"""Deformers: what they give, and that bodies notice changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from shapes import ball, sheet

import mote

Array = npt.NDArray[Any]


def skin_of(mesh: mote.Mesh, **more: Any) -> mote.Skin:
    """Two bones: one holds what is below z = 0, the other what is above."""
    upper = np.clip(mesh.vertices[:, 2] + 0.5, 0, 1)
    return mote.Skin(mesh, np.tile([0, 1], (mesh.vertex_count, 1)), np.stack([1 - upper, upper], -1),
                     np.tile(np.eye(4), (2, 1, 1)), **more)


def bent(angle: float) -> Array:
    bones = np.tile(np.eye(4), (2, 1, 1))
    bones[1, :3, :3] = [[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]]
    return bones


def test_a_skin_is_the_weighted_mean_of_its_bones() -> None:
    mesh = mote.Mesh(*ball(8))
    skin = skin_of(mesh)
    assert np.allclose(skin.evaluate(), mesh.vertices, atol=1e-6) and skin.bone_count == 2 and not skin.can_bound
    skin.bones = bent(0.5)
    assert np.allclose(skin.bones, bent(0.5), atol=1e-6)
    upper = np.clip(mesh.vertices[:, 2:] + 0.5, 0, 1)
    wanted = (1 - upper) * mesh.vertices + upper * (mesh.vertices @ bent(0.5)[1, :3, :3].T)
    assert np.allclose(skin.evaluate(), wanted, atol=1e-5)
    assert np.array_equal(skin.evaluate([5, 3, 5]), skin.evaluate()[[5, 3, 5]])
    smooth = skin_of(mesh, blend="dual-quaternion")
    smooth.bones = bent(0.5)
    assert not np.allclose(smooth.evaluate(), wanted, atol=1e-3)


def test_morph_targets_add_up() -> None:
    mesh = mote.Mesh(*ball(8))
    up = np.zeros((mesh.vertex_count, 3))
    up[:10, 2] = 1
    morph = mote.Morph(mesh, [up, (np.array([3, 4]), np.array([[1.0, 0, 0], [2, 0, 0]]))])
    assert morph.weights.tolist() == [0, 0]
    morph.weights = [0.5, 2]
    wanted = mesh.vertices + 0.5 * up
    wanted[3, 0] += 2
    wanted[4, 0] += 4
    assert np.allclose(morph.evaluate(), wanted, atol=1e-6)


def test_control_points_move_space() -> None:
    mesh = mote.Mesh(*ball(8))
    space = mote.Csrbf(mesh, [[0, 0, 1]], [[0, 0, 2]], 0.5)
    assert space.evaluate()[mesh.vertex_count - 2].tolist() == pytest.approx([0, 0, 2], abs=1e-5)
    far = mesh.vertices[:, 2] < 0.4
    assert np.array_equal(space.evaluate()[far], mesh.vertices[far])
    space.blend = 0.0
    assert np.array_equal(space.evaluate(), mesh.vertices) and space.blend == 0


def test_functions_and_chains() -> None:
    mesh = mote.Mesh(*ball(8))
    double = mote.Custom(mesh, lambda vertices, positions: positions * 2)

    def shift(vertices: Array, positions: Array) -> None:
        positions[:, 0] += vertices

    chain = mote.Chain(mesh, [double, mote.Custom(mesh, shift)])
    wanted = mesh.vertices * 2
    wanted = wanted + np.arange(mesh.vertex_count)[:, np.newaxis] * [1, 0, 0]
    assert np.allclose(chain.evaluate(), wanted, atol=1e-4)
    matrix = np.eye(4)
    matrix[1, 3] = 7
    chain.transform = matrix
    assert np.array_equal(chain.transform, matrix) and np.allclose(chain.evaluate(), wanted + [0, 7, 0], atol=1e-4)
    assert chain.links[0] is double and chain.vertex_count == mesh.vertex_count and chain.nbytes > 0


def test_bodies_notice_that_parameters_have_changed() -> None:
    mesh = mote.Mesh(*ball(8))
    world = mote.World()
    a, b = world.add(mesh), world.add(mesh)
    space = mote.Csrbf(mesh, [[0, 0, 1]], [[0, 0, 3]], 1.0)
    chain = mote.Chain(mesh, [space])
    a.deformer = chain
    matrix = np.eye(4)
    matrix[2, 3] = 2.5
    b.transform = matrix
    distances = []
    for blend in (1.0, 0.0, 1.0, 0.1):
        space.blend = blend
        distances.append(world.distance(a, b).distance)
        assert (len(world.detect()) > 0) == (distances[-1] == 0)
    assert distances[0] == distances[2] == 0 and distances[1] == pytest.approx(0.5) and 0 < distances[3] < 0.5
    assert a.deformer is chain and np.array_equal(a.vertices, chain.evaluate())
    a.vertices = mesh.vertices
    assert a.deformer is None and world.distance(a, b).distance == distances[1]
    a.deformer = chain
    a.deformer = None
    assert world.distance(a, b).distance == distances[1]


def test_bodies_that_can_be_bounded_are_evaluated_where_others_are() -> None:
    mesh = mote.Mesh(*ball(80))
    nodes = mote.Nodes(mesh)
    assert nodes.leaf_count < len(nodes) and nodes[-1].id == len(nodes) - 1 and nodes[0].first_child == mote.NONE
    answers = []
    for given in (nodes, None):
        skin = skin_of(mesh, nodes=given)
        assert skin.can_bound == (given is not None)
        skin.bones = bent(0.3)
        with mote.World(contacts=False) as world:
            body = world.add(mesh)
            body.deformer = skin
            matrix = np.eye(4)
            matrix[2, 3] = -1.99
            other = world.add(mesh)
            other.vertices = mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3]  # has nothing to evaluate
            report = world.detect()
            answers.append((report.hash, report.stats.evaluated_vertices))
    assert answers[0][0] == answers[1][0] and answers[0][1] < answers[1][1] == mesh.vertex_count
    box = skin_of(mesh, nodes=nodes).bound(len(nodes) - 1)
    assert (box[0] <= -0.99).all() and (box[1] >= 0.99).all()


def test_a_function_can_bound_too() -> None:
    mesh = mote.Mesh(*ball(20))
    nodes = mote.Nodes(mesh)
    bounded = []

    def bound(node: mote.Node, box: Array) -> Array:
        bounded.append(node.id)
        return box + [5, 0, 0]

    custom = mote.Custom(mesh, lambda vertices, positions: positions + [5, 0, 0], bound, nodes=nodes)
    with mote.World() as world:
        body = world.add(mesh)
        body.deformer = custom
        matrix = np.eye(4)
        matrix[0, 3] = 6.9
        world.add(mesh, transform=matrix)
        assert len(world.detect()) == 1 and bounded
    with pytest.raises(mote.Error):
        mote.Custom(mesh, lambda vertices, positions: None, bound)


@pytest.mark.parametrize("workers", [1, 3])
def test_an_exception_of_a_callback_comes_out_of_the_call(workers: int) -> None:
    mesh = mote.Mesh(*ball(12))
    world = mote.World(workers=workers)
    a, b = world.add(mesh), world.add(mesh)

    class Mine(Exception):
        pass

    def fail(vertices: Array, positions: Array) -> None:
        raise Mine("on purpose")

    for wrong in (fail, lambda vertices, positions: positions[:1], lambda vertices, positions: "nothing"):
        a.deformer = mote.Custom(mesh, wrong)
        expected = Mine if wrong is fail else mote.Error
        for use in (world.detect, lambda: world.distance(a, b), lambda: a.positions(), lambda: a.vertices):
            a.deformer.changed()  # type: ignore[union-attr]
            with pytest.raises(expected):
                use()
        with pytest.raises(mote.StateError):
            a.deformer.changed()  # type: ignore[union-attr]
            with pytest.raises(expected):
                world.detect()
            world.report
    a.deformer = None
    assert len(world.detect()) == 1 and world.report.frame > 3


@pytest.mark.parametrize("make", [
    lambda m, n: mote.Csrbf(m, [[0, 0, 0]], [[0, 0, 0], [1, 1, 1]], 1),
    lambda m, n: mote.Csrbf(m, [[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [1, 1, 1]], 1),
    lambda m, n: mote.Csrbf(m, [[0, 0, 0]], [[1, 1, 1]], -1),
    lambda m, n: mote.Csrbf(m, [[0, 0, 0]], [[1, 1, 1]], 1, wendland="C7"),
    lambda m, n: mote.Csrbf(m, [[0, 0, 0]], [[1, 1, 1]], 1, nodes=n),
    lambda m, n: mote.Csrbf(None, [[0, 0, 0]], [[1, 1, 1]], 1),
    lambda m, n: mote.Skin(m, [[0]], [[1]], [np.eye(4)]),
    lambda m, n: mote.Skin(m, np.ones((m.vertex_count, 1), int), np.ones((m.vertex_count, 1)), [np.eye(4)]),
    lambda m, n: mote.Skin(m, np.zeros((m.vertex_count, 1), int), np.zeros((m.vertex_count, 1)), [np.eye(4)]),
    lambda m, n: mote.Skin(m, np.full((m.vertex_count, 1), 70000), np.ones((m.vertex_count, 1)), [np.eye(4)]),
    lambda m, n: mote.Skin(m, np.zeros((m.vertex_count, 1), int), np.ones((m.vertex_count, 1)), [np.zeros((4, 4))]),
    lambda m, n: mote.Morph(m, []),
    lambda m, n: mote.Morph(m, [(np.array([0, 0]), np.zeros((2, 3)))]),
    lambda m, n: mote.Morph(m, [(np.array([99999]), np.zeros((1, 3)))]),
    lambda m, n: mote.Morph(m, [np.full((m.vertex_count, 3), np.nan)]),
    lambda m, n: mote.Morph(m, [np.zeros((3, 3))]),
    lambda m, n: mote.Custom(m, 7),
    lambda m, n: mote.Chain(m, [None]),
    lambda m, n: mote.Chain(n.mesh, [mote.Chain(m)]),
    lambda m, n: mote.Nodes(mote.Mesh(*sheet(), flags=mote.MeshFlags.NORMALS)),
    lambda m, n: skin_of(m).evaluate([-1]),
    lambda m, n: skin_of(m).evaluate([m.vertex_count]),
    lambda m, n: skin_of(m).bound(0),
    lambda m, n: setattr(skin_of(m), "bones", [np.eye(4)]),
    lambda m, n: setattr(mote.Morph(m, [np.ones((m.vertex_count, 3))]), "weights", [np.nan]),
    lambda m, n: setattr(mote.World().add(n.mesh), "deformer", skin_of(m)),
    lambda m, n: setattr(mote.World().add(m), "deformer", "skin"),
])
def test_bad_deformers_are_refused(make: Any) -> None:
    mesh, other = mote.Mesh(*ball(6)), mote.Nodes(mote.Mesh(*sheet()))
    with pytest.raises(mote.Error) as raised:
        make(mesh, other)
    assert str(raised.value)
