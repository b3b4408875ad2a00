"""Which arrays are shared, which are converted, which are refused."""

from __future__ import annotations

import pathlib
from typing import Any, Callable

import numpy as np
import numpy.typing as npt
import pytest
from shapes import ball, sheet

import mote
from mote.handle import address as address_of

Array = npt.NDArray[Any]


def address(array: Array) -> int:
    return int(array.__array_interface__["data"][0])


def seen_by_library(body: mote.Body) -> int:
    """The address that the library was given."""
    return address_of(body._record.told.data)


def padded(array: Array) -> Array:
    wide = np.zeros((len(array), 7), array.dtype)
    wide[:, 2:5] = array
    return wide[:, 2:5]


def every_second(array: Array) -> Array:
    return np.repeat(array, 2, axis=0)[::2]


SHARED = {
    "float32": lambda a: a.astype(np.float32),
    "float64": lambda a: a.astype(np.float64),
    "with other columns between": padded,
    "every second row": every_second,
    "read only": lambda a: np.broadcast_to(a, a.shape),
    "float32 with other columns between": lambda a: padded(a.astype(np.float32)),
}
CONVERTED = {
    "Fortran order": np.asfortranarray,
    "backwards": lambda a: np.ascontiguousarray(a[::-1])[::-1],
    "coordinates backwards": lambda a: np.ascontiguousarray(a[:, ::-1])[:, ::-1],
    "other byte order": lambda a: a.astype(">f8"),
    "longdouble": lambda a: a.astype(np.longdouble),
    "a list": lambda a: a.tolist(),
    "a subclass": lambda a: np.asarray(a).view(np.matrix),
}


@pytest.mark.parametrize("layout", SHARED.values(), ids=SHARED.keys())
def test_arrays_that_the_library_can_read_are_shared(layout: Callable[[Array], Array]) -> None:
    vertices, faces = ball(6)
    world = mote.World()
    body = world.add(mote.Mesh(vertices, faces))
    array = layout(vertices + 1)
    body.vertices = array
    assert body.vertices is array
    assert seen_by_library(body) == address(array)
    world.detect()
    assert np.array_equal(body.positions(), array.astype(np.float32))


@pytest.mark.parametrize("layout", CONVERTED.values(), ids=CONVERTED.keys())
def test_other_arrays_are_converted_once(layout: Callable[[Array], Any]) -> None:
    vertices, faces = ball(6)
    world = mote.World()
    body = world.add(mote.Mesh(vertices, faces))
    array = layout(vertices + 1)
    body.vertices = array
    assert body.vertices is not array and body.vertices.flags.c_contiguous
    assert np.array_equal(body.positions(), (vertices + 1).astype(np.float32))


def test_the_library_reads_the_array_itself() -> None:
    vertices, faces = sheet()
    world = mote.World()
    mesh = mote.Mesh(vertices, faces)
    world.add(mesh)
    body = world.add(mesh)
    for dtype in (np.float32, np.float64):
        array = (vertices + [0, 0, 5]).astype(dtype)
        body.vertices = array
        array -= np.array([0, 0, 5], dtype)  # before anybody has looked: the sheets lie in each other now
        assert len(world.detect()) == 1


def test_in_mesh_order_nothing_is_reordered() -> None:
    vertices, faces = ball(6)
    mesh = mote.Mesh(vertices, faces)
    world = mote.World()
    body = world.add(mesh, mesh_order=True)
    assert np.array_equal(body.vertices, mesh.vertices[mesh.mesh_order])
    array = (vertices[mesh.mesh_order] * 2).astype(np.float32)
    body.vertices = array
    assert seen_by_library(body) == address(array)
    assert np.array_equal(body.positions(), (vertices * 2).astype(np.float32))


@pytest.mark.parametrize("dtype", ["i1", "i4", "u8", "f2"])
def test_other_numbers_keep_their_value(dtype: str) -> None:
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]]).astype(dtype)
    world = mote.World()
    body = world.add(mote.Mesh(vertices, [[0, 1, 2]]))
    body.vertices = vertices * 2
    assert body.positions().tolist() == [[0, 0, 0], [2, 0, 0], [0, 2, 0]]


@pytest.mark.parametrize("value, error", [
    (np.zeros((4, 3)), mote.ArgumentError),
    (np.zeros((3, 3, 1)), mote.ArgumentError),
    (np.zeros((3, 4)), mote.ArgumentError),
    (np.zeros(9), mote.ArgumentError),
    (np.zeros((3, 3), complex), mote.DtypeError),
    (np.zeros((3, 3), bool), mote.DtypeError),
    (np.zeros((3, 3), "M8[s]"), mote.DtypeError),
    (np.array([["a"] * 3] * 3), mote.DtypeError),
    ("abc", mote.Error),
    (object(), mote.DtypeError),
    ([[0, 0, 0], [0, 0]], mote.DtypeError),
])
def test_what_is_no_array_of_positions_is_refused_and_changes_nothing(value: object, error: type) -> None:
    vertices = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    world = mote.World()
    body = world.add(mote.Mesh(vertices, [[0, 1, 2]]))
    array = vertices + 1
    body.vertices = array
    with pytest.raises(error):
        body.vertices = value
    assert body.vertices is array
    assert np.array_equal(body.positions(), array.astype(np.float32))


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e300])
def test_a_position_that_is_not_finite_is_refused_by_detect(bad: float) -> None:
    vertices, faces = sheet()
    for dtype in (np.float32, np.float64):
        with np.errstate(over="ignore"):
            array = vertices.copy().astype(dtype)
            array[3, 1] = bad
        world = mote.World()
        mesh = mote.Mesh(vertices, faces)
        first, second = world.add(mesh), world.add(mesh)
        second.vertices = array
        with pytest.raises(mote.DataError, match="body 1"):
            world.detect()
        assert world.report.invalid == [second]
        second.vertices = vertices
        assert len(world.detect()) == 1
    world = mote.World(invalid="report")
    first, second = world.add(mesh), world.add(mesh)
    second.vertices = array
    report = world.detect()
    assert report.invalid == [second] and len(report) == 0 and first.is_alive


def test_the_array_lives_as_long_as_the_body_uses_it() -> None:
    vertices, faces = ball(6)
    world = mote.World()
    mesh = mote.Mesh(vertices, faces)
    a, b = world.add(mesh), world.add(mesh)
    a.vertices = vertices.copy()
    b.vertices = vertices + [0.5, 0, 0]
    mesh.close()
    del mesh, vertices
    np.full((500, 3), np.nan)  # takes the memory that would have been freed
    assert len(world.detect()) == 1


@pytest.mark.parametrize("matrix, error", [
    (np.eye(3), mote.ArgumentError),
    (np.full((4, 4), np.nan), mote.DataError),
    (np.diag([1, 1, 1, 2]), mote.DataError),
    (np.eye(4) * 1j, mote.DtypeError),
    (np.diag([1e300, 1, 1, 1]), mote.DataError),
    ("identity", mote.DtypeError),
])
def test_bad_transforms_are_refused(matrix: object, error: type) -> None:
    world = mote.World()
    body = world.add(mote.Mesh(*sheet()))
    with pytest.raises(error):
        body.transform = matrix
    assert np.array_equal(body.transform, np.eye(4))


def test_transforms_apply_after_the_positions() -> None:
    vertices, faces = sheet()
    world = mote.World()
    body = world.add(mote.Mesh(vertices, faces))
    matrix = np.array([[0.0, -1, 0, 5], [1, 0, 0, 6], [0, 0, 1, 7], [0, 0, 0, 1]])
    for given in (matrix, matrix[:3], matrix.tolist(), matrix.astype(np.float32), np.asfortranarray(matrix)):
        body.transform = given
        assert np.array_equal(body.transform, matrix)
    moved = vertices @ matrix[:3, :3].T + matrix[:3, 3]
    assert np.allclose(body.positions(), moved, atol=1e-6)
    body.vertices = vertices * 2
    assert np.allclose(body.positions(), vertices * 2 @ matrix[:3, :3].T + matrix[:3, 3], atol=1e-6)
    body.transform = None
    assert np.allclose(body.positions(), vertices * 2)
    body.vertices = None
    assert np.allclose(body.positions(), vertices)


def test_memory_mapped_arrays_are_read_from_the_file(tmp_path: pathlib.Path) -> None:
    vertices, faces = ball(6)
    frames = np.stack([vertices + [0.1 * i, 0, 0] for i in range(4)]).astype(np.float32)
    np.save(tmp_path / "frames.npy", frames)
    mapped = np.load(tmp_path / "frames.npy", mmap_mode="r")
    world = mote.World()
    body = world.add(mote.Mesh(vertices, faces))
    body.vertices = mapped[2]
    assert address(body.vertices) == address(mapped[2])
    assert np.array_equal(body.positions(), frames[2])
