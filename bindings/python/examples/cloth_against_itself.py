"""A cloth that is bent to a loop: where does it pass through itself?"""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import numpy.typing as npt

import mote

Array = npt.NDArray[Any]


def sheet(cells: int) -> Tuple[Array, Array]:
    """A square of cells x cells x 2 triangles: vertices and faces."""
    side = np.linspace(0.0, 1.0, cells + 1)
    x, y = np.meshgrid(side, side, indexing="ij")
    number = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[:-1, 1:], number[1:, 1:]
    faces = np.stack([a, b, c, b, d, c], axis=-1).reshape(-1, 3)
    return np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3), faces


def looped(vertices: Array, angle: float) -> Array:
    """The sheet bent to a loop like a ribbon: its two ends point up by `angle`, towards each other."""
    side = np.linspace(0.0, 1.0, 1001)
    heading = angle * np.tanh(8.0 * (side - 0.5))
    step = np.stack([np.cos(heading), np.sin(heading)], axis=-1) / 1000
    curve = np.cumsum(step, axis=0)
    x, z = (np.interp(vertices[:, 0], side, curve[:, axis]) for axis in range(2))
    return np.stack([x, vertices[:, 1], z], axis=-1)


def main() -> None:
    vertices, faces = sheet(60)
    with mote.World() as world:
        cloth = world.add(mote.Mesh(vertices, faces), self_collision=True)
        for degrees in range(90, 151, 5):
            cloth.vertices = looped(vertices, np.radians(degrees))
            pairs = list(world.detect())
            count = sum(len(pair.face_pairs) for pair in pairs)
            print(f"ends bent by {degrees} degrees: {count} pairs of faces meet")


if __name__ == "__main__":
    main()
