"""Meshes written by `mote export`, and plain geometry on them: no tolerance, no acceleration beyond boxes."""

import pathlib
import subprocess

import numpy as np


def read_ply(path: pathlib.Path) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and triangles of a binary PLY file with float x, y, z and faces of three corners."""
    data = path.read_bytes()
    end = data.index(b'end_header\n') + len(b'end_header\n')
    counts = [int(line.split()[2]) for line in data[:end].split(b'\n') if line.startswith(b'element')]
    vertices = np.frombuffer(data, '<f4', 3 * counts[0], end).reshape(-1, 3)
    record = np.dtype([('corners', 'u1'), ('vertices', '<i4', 3)])
    faces = np.frombuffer(data, record, counts[1], end + 12 * counts[0])
    return vertices.astype(float), faces['vertices'].astype(int)


class Mesh:
    """Triangles over welded vertices, and what is next to what."""

    def __init__(self, vertices: np.ndarray, triangles: np.ndarray) -> None:
        _, first, back = np.unique(vertices, axis=0, return_index=True, return_inverse=True)
        self.kept = np.sort(first)  # of equal vertices the first stays, in the order of the file
        place = np.asarray(np.searchsorted(self.kept, first))
        self.triangles = place[back.ravel()[triangles]]
        self.rest = vertices[self.kept]
        sides = [self.triangles[:, [k, (k + 1) % 3]] for k in range(3)]
        edges = np.unique(np.sort(np.concatenate(sides)), axis=0)
        edges = edges[edges[:, 0] != edges[:, 1]]
        count = len(self.rest)
        both_ways = np.concatenate([edges, edges[:, ::-1]])
        self.neighbors = [np.array(n, int) for n in self._lists(count, both_ways)]
        corners = np.stack([self.triangles.ravel(), np.repeat(np.arange(len(self.triangles)), 3)], axis=1)
        self.faces_of = [np.array(n, int) for n in self._lists(count, corners)]
        self.route = self._longest_route()

    @staticmethod
    def _lists(count: int, pairs: np.ndarray) -> list[list[int]]:
        lists: list[list[int]] = [[] for _ in range(count)]
        for key, value in pairs:
            lists[key].append(value)
        return lists

    def steps_from(self, start: int) -> np.ndarray:
        """The number of edges from a vertex to each other one; -1 where there is no path."""
        steps = np.full(len(self.rest), -1)
        steps[start] = 0
        front = [start]
        while front:
            following = []
            for v in front:
                for n in self.neighbors[v]:
                    if steps[n] < 0:
                        steps[n] = steps[v] + 1
                        following.append(n)
            front = following
        return steps

    def _longest_route(self) -> int:
        far = int(np.argmax(self.steps_from(int(self.triangles[0, 0]))))
        return int(self.steps_from(far).max())

    def normals(self, at: np.ndarray) -> np.ndarray:
        """Unit normals of the vertices, weighted by area."""
        a, b, c = (at[self.triangles[:, k]] for k in range(3))
        cross = np.cross(b - a, c - a)
        sums = np.zeros_like(at)
        for k in range(3):
            np.add.at(sums, self.triangles[:, k], cross)
        return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-300)

    def angle_normals(self, at: np.ndarray) -> np.ndarray:
        """Unit normals of the vertices, weighted by the angles of the faces."""
        sums = np.zeros_like(at)
        for k in range(3):
            p, q, r = (at[self.triangles[:, (k + i) % 3]] for i in range(3))
            u, v = q - p, r - p
            cross = np.cross(u, v)
            length = np.linalg.norm(cross, axis=1)
            angle = np.arctan2(length, np.sum(u * v, axis=1))
            np.add.at(sums, self.triangles[:, k], cross * (angle / np.maximum(length, 1e-300))[:, None])
        return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-300)


class Exporter:
    """Positions from the command."""

    def __init__(self, command: str, folder: pathlib.Path) -> None:
        self.command, self.folder = command, folder

    def model(self, name: str) -> Mesh:
        path = self.folder / f'{name}.ply'
        if not path.exists():
            self._run(name, '--out', str(self.folder))
        return Mesh(*read_ply(path))

    def scene(self, name: str, seed: int, first: int, last: int) -> tuple[list[Mesh], list[list[np.ndarray]]]:
        """The bodies of a scene, and the vertices of each in the frames first to last."""
        folder = self.folder / f'{name}-{seed}-{first}-{last}'
        self._run(name, '--out', str(folder), '--seed', str(seed), '--frames', f'{first}:{last}')
        meshes, frames = [], []
        bodies = sorted({path.name.rsplit('_', 1)[0] for path in folder.glob('*.ply')})
        for body in bodies:
            files = [read_ply(folder / f'{body}_{frame:05}.ply') for frame in range(first, last + 1)]
            mesh = Mesh(*files[0])
            meshes.append(mesh)
            frames.append([vertices[mesh.kept] for vertices, _ in files])
        for path in folder.glob('*.ply'):
            path.unlink()
        folder.rmdir()
        return meshes, frames

    def _run(self, *arguments: str) -> None:
        subprocess.run([self.command, 'export', *arguments], check=True, stdout=subprocess.DEVNULL)


# Distances -----------------------------------------------------------------------------------------


def dot(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.einsum('...i,...i->...', u, v)


def segments_distance(p0: np.ndarray, p1: np.ndarray, q0: np.ndarray, q1: np.ndarray) -> np.ndarray:
    """Least distance of segments, row by row: clamp one parameter, then the other, from three starts."""
    u, v, w = p1 - p0, q1 - q0, p0 - q0
    a, b, c, d, e = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    least = np.full(a.shape, np.inf)
    area = a * c - b * b
    inner = np.where(area > 1e-14 * a * c, (b * e - c * d) / np.where(area > 0, area, 1), 0)
    for s in (inner, np.zeros_like(a), np.ones_like(a)):
        s = np.clip(s, 0, 1)
        t = np.clip((b * s + e) / np.where(c > 0, c, 1), 0, 1)
        s = np.clip((b * t - d) / np.where(a > 0, a, 1), 0, 1)
        gap = w + s[..., None] * u - t[..., None] * v
        least = np.minimum(least, np.sqrt(dot(gap, gap)))
    return least


def points_above_faces(p: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Distance of points from the planes of triangles t (rows, 3, 3); infinite where the foot is outside."""
    normal = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
    length = np.sqrt(dot(normal, normal))
    inside = length > 0
    for k in range(3):
        inside &= dot(np.cross(t[:, (k + 1) % 3] - t[:, k], p - t[:, k]), normal) >= 0
    return np.where(inside, np.abs(dot(p - t[:, 0], normal)) / np.where(length > 0, length, 1), np.inf)


def triangles_distance(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Distance of triangles that do not meet, row by row; a and b are (rows, 3, 3)."""
    least = np.full(len(a), np.inf)
    for i in range(3):
        least = np.minimum(least, points_above_faces(a[:, i], b))
        least = np.minimum(least, points_above_faces(b[:, i], a))
        for k in range(3):
            least = np.minimum(least, segments_distance(a[:, i], a[:, (i + 1) % 3], b[:, k], b[:, (k + 1) % 3]))
    return least


def triangles_meet(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Whether triangles in general position meet, row by row: an edge of one goes through the other."""
    meets = np.zeros(len(a), bool)
    for x, y in ((a, b), (b, a)):
        origin, u, v = y[:, 0], y[:, 1] - y[:, 0], y[:, 2] - y[:, 0]
        normal = np.cross(u, v)
        for k in range(3):
            p, q = x[:, k], x[:, (k + 1) % 3]
            hp, hq = dot(p - origin, normal), dot(q - origin, normal)
            span = hp - hq
            at = p + (hp / np.where(span != 0, span, 1))[:, None] * (q - p)
            through = (hp * hq <= 0) & (span != 0)
            for j in range(3):
                side = dot(np.cross(y[:, (j + 1) % 3] - y[:, j], at - y[:, j]), normal)
                through &= side >= 0
            meets |= through
    return meets


def surfaces_distance(a: np.ndarray, faces_a: np.ndarray, b: np.ndarray, faces_b: np.ndarray) -> float:
    """Distance of two surfaces that do not meet: all pairs of faces that can be as near as their nearest vertices."""
    ta, tb = a[faces_a], b[faces_b]
    ca, cb = ta.mean(axis=1), tb.mean(axis=1)
    ra = np.linalg.norm(ta - ca[:, None], axis=2).max(axis=1)
    rb = np.linalg.norm(tb - cb[:, None], axis=2).max(axis=1)
    between = np.sqrt(np.maximum(dot(ca, ca)[:, None] - 2 * ca @ cb.T + dot(cb, cb)[None], 0))
    bound = float((between + ra[:, None] + rb[None]).min())
    rows, columns = np.nonzero(between - ra[:, None] - rb[None] <= bound)
    return float(triangles_distance(ta[rows], tb[columns]).min())
