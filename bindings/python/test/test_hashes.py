"""Report hashes through Python equal those of the C library, for all built-in scenes."""

from __future__ import annotations

import os
import subprocess
from typing import Any, Iterator, List, NamedTuple, Tuple

import numpy as np
import numpy.typing as npt
import pytest

import mote

Array = npt.NDArray[Any]


class Scene(NamedTuple):
    name: str
    #: vertices, faces, is rigid, collides with itself
    bodies: List[Tuple[Array, Array, bool, bool]]
    #: of each frame: of each body positions or transform; the hash; the number of face pairs
    frames: List[Tuple[List[Array], int, int]]


class Reader:
    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def array(self, dtype: Any, count: int) -> Array:
        array = np.frombuffer(self.data, dtype, count, self.at)
        self.at += array.nbytes
        return array

    def numbers(self, count: int) -> List[int]:
        return [int(number) for number in self.array(np.uint32, count)]

    def scene(self) -> Scene:
        (length,) = self.numbers(1)
        name = self.data[self.at:self.at + length].decode()
        self.at += length
        body_count, frame_count = self.numbers(2)
        bodies = []
        for _ in range(body_count):
            vertices, triangles, rigid, itself = self.numbers(4)
            bodies.append((self.array(np.float32, 3 * vertices).reshape(-1, 3),
                           self.array(np.uint32, 3 * triangles).reshape(-1, 3), bool(rigid), bool(itself)))
        frames = []
        for _ in range(frame_count):
            moves = [self.array(np.float32, 12 if body[2] else body[0].size).reshape(-1, 3) for body in bodies]
            value = int(self.array(np.uint64, 1)[0])
            frames.append((moves, value, self.numbers(1)[0]))
        return Scene(name, bodies, frames)


def scenes() -> Iterator[Scene]:
    program = os.environ.get("MOTE_DUMP_SCENES")
    if not program:
        pytest.skip("MOTE_DUMP_SCENES does not name the program that ./run test-python builds")
    command = [program] + (["long"] if os.environ.get("MOTE_TEST_RUN") == "long" else [])
    reader = Reader(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    while reader.at < len(reader.data):
        yield reader.scene()


def replay(scene: Scene, layout: Any, workers: int) -> List[Tuple[int, int]]:
    """The hash and the number of face pairs of each frame; `layout` makes the array that is assigned."""
    answers = []
    with mote.World(workers=workers) as world:
        bodies = [world.add(mote.Mesh(vertices, faces), self_collision=itself)
                  for vertices, faces, _, itself in scene.bodies]
        for moves, _, _ in scene.frames:
            for body, (_, _, rigid, _), move in zip(bodies, scene.bodies, moves):
                if rigid:
                    body.transform = move.T
                else:
                    body.vertices = layout(move)
            report = world.detect()
            answers.append((report.hash, report.face_pair_count))
    return answers


def padded(array: Array) -> Array:
    wide = np.full((len(array), 5), np.nan, array.dtype)
    wide[:, 1:4] = array
    return wide[:, 1:4]


def test_all_scenes_have_the_hashes_of_the_c_library() -> None:
    layouts = [lambda a: a, lambda a: a.astype(np.float64), np.asfortranarray, padded]
    count = 0
    for scene in scenes():
        wanted = [(value, pairs) for _, value, pairs in scene.frames]
        assert replay(scene, layouts[count % 4], 1 + count % 2) == wanted, scene.name
        count += 1
    assert count >= 30
