"""Motions of bodies and sweeps: what happens between two frames."""

from __future__ import annotations

import io
from typing import Tuple

import numpy as np
import pytest

import mote
from mote.deform import Custom
from shapes import cube, sheet


def crossing(method: str = "hybrid") -> Tuple[mote.World, mote.Body, mote.Body]:
    """A small cube that falls from z = 1 to z = -1 through a sheet."""
    world = mote.World(method=method)
    wall = world.add(mote.Mesh(*sheet(6)))
    bullet = world.add(mote.Mesh(*cube(0.1, (0.52, 0.43, 0.0))))
    at = bullet.mesh.vertices
    bullet.set_motion(at + np.float32([0, 0, 1]), at + np.float32([0, 0, -1]))
    return world, wall, bullet


@pytest.mark.parametrize("method", ["hybrid", "naive"])
def test_a_crossing_between_frames_is_found(method: str) -> None:
    world, wall, bullet = crossing(method)
    assert len(world.detect()) == 1  # the present shape of the cube is its rest shape, in the sheet
    report = world.sweep(face_pairs=True, contacts=True, vertex_steps=True, verify=True)
    assert report.sweep == 1 and len(report.pairs) == 1 and len(report.impacts) > 0
    assert (report.pairs["a"][0], report.pairs["b"][0]) == (wall.index, bullet.index)
    assert abs(report.safe_step - 0.475) < 1e-6 and report.safe_step == report.impacts["time"][0, 0]
    assert report.impacts["vertices"].shape == (len(report.impacts), 4)
    assert set(report.impacts["kind"]) <= set(mote.SweptKind)
    assert np.allclose(report.contacts["point"][:, 2], 0, atol=1e-5)
    assert len(report.face_pairs) > 0 and not report.face_pairs["at_start"].any()
    assert report.start_is_free and 0.4 < report.verified_step < report.safe_step
    assert np.array_equal(report.body_steps["safe_step"], [report.safe_step] * 2)
    steps = bullet.safe_steps()
    assert steps.shape == (8,) and steps.min() == report.safe_step
    assert report.stats.candidates > 0 and report.hash != 0 and not report.cut_short and report.invalid == []
    first = world.sweep("first")
    assert len(first.impacts) == 1 and first.safe_step == report.safe_step
    assert len(world.sweep(mote.SweepFind.EARLIEST).body_steps) == 0


def test_positions_between_the_ends_can_be_read() -> None:
    world, _, bullet = crossing()
    for time in (0.0, 0.25, 1.0):
        assert np.allclose(bullet.positions_at(time)[:, 2], bullet.mesh.vertices[:, 2] + 1 - 2 * time, atol=1e-6)
    with pytest.raises(mote.ArgumentError):
        bullet.positions_at(2)
    bullet.end_motion()
    assert np.array_equal(bullet.positions_at(0.5), bullet.mesh.vertices)
    report = world.sweep(face_pairs=True)  # it rests in the sheet: faces meet from the start on, and there is no impact
    assert report.safe_step == 1 and len(report.face_pairs) > 0 and report.face_pairs["at_start"].all()


def test_transforms_and_deformers_move_bodies() -> None:
    world, _, bullet = crossing()
    up, down = np.eye(4), np.eye(4)
    up[2, 3], down[2, 3] = 1, -1
    wanted = world.sweep(face_pairs=True).hash
    bullet.set_motion(start_transform=up, end_transform=down)
    assert world.sweep(face_pairs=True).hash == wanted
    at = bullet.mesh.vertices
    shifts = np.float32([[0, 0, 1], [0, 0, -1]])
    ends = [Custom(bullet.mesh, lambda vertices, _, by=by: at[vertices] + by) for by in shifts]
    bullet.set_motion(*ends)
    assert world.sweep(face_pairs=True).hash == wanted
    with pytest.raises(mote.DtypeError):
        bullet.set_motion(ends[0], ends[0])
    with pytest.raises(mote.RefusedError):
        mote.World(method="refit").sweep()


def test_sweeps_are_drawn_and_recorded() -> None:
    world, _, bullet = crossing()
    memory = io.BytesIO()
    with world.record(memory):
        report = world.sweep(contacts=True)
    drawing = world.draw_sweep()
    assert len(drawing.boxes) == 2 and len(drawing.points) == len(report.impacts)
    assert set(drawing.points["kind"]) == {mote.DrawKind.IMPACT}
    frames = list(mote.Recording(memory.getvalue()).play())
    assert len(frames) == 1 and frames[0].is_sweep and frames[0].equal and frames[0].hash == report.hash
    broken = bullet.mesh.vertices.copy()
    broken[0] = np.nan
    bullet.set_motion(None, broken)
    assert world.sweep().invalid == [bullet]
