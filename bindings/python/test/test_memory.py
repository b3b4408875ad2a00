"""What is made and dropped leaves nothing behind."""

from __future__ import annotations

import ctypes
import gc
import io
import os
import pathlib
from typing import Any, Callable

import numpy as np
import pytest
from shapes import ball, cube

import mote

LONG = os.environ.get("MOTE_TEST_RUN") == "long"
VERTICES, FACES = ball(6)
CUBE, CUBE_FACES = cube()


def resident() -> int:
    """Bytes of memory that this process uses."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what is free but not given back is no leak
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def one_world(i: int) -> None:
    """A world with all that a world can have, ended in one way or another."""
    mesh = mote.Mesh(VERTICES, FACES)
    method = ["hybrid", "refit", "senin", "paired"][i % 4]
    world = mote.World(method, workers=1 + i % 2, log=lambda level, message: None)
    a, b = world.add(mesh, data=[i]), world.add(mesh)
    a.vertices = VERTICES.astype(np.float32) if i % 3 else np.asfortranarray(VERTICES)
    nodes = mote.Nodes(mesh)
    space = mote.Csrbf(mesh, [[0, 0, 1]], [[0, 0, 2]], 0.5, nodes=nodes)
    b.deformer = mote.Chain(mesh, [space, mote.Custom(mesh, lambda vertices, positions: positions + 0.1)])
    recorder = world.record(io.BytesIO())
    report = world.detect()
    report.keep()
    space.blend = 0.5
    world.distance(a, b)
    world.rays([[0, 0, 5]], [[0, 0, -1]])
    world.overlap_spheres(VERTICES[:3], 0.2)
    world.draw()
    if i % 5 == 0:
        def fail(vertices: Any, positions: Any) -> None:
            raise ValueError("on purpose")

        b.deformer = mote.Custom(mesh, fail)
        with pytest.raises(ValueError):
            world.detect()
    if i % 2:
        recorder.stop()
    if i % 7 == 0:
        a.data = world  # a cycle, which the collector finds
    if i % 3 == 0:
        world.close()


def one_check(i: int) -> None:
    frames = np.stack([CUBE, CUBE + 0.2])
    mote.check({"a": (frames, CUBE_FACES), "b": (frames.astype(np.float32) + 0.5, CUBE_FACES)}, json=True)


def one_failure(i: int) -> None:
    for bad in (lambda: mote.Mesh(VERTICES, FACES + 9999), lambda: mote.World(options={"none": 1}),
                lambda: mote.Mesh(np.zeros((3, 3), complex)), lambda: mote.check([(VERTICES, FACES + 9999)])):
        with pytest.raises(mote.Error):
            bad()


def one_dynamics(i: int) -> None:
    world = mote.World()
    mesh = mote.Mesh(CUBE, CUBE_FACES)
    dynamics = mote.Dynamics(world)
    for j in range(3):
        dynamics.add(world.add(mesh), placement=mote.Placement((0.9 * j, 0, 0)))
    dynamics.step(0.1)
    if i % 2:
        world.close()


@pytest.mark.parametrize("one, count", [(one_world, 1000), (one_check, 200), (one_failure, 500), (one_dynamics, 500)])
def test_memory_stays_flat(one: Callable[[int], None], count: int) -> None:
    count *= 10 if LONG else 1
    for i in range(count // 5):
        one(i)
    before = resident()
    for i in range(count):
        one(i)
    grown = resident() - before
    print(f"{one.__name__}: {count} times, {grown / 1024:.0f} KiB more than before")
    assert grown < 3 << 20  # arenas of threads come and go
