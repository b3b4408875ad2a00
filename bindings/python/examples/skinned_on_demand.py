"""A skinned character next to a ball: only the vertices near the ball are evaluated."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import numpy.typing as npt

import mote

Array = npt.NDArray[Any]


def tube(rings: int, around: int) -> Tuple[Array, Array]:
    """An open tube along z from 0 to 4: vertices and faces."""
    z = np.linspace(0.0, 4.0, rings)[:, np.newaxis]
    phi = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)
    x, y, z = np.broadcast_arrays(0.3 * np.cos(phi), 0.3 * np.sin(phi), z)
    number = np.arange(rings * around).reshape(rings, around)
    right = np.roll(number, -1, axis=1)
    faces = np.stack([number[:-1], right[:-1], number[1:], right[:-1], right[1:], number[1:]], axis=-1)
    return np.stack([x, y, z], axis=-1).reshape(-1, 3), faces.reshape(-1, 3)


def pose(angle: float) -> Array:
    """Two bones: the lower one stays, the upper one turns about the elbow at z = 2."""
    bones = np.tile(np.eye(4), (2, 1, 1))
    cosine, sine = np.cos(angle), np.sin(angle)
    bones[1] = [[cosine, 0, sine, -2 * sine], [0, 1, 0, 0], [-sine, 0, cosine, 2 - 2 * cosine], [0, 0, 0, 1]]
    return bones


def main() -> None:
    vertices, faces = tube(400, 50)
    mesh = mote.Mesh(vertices, faces)
    upper = np.clip(vertices[:, 2] - 1.5, 0.0, 1.0)
    skin = mote.Skin(mesh, np.tile([0, 1], (len(vertices), 1)), np.stack([1 - upper, upper], axis=-1),
                     np.tile(np.eye(4), (2, 1, 1)), nodes=mote.Nodes(mesh))

    with mote.World() as world:
        arm = world.add(mesh)
        arm.deformer = skin
        world.add(mesh, transform=[[0.2, 0, 0, 1.7], [0, 0.2, 0, 0], [0, 0, 0.2, 2.6]])
        for degrees in range(0, 100, 10):
            skin.bones = pose(np.radians(degrees))  # the body notices
            report = world.detect()
            print(f"{degrees:2} degrees: {report.face_pair_count} face pairs, "
                  f"{report.stats.evaluated_vertices} of {len(vertices)} vertices evaluated")


if __name__ == "__main__":
    main()
