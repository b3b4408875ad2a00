#!/usr/bin/env python3
"""recompute.py [--quick] [--command MOTE] [--pages DIR] [--out FILE]: claims of the papers' pages, computed again.

Twenty claims of docs/papers: ten chosen because they carry the verdict on a paper, and ten drawn at random from all
that count something. (The others measure processor time, which another program would measure of itself.) Each is
computed here from the rules of the paper or from positions that `mote export` writes, by numpy and by code that shares
nothing with the library, with other random numbers: the column "the paper's rules". Writes a table; exit code 1 if a
verdict contradicts the page or intervals have nothing in common. --quick computes those that take a second, with
small samples, and only compares verdicts.
"""

import argparse
import json
import math
import pathlib
import random as standard_random
import re
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np

import formulas
from closed_loop import Throws
from meshes import Exporter, Mesh, surfaces_distance
from particles import Lbg, Senin, pieces, quantize

HERE = pathlib.Path(__file__).resolve().parent
SEED = 20031998  # of all random numbers here
DRAW_SEED, DRAWN = 1, 10

Interval = tuple[float, float, float]  # value, low, high


# Statistics ------------------------------------------------------------------------------------------


def mean_of(values: Any) -> Interval:
    """With the 95 % interval of a mean; a t quantile of 2 to 3 for few values."""
    x = np.asarray(values, float)
    t = {2: 12.7, 3: 4.3, 4: 3.18, 5: 2.78, 6: 2.57}.get(len(x), 1.96 + 2.5 / max(len(x) - 1, 1))
    half = t * float(x.std(ddof=1)) / math.sqrt(len(x))
    return float(x.mean()), float(x.mean()) - half, float(x.mean()) + half


def share_of(hits: Any) -> Interval:
    """Of independent trials, with Wilson's interval."""
    x = np.asarray(hits, bool)
    n, p, z = len(x), float(x.mean()), 1.96
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return p, min(p, (middle - half) / scale), max(p, (middle + half) / scale)


def ratio_of(over: Any, under: Any) -> Interval:
    x, y = np.asarray(over, float), np.asarray(under, float)
    ratio = float(x.sum() / y.sum())
    spread = mean_of((x - ratio * y) / y.mean())
    return ratio, ratio + spread[1] - spread[0], ratio + spread[2] - spread[0]


def exactly(value: float) -> Interval:
    return value, value, value


def verdict_of(found: Interval, rule: str) -> str:
    """By the text of the rule on the page."""
    simple = r'is (at least|at most|more than|less than|from) ([-.\d]+)(?: to ([.\d]+))?'
    match = re.search(simple + r'|power of at most ([.\d]+)', rule)
    if match is None:
        sys.exit(f'recompute.py: unknown rule: {rule}')
    upper = float(match[3] or 0)
    unit = 0.01 if rule.rstrip().endswith('%') else 1
    bound = float(match[2] or match[4]) * unit
    tests: dict[str, Callable[[float], bool]] = {
        'at least': lambda x: x >= bound, 'more than': lambda x: x > bound,
        'at most': lambda x: x <= bound, 'less than': lambda x: x < bound,
        'from': lambda x: bound <= x <= upper * unit}
    kept = [tests[match[1] or 'at most'](x) for x in found[1:]]
    return 'holds' if all(kept) else 'open' if any(kept) else 'fails'


# Recomputations: each gives the column "the paper's rules" ----------------------------------------------


class Work:
    def __init__(self, exporter: Exporter, quick: bool) -> None:
        self.export, self.quick = exporter, quick
        self.random = np.random.default_rng(SEED)
        self._tracked: np.ndarray | None = None
        self._powers: tuple[Interval, Interval] | None = None

    def size(self, full: int, quick: int) -> int:
        return quick if self.quick else full

    # Sulaiman

    def origin(self, reading: str) -> Interval:
        return share_of(formulas.share_right(*formulas.near_pairs(self.random, self.size(20000, 2000)), False, reading))

    def corners_and_edges(self, in_plane: bool) -> Interval:
        pairs = formulas.separate_pairs(self.random, self.size(50000, 2000), in_plane)
        return share_of(formulas.share_right(*pairs, False, None))

    def heron(self, in_plane: bool) -> Interval:
        pairs = formulas.separate_pairs(self.random, self.size(50000, 2000), in_plane)
        return share_of(formulas.share_right(*pairs, True, 'gap'))

    # Smith

    def face_pairs(self, on_grid: bool) -> Interval:
        return share_of(formulas.wrong_face_pairs(self.random, self.size(100000, 2000), on_grid))

    def octree_memory(self) -> Interval:
        """An estimate: with the least that the rules need, four bytes for each face of each smallest node of the stored
        octrees; for both methods the positions and a face checklist at its longest."""
        stored = needed = 0
        for name in ('bust', 'shuttle', 'sphere-120', 'chair'):
            mesh = self.export.model(name)
            stored += 4 * faces_in_cells(mesh, 6)
            needed += 4 * len(mesh.triangles) + 12 * len(mesh.rest)
        return exactly((stored + needed) / needed)

    # LBG

    def areas_of(self, mesh: Mesh, place: np.ndarray) -> np.ndarray:
        vectors = np.concatenate([place, mesh.angle_normals(place)], axis=1)
        return pieces(mesh, quantize(vectors.astype(np.float32), 12, Lbg.PRECISION), 12)

    def own_areas(self, good: Callable[[np.ndarray], np.ndarray]) -> Interval:
        meshes = [self.export.model('teapot'), self.export.model('sphere-1260')]
        return exactly(float(np.mean([good(self.areas_of(m, m.rest)) for m in meshes])))

    def world_areas(self, good: Callable[[np.ndarray], np.ndarray]) -> Interval:
        """Bodies turned about any axis and moved by up to 10 along each."""
        meshes = [self.export.model('teapot'), self.export.model('sphere-1260')]
        shares = []
        for _ in range(self.size(60, 6)):
            turn, by = formulas.rotation(self.random), self.random.uniform(-10, 10, 3)
            shares.append(np.mean([good(self.areas_of(m, m.rest @ turn.T + by)) for m in meshes]))
        found = mean_of(shares)
        return found if found[0] < 1 else (1, 1 - 3 / len(shares) / 24, 1)  # the rule of three, of 24 areas each

    def cover(self) -> Interval:
        """Frames 50 to 80 of lbg-many: how far the sphere in the middle reaches from its 12 particles."""
        gaps: list[list[float]] = [[], []]
        for seed in range(1, 1 + self.size(12, 2)):
            meshes, frames = self.export.scene('lbg-many', seed, 50, 80)
            rest = self.export.model('sphere-1260').rest
            lbg = Lbg(meshes, [12] * 13, [f[0] for f in frames], [rest] * 13)
            senin = Senin(meshes, 12, self.random)
            for k in range(31):
                places = [f[k] for f in frames]
                lbg.frame(places)
                senin.relax(places)
            for at, out in zip((lbg.at[0], senin.at[0]), gaps):
                away = np.linalg.norm(places[0][:, None] - places[0][at][None], axis=2)
                out.append(float(away.min(axis=1).max()))
        return ratio_of(*gaps)

    def repartitions(self) -> Interval:
        """The teapot with 131 and the sphere with 12 particles, the numbers of docs/methods/lbg.md."""
        rest = [self.export.model('teapot'), self.export.model('sphere-1260')]
        found = []
        for seed in range(1, 1 + self.size(2, 1)):
            meshes, frames = self.export.scene('lbg-teapot-sphere', seed, 0, 239)
            lbg = Lbg(meshes, [131, 12], [f[0] for f in frames], [m.rest for m in rest])
            for k in range(240):
                lbg.frame([f[k] for f in frames])
            found.append(lbg.repartitions / 240)
        return mean_of(found)

    # Senin

    def pulses(self) -> Interval:
        return share_of([formulas.conserves(self.random, -1) for _ in range(self.size(5000, 200))])

    def through(self) -> Interval:
        """At .8 radii per step, the speed at which most come through."""
        throws = Throws(self.export.model('letter-w'), True)
        return share_of([throws.comes_through(self.random, 5, 0.8) for _ in range(self.size(250, 10))])

    def tracked(self, bins: int) -> Interval:
        """Two T with 4 particles each, twice their convex parts: the error of the distance, in sizes, by distance."""
        if self._tracked is None:
            self._tracked = np.array([self._course() for _ in range(self.size(40, 3))])
        means = [mean_of(errors[~np.isnan(errors)]) for errors in self._tracked.T[:bins]]
        return max(means)

    def _course(self) -> list[float]:
        mesh, frames = self.export.model('letter-t'), 120
        size = float(np.ptp(mesh.rest, axis=0).max())
        along, axes = unit(self.random), [unit(self.random) for _ in range(2)]
        turns = [formulas.rotation(self.random) for _ in range(2)]
        touching = max((mesh.rest @ turns[0].T @ along).max(), 0) + max((mesh.rest @ turns[1].T @ -along).max(), 0)
        method = Senin([mesh, mesh], 4, self.random)
        errors: list[list[float]] = [[] for _ in range(6)]
        for frame in range(frames):
            gap = 4 * 0.005 ** (frame / frames) * size
            places = [mesh.rest @ (spun(axes[i], 0.01 * frame) @ turns[i]).T for i in range(2)]
            places[1] = places[1] + (touching + gap) * along
            method.relax(places)
            if frame % 3:  # the exact distance is what takes time
                continue
            exact = surfaces_distance(places[0], mesh.triangles, places[1], mesh.triangles)
            found = int(np.searchsorted([0.1, 0.25, 0.5, 1, 2, 4], exact / size))
            if found < 6:
                errors[found].append((method.closest(places)[0] - exact) / size)
        return [float(np.mean(e)) if e else math.nan for e in errors]

    def growth(self, one_step: bool) -> Interval:
        """Evaluations of forces of 250 queries of two W from query 950 on, with 12 to 96 particles on each."""
        if self._powers is None:
            powers: list[list[float]] = [[], []]
            counts = [12, 24, 48, 96]
            for seed in range(1, 1 + self.size(3, 2)):
                frames_wanted = self.size(250, 3)
                meshes, frames = self.export.scene('senin-w', seed, 949, 948 + frames_wanted)
                for kind in range(2):
                    evaluations = []
                    for count in counts:
                        method = Senin(meshes, count, self.random)
                        for k in range(frames_wanted):
                            method.relax([f[k] for f in frames], steps=1 if kind else None)
                        evaluations.append(method.evaluations)
                    powers[kind].append(float(np.polyfit(np.log(counts), np.log(evaluations), 1)[0]))
            self._powers = mean_of(powers[0]), mean_of(powers[1])
        return self._powers[one_step]


def unit(random: np.random.Generator) -> np.ndarray:
    v = random.normal(size=3)
    return v / np.linalg.norm(v)


def spun(axis: np.ndarray, angle: float) -> np.ndarray:
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def faces_in_cells(mesh: Mesh, level: int) -> int:
    """How many faces all smallest nodes of an octree below a cube around the mesh intersect, together: by points on the
    faces that are closer to each other than half a node, so that no more are counted than there are."""
    low = mesh.rest.min(axis=0)
    side = float(np.ptp(mesh.rest, axis=0).max()) / 2**level
    total = 0
    for t in mesh.rest[mesh.triangles]:
        steps = 2 + int(2 * max(np.linalg.norm(t[1] - t[0]), np.linalg.norm(t[2] - t[0])) / side)
        u, v = (g.ravel() for g in np.meshgrid(*[np.linspace(0, 1, steps)] * 2))
        inside = u + v <= 1
        points = t[0] + np.outer(u[inside], t[1] - t[0]) + np.outer(v[inside], t[2] - t[0])
        total += len(np.unique(np.minimum((points - low) / side, 2**level - 1).astype(int), axis=0))
    return total


# Which claims --------------------------------------------------------------------------------------------

# Paper, start of the claim, part of its reading, how it is computed, and of which kind that is: QUICK takes a second;
# an ESTIMATE must have the verdict of the page, but not its value.
Entry = tuple[str, str, str, Callable[[Work], Interval], str]
QUICK, SLOW, ESTIMATE = 'quick', 'slow', 'estimate'


def has_vertices(found: np.ndarray) -> np.ndarray:
    return found > 0


def is_whole(found: np.ndarray) -> np.ndarray:
    return found == 1


ENTRIES: list[Entry] = [
    ('sulaiman', 'the dynamic origin point', 'in the middle of the gap', lambda w: w.origin('gap'), QUICK),
    ('sulaiman', 'the dynamic origin point', 'between the centers', lambda w: w.origin('centers'), QUICK),
    ('sulaiman', 'the dynamic origin point', 'the box around both', lambda w: w.origin('around'), QUICK),
    ('sulaiman', 'edge against edge', 'in space', lambda w: w.corners_and_edges(False), QUICK),
    ('sulaiman', 'it maintains the accuracy', 'in a plane', lambda w: w.heron(True), QUICK),
    ('sulaiman', 'it maintains the accuracy', 'in space', lambda w: w.heron(False), QUICK),
    ('smith', 'whether two faces meet', 'that touch', lambda w: w.face_pairs(True), QUICK),
    ('lbg', 'LBG quantization gives N groups', 'own coordinates', lambda w: w.own_areas(has_vertices), QUICK),
    ('lbg', 'a particle moves between all', 'in the world', lambda w: w.world_areas(is_whole), QUICK),
    ('senin', 'a query is O(n^2)', 'one step', lambda w: w.growth(True), SLOW),
]
DRAWN_ENTRIES: list[Entry] = [
    ('lbg', 'a particle moves between all', 'own coordinates', lambda w: w.own_areas(is_whole), QUICK),
    ('lbg', 'LBG quantization gives N groups', 'in the world', lambda w: w.world_areas(has_vertices), QUICK),
    ('lbg', 'a particle per area assures', 'own coordinates', lambda w: w.cover(), SLOW),
    ('lbg', 'a body need not be partitioned', '', lambda w: w.repartitions(), SLOW),
    ('senin', '3 to 5 particles', 'the worst of five speeds up to', lambda w: w.through(), SLOW),
    ('senin', 'the separation of two models', 'two particles per convex part, within', lambda w: w.tracked(4), SLOW),
    ('senin', 'the separation of two models', 'up to four sizes', lambda w: w.tracked(6), SLOW),
    ('senin', 'a query is O(n^2)', 'a whole query', lambda w: w.growth(False), SLOW),
    ('senin', 'the pulses after a collision', '', lambda w: w.pulses(), QUICK),
    ('smith', 'stored octrees', '', lambda w: w.octree_memory(), ESTIMATE),
]


def read_claims(pages: pathlib.Path) -> list[dict[str, Any]]:
    claims = []
    for path in sorted(pages.glob('*.json')):
        page = json.loads(path.read_text())
        claims += [dict(claim, paper=page['paper']) for claim in page['claims']]
    return claims


def find(entry: Entry, claims: list[dict[str, Any]]) -> dict[str, Any]:
    found = [c for c in claims if c['paper'] == entry[0] and c['claim'].startswith(entry[1])]
    found = [c for c in found if entry[2] in (c['reading'] or '')]
    if len(found) != 1:
        sys.exit(f'recompute.py: {len(found)} claims match {entry[:3]}')
    return found[0]


def show(found: Interval) -> str:
    return f'{found[0]:.4g} ({found[1]:.4g} to {found[2]:.4g})' if found[1] < found[2] else f'{found[0]:.4g}'


def check(entry: Entry, claims: list[dict[str, Any]], work: Work) -> tuple[str, bool]:
    """A row, and whether it agrees. Smaller samples than those of the page may leave a claim open."""
    claim = find(entry, claims)
    page = claim['letter']
    here = entry[3](work)
    verdict = verdict_of(here, claim['holds_if'])
    meets = here[1] <= page['high'] * (1 + 1e-9) and page['low'] <= here[2] * (1 + 1e-9)
    agrees = verdict in (page['verdict'], 'open') and (meets or work.quick or entry[4] == ESTIMATE)
    name = claim['claim'] + (f' (read as: {claim["reading"]})' if claim['reading'] else '')
    values = [show((page['value'], page['low'], page['high'])), show(here)]
    values[1] += ', an estimate' if entry[4] == ESTIMATE else ''
    mark = 'yes' if agrees else '**no**'
    return f'| {entry[0]} | {name} | {values[0]} | {page["verdict"]} | {values[1]} | {verdict} | {mark} |', agrees


# Readings that are not in the list from which claims are drawn.
ADDED_LATER = ('the response is along the mean normal',)


def draw(claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The claims that are drawn: of those without processor time, in the order of the pages by name."""
    counted = [c for c in claims if not c['processor_time']]
    counted = [c for c in counted if not any(text in (c['reading'] or '') for text in ADDED_LATER)]
    return [counted[i] for i in sorted(standard_random.Random(DRAW_SEED).sample(range(len(counted)), DRAWN))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--command', default=str(HERE.parents[2] / 'build/demo/mote'))
    parser.add_argument('--out', type=pathlib.Path)
    parser.add_argument('--pages', type=pathlib.Path, default=HERE.parents[2] / 'docs/papers')
    options = parser.parse_args()
    claims = read_claims(options.pages)
    drawn = draw(claims)
    if [find(entry, claims) for entry in DRAWN_ENTRIES] != drawn:
        names = [f'{c["paper"]}: {c["claim"]} ({c["reading"]})' for c in drawn]
        sys.exit('recompute.py: other claims are drawn now: ' + '; '.join(names))
    with tempfile.TemporaryDirectory() as folder:
        work = Work(Exporter(options.command, pathlib.Path(folder)), options.quick)
        parts = [('Chosen', ENTRIES), ('Drawn', DRAWN_ENTRIES)]
        lines, differ = write(parts, claims, work)
    if options.out:
        options.out.write_text(HEAD + '\n'.join(lines) + '\n')
    return 1 if differ else 0


HEAD = """# Claims that another program has computed again

Written by `./run recompute --out docs/papers/recomputed.md`. The program is in
[bench/paper/recompute](../../bench/paper/recompute). It computes claims by the paper's rules, from the texts of the
papers and from positions that `mote export` writes. It uses numpy, no code of this library, and its own random numbers.
A claim agrees if the 95 % intervals overlap and the verdicts are equal. It also agrees if the verdict here is open
because the sample is smaller than that of the page. The first ten claims were chosen. The second ten were drawn by
Python's `random.Random(1).sample` from all claims that do not measure time. Shares are fractions of 1.
"""


def write(parts: list[tuple[str, list[Entry]]], claims: list[dict[str, Any]], work: Work) -> tuple[list[str], int]:
    lines: list[str] = []
    differ = 0
    for title, entries in parts:
        head = ['', f'## {title}', '', '| paper | claim | page | verdict | recomputed | verdict | agrees |',
                '|---|---|---|---|---|---|---|']
        print('\n'.join(head))
        lines += head
        for entry in entries:
            if work.quick and entry[4] != QUICK:
                continue
            row, agrees = check(entry, claims, work)
            print(row, flush=True)
            lines.append(row)
            differ += not agrees
    return lines, differ


if __name__ == '__main__':
    sys.exit(main())
