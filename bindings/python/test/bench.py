"""Measures what Python costs beside C: test/bench.py PROGRAM, which is build/python/mote_bench_loop.

Prints the time of one frame of two meshes of 70,000 triangles in light contact from Python and from C, that of an
animation of shape (1000, 20000, 3), and how much faster two threads with two worlds are than one. Passes in Python and
in C alternate; the least of each counts.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any, Callable, List, Tuple

import numpy as np
import numpy.typing as npt

import mote

Array = npt.NDArray[Any]


def torus(around: int, across: int) -> Tuple[Array, Array]:
    """A closed surface of around * across vertices and twice as many triangles."""
    u, v = np.meshgrid(np.arange(around), np.arange(across), indexing="ij")
    a, b = 2 * np.pi * u / around, 2 * np.pi * v / across
    radius = 1.0 + 0.4 * np.cos(b)
    vertices = np.stack([radius * np.cos(a), radius * np.sin(a), 0.4 * np.sin(b)], axis=-1).reshape(-1, 3)
    corner = u * across + v
    right = (u + 1) % around * across + v
    up = u * across + (v + 1) % across
    both = (u + 1) % around * across + (v + 1) % across
    faces = np.stack([corner, right, both, corner, both, up], axis=-1).reshape(-1, 3)
    return vertices.astype(np.float32), faces.astype(np.uint32)


def light_contact(frames: int, vertices: Array) -> List[Array]:
    """Two bodies that sway a little, and touch with a few faces."""
    sway = 0.001 * np.sin(np.arange(frames))[:, np.newaxis, np.newaxis]
    first = (vertices * (1 + sway)).astype(np.float32)
    second = (vertices * (1 - sway) + np.array([2.797, 0, 0], np.float32)).astype(np.float32)
    return [first, second]


def loop(faces: Array, parts: List[Array]) -> Callable[[], Tuple[float, int]]:
    """A pass over all frames in Python: seconds and face pairs."""
    world = mote.World()
    mesh = mote.Mesh(parts[0][0], faces)
    bodies = [world.add(mesh) for _ in parts]

    def run() -> Tuple[float, int]:
        face_pairs = 0
        started = time.perf_counter()
        for frame in range(len(parts[0])):
            for body, part in zip(bodies, parts):
                body.vertices = part[frame]
            face_pairs += world.detect().face_pair_count
        return time.perf_counter() - started, face_pairs

    run()
    return run


def write(path: pathlib.Path, faces: Array, parts: List[Array]) -> List[Array]:
    """Writes a file for the loop in C and returns the parts as mapped from it: both loops read the very same memory."""
    with open(path, "wb") as file:
        np.array([len(parts), len(parts[0]), parts[0].shape[1], len(faces)], np.uint32).tofile(file)
        faces.tofile(file)
        for part in parts:
            part.tofile(file)
    mapped = np.memmap(path, np.float32, "r", offset=16 + faces.nbytes, shape=(len(parts), *parts[0].shape))
    return list(np.asarray(mapped))


def loop_in_c(program: str, path: pathlib.Path) -> Callable[[], Tuple[float, int]]:
    """The same in C."""

    def run() -> Tuple[float, int]:
        output = subprocess.run([program, str(path), "1"], check=True, stdout=subprocess.PIPE).stdout.split()
        return float(output[0]), int(output[1])

    return run


def compare(program: str, faces: Array, parts: List[Array], passes: int) -> Tuple[float, float]:
    """The least seconds of a pass in Python and in C, which must find the same."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "frames"
        python, c = loop(faces, write(path, faces, parts)), loop_in_c(program, path)
        found = [(python(), c()) for _ in range(passes)]
    assert len({answer[1] for both in found for answer in both}) == 1
    return min(one[0][0] for one in found), min(one[1][0] for one in found)


def two_threads(faces: Array, parts: List[Array], passes: int) -> Tuple[float, float]:
    """The least seconds of one thread with one world, and of two threads with a world each."""
    loops = [loop(faces, parts), loop(faces, parts)]
    one = min(loops[0]()[0] for _ in range(passes))
    both = []
    for _ in range(passes):
        threads = [threading.Thread(target=run) for run in loops]
        started = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        both.append(time.perf_counter() - started)
    return one, min(both)


def main() -> None:
    """All measurements."""
    program = sys.argv[1]
    vertices, faces = torus(250, 140)
    frames = 20
    python, c = compare(program, faces, light_contact(frames, vertices), 51)
    print(f"2 x {len(faces)} triangles in light contact: C {c / frames * 1e6:.1f} us, "
          f"Python {python / frames * 1e6:.1f} us, {(python - c) / frames * 1e6:+.1f} us")
    vertices, faces = torus(200, 100)
    frames = 1000
    moving = light_contact(frames, vertices)
    python, c = compare(program, faces, moving, 15)
    print(f"animation of shape {moving[0].shape}: C {c:.3f} s, Python {python:.3f} s, {(python / c - 1) * 100:+.1f} %")
    one, both = two_threads(faces, [part[:300] for part in moving], 9)
    print(f"two threads with two worlds: {2 * one / both:.2f} times one")


if __name__ == "__main__":
    main()
