"""Convex meshes: which are, and how deep two of them penetrate each other.

The depth is found by expanding a polytope inside the Minkowski difference a - b: the face nearest to the origin is
moved outwards until it is a face of the difference itself. Its offset is the depth, its normal the shortest way out.
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from .arrays import Array
from .mesh import NONE, Mesh

#: Relative to the size of the two shapes: a face that grows by less is final.
_GAIN = 1e-9
#: Relative to the size of the two shapes: faces whose offsets differ by less are equally near.
_TIE = 1e-7
_MAX_EXPANSIONS = 2000


class Penetration(NamedTuple):
    """How two convex shapes penetrate each other."""

    #: the length of the shortest translation that separates them
    depth: float
    #: its direction for b; unit, from a to b
    normal: Array
    #: points of a and b that the translation brings together; on_a - on_b is depth * normal
    on_a: Array
    on_b: Array


def is_convex(mesh: Mesh, vertices: Array) -> bool:
    """Whether a closed mesh of one component, with these vertices, is the surface of a convex body.

    The normals point outwards, and no vertex lies in front of the face across an edge, except for rounding.
    """
    if not mesh.is_closed or mesh.component_count != 1:
        return False
    corners = vertices[mesh.faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    if not np.sum(normals * (corners[:, 0] - vertices[0])) > 0.0 or not lengths.all():
        return False
    normals /= lengths[:, np.newaxis]
    neighbors = mesh.face_neighbors
    if (neighbors == NONE).any():
        return False
    size = float(np.max(np.ptp(corners.reshape(-1, 3), axis=0)))
    heights = np.einsum("fnkc,fc->fnk", corners[neighbors] - corners[:, np.newaxis, :1], normals)
    return bool(heights.max() <= 1e-5 * size)


def contains_a_component(solid: Array, faces: Array, other: Mesh, vertices: Array) -> bool:
    """Whether a convex mesh contains the first vertex of any component of another mesh."""
    corners = solid[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    component = other.vertex_component
    used = np.flatnonzero(component != NONE)
    points = vertices[used[np.unique(component[used], return_index=True)[1]]]
    heights = points @ normals.T - np.sum(corners[:, 0] * normals, axis=1)
    return bool((heights <= 0.0).all(axis=1).any())


def penetration(a: Array, b: Array) -> Optional[Penetration]:
    """How deep the convex hulls of points of shape (n, 3) penetrate each other; None where they are apart."""
    return _Expansion(a, b).run()


class _Expansion:
    """A polytope inside the Minkowski difference of two sets of points."""

    def __init__(self, a: Array, b: Array):
        both = np.concatenate([a, b])
        self.center = (both.min(axis=0) + both.max(axis=0)) / 2.0
        self.size = float(np.max(np.ptp(both, axis=0))) or 1.0
        self.a = a - self.center
        self.b = b - self.center
        self.points: List[Array] = []
        self.sources: List[Tuple[int, int]] = []
        self.faces = np.empty((0, 3), np.intp)
        self.normals = np.empty((0, 3))
        self.offsets = np.empty(0)

    def _extreme(self, points: Array, direction: Array) -> int:
        """The point that lies furthest in a direction; of several the one of low y, high z and low x, as FCL has it
        for boxes that coincide."""
        heights = points @ direction
        ties = np.flatnonzero(heights >= heights.max() - _GAIN * self.size)
        if len(ties) == 1:
            return int(ties[0])
        rounded = np.round(points[ties] / (_TIE * self.size))
        return int(ties[np.lexsort((rounded[:, 0], -rounded[:, 2], rounded[:, 1]))[0]])

    def _support(self, direction: Array) -> Tuple[Array, Tuple[int, int]]:
        source = self._extreme(self.a, direction), self._extreme(self.b, -direction)
        return self.a[source[0]] - self.b[source[1]], source

    def _add(self, point: Array, source: Tuple[int, int]) -> int:
        self.points.append(point)
        self.sources.append(source)
        return len(self.points) - 1

    def run(self) -> Optional[Penetration]:
        flat = self._begin()
        if flat is not None:
            return self._flat(flat)
        for _ in range(_MAX_EXPANSIONS):
            face = self._nearest_face()
            normal = self.normals[face]
            point, source = self._support(normal)
            if normal @ point < 0.0:
                return None
            if normal @ point - self.offsets[face] <= _GAIN * self.size or not self._expand(point, source):
                break
        return self._result(face)

    def _begin(self) -> Optional[Array]:
        """Makes a tetrahedron; where the difference is flat, returns a normal of it instead."""
        axes: List[Array] = list(np.eye(3))
        x, y, z = axes
        self._add(*self._support(-x))
        if not self._add_furthest([x, y, -y, z, -z], np.eye(3)):
            return x
        line: Array = self.points[1] - self.points[0]
        line /= np.linalg.norm(line)
        first: Array = np.cross(line, y if abs(line[1]) < 0.9 else z)
        first /= np.linalg.norm(first)
        second = np.cross(line, first)
        if not self._add_furthest([first, -first, second, -second], np.stack([first, second])):
            return first
        normal: Array = np.cross(line, self.points[2] - self.points[0])
        normal /= np.linalg.norm(normal)
        if not self._add_furthest([normal, -normal], normal[np.newaxis]):
            return normal
        above = float(normal @ (self.points[3] - self.points[0])) > 0.0
        faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
        self._append([face if above else face[::-1] for face in faces])
        return None

    def _add_furthest(self, directions: List[Array], axes: Array) -> bool:
        """Adds the support point that is furthest from the first point, measured along the axes."""
        found = [self._support(direction) for direction in directions]
        distances = [float(np.linalg.norm(axes @ (point - self.points[0]))) for point, _ in found]
        best = int(np.argmax(distances))
        if distances[best] <= _TIE * self.size:
            return False
        self._add(*found[best])
        return True

    def _append(self, faces: List[Tuple[int, int, int]]) -> None:
        added = np.array(faces, np.intp)
        corners = np.array(self.points)[added]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        lengths = np.linalg.norm(normals, axis=1)
        is_thin = lengths <= (_GAIN * self.size) ** 2
        normals[~is_thin] /= lengths[~is_thin, np.newaxis]
        normals[is_thin] = 0.0
        offsets = np.where(is_thin, np.inf, np.sum(normals * corners[:, 0], axis=1))
        self.faces = np.concatenate([self.faces, added])
        self.normals = np.concatenate([self.normals, normals])
        self.offsets = np.concatenate([self.offsets, offsets])

    def _nearest_face(self) -> int:
        """The face with the least offset; of several the one with the least normal, by x, then y, then z."""
        ties = np.flatnonzero(self.offsets <= self.offsets.min() + _TIE * self.size)
        if len(ties) == 1:
            return int(ties[0])
        rounded = np.round(self.normals[ties], 6)
        return int(ties[np.lexsort((rounded[:, 2], rounded[:, 1], rounded[:, 0]))[0]])

    def _expand(self, point: Array, source: Tuple[int, int]) -> bool:
        """Replaces the faces that see the point by a cone to it."""
        visible = self.normals @ point - self.offsets > _GAIN * self.size / 2.0
        edges: Dict[Tuple[int, int], None] = {}
        for i, j, k in self.faces[visible].tolist():
            for edge in ((i, j), (j, k), (k, i)):
                if edge[::-1] in edges:
                    del edges[edge[::-1]]
                else:
                    edges[edge] = None
        if not edges:
            return False
        apex = self._add(point, source)
        self.faces, self.normals, self.offsets = self.faces[~visible], self.normals[~visible], self.offsets[~visible]
        self._append([(i, j, apex) for i, j in edges])
        return True

    def _result(self, face: int) -> Penetration:
        normal, offset = self.normals[face], self.offsets[face]
        same = np.flatnonzero((self.normals @ normal > 1.0 - 1e-9)
                              & (np.abs(self.offsets - offset) <= _TIE * self.size))
        weights = np.array([self._weights(one, normal * offset) for one in same])
        best = int(np.argmax(weights.min(axis=1)))
        weight = np.clip(weights[best], 0.0, None)
        weight /= weight.sum()
        sources = np.array([self.sources[i] for i in self.faces[same[best]]])
        return Penetration(float(max(offset, 0.0)), normal.copy(), weight @ self.a[sources[:, 0]] + self.center,
                           weight @ self.b[sources[:, 1]] + self.center)

    def _weights(self, face: int, point: Array) -> Array:
        """Barycentric coordinates of a point in the plane of a face."""
        p, q, r = (self.points[i] for i in self.faces[face])
        normal = np.cross(q - p, r - p)
        area = normal @ normal
        first = np.cross(r - q, point - q) @ normal / area
        second = np.cross(p - r, point - r) @ normal / area
        return np.array([first, second, 1.0 - first - second])

    def _flat(self, normal: Array) -> Optional[Penetration]:
        """Of two flat shapes in parallel planes: they are apart, or they touch."""
        if abs(float(normal @ self.points[0])) > _TIE * self.size:
            return None
        source = self.sources[0]
        return Penetration(0.0, normal, self.a[source[0]] + self.center, self.b[source[1]] + self.center)
