"""The two particle methods by the rules of their papers, as docs/methods/senin.md and lbg.md read them."""

import numpy as np

from meshes import Mesh

Places = list[np.ndarray]  # vertices of each body


class Senin:
    """Senin et al. 2003, sections 3.2 to 3.5, to the letter, with one set of particles per body."""

    def __init__(self, meshes: list[Mesh], count: int, random: np.random.Generator) -> None:
        self.meshes = meshes
        self.at = [random.choice(np.unique(m.triangles), count, replace=False) for m in meshes]  # 3.3: random vertices
        self.count = count
        self.evaluations = 0

    def relax(self, places: Places, steps: int | None = None) -> None:
        """3.4, 3.5: steps until fewer than N_min particles move, at most N_max, or as many as given."""
        reach = max(float(np.ptp(p, axis=0).max()) for p in places)  # R_eff: the size of the larger model
        two = len(places) == 2
        n_min = max(1, (2 if two else 1) * self.count // 10)
        for _ in range(steps or max(m.route for m in self.meshes)):
            moved = [self._step(b, places, reach) for b in range(len(places))]
            if (sum(moved) if two else max(moved)) < n_min:
                break

    def _step(self, body: int, places: Places, reach: float) -> int:
        """Particles move one after the other. They interact all the time, also while boxes are apart."""
        moved = 0
        mesh, at, place = self.meshes[body], self.at[body], places[body]
        foreign = np.concatenate([p[self.at[o]] for o, p in enumerate(places) if o != body])
        for i in range(len(at)):
            sites = np.concatenate([[at[i]], mesh.neighbors[at[i]]])
            own = place[np.delete(at, i)]
            self.evaluations += len(sites) * (len(foreign) + len(own))
            attraction = np.minimum(logs(place[sites], foreign, reach), 0).sum(axis=1)
            potential = attraction - logs(place[sites], own, reach).sum(axis=1)
            best = int(np.argmin(potential))
            if potential[best] < potential[0]:
                at[i] = sites[best]
                moved += 1
        return moved

    def closest(self, places: Places, a: int = 0, b: int = 1) -> tuple[float, int, int]:
        """The least distance of particles of two bodies, and their vertices."""
        p, q = places[a][self.at[a]], places[b][self.at[b]]
        distance = np.linalg.norm(p[:, None] - q[None], axis=2)
        i, k = np.unravel_index(int(np.argmin(distance)), distance.shape)
        return float(distance[i, k]), int(self.at[a][i]), int(self.at[b][k])


def logs(points: np.ndarray, sources: np.ndarray, reach: float) -> np.ndarray:
    """The potential of f(r) = 1 / r^2 times the vector r is ln r; here 0 at R_eff."""
    squared = ((points[:, None] - sources[None]) ** 2).sum(axis=2)
    return 0.5 * np.log(np.maximum(squared, 1e-30) / reach**2)


# LBG quantization ------------------------------------------------------------------------------------


def quantize(vectors: np.ndarray, count: int, precision: float) -> np.ndarray:
    """Steps 1 to 10 of Saenghaengtham and Kanongchaiyos 2006: the group of each vector."""
    codes = vectors.mean(axis=0, keepdims=True, dtype=float).astype(vectors.dtype)  # Eq. 1
    group = np.zeros(len(vectors), int)
    while len(codes) < count:
        split = np.arange(len(codes))
        if 2 * len(codes) > count:  # the last round: the groups of largest distortion
            errors = np.bincount(group, ((vectors - codes[group]) ** 2).sum(axis=1), len(codes))
            split = np.sort(np.argsort(-errors, kind='stable')[: count - len(codes)])
        rest = codes.copy()
        rest[split] = codes[split] * vectors.dtype.type(1 + precision)  # Eq. 3
        codes = np.concatenate([rest, codes[split] * vectors.dtype.type(1 - precision)])  # Eq. 4
        before = None
        while True:
            group = np.argmin([((vectors - code) ** 2).sum(axis=1) for code in codes], axis=0)  # Eqs. 5 and 6
            error = ((vectors - codes[group]) ** 2).sum()  # Eq. 8
            sizes = np.bincount(group, minlength=len(codes))
            sums = np.stack([np.bincount(group, vectors[:, k], len(codes)) for k in range(vectors.shape[1])], axis=1)
            means = (sums / np.maximum(sizes, 1)[:, None]).astype(vectors.dtype)
            codes = np.where(sizes[:, None] > 0, means, codes)  # Eq. 7
            if before is not None and before - error <= precision * before:  # Eq. 9
                break
            before = error
    return group


def pieces(mesh: Mesh, group: np.ndarray, count: int) -> np.ndarray:
    """How many connected pieces each group has."""
    label = np.full(len(group), -1)
    found = np.zeros(count, int)
    for start in np.unique(mesh.triangles):
        if label[start] >= 0:
            continue
        found[group[start]] += 1
        stack = [start]
        label[start] = 0
        while stack:
            v = stack.pop()
            for n in mesh.neighbors[v]:
                if label[n] < 0 and group[n] == group[start]:
                    label[n] = 0
                    stack.append(n)
    return found


class Lbg:
    """Saenghaengtham and Kanongchaiyos 2006 to the letter: a particle per area, attracted by those of other bodies."""

    PRECISION = 0.005
    MIN_COSINE = 0.1  # of an edge to the direction of a path

    def __init__(self, meshes: list[Mesh], counts: list[int], places: Places, own: Places | None) -> None:
        """Areas in own coordinates, those of the rest shapes, or in those of the first places."""
        self.meshes, self.counts = meshes, list(counts)
        bodies = range(len(meshes))
        self.group: list[np.ndarray] = [np.empty(0, int) for _ in bodies]
        self.at: list[np.ndarray] = [np.empty(0, int) for _ in bodies]
        for b in bodies:
            self._partition(b, (own or places)[b])
        self.reach = [self._reach(places[b][self.at[b]], places[b]) for b in bodies]
        self.limit = [self._limit(b) for b in bodies]
        self.first_area = [surface_area(meshes[b], places[b]) for b in bodies]
        self.acceptable = [self._largest_rectangle(b, places[b]) for b in bodies]
        self.repartitions = 0

    def _partition(self, b: int, place: np.ndarray) -> None:
        vectors = np.concatenate([place, self.meshes[b].angle_normals(place)], axis=1).astype(np.float32)
        self.group[b] = quantize(vectors, self.counts[b], self.PRECISION)
        starts = []
        for g in np.unique(self.group[b]):
            members = np.nonzero(self.group[b] == g)[0]
            offset = ((vectors[members] - vectors[members].mean(axis=0)) ** 2).sum(axis=1)
            starts.append(members[int(np.argmin(offset))])
        self.at[b] = np.array(starts)

    @staticmethod
    def _reach(particles: np.ndarray, place: np.ndarray) -> float:
        """R_eff: the longest distance between the initial particles; for one particle twice the radius."""
        if len(particles) == 1:
            return 2 * float(np.linalg.norm(place - place.mean(axis=0), axis=1).max())
        return float(np.linalg.norm(particles[:, None] - particles[None], axis=2).max())

    def _limit(self, b: int) -> int:
        """R_max: the most vertices on shortest routes between particles."""
        steps = self.meshes[b].steps_from(int(self.at[b][0]))[self.at[b]]
        far = int(self.at[b][int(np.argmax(steps))])
        return max(1, int(self.meshes[b].steps_from(far)[self.at[b]].max()))

    def frame(self, places: Places) -> None:
        self._relax(places)
        for b in range(len(places)):
            if self._largest_rectangle(b, places[b]) > self.acceptable[b]:
                self._repartition(b, places[b])

    def _relax(self, places: Places) -> None:
        bodies = range(len(places))
        steps = [0 for _ in bodies]
        relaxed = [False for _ in bodies]
        near = [[o for o in bodies if o != b and self._reaches(b, o, places)] for b in bodies]
        while True:
            rests = [relaxed[b] and all(relaxed[o] for o in near[b]) for b in bodies]
            active = [b for b in bodies if near[b] and steps[b] < self.limit[b] and not rests[b]]
            if not active:
                return
            before = [at.copy() for at in self.at]
            for b in active:
                moved = self._step(b, near[b], places, before)
                relaxed[b] = moved < max(1, len(self.at[b]) / 10)
                steps[b] += 1

    def _reaches(self, b: int, o: int, places: Places) -> bool:
        p, q = places[b][self.at[b]], places[o][self.at[o]]
        sizes = np.ptp(places[b], axis=0).max() + np.ptp(places[o], axis=0).max()
        between = np.linalg.norm(p.mean(axis=0) - q.mean(axis=0))
        return bool(between - sizes < max(self.reach[b], self.reach[o]))

    def _step(self, b: int, near: list[int], places: Places, before: list[np.ndarray]) -> int:
        moved = 0
        sources = np.concatenate([places[o][before[o]] for o in near])
        reach = np.concatenate([np.full(len(before[o]), max(self.reach[b], self.reach[o])) for o in near])
        for i, v in enumerate(before[b]):
            around = self.meshes[b].neighbors[v]
            sites = np.concatenate([[v], around[self.group[b][around] == self.group[b][v]]])
            squared = ((places[b][sites][:, None] - sources[None]) ** 2).sum(axis=2)
            force = np.where(squared < reach**2, 1 / np.maximum(squared, 1e-30), 0).sum(axis=1)  # Eqs. 10 to 12
            best = int(np.argmax(force))
            if force[best] > force[0]:
                self.at[b][i] = sites[best]
                moved += 1
        return moved

    def _repartition(self, b: int, place: np.ndarray) -> None:
        growth = surface_area(self.meshes[b], place) / self.first_area[b]
        count = self.counts[b]
        self.counts[b] = max(1, round(count * growth))
        self._partition(b, place)
        self.counts[b] = count
        self.limit[b] = self._limit(b)
        self.acceptable[b] = max(self.acceptable[b], self._largest_rectangle(b, place))
        self.repartitions += 1

    def _largest_rectangle(self, b: int, place: np.ndarray) -> float:
        """Fig. 9: as long and as wide as the paths from a particle to the border of its area."""
        normals = self.meshes[b].normals(place)
        return max(self._rectangle(b, int(v), place, normals[v]) for v in self.at[b])

    def _rectangle(self, b: int, v: int, place: np.ndarray, normal: np.ndarray) -> float:
        towards = place[self.meshes[b].neighbors[v][0]] - place[v]
        x = towards - (towards @ normal) * normal
        length = float(np.linalg.norm(x))
        if length == 0:
            return 0
        x = x / length
        y = np.cross(normal, x)
        sides = [self._path(b, v, place, way) for way in (x, -x, y, -y)]
        return (sides[0] + sides[1]) * (sides[2] + sides[3])

    def _path(self, b: int, v: int, place: np.ndarray, way: np.ndarray) -> float:
        length = 0.0
        while True:
            around = self.meshes[b].neighbors[v]
            around = around[self.group[b][around] == self.group[b][v]]
            if len(around) == 0:
                return length
            edges = place[around] - place[v]
            lengths = np.linalg.norm(edges, axis=1)
            cosines = edges @ way / np.maximum(lengths, 1e-300)
            best = int(np.argmax(cosines))
            if cosines[best] < self.MIN_COSINE:
                return length
            length += float(lengths[best])
            v = int(around[best])


def surface_area(mesh: Mesh, place: np.ndarray) -> float:
    a, b, c = (place[mesh.triangles[:, k]] for k in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)
