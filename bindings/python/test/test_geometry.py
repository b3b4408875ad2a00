"""Stateless geometry and the papers' own tests, on arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shapes import ball

import mote
from mote import geometry, papers

FLAT = [[-1.0, -1, 0], [1, -1, 0], [0, 1, 0]]
STEEP = [[-1.0, -1, 1], [1, -1, -1], [0, 1, 0]]


def test_one_against_many_and_pairs() -> None:
    vertices, faces = ball(8)
    triangles = vertices[faces]
    hits = geometry.triangles_intersect(triangles, triangles[7])
    assert hits[7] and 1 < hits.sum() < 20
    pairs = np.stack([np.arange(len(faces)), np.full(len(faces), 7)], -1)
    assert np.array_equal(hits, geometry.triangles_intersect(triangles, triangles, pairs))
    found = geometry.triangles_distance(triangles, triangles[7])
    assert np.array_equal(found.distance == 0, hits)
    assert np.allclose(np.linalg.norm(found.on_a - found.on_b, axis=1), found.distance, atol=1e-6)
    assert np.array_equal(geometry.triangle_pairs_distance(triangles, triangles, pairs), found.distance)


def test_what_triangles_have_in_common() -> None:
    overlap = geometry.triangles_intersection(FLAT, STEEP)
    assert overlap.kind is mote.OverlapKind.SEGMENT and np.allclose(overlap.points[:, [0, 2]], 0)
    assert geometry.triangles_intersection(FLAT, FLAT).kind is mote.OverlapKind.POLYGON
    assert geometry.triangles_intersection(FLAT, np.add(FLAT, 9)).points.shape == (0, 3)


def test_points_segments_rays_and_boxes() -> None:
    distances, closest = geometry.point_triangle_distance([[0, 0, 2], [0, 5, 0]], FLAT)
    assert distances.tolist() == [2, 4] and closest.tolist() == [[0, 0, 0], [0, 1, 0]]
    found = geometry.segments_distance([[0, 0, 0], [1, 0, 0]], [[0.5, 1, 1], [0.5, -1, 1]])
    assert found.distance.tolist() == [1] and found.on_a.tolist() == [[0.5, 0, 0]]
    t = geometry.ray_triangle([[0, 0, 2], [5, 0, 2]], [0, 0, -1], FLAT)
    assert t[0] == 2 and np.isnan(t[1])
    assert np.isnan(geometry.ray_triangle([0, 0, 2], [0, 0, -1], FLAT, 1.0)).all()
    boxes = [[[-0.1] * 3, [0.1] * 3], [[2] * 3, [3] * 3]]
    assert geometry.triangle_box(FLAT, boxes).tolist() == [True, False]


def test_bad_geometry_is_refused() -> None:
    meet = geometry.triangles_intersect
    for bad in (lambda: meet(FLAT, [FLAT[:2]]), lambda: meet([FLAT] * 2, [FLAT] * 3), lambda: meet("a", FLAT),
                lambda: meet([FLAT], [FLAT], [[0, 1]]), lambda: meet([FLAT], [FLAT], [[0, -1]]),
                lambda: geometry.triangle_box(FLAT, [1, 2])):
        with pytest.raises(mote.Error):
            bad()
    assert not geometry.triangles_intersect(np.full((3, 3), np.nan), FLAT)[0]


def test_areas_cover_a_mesh() -> None:
    mesh = mote.Mesh(*ball(8))
    heard = []
    areas = papers.Areas(mesh, 12, log=lambda level, message: heard.append(message))
    assert len(areas) == 12 and heard and areas.empty_count == 0 and areas.fragment_count == 12
    assert sorted(np.concatenate(list(areas.vertices)).tolist()) == list(range(mesh.vertex_count))
    assert set(areas.area_of.tolist()) == set(range(12)) and len(areas.nodes) == len(areas.children) > 12
    assert len(areas.steps) and areas.fragments.tolist() == [1] * 12 and len(areas.neighbors[0]) > 1
    literal = papers.Areas(mesh, 12, form="literal", factors=[(np.zeros((mesh.vertex_count, 2)), 1.0)])
    assert len(literal) == 12
    for bad in ({"count": 0}, {"form": "square"}, {"epsilon": -1.0}, {"vertices": [[0, 0, 0]]}):
        with pytest.raises(mote.Error):
            papers.Areas(mesh, **bad)  # type: ignore[arg-type]


def test_numbers_of_particles() -> None:
    mesh = mote.Mesh(*ball(8))
    assert papers.count_by_kissing(3) == 3 and papers.count_by_kissing(99) == 12
    assert papers.count_by_shadows(1, 1) == 12 and papers.count_by_convex_parts(mesh).parts == 1
    assert papers.find_part_spheres(mesh)["radius"].tolist() == pytest.approx([1.0])
    with pytest.raises(mote.ArgumentError):
        papers.count_by_shadows(1, 0)


def test_the_published_tests() -> None:
    assert papers.smith_face_pair(FLAT, STEEP) and not papers.smith_face_pair(FLAT, np.add(FLAT, 9))
    assert papers.triangle_box_clip(FLAT, [[-0.1] * 3, [0.1] * 3])
    lifted = np.add(FLAT, [0, 0, 2])
    for technique in papers.SulaimanTechnique:
        assert papers.sulaiman_distance(FLAT, lifted, technique, "dyop") >= 2 - 1e-6
    assert papers.sulaiman_origin(FLAT, lifted)[2] == 1
    for height in (papers.heron_height, papers.heron_height_stable):
        assert height(3, 4, 5) == pytest.approx(2.4)
    assert papers.literal_options()["senin.cold_start"] in (0, 1)


def test_laws_of_particles_are_functions() -> None:
    mesh = mote.Mesh(*ball(8))

    def attract(distance: float, reach: float) -> float:
        return distance

    world = mote.World("senin", laws=papers.Laws(attraction=(attract, None), repulsion=lambda d, r: -d))
    world.add(mesh)
    world.add(mesh)
    assert len(world.detect()) == 1
    with pytest.raises(mote.RefusedError):
        world.record("/dev/null")

    def fail(distance: float, reach: float) -> float:
        raise ZeroDivisionError

    world = mote.World("senin", laws=papers.Laws(attraction=fail))
    world.add(mesh)
    world.add(mesh)
    with pytest.raises(ZeroDivisionError):
        world.detect()
    with pytest.raises(mote.DtypeError):
        papers.Laws(attraction=7)  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_vertex_that_crosses_a_face_between_two_frames_is_found(dtype: Any) -> None:
    start = np.array([[0.25, 0.25, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype)
    end = start.copy()
    end[0, 2] = -3
    time = geometry.vertex_face_impact(start, end)
    assert time is not None and time == (0.25, 0.25)
    end[0, :2] = 3
    assert geometry.vertex_face_impact(start, end) is None
    with pytest.raises(mote.ArgumentError, match="start has shape"):
        geometry.vertex_face_impact(start[:3], end)


def test_edges_that_pass_through_each_other_are_found() -> None:
    start = np.array([[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]], np.float32)
    end = start.copy()
    end[:2, 2] = -1
    time = geometry.edges_impact(start, end)
    assert time is not None and time.low == time.high == 0.5
    assert geometry.edges_impact(start, start) is None


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_batches_of_impacts_answer_as_single_calls_do(dtype: Any) -> None:
    random = np.random.default_rng(5)
    start, end = random.normal(size=(2, 400, 3)).astype(dtype)
    quads = random.permuted(np.arange(400).reshape(-1, 4), axis=1)
    for one, many in ((geometry.vertex_face_impact, geometry.vertex_face_impacts),
                      (geometry.edges_impact, geometry.edges_impacts)):
        times = [one(start[quad], end[quad]) for quad in quads]
        expected = [i for i, time in enumerate(times) if time is not None]
        found = many(start, end, start, end, quads)
        assert expected and found.candidate.tolist() == expected
        assert list(zip(found.low, found.high)) == [times[i] for i in expected]
        half = many(start, end, start, end, quads, until=0.5)
        assert half.candidate.tolist() == [i for i, low in zip(expected, found.low) if low <= 0.5]
        first = many(start, end, start, end, quads, earliest=True)
        assert first.low.min() == found.low.min() and len(first.low) <= len(found.low)
    with pytest.raises(mote.ArgumentError, match="quads have shape"):
        geometry.edges_impacts(start, end, start, end, quads[:, :3])
    with pytest.raises(mote.DataError, match="does not exist"):
        geometry.edges_impacts(start[:4], end[:4], start, end, quads + 4)
    with pytest.raises(mote.ArgumentError, match="different numbers"):
        geometry.edges_impacts(start[:4], end, start, end, quads)


def test_what_comes_near_is_found() -> None:
    start = np.array([[0.25, 0.25, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    end = start.copy()
    end[0, 2] = 0.25
    assert geometry.vertex_face_approach(start, end, 0.125) is None
    near = geometry.vertex_face_approach(start, end, 0.5)
    assert near is not None and near.low <= 2 / 3 <= near.high + 1e-5 and near.high - near.low <= 2**-20
    edges = np.array([[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]], np.float64)
    assert geometry.edges_approach(edges, edges, 0.9) is None
    assert geometry.edges_approach(edges, edges, 1.0) is not None
