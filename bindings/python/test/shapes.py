"""Small meshes for the tests, as (vertices, faces)."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def sheet(cells: int = 6, z: float = 0.0) -> Tuple[Array, Array]:
    """A square from (0, 0, z) to (1, 1, z) of cells x cells x 2 triangles."""
    side = np.linspace(0.0, 1.0, cells + 1)
    x, y = np.meshgrid(side, side, indexing="ij")
    vertices = np.stack([x, y, np.full_like(x, z)], axis=-1).reshape(-1, 3)
    number = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[:-1, 1:], number[1:, 1:]
    faces = np.concatenate([np.stack([a, b, c], axis=-1).reshape(-1, 3), np.stack([b, d, c], axis=-1).reshape(-1, 3)])
    return vertices, faces


def cube(size: float = 1.0, center: Tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Tuple[Array, Array]:
    """A closed cube of 12 triangles that face outwards."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    faces = np.array([
        [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ])
    return corners * size + np.array(center), faces


def ball(rings: int = 12, radius: float = 1.0) -> Tuple[Array, Array]:
    """A closed ball."""
    theta = np.linspace(0.0, np.pi, rings + 1)[1:-1]
    phi = np.linspace(0.0, 2.0 * np.pi, 2 * rings, endpoint=False)
    inner = np.stack([
        np.outer(np.sin(theta), np.cos(phi)), np.outer(np.sin(theta), np.sin(phi)),
        np.outer(np.cos(theta), np.ones_like(phi)),
    ], axis=-1).reshape(-1, 3)
    vertices = np.concatenate([inner, [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]]) * radius
    count = 2 * rings
    faces = []
    for ring in range(rings - 2):
        for i in range(count):
            j = (i + 1) % count
            a, b = ring * count + i, ring * count + j
            c, d = a + count, b + count
            faces += [[a, c, b], [b, c, d]]
    top, bottom = len(inner), len(inner) + 1
    last = (rings - 2) * count
    for i in range(count):
        j = (i + 1) % count
        faces += [[top, i, j], [bottom, last + j, last + i]]
    return vertices, np.array(faces)
