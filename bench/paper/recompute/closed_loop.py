"""Section 1 of Senin et al. 2003: a letter W thrown at a wavy plate, with particles and the response of section 4."""

import numpy as np

from formulas import rotation
from meshes import Mesh, triangles_meet
from particles import Senin

SIZE, THICKNESS, HALF_WIDTH, WAVE, GRID = 0.3, 1.0, 1.0, 0.08, 50


def make_plate() -> Mesh:
    """Two wavy grids and the strips between their borders."""
    line = np.linspace(-HALF_WIDTH, HALF_WIDTH, GRID + 1)
    y, x = np.meshgrid(line, line, indexing='ij')
    z = THICKNESS / 2 + WAVE * np.sin(5 * x) * np.cos(4 * y)
    vertices = np.concatenate([np.stack([x, y, s * z], axis=2).reshape(-1, 3) for s in (-1, 1)])
    index = np.arange(2 * (GRID + 1) ** 2).reshape(2, GRID + 1, GRID + 1)
    squares = []
    for i in range(GRID):
        for k in range(GRID):
            top = [index[1, i, k], index[1, i, k + 1], index[1, i + 1, k + 1], index[1, i + 1, k]]
            squares += [top, [v - (GRID + 1) ** 2 for v in top[::-1]]]
    for border in (index[:, 0, :], index[:, ::-1, :][:, 0, ::-1], index[:, ::-1, 0], index[:, :, -1]):
        squares += [[border[0, i], border[0, i + 1], border[1, i + 1], border[1, i]] for i in range(GRID)]
    corners = np.array(squares)
    return Mesh(vertices, np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]]))


def mass_of(mesh: Mesh, place: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass, center and inertia about the center, of density 1: a sum over the tetrahedra with the origin."""
    a, b, c = (place[mesh.triangles[:, k]] for k in range(3))
    volume = np.einsum('ri,ri->r', a, np.cross(b, c)) / 6
    mass = float(volume.sum())
    center = (volume[:, None] * (a + b + c)).sum(axis=0) / (4 * mass)
    second = np.zeros((3, 3))
    for p in (a, b, c):
        for q in (a, b, c):
            second += np.einsum('r,ri,rj->ij', volume, p, q) * (2 if p is q else 1) / 20
    # Terms p q of a tetrahedron weigh 1/20, and 1/10 where both are the same corner.
    second -= mass * np.outer(center, center)
    return mass, center, np.trace(second) * np.eye(3) - second


class Throws:
    """The paper does not say which normal: that of the obstacle, or the mean of both surfaces, as in this library."""

    def __init__(self, letter: Mesh, obstacle_normal: bool) -> None:
        self.obstacle_normal = obstacle_normal
        self.letter, self.plate = letter, make_plate()
        place = SIZE * letter.rest
        self.mass, center, self.inertia = mass_of(letter, place)
        self.shape = place - center
        self.radius = float(np.linalg.norm(self.shape, axis=1).max())

    def comes_through(self, random: np.random.Generator, particles: int, speed: float) -> bool:
        step = speed * self.radius
        axes = rotation(random)
        away = THICKNESS / 2 + WAVE + self.radius
        center = np.array([*random.uniform(-0.3, 0.3, 2), away + random.uniform(0.3, 0.6) * self.radius])
        velocity = np.array([*(step * random.uniform(-0.2, 0.2, 2)), -step])
        axis = random.normal(size=3)
        spin = axis / np.linalg.norm(axis) * random.uniform(0, 0.5) * speed
        method = Senin([self.letter, self.plate], particles, random)
        for _ in range(int(40 / speed)):
            center = center + velocity
            axes = turn(spin) @ axes
            places = [self.shape @ axes.T + center, self.plate.rest]
            method.relax(places)
            contact = self.contact(method, places)
            if contact is not None:
                velocity, spin = self.respond(contact, center, axes, velocity, spin)
            if center[2] < 0:
                return True
            is_beside = max(abs(center[0]), abs(center[1])) > HALF_WIDTH
            if is_beside or (center[2] > away and velocity[2] > 0):
                return False
        return False

    def contact(self, method: Senin, places: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray] | None:
        """Section 3.5: faces around the closest particles, if these are close: their mean point and normal."""
        distance, v, w = method.closest(places)
        around = [self.faces_around(m, p, u) for m, p, u in zip((self.letter, self.plate), places, (v, w))]
        if distance > around[0][1] + around[1][1]:
            return None
        i, k = (g.ravel() for g in np.meshgrid(around[0][0], around[1][0], indexing='ij'))
        a, b = places[0][self.letter.triangles[i]], places[1][self.plate.triangles[k]]
        meets = triangles_meet(a, b)
        if not meets.any():
            return None
        normal = mean_normal(b[meets]) - (0 if self.obstacle_normal else mean_normal(a[meets]))
        return (a[meets].mean(axis=(0, 1)) + b[meets].mean(axis=(0, 1))) / 2, normal / np.linalg.norm(normal)

    @staticmethod
    def faces_around(mesh: Mesh, place: np.ndarray, v: int) -> tuple[np.ndarray, float]:
        """Section 3.4: as far as the longest edge of the faces at the vertex."""
        own = place[mesh.triangles[mesh.faces_of[v]]]
        radius = max(float(np.linalg.norm(own[:, k] - own[:, k - 1], axis=1).max()) for k in range(3))
        near = np.nonzero(((place - place[v]) ** 2).sum(axis=1) <= radius**2)[0]
        return np.unique(np.concatenate([mesh.faces_of[n] for n in near])), radius

    def respond(self, contact: tuple[np.ndarray, np.ndarray], center: np.ndarray, axes: np.ndarray,
                velocity: np.ndarray, spin: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Section 4, with its signs corrected, against a plate that does not move: the pulse along n is reversed."""
        point, n = contact
        r = point - center
        approach = float((velocity + np.cross(spin, r)) @ n)
        if approach >= 0:
            return velocity, spin
        inverse = axes @ np.linalg.inv(self.inertia) @ axes.T
        lever = np.cross(r, n)
        change = -2 * approach / (1 / self.mass + float(lever @ inverse @ lever))
        return velocity + change / self.mass * n, spin + inverse @ (change * lever)


def mean_normal(t: np.ndarray) -> np.ndarray:
    """Of faces, each by a unit vector."""
    normals = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
    return (normals / np.linalg.norm(normals, axis=1, keepdims=True)).mean(axis=0)


def turn(spin: np.ndarray) -> np.ndarray:
    """The rotation by a vector of angles."""
    angle = float(np.linalg.norm(spin))
    if angle == 0:
        return np.eye(3)
    x, y, z = spin / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
