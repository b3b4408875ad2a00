"""Meshes: what they say of themselves, what they take, what they refuse."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from shapes import ball, cube, sheet

import mote


def test_a_mesh_knows_its_measures() -> None:
    mesh = mote.Mesh(*cube(2.0))
    assert (mesh.vertex_count, mesh.triangle_count, mesh.component_count) == (8, 12, 1)
    assert mesh.is_closed and mesh.area == pytest.approx(24) and mesh.volume == pytest.approx(8)
    assert mesh.bounds.tolist() == [[-1, -1, -1], [1, 1, 1]]
    assert mesh.flags == mote.MeshFlags.ALL and mesh.nbytes > 0
    assert mesh.mean_edge_length > 2 and mesh.cluster_count == 1


def test_arrays_of_a_mesh_are_views_that_keep_it_alive() -> None:
    vertices, faces = sheet(5)
    mesh = mote.Mesh(vertices, faces)
    arrays = [mesh.vertices, mesh.faces, mesh.face_normals, mesh.vertex_neighbors.items]
    assert mesh.vertices.__array_interface__["data"] == mesh.vertices.__array_interface__["data"]
    mesh.close()
    del mesh
    gc.collect()
    assert np.array_equal(arrays[0], vertices.astype(np.float32)) and np.array_equal(arrays[1], faces)
    assert np.allclose(arrays[2], [0, 0, 1])
    for array in arrays:
        with pytest.raises(ValueError):
            array[0] = 0


def test_adjacency_and_findings_are_lists() -> None:
    mesh = mote.Mesh(*sheet(1))
    assert mesh.vertex_faces[1].tolist() == [0, 1] and len(mesh.vertex_faces) == 4
    assert [list(one) for one in mesh.vertex_neighbors] == [[1, 2], [0, 2, 3], [0, 1, 3], [1, 2]]
    assert mesh.face_neighbors[0].tolist() == [mote.NONE, 1, mote.NONE]
    assert len(mesh.findings.border_edges) == 4 and not len(mesh.findings.degenerate_triangles)
    bare = mote.Mesh(*sheet(1), flags=mote.MeshFlags.CLUSTERS)
    assert len(bare.vertex_faces) == 0 and len(bare.face_neighbors) == 0


def test_welding_makes_one_vertex_of_those_in_one_place() -> None:
    vertices, faces = sheet(3)
    soup = vertices[faces].reshape(-1, 3)
    mesh = mote.Mesh(soup, weld="exact")
    assert (mesh.vertex_count, mesh.welded_count) == (len(soup), len(vertices))
    assert len(mesh.weld) == len(soup)


def test_a_mesh_says_which_points_are_inside() -> None:
    mesh = mote.Mesh(*ball())
    assert mesh.contains([[0, 0, 0], [0, 0, 2], [0.5, 0, 0]]).tolist() == [True, False, True]


@pytest.mark.parametrize("dtype", ["u2", "u4", "u8", "i2", "i4", "i8", ">i4", ">u2"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_faces_of_any_integers_give_the_same_mesh(dtype: str, order: str) -> None:
    vertices, faces = cube()
    mesh = mote.Mesh(vertices, np.array(faces, dtype=dtype, order=order))  # type: ignore[call-overload]
    assert np.array_equal(mesh.faces, faces)


@pytest.mark.parametrize("faces, error", [
    (np.zeros((2, 3)), mote.DtypeError),
    (np.zeros((2, 3), bool), mote.DtypeError),
    (np.zeros((2, 4), int), mote.ArgumentError),
    (np.zeros(6, int), mote.ArgumentError),
    (np.array([[0, 1, -1]]), mote.DataError),
    (np.array([[0, 1, 1 << 40]]), mote.DataError),
    (np.array([[0, 1, 8]]), mote.DataError),
    (np.empty((0, 3), int), mote.DataError),
    ("faces", mote.ArgumentError),
    ([[0, 1], [2]], mote.DtypeError),
])
def test_bad_faces_are_refused(faces: object, error: type) -> None:
    with pytest.raises(error) as raised:
        mote.Mesh(cube()[0], faces)
    assert isinstance(raised.value, mote.Error) and str(raised.value)


@pytest.mark.parametrize("vertices, error", [
    (np.full((8, 3), np.nan), mote.DataError),
    (np.full((8, 3), 1e300), mote.DataError),
    (np.zeros((8, 2)), mote.ArgumentError),
    (np.zeros((8, 3), complex), mote.DtypeError),
    (np.zeros((8, 3), object), mote.DtypeError),
    (np.zeros((8, 3), bool), mote.DtypeError),
    (np.ma.masked_array(np.zeros((8, 3))), mote.DtypeError),
    (None, mote.DtypeError),
    (np.empty((0, 3)), mote.DataError),
])
def test_bad_vertices_are_refused(vertices: object, error: type) -> None:
    with pytest.raises(error):
        mote.Mesh(vertices, cube()[1])


def test_a_log_hears_what_is_broken_and_its_exception_comes_out() -> None:
    heard = []
    mote.Mesh(*sheet(2), log=lambda level, message: heard.append((level, message)))
    assert heard and heard[0][0] == mote.LogLevel.WARNING and "border" in heard[0][1]

    def fail(level: mote.LogLevel, message: str) -> None:
        raise KeyError(message)

    with pytest.raises(KeyError):
        mote.Mesh(*sheet(2), log=fail)
