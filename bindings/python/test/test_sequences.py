"""Random sequences of calls, right and wrong ones: never a crash, never a wrong answer, never a foreign exception."""

from __future__ import annotations

import gc
import io
import os
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

import numpy as np
import numpy.typing as npt
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from shapes import cube, sheet

import mote

Array = npt.NDArray[Any]
LONG = os.environ.get("MOTE_TEST_RUN") == "long"
TRIANGLE = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 2, 2]]), np.array([[0, 1, 2]])
SHAPES = [cube(), cube(0.6), sheet(2), TRIANGLE]

OFFSETS = st.tuples(*[st.integers(-4, 4).map(lambda i: i * 0.25)] * 3)
LAYOUTS: List[Callable[[Array], Any]] = [
    lambda a: a, lambda a: a.astype(np.float32), np.asfortranarray, lambda a: a.tolist(),
    lambda a: np.repeat(a, 2, axis=0)[::2], lambda a: a.astype(">f4"), lambda a: np.ascontiguousarray(a[::-1])[::-1],
]
WRONG: List[Callable[[Array], Any]] = [
    lambda a: a[:-1], lambda a: a[:, :2], lambda a: a.ravel(), lambda a: a.astype(complex), lambda a: "vertices",
    lambda a: object(), lambda a: a.astype(object), lambda a: a[np.newaxis], lambda a: a > 0, lambda a: [[1, 2], [3]],
]
WRONG_MATRICES: List[Any] = [np.eye(3), np.full((4, 4), np.nan), np.zeros((4, 4)), "up", np.eye(4) * 1j]


class OnPurpose(Exception):
    """What callbacks of these tests raise."""


class Actor:
    """A body, and what these tests know of it."""

    def __init__(self, body: mote.Body, shape: int):
        self.body = body
        self.shape = shape
        self.offset = np.zeros(3)
        self.vertices: Optional[Array] = None  # None: the rest shape
        self.is_bad = False  # its callback raises, or its positions are not finite
        self.is_custom = False

    def positions(self) -> Array:
        """Where its vertices are, as float32."""
        vertices = SHAPES[self.shape][0] if self.vertices is None else self.vertices
        return vertices.astype(np.float32) + self.offset.astype(np.float32)


class Calls(RuleBasedStateMachine):
    """One sequence of calls."""

    def __init__(self) -> None:
        super().__init__()
        self.meshes = [mote.Mesh(*shape) for shape in SHAPES]
        self.workers = 1
        self.world = mote.World(invalid="report")
        self.actors: List[Actor] = []
        self.gone: List[mote.Body] = []
        self.reports: List[Tuple[mote.Report, Optional[int]]] = []
        self.arrays: List[Tuple[Array, Array]] = []
        self.dynamics: Optional[mote.Dynamics] = None

    def refused(self, call: Callable[[], object], *more: type) -> None:
        """A call that must fail, with an exception of mote."""
        try:
            call()
        except (mote.Error,) + more as error:  # type: ignore[misc]
            assert str(error) or more
            return
        raise AssertionError("the call was not refused")

    def actor(self, number: int) -> Actor:
        return self.actors[number % len(self.actors)]

    # -----------------------------------------------------------------------------------------
    # Bodies

    @rule(shape=st.integers(0, len(SHAPES) - 1), itself=st.booleans())
    def add(self, shape: int, itself: bool) -> None:
        if len(self.actors) < 4:
            body = self.world.add(self.meshes[shape], self_collision=itself)
            self.actors.append(Actor(body, shape))

    @precondition(lambda self: self.actors)
    @rule(number=st.integers(0, 9), offset=OFFSETS, layout=st.sampled_from(LAYOUTS),
          scale=st.sampled_from([1.0, 0.5, 2.0]))
    def move_vertices(self, number: int, offset: Any, layout: Any, scale: float) -> None:
        actor = self.actor(number)
        actor.vertices = SHAPES[actor.shape][0] * scale + np.array(offset)
        actor.body.vertices = layout(actor.vertices.copy())
        actor.is_bad = actor.is_custom = False

    @precondition(lambda self: self.actors)
    @rule(number=st.integers(0, 9), offset=OFFSETS)
    def place(self, number: int, offset: Any) -> None:
        actor = self.actor(number)
        actor.offset = np.array(offset)
        matrix = np.eye(4)
        matrix[:3, 3] = offset
        actor.body.transform = matrix

    @precondition(lambda self: self.actors)
    @rule(number=st.integers(0, 9), wrong=st.sampled_from(WRONG), matrix=st.sampled_from(WRONG_MATRICES))
    def wrong_arrays(self, number: int, wrong: Any, matrix: Any) -> None:
        actor = self.actor(number)
        before = actor.body.transform
        self.refused(lambda: setattr(actor.body, "vertices", wrong(SHAPES[actor.shape][0])))
        self.refused(lambda: setattr(actor.body, "transform", matrix))
        assert np.array_equal(actor.body.transform, before)

    @precondition(lambda self: self.actors)
    @rule(number=st.integers(0, 9), bad=st.sampled_from([np.nan, np.inf, -np.inf, 1e300]))
    def bad_numbers(self, number: int, bad: float) -> None:
        actor = self.actor(number)
        vertices = SHAPES[actor.shape][0].copy()
        vertices[0, 0] = bad
        actor.body.vertices = vertices
        actor.is_bad, actor.is_custom = True, False

    @precondition(lambda self: self.actors)
    @rule(number=st.integers(0, 9), offset=OFFSETS, fails=st.booleans())
    def deform(self, number: int, offset: Any, fails: bool) -> None:
        actor = self.actor(number)
        shift = np.array(offset)

        def evaluate(vertices: Array, positions: Array) -> Array:
            if fails:
                raise OnPurpose
            return positions.astype(np.float64) + shift

        actor.body.deformer = mote.Custom(actor.body.mesh, evaluate)
        actor.vertices = SHAPES[actor.shape][0].astype(np.float32) + shift
        actor.is_bad, actor.is_custom = fails, True

    @precondition(lambda self: self.actors)
    @rule(number=st.integers(0, 9))
    def remove(self, number: int) -> None:
        actor = self.actor(number)
        actor.body.remove()
        self.actors.remove(actor)
        self.gone.append(actor.body)

    @precondition(lambda self: self.gone)
    @rule(number=st.integers(0, 9))
    def use_what_is_gone(self, number: int) -> None:
        body = self.gone[number % len(self.gone)]
        for call in (lambda: body.vertices, lambda: setattr(body, "vertices", SHAPES[0][0]), body.remove,
                     body.positions, lambda: setattr(body, "transform", None),
                     lambda: self.world.closest_point(body, [0, 0, 0])):
            self.refused(call)

    @rule(shape=st.integers(0, len(SHAPES) - 1))
    def replace_mesh(self, shape: int) -> None:
        self.meshes[shape].close()
        self.refused(lambda: self.world.add(self.meshes[shape]))
        self.meshes[shape] = mote.Mesh(*SHAPES[shape])
        for actor in self.actors:
            assert actor.body.mesh.triangle_count == len(SHAPES[actor.shape][1])  # bodies keep what was closed

    # -----------------------------------------------------------------------------------------
    # Detect, against every triangle with every triangle

    @rule(read=st.booleans())
    def detect(self, read: bool) -> None:
        if any(actor.is_bad and actor.is_custom for actor in self.actors):
            try:
                self.world.detect()
            except OnPurpose:
                self.refused(lambda: self.world.report)
            return
        report = self.world.detect()
        bad = {actor.body.index for actor in self.actors if actor.is_bad}
        assert {body.index for body in report.invalid} == bad
        found: Dict[Tuple[int, int], Set[Tuple[int, int]]] = {}
        for pair in report:
            if pair.a is not pair.b:
                pairs = {(int(one["face_a"]), int(one["face_b"])) for one in pair.face_pairs}
                found[pair.a.index, pair.b.index] = pairs
                self.arrays.append((pair.face_pairs, pair.face_pairs.copy()))
        assert found == self.expected()
        self.reports.append((report, report.pair_count if read else None))
        if read:
            report.keep()

    def expected(self) -> Dict[Tuple[int, int], Set[Tuple[int, int]]]:
        found = {}
        actors = sorted((actor for actor in self.actors if not actor.is_bad), key=lambda actor: actor.body.index)
        for i, a in enumerate(actors):
            for b in actors[i + 1:]:
                first, second = SHAPES[a.shape][1], SHAPES[b.shape][1]
                pairs = np.stack(np.meshgrid(np.arange(len(first)), np.arange(len(second)), indexing="ij"), -1)
                pairs = pairs.reshape(-1, 2)
                hits = mote.geometry.triangles_intersect(a.positions()[first], b.positions()[second], pairs)
                if hits.any():
                    found[a.body.index, b.body.index] = {(int(x), int(y)) for x, y in pairs[hits]}
        return found

    @precondition(lambda self: self.reports)
    @rule(number=st.integers(0, 9))
    def read_old_reports(self, number: int) -> None:
        report, count = self.reports[number % len(self.reports)]
        if count is not None:
            assert len(report.pairs) == count
        elif not report.is_current and "contacts" not in report._arrays:
            self.refused(lambda: report.contacts)
        for array, copy in self.arrays:
            assert np.array_equal(array, copy)

    # -----------------------------------------------------------------------------------------
    # Questions

    @precondition(lambda self: len(self.actors) > 1)
    @rule(i=st.integers(0, 9), j=st.integers(0, 9), limit=st.sampled_from([np.inf, 0.5, -1.0, np.nan, "far"]))
    def distance(self, i: int, j: int, limit: Any) -> None:
        a, b = self.actor(i), self.actor(j)
        is_right = a is not b and isinstance(limit, float) and limit >= 0
        if not is_right:
            self.refused(lambda: self.world.distance(a.body, b.body, limit), OnPurpose)
        elif a.is_bad or b.is_bad:
            try:
                self.world.distance(a.body, b.body, limit)  # boxes may already be too far apart
            except (mote.Error, OnPurpose):
                pass
        else:
            distance = self.world.distance(a.body, b.body, limit).distance
            first, second = a.positions()[SHAPES[a.shape][1]], b.positions()[SHAPES[b.shape][1]]
            true = min(float(mote.geometry.triangles_distance(first, one).distance.min()) for one in second)
            if true > limit:
                assert distance == np.inf
            else:
                assert abs(distance - true) <= 1e-5

    @rule(count=st.integers(0, 3), wrong=st.booleans(), radius=st.sampled_from([0.5, 0.0, -1.0, np.nan]))
    def many_questions(self, count: int, wrong: bool, radius: float) -> None:
        points = np.zeros((count, 2 if wrong else 3))
        try:
            lists = self.world.overlap_spheres(points, radius)
            assert not wrong and len(lists) == count and (radius >= 0 or not count)
            assert len(self.world.rays(points + [0, 0, 5], points - [0, 0, 1])) == count
        except mote.Error:
            assert wrong or (count and not radius >= 0)
        except OnPurpose:
            assert any(actor.is_bad for actor in self.actors)

    # -----------------------------------------------------------------------------------------
    # The rest

    @rule(fails=st.booleans())
    def record(self, fails: bool) -> None:
        class Sink(io.BytesIO):
            def write(self, data: Any) -> int:
                if fails:
                    raise OnPurpose
                return super().write(data)

        try:
            recorder = self.world.record(Sink())
            self.refused(lambda: self.world.record("/dev/null"))
            recorder.stop()
            assert not fails
        except OnPurpose:
            assert fails

    @rule(shape=st.integers(0, 2), step=st.sampled_from([0.1, 0.0, np.nan]))
    def dynamics_of_another_world(self, shape: int, step: float) -> None:
        if self.dynamics is None:
            self.dynamics = mote.Dynamics(mote.World())
        world = self.dynamics.world
        if len(world) < 5:
            try:
                self.dynamics.add(world.add(self.meshes[shape]), placement=mote.Placement((0.4 * len(world), 0, 0)))
            except mote.DataError:
                assert shape == 2  # a sheet has no inside
        if step > 0:
            self.dynamics.step(step)
        else:
            self.refused(lambda: self.dynamics.step(step))  # type: ignore[union-attr]
        if len(world) > 3:
            world.bodies[0].remove()

    @rule(how=st.integers(0, 2))
    def end(self, how: int) -> None:
        old = self.world
        bodies = [actor.body for actor in self.actors]
        if how:
            old.close()
            self.refused(old.detect)
            for body in bodies:
                self.refused(lambda: body.vertices)
                self.refused(lambda: setattr(body, "transform", np.eye(4)))
            if self.dynamics is not None and how == 2:
                self.dynamics.world.close()
                self.refused(lambda: self.dynamics.step(0.1))  # type: ignore[union-attr]
                self.dynamics = None
        self.workers = 3 - self.workers
        self.world = mote.World(invalid="report", workers=self.workers)
        self.actors, self.gone = [], []
        del old, bodies
        if how == 0:
            self.reports = []
        gc.collect(0)


def test_random_sequences_of_calls() -> None:
    # In parts, because hypothesis remembers all sequences of one run: its memory and the time per sequence grow.
    parts, sequences = (40, 500) if LONG else (1, 150)
    for part in range(parts):
        run_state_machine_as_test(Calls, settings=settings(
            max_examples=sequences, stateful_step_count=25, deadline=None, database=None,
            suppress_health_check=list(HealthCheck)))
        print(f"{(part + 1) * sequences} sequences", flush=True)
