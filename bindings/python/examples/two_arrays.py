"""Two animated meshes as arrays of shape (frames, vertices, 3): in which frames do they meet, and how deep?"""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import numpy.typing as npt

import mote

Array = npt.NDArray[Any]


def ball(rings: int = 16) -> Tuple[Array, Array]:
    """A closed ball of radius 1: vertices and faces."""
    theta = np.linspace(0.0, np.pi, rings + 1)[1:-1, np.newaxis]
    phi = np.linspace(0.0, 2.0 * np.pi, 2 * rings, endpoint=False)
    x, y, z = np.broadcast_arrays(np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta))
    vertices = np.concatenate([np.stack([x, y, z], axis=-1).reshape(-1, 3), [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]])
    number = np.arange(x.size).reshape(x.shape)
    right = np.roll(number, -1, axis=1)
    top, bottom = np.full(2 * rings, x.size), np.full(2 * rings, x.size + 1)
    faces = [
        np.stack([number[:-1], number[1:], right[:-1]], axis=-1),
        np.stack([right[:-1], number[1:], right[1:]], axis=-1),
        np.stack([top, number[0], right[0]], axis=-1),
        np.stack([bottom, right[-1], number[-1]], axis=-1),
    ]
    return vertices, np.concatenate([part.reshape(-1, 3) for part in faces])


def main() -> None:
    vertices, faces = ball()
    frames = 48
    time = np.linspace(0.0, 2.0 * np.pi, frames)
    # One ball breathes, the other one passes by.
    first = vertices * (1.0 + 0.2 * np.sin(3.0 * time))[:, np.newaxis, np.newaxis]
    second = vertices + np.stack([2.4 * np.cos(time), 0.0 * time, 0.0 * time], axis=-1)[:, np.newaxis]

    with mote.World() as world:
        mesh = mote.Mesh(vertices, faces)
        a, b = world.add(mesh), world.add(mesh)
        for frame in range(frames):
            a.vertices, b.vertices = first[frame], second[frame]
            for pair in world.detect():
                if pair.relation is mote.Relation.TOUCH:
                    deepest = pair.contacts["depth"].max()
                    print(f"frame {frame}: {len(pair.face_pairs)} face pairs, depth {deepest:.3f}")


if __name__ == "__main__":
    main()
