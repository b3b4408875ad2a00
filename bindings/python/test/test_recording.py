"""Recordings: what is played is what was recorded."""

from __future__ import annotations

import io
import pathlib
from typing import Any, List

import numpy as np
import pytest
from shapes import ball

import mote


def run(world: mote.World, frames: int = 6) -> List[int]:
    vertices, faces = ball(8)
    mesh = mote.Mesh(vertices, faces)
    a, b = world.add(mesh), world.add(mesh)
    hashes = []
    for i in range(frames):
        a.vertices = vertices * (1 + 0.1 * i)
        b.transform = [[1, 0, 0, 1 + 0.2 * i], [0, 1, 0, 0], [0, 0, 1, 0]]
        hashes.append(world.detect().hash)
    return hashes


def test_recordings_to_files_and_memory_are_the_same(tmp_path: pathlib.Path) -> None:
    memory = io.BytesIO()
    with mote.World() as world, world.record(memory):
        hashes = run(world)
    with mote.World() as world:
        recorder = world.record(tmp_path / "world.mote")
        run(world)
        recorder.stop()
        recorder.stop()
    assert (tmp_path / "world.mote").read_bytes() == memory.getvalue()
    for source in (tmp_path / "world.mote", memory.getvalue(), bytearray(memory.getvalue())):
        recording = mote.Recording(source)
        assert len(recording) == 6 and recording.is_complete and recording.workers == 1
        assert recording.whole_bytes == len(memory.getvalue()) and recording.time_budget == 0
        for method in (None, "refit", mote.Method.NAIVE):
            player = recording.play(method=method, workers=2)
            frames = list(player)
            assert [frame.hash for frame in frames] == hashes and all(frame.equal for frame in frames)
            with pytest.raises(mote.StateError):
                player.step()


def refuse_changes(world: mote.World, body: mote.Body) -> None:
    for change in (world.detect, body.remove, lambda: world.add(body.mesh), lambda: setattr(body, "vertices", None),
                   lambda: setattr(body, "transform", None), lambda: body.set_bounds(None),
                   lambda: mote.Dynamics(world)):
        with pytest.raises(mote.StateError, match="player"):
            change()


def test_the_world_of_a_player_can_be_asked_but_not_changed() -> None:
    memory = io.BytesIO()
    with mote.World() as world, world.record(memory):
        run(world)
    with mote.Recording(memory.getvalue()) as recording:
        player = recording.play()
    assert player.world.bodies == []
    frame = player.step()
    a, b = player.world.bodies
    assert player.world.report.hash == frame.hash and player.world.distance(a, b).distance == 0
    assert np.array_equal(a.positions(), a.mesh.vertices) and a.mesh.triangle_count == b.mesh.triangle_count
    refuse_changes(player.world, a)
    report = player.world.report
    player.step()
    with pytest.raises(mote.StaleError):
        report.pairs
    mesh = a.mesh
    array = mesh.vertices
    del player, a, b, mesh, report
    assert np.allclose(np.linalg.norm(array, axis=1), 1, atol=1e-5)


def test_a_recording_that_fails_does_not_disturb_the_world() -> None:
    class Full(io.RawIOBase):
        count = 0

        def write(self, data: Any) -> int:
            self.count += 1
            if self.count > 3:
                raise OSError(28, "the disk is full")
            return len(data)

    with mote.World() as plain:
        wanted = run(plain)
    world = mote.World()
    recorder = world.record(Full())
    with pytest.raises(mote.StateError):
        world.record(io.BytesIO())
    assert run(world) == wanted
    with pytest.raises(OSError, match="full"):
        recorder.stop()
    with pytest.raises(mote.DtypeError):
        world.record(7)  # type: ignore[arg-type]
    with pytest.raises(mote.FileError):
        world.record("/no/such/folder/file")
    with world.record(io.BytesIO()):
        world.close()


@pytest.mark.parametrize("source", [b"", b"not a recording", b"\0" * 1000, "/no/such/file", 7, None])
def test_what_is_no_recording_is_refused(source: Any) -> None:
    with pytest.raises(mote.Error):
        mote.Recording(source)


def test_a_recording_that_was_cut_off_plays_as_far_as_it_goes() -> None:
    memory = io.BytesIO()
    with mote.World() as world, world.record(memory):
        run(world)
    whole = memory.getvalue()
    recording = mote.Recording(whole[:len(whole) * 2 // 3])
    assert not recording.is_complete and 0 < recording.frame_count < 6
    for frame in recording.play():
        assert frame.equal or not frame.finished
