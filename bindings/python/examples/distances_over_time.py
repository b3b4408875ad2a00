"""Two moving parts: how far apart are they in each frame, and where?"""

from __future__ import annotations

import numpy as np
from two_arrays import ball

import mote


def main() -> None:
    vertices, faces = ball(24)
    mesh = mote.Mesh(vertices, faces)
    with mote.World() as world:
        a, b = world.add(mesh), world.add(mesh)
        nearest = np.inf
        for frame in range(60):
            time = frame / 60
            a.vertices = vertices * [1.0, 1.0 + 0.5 * np.sin(2 * np.pi * time), 1.0]
            b.transform = [[1, 0, 0, 2.5 * np.cos(2 * np.pi * time)], [0, 1, 0, 2.5 * np.sin(2 * np.pi * time)],
                           [0, 0, 1, 0]]
            found = world.distance(a, b)  # starts from the answer of the frame before
            if found.distance < nearest:
                nearest = found.distance
                print(f"frame {frame}: {found.distance:.4f} apart, between {np.round(found.on_a, 3)} "
                      f"and {np.round(found.on_b, 3)}")


if __name__ == "__main__":
    main()
