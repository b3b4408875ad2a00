"""Formulas: Sulaiman et al. 2013, the face-pair test of Smith et al. 1998, the pulses of Senin et al. 2003."""

import numpy as np

from meshes import dot, triangles_distance, triangles_meet

# Sulaiman ------------------------------------------------------------------------------------------


def random_triangles(random: np.random.Generator, size: np.ndarray, in_plane: bool) -> np.ndarray:
    """Corners in a square or cube; none whose area is less than 0.08 of the square."""
    out = np.zeros((len(size), 3, 3))
    todo = np.arange(len(size))
    while len(todo):
        t = random.uniform(-0.5, 0.5, (len(todo), 3, 3)) * size[todo][:, None, None]
        if in_plane:
            t[:, :, 2] = 0
        area = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1) / 2
        out[todo] = t
        todo = todo[area < 0.08 * size[todo] ** 2]
    return out


def overlap_in_plane(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Triangles in z = 0 overlap unless a line along an edge is between them."""
    apart = np.zeros(len(a), bool)
    for x, y in ((a, b), (b, a)):
        for k in range(3):
            edge = x[:, (k + 1) % 3] - x[:, k]
            across = np.stack([-edge[:, 1], edge[:, 0]], axis=1)
            inside = dot(x[:, (k + 2) % 3, :2] - x[:, k, :2], across)
            others = np.einsum('rci,ri->rc', y[:, :, :2] - x[:, k, None, :2], across)
            apart |= np.all(np.sign(inside)[:, None] * others < 0, axis=1)
    return ~apart


def separate_pairs(random: np.random.Generator, count: int, in_plane: bool) -> tuple[np.ndarray, np.ndarray]:
    kept_a, kept_b, have = [], [], 0
    while have < count:
        a = random_triangles(random, np.ones(count), in_plane)
        b = random_triangles(random, np.ones(count), in_plane)
        by = random.uniform(-1, 1, (count, 1, 3))
        if in_plane:
            by[:, :, 2] = 0
        b = b + by
        good = ~(overlap_in_plane(a, b) if in_plane else triangles_meet(a, b))
        kept_a.append(a[good])
        kept_b.append(b[good])
        have += int(good.sum())
    return np.concatenate(kept_a)[:count], np.concatenate(kept_b)[:count]


def near_pairs(random: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
    """In the plane, the second brought from a random side until it is 0.05 to 0.09 away."""
    a = random_triangles(random, random.uniform(0.2, 1, count), True)
    b = random_triangles(random, random.uniform(0.2, 1, count), True)
    a -= a.mean(axis=1, keepdims=True)
    angle = random.uniform(0, 2 * np.pi, count)
    side = np.stack([np.cos(angle), np.sin(angle), np.zeros(count)], axis=1)[:, None]
    b += 3 * side - b.mean(axis=1, keepdims=True)
    gap = random.uniform(0.05, 0.09, count)
    for _ in range(60):
        b -= side * (triangles_distance(a, b) - gap)[:, None, None]
    good = np.abs(triangles_distance(a, b) - gap) < 1e-4 * gap  # a few approach too slowly
    return a[good], b[good]


def origin_point(a: np.ndarray, b: np.ndarray, reading: str) -> np.ndarray:
    """The "+" of figure 1, from the boxes of both triangles."""
    low_a, high_a, low_b, high_b = a.min(axis=1), a.max(axis=1), b.min(axis=1), b.max(axis=1)
    if reading == 'gap':
        return (np.minimum(high_a, high_b) + np.maximum(low_a, low_b)) / 2
    if reading == 'centers':
        return (low_a + high_a + low_b + high_b) / 4
    return (np.minimum(low_a, low_b) + np.maximum(high_a, high_b)) / 2


def nearest_two(t: np.ndarray, point: np.ndarray) -> np.ndarray:
    order = np.argsort(((t - point[:, None]) ** 2).sum(axis=2), axis=1, kind='stable')
    return np.take_along_axis(t, np.sort(order[:, :2], axis=1)[:, :, None], axis=1)


def sulaiman_distance(a: np.ndarray, b: np.ndarray, heron: bool) -> np.ndarray:
    """Eqs. 1 to 15 in single precision, over the corners given and the edges between them."""
    a, b = a.astype(np.float32), b.astype(np.float32)
    least = np.full(len(a), np.inf, np.float32)
    for x, y in ((a, b), (b, a)):
        for i in range(x.shape[1]):
            for k in range(y.shape[1]):
                least = np.minimum(least, np.linalg.norm(x[:, i] - y[:, k], axis=1))  # Eq. 1
                for m in range(k + 1, y.shape[1]):
                    least = np.minimum(least, height(x[:, i], y[:, k], y[:, m], heron))
    return least


def height(p: np.ndarray, q: np.ndarray, r: np.ndarray, heron: bool) -> np.ndarray:
    edge = r - q
    length = np.linalg.norm(edge, axis=1)
    foot = dot(p - q, edge)
    on_edge = (foot >= 0) & (foot <= length * length)
    if heron:
        to_q, to_r = np.linalg.norm(p - q, axis=1), np.linalg.norm(p - r, axis=1)
        s = (to_q + to_r + length) / np.float32(2)
        over = np.sqrt(np.maximum(s * (s - to_q) * (s - to_r) * (s - length), 0)) * 2 / length  # Eq. 15
    else:
        over = np.linalg.norm(np.cross(q - p, edge), axis=1) / length  # Eqs. 7 to 10
    return np.where(on_edge, over, np.float32(np.inf))


def share_right(a: np.ndarray, b: np.ndarray, heron: bool, reading: str | None) -> np.ndarray:
    """Of each pair whether the distance is off by at most 0.1 %."""
    a, b = a.astype(np.float32).astype(float), b.astype(np.float32).astype(float)
    truth = triangles_distance(a, b)
    if reading:
        point = origin_point(a, b, reading)
        found = sulaiman_distance(nearest_two(a, point), nearest_two(b, point), heron)
    else:
        found = sulaiman_distance(a, b, heron)
    return np.abs(found - truth) <= 1e-3 * truth


# Smith, section 3.6 --------------------------------------------------------------------------------


def smith_face_pair(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Boxes, sides of planes, edges against faces. All values are exact for corners on a small grid."""
    boxes = np.all((a.min(axis=1) <= b.max(axis=1)) & (b.min(axis=1) <= a.max(axis=1)), axis=1)
    return boxes & ~one_sided(a, b) & ~one_sided(b, a) & (edges_meet_face(a, b) | edges_meet_face(b, a))


def one_sided(plane: np.ndarray, other: np.ndarray) -> np.ndarray:
    """All corners of `other` on the same side, + or -, of the plane of the first face."""
    normal = np.cross(plane[:, 1] - plane[:, 0], plane[:, 2] - plane[:, 0])
    heights = np.einsum('rci,ri->rc', other - plane[:, :1], normal)
    return np.all(heights > 0, axis=1) | np.all(heights < 0, axis=1)


def edges_meet_face(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """An edge of a goes through b, or lies in its plane and meets b in the projection."""
    normal = np.cross(b[:, 1] - b[:, 0], b[:, 2] - b[:, 0])
    heights = np.einsum('rci,ri->rc', a - b[:, :1], normal)
    axis = np.argmax(np.abs(normal), axis=1)
    kept = np.stack([(axis + 1) % 3, (axis + 2) % 3], axis=1)
    flat_a = np.take_along_axis(a, kept[:, None].repeat(3, 1), axis=2)
    flat_b = np.take_along_axis(b, kept[:, None].repeat(3, 1), axis=2)
    meets = np.zeros(len(a), bool)
    for k in range(3):
        m = (k + 1) % 3
        span = heights[:, k] - heights[:, m]
        crosses = (heights[:, k] * heights[:, m] <= 0) & (span != 0)
        scale = np.where(span != 0, np.abs(span), 1)[:, None]
        part = (np.sign(span) * heights[:, k])[:, None]
        at = flat_a[:, k] * scale + part * (flat_a[:, m] - flat_a[:, k])  # times the span
        meets |= crosses & contains(flat_b * scale[:, None], at)
        in_plane = (heights[:, k] == 0) & (heights[:, m] == 0)
        meets |= in_plane & edge_meets_flat(flat_a[:, k], flat_a[:, m], flat_b)
    return meets


def contains(polygon: np.ndarray, point: np.ndarray) -> np.ndarray:
    """A ray to the right crosses the border an odd number of times: the usual test, with half of the border inside."""
    odd = np.zeros(len(point), bool)
    for k in range(3):
        p, q = polygon[:, k], polygon[:, (k + 1) % 3]
        upward = (p[:, 1] > point[:, 1]) != (q[:, 1] > point[:, 1])
        rise = q[:, 1] - p[:, 1]
        right = (point[:, 0] - p[:, 0]) * np.abs(rise) < (q[:, 0] - p[:, 0]) * (point[:, 1] - p[:, 1]) * np.sign(rise)
        odd ^= upward & right
    return odd


def edge_meets_flat(p: np.ndarray, q: np.ndarray, polygon: np.ndarray) -> np.ndarray:
    """An end is inside, or edges cross; of the border again half is inside."""
    meets = contains(polygon, p) | contains(polygon, q)
    for k in range(3):
        r, s = polygon[:, k], polygon[:, (k + 1) % 3]
        meets |= ((turn(p, q, r) > 0) != (turn(p, q, s) > 0)) & ((turn(r, s, p) > 0) != (turn(r, s, q) > 0))
    return meets


def turn(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> np.ndarray:
    return (q[:, 0] - p[:, 0]) * (r[:, 1] - p[:, 1]) - (q[:, 1] - p[:, 1]) * (r[:, 0] - p[:, 0])


def wrong_face_pairs(random: np.random.Generator, count: int, on_grid: bool) -> np.ndarray:
    """Of each random pair whether the paper's test errs."""
    if on_grid:
        a, b = random.integers(0, 4, (2, count, 3, 3)).astype(float)
    else:
        a, b = random.normal(size=(2, count, 3, 3))
        a /= np.linalg.norm(a, axis=2, keepdims=True)
        b /= np.linalg.norm(b, axis=2, keepdims=True)
    truth = triangles_meet(a, b) | (triangles_distance(a, b) < 1e-9)
    return smith_face_pair(a, b) != truth


# Senin, section 4 ----------------------------------------------------------------------------------


def rotation(random: np.random.Generator) -> np.ndarray:
    q = random.normal(size=4)
    w, x, y, z = q / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


class Rigid:
    def __init__(self, random: np.random.Generator) -> None:
        x, y, z = random.uniform(0.1, 1, 3)
        self.mass = random.uniform(0.2, 5)
        self.moments = np.array([y + z, x + z, x + y])  # about the main axes oxyz
        self.axes = rotation(random)  # from oxyz to OXYZ
        self.center = random.uniform(-2, 2, 3)
        self.velocity, self.spin = random.uniform(-1, 1, (2, 3))

    def state(self) -> np.ndarray:
        """Kinetic energy (and two zeros), momentum, angular momentum about the origin."""
        own = self.axes.T @ self.spin
        energy = (self.mass * self.velocity @ self.velocity + self.moments @ own**2) / 2
        momentum = self.mass * self.velocity
        return np.array([[energy, 0, 0], momentum, np.cross(self.center, momentum) + self.axes @ (self.moments * own)])

    def pulse(self, point: np.ndarray, n: np.ndarray, sign: float) -> tuple[float, np.ndarray, float]:
        """Effective mass, effective pulse, and how fast the point moves along n."""
        r, nc, w = self.axes.T @ (point - self.center), self.axes.T @ n, self.axes.T @ self.spin
        lever = np.cross(r, nc)
        mass = self.mass / (1 + self.mass * float((lever**2 / self.moments).sum()))
        speed = float(self.velocity @ n + np.cross(w, r) @ nc)
        return mass, sign * n * mass * speed, speed

    def apply(self, point: np.ndarray, change: np.ndarray) -> None:
        self.velocity = self.velocity + change / self.mass
        lever = np.cross(self.axes.T @ (point - self.center), self.axes.T @ change)
        self.spin = self.spin + self.axes @ (lever / self.moments)


def sum_of(a: Rigid, b: Rigid) -> np.ndarray:
    return a.state() + b.state()


def conserves(random: np.random.Generator, sign: float) -> bool:
    """Whether a random impact of two bodies that approach keeps all three to a millionth of their energy."""
    while True:
        a, b = Rigid(random), Rigid(random)
        point, n = random.uniform(-2, 2, 3), random.normal(size=3)
        n /= np.linalg.norm(n)
        before = sum_of(a, b)
        (m1, p1, s1), (m2, p2, s2) = a.pulse(point, n, sign), b.pulse(point, n, sign)
        if s1 <= s2:  # n points from a to b: they part
            continue
        after_1 = ((m1 - m2) * p1 + 2 * m1 * p2) / (m1 + m2)
        after_2 = ((m2 - m1) * p2 + 2 * m2 * p1) / (m1 + m2)
        a.apply(point, after_1 - p1)
        b.apply(point, after_2 - p2)
        change = np.linalg.norm(sum_of(a, b) - before, axis=1).max()
        return bool(change < 1e-6 * before[0, 0])
