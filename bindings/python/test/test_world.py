"""Worlds: detect, reports, questions, and the order in which things may end."""

from __future__ import annotations

import gc
import math
import threading
import weakref
from typing import Any, List

import numpy as np
import numpy.typing as npt
import pytest
from shapes import ball, cube, sheet

import mote

Array = npt.NDArray[Any]


def moved(x: float, y: float = 0.0, z: float = 0.0) -> Array:
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def test_detect_finds_every_face_pair() -> None:
    vertices, faces = ball(8)
    world = mote.World()
    mesh = mote.Mesh(vertices, faces)
    a, b = world.add(mesh), world.add(mesh, transform=moved(1.9))
    report = world.detect()
    (pair,) = report
    assert (pair.a, pair.b) == (a, b)
    assert pair.state is mote.PairState.BEGIN and pair.relation is mote.Relation.TOUCH
    first, second = a.positions()[faces], b.positions()[faces]
    all_pairs = np.stack(np.meshgrid(np.arange(len(faces)), np.arange(len(faces)), indexing="ij"), -1).reshape(-1, 2)
    hits = all_pairs[mote.geometry.triangles_intersect(first, second, all_pairs)]
    assert np.array_equal(np.stack([pair.face_pairs["face_a"], pair.face_pairs["face_b"]], -1), hits)
    assert report.contact_count == len(pair.contacts) == 1
    assert pair.contacts["normal"][0] == pytest.approx([1, 0, 0], abs=1e-3)
    assert pair.contacts["depth_kind"][0] == mote.DepthKind.ESTIMATE and 0.05 < pair.contacts["depth"][0] < 0.11
    assert len(report.contact_of) == report.face_pair_count and len(report.segments) > 0
    assert report.stats.face_pairs == report.face_pair_count and report.stats._fields[-1] == "bytes"


def test_pairs_begin_persist_and_end() -> None:
    world = mote.World()
    mesh = mote.Mesh(*ball(6))
    a, b = world.add(mesh), world.add(mesh)
    states = []
    for x in (0.5, 0.5, 3.0, 3.0):
        b.transform = moved(x)
        report = world.detect()
        states.append([int(state) for state in report.pairs["state"]])
        assert len(report) == (x < 2) and len(report.ended) == (states[-1] == [mote.PairState.END])
        assert (report.pair_of(b, a) is not None) == (x < 2)
    assert states == [[mote.PairState.BEGIN], [mote.PairState.PERSIST], [mote.PairState.END], []]


def test_a_report_that_was_not_read_says_so_after_the_next_detect() -> None:
    world = mote.World()
    mesh = mote.Mesh(*ball(6))
    world.add(mesh)
    body = world.add(mesh)
    first = world.detect()
    kept = world.detect().keep()
    pairs = first.frame
    body.transform = moved(9)
    second = world.detect()
    assert pairs == 1 and not first.is_current and second.is_current
    for name in ("pairs", "face_pairs", "contacts", "segments", "estimates", "contact_of", "invalid"):
        with pytest.raises(mote.StaleError, match=name):
            getattr(first, name)
    with pytest.raises(mote.StaleError):
        len(first)
    assert len(kept) == 1 and len(kept.face_pairs) == kept.face_pair_count > 0
    assert len(second) == 0
    world.close()
    assert len(kept.contacts) and len(second) == 0
    with pytest.raises(mote.StaleError):
        second.segments
    with pytest.raises(mote.StateError):
        world.report


def test_arrays_of_reports_outlive_everything() -> None:
    world = mote.World()
    mesh = mote.Mesh(*ball(6))
    world.add(mesh)
    world.add(mesh, transform=moved(0.5))
    contacts, copy = world.detect().contacts, world.report.contacts.copy()
    with mote.World() as other:
        del world
        gc.collect()
        other.add(mesh)
        other.detect()
    assert np.array_equal(contacts, copy)


@pytest.mark.parametrize("method", [info.name for info in mote.methods() if mote.Ability.EXACT in info.abilities])
def test_exact_methods_agree(method: str) -> None:
    vertices, faces = cube()
    hashes = []
    for name in ("naive", method):
        with mote.World(name, contacts=False) as world:
            mesh = mote.Mesh(vertices, faces)
            world.add(mesh)
            world.add(mesh, transform=moved(0.7, 0.6, 0.5))
            report = world.detect()
            hashes.append((report.hash, report.pair_count))
            assert world.method == mote.Method[name.replace("-", "_").upper()]
    info = next(one for one in mote.methods() if one.name == method)
    if mote.Ability.FACE_PAIRS in info.abilities:
        assert hashes[0] == hashes[1]
    else:
        assert hashes[0][1] == hashes[1][1]


def test_detect_can_count_or_find_the_first() -> None:
    counts = {}
    for detect in ("all", "count", "first"):
        with mote.World(detect=detect) as world:
            mesh = mote.Mesh(*ball(6))
            world.add(mesh)
            world.add(mesh, transform=moved(0.5))
            report = world.detect()
            counts[detect] = (int(report.pairs["face_pair_count"][0]), report.face_pair_count, len(report.face_pairs))
            assert f"{report.face_pair_count} face pairs" in repr(report) and len(report) == 1
    count = counts["all"][0]
    assert count > 10
    assert counts == {"all": (count, count, count), "count": (count, count, 0), "first": (1, 1, 1)}


def test_contacts_are_off_by_default_where_not_all_face_pairs_are_listed() -> None:
    for detect, contacts in (("all", 1), ("first", 0), ("count", 0)):
        assert mote.World(detect=detect).option("contacts") == contacts
        assert mote.World(options={"detect": detect}).option("contacts") == contacts
        assert mote.World(detect=detect, contacts=False).option("contacts") == 0
        assert mote.World(detect=detect, options={"contacts": False}).option("contacts") == 0


@pytest.mark.parametrize("arguments, reason", [
    ({"detect": "count", "contacts": True}, "contacts is set, but MOTE_DETECT_COUNT"),
    ({"detect": "count", "options": {"contacts": True}}, "contacts is set, but MOTE_DETECT_COUNT"),
    ({"options": {"detect": "count", "contacts": True}}, "contacts is set, but MOTE_DETECT_COUNT"),
    ({"detect": "count", "method": "senin", "certify": True}, "certify does not work with MOTE_DETECT_COUNT"),
    ({"manifold_points": 4, "contacts": False}, "manifold_points is 4"),
    ({"options": {"manifold_points": 4, "contacts": False}}, "manifold_points is 4"),
    ({"manifold_points": 4, "detect": "count"}, "manifold_points is 4"),
    ({"manifold_points": 4, "detect": "first"}, "manifold_points is 4"),
])
def test_options_that_exclude_each_other_are_refused(arguments: Any, reason: str) -> None:
    with pytest.raises(mote.ArgumentError, match=reason):
        mote.World(**arguments)


def test_a_count_is_of_all_pairs_of_bodies() -> None:
    with mote.World(detect="count") as world:
        mesh = mote.Mesh(*ball(6))
        for i in range(3):
            world.add(mesh, transform=moved(0.5 * i))
        report = world.detect()
        assert len(report) == 3 and report.face_pair_count == report.pairs["face_pair_count"].sum() > 30


def test_tolerance_containment_and_self_collision() -> None:
    with mote.World(tolerance=0.2, containment=True) as world:
        near = world.add(mote.Mesh(*sheet()))
        world.add(mote.Mesh(*sheet()), transform=moved(0, 0, 0.1))
        outer = world.add(mote.Mesh(*cube(2.0)), transform=moved(10))
        inner = world.add(mote.Mesh(*cube(0.5)), transform=moved(10))
        relations = {(pair.a.index, pair.b.index): pair.relation for pair in world.detect()}
        assert relations == {(near.index, near.index + 1): mote.Relation.NEAR,
                             (outer.index, inner.index): mote.Relation.B_IN_A}
        contact = world.report.contacts[0]
        assert contact["depth"] == pytest.approx(-0.1) and contact["depth_kind"] == mote.DepthKind.EXACT
    vertices, faces = sheet(8)
    folded = vertices.copy()
    folded[:, 2] = np.where(vertices[:, 0] > 0.5, 0.3 - (vertices[:, 0] - 0.5), vertices[:, 0] * 0.0)
    folded[:, 0] = np.where(vertices[:, 0] > 0.5, 1.0 - vertices[:, 0], vertices[:, 0])
    with mote.World() as world:
        body = world.add(mote.Mesh(vertices, faces), self_collision=True)
        body.vertices = folded
        (pair,) = world.detect()
        assert pair.a is body and pair.b is body and (pair.face_pairs["face_a"] < pair.face_pairs["face_b"]).all()


def test_categories_masks_and_ignored_pairs() -> None:
    world = mote.World()
    mesh = mote.Mesh(*cube())
    a = world.add(mesh, category=1)
    b = world.add(mesh, category=2, transform=moved(0.5))
    c = world.add(mesh, category=4, mask=1, transform=moved(0.2, 0.2, 0.2))

    def together() -> List[Any]:
        return [(pair.a, pair.b) for pair in world.detect()]

    assert together() == [(a, b), (a, c)]
    world.ignore(a, b)
    assert together() == [(a, c)]
    world.ignore(b, a, False)
    assert together() == [(a, b), (a, c)]


def test_bodies_are_found_by_index_and_keep_their_data() -> None:
    world = mote.World()
    mesh = mote.Mesh(*cube())
    bodies = [world.add(mesh, data=name) for name in "abc"]
    assert world.bodies == bodies and len(world) == 3
    assert [world.body(i).data for i in range(3)] == ["a", "b", "c"]
    bodies[1].data = {"any": "thing"}
    del bodies[1]
    gc.collect()
    assert world.body(1).data == {"any": "thing"} and world.body(1) is world.body(1)
    gone = world.body(1)
    gone.remove()
    assert not gone.is_alive and [body.index for body in world.bodies] == [0, 2]
    for use in (lambda: gone.vertices, lambda: gone.transform, lambda: gone.positions(), gone.remove,
                lambda: world.distance(gone, bodies[0]), lambda: world.body(1), lambda: gone.mesh):
        with pytest.raises(mote.StaleError):
            use()
    again = world.add(mesh)
    assert again.index == 1 and again.generation != gone.generation
    with pytest.raises(mote.StaleError):
        gone.vertices = cube()[0]
    other = mote.World()
    with pytest.raises(mote.ArgumentError, match="another world"):
        other.remove(again)


def test_bodies_of_another_world_are_refused() -> None:
    mesh = mote.Mesh(*cube())
    world, elsewhere = mote.World(), mote.World()
    own, foreign = [[here.add(mesh, transform=moved(x)) for x in (0.0, 0.5)] for here in (world, elsewhere)]
    report = world.detect()
    dynamics = mote.Dynamics(world)
    dynamics.add(own[0])
    with world.view() as view:
        for query in (view.windings, view.signed_distances):
            query(own[0], [[0, 0, 0]])
            with pytest.raises(mote.ArgumentError, match="another world"):
                query(foreign[0], [[0, 0, 0]])
    asks: List[Any] = [
        lambda body: world.ignore(body, own[1]), lambda body: world.ignore(own[1], body),
        lambda body: world.distance(body, own[1]), lambda body: world.distance(own[1], body),
        lambda body: world.distances([(own[1], body)]), lambda body: world.closest_point(body, [0, 0, 0]),
        lambda body: world.closest_points(body, [[0, 0, 0]]),
        lambda body: report.pair_of(body, own[1]), lambda body: report.pair_of(own[1], body),
        lambda body: dynamics[body], lambda body: dynamics.__setitem__(body, dynamics[own[0]]), dynamics.hold,
        lambda body: dynamics.move_held(body, mote.Placement()), dynamics.is_held, dynamics.release,
        lambda body: dynamics.set_shape(body, cube()[0]), lambda body: dynamics.set_mass(body, mote.Mass(1.0)),
        dynamics.remove, dynamics.add, world.remove,
    ]
    for ask in asks:
        for body in foreign:
            with pytest.raises(mote.ArgumentError, match="is a body of another world"):
                ask(body)
        ask(own[0])
    assert len(elsewhere.detect()) == 1 and elsewhere.bodies == foreign


def test_a_pair_is_found_by_its_bodies_not_by_those_that_had_their_indices() -> None:
    world = mote.World()
    mesh = mote.Mesh(*cube())
    a, gone = world.add(mesh), world.add(mesh)
    before = world.detect().keep()
    gone.remove()
    now = world.add(mesh)
    after = world.detect()
    assert now.index == gone.index
    assert after.pair_of(a, gone) is None and after.pair_of(now, a) is not None
    pair = before.pair_of(gone, a)
    assert pair is not None and pair.b.generation == gone.generation and before.pair_of(a, now) is None


def test_a_report_names_bodies_that_are_gone() -> None:
    world = mote.World()
    mesh = mote.Mesh(*cube())
    world.add(mesh)
    b = world.add(mesh)
    report = world.detect()
    b.remove()
    (pair,) = report
    assert pair.b.index == b.index and not pair.b.is_alive
    assert len(world.detect().ended) <= 1


def test_queries_one_by_one_and_in_batches_agree() -> None:
    vertices, faces = ball(10)
    world = mote.World()
    mesh = mote.Mesh(vertices, faces)
    a, b = world.add(mesh, category=1), world.add(mesh, category=2, transform=moved(3))
    distance = world.distance(a, b)
    assert distance.distance == pytest.approx(1, abs=1e-5) and distance.worth is mote.Worth.EXACT
    assert world.distance(a, b, 0.5).distance == math.inf and world.distance(a, b, 0.5).face_a == mote.NONE
    table = world.distances()
    assert table["distance"].tolist() == [distance.distance] and table["face_b"][0] == distance.face_b
    random = np.random.default_rng(1)
    points = random.uniform(-2, 5, (50, 3)).astype(np.float32)
    found = world.closest_points(b, points)
    for point, row in zip(points, found):
        one = world.closest_point(b, point)
        assert one is not None and one.body is b and one.face == row["face"]
        assert one.distance == row["distance"] and np.array_equal(one.point, row["point"])
    assert world.closest_point(b, [0, 0, 9], 1.0) is None
    limits = np.linspace(0, 3, len(points))
    assert ((world.closest_points(b, points, limits)["face"] == mote.NONE) == (found["distance"] > limits)).all()
    hits = world.rays(np.tile([-5.0, 0.01, 0.02], (3, 1)), [[1, 0, 0], [0, 1, 0], [2, 0, 0]])
    assert hits["body"][0] == a.index and hits["face"][1] == mote.NONE
    assert hits["distance"][0] == 2 * hits["distance"][2]
    hit = world.ray([-5.0, 0.01, 0.02], [1, 0, 0], mask=2)
    assert hit is not None and hit.body is b
    assert world.ray([-5.0, 0.01, 0.02], [1, 0, 0], t_max=1.0) is None
    lists = world.overlap_spheres(points, 0.5)
    assert len(lists) == len(points)
    for point, items in zip(points, lists):
        assert np.array_equal(items, world.overlap_sphere(point, 0.5))
    boxes = np.stack([points - 0.3, points + 0.3], axis=1)
    lists = world.overlap_boxes(boxes)
    for box, items in zip(boxes, lists):
        assert np.array_equal(items, world.overlap_box(box))
        assert mote.geometry.triangle_box(b.positions()[faces], box).sum() == (items["body"] == b.index).sum()
    nothing = np.empty((0, 3))
    assert len(world.overlap_spheres(nothing, 1.0)) == 0 and len(world.rays(nothing, nothing)) == 0


@pytest.mark.parametrize("ask", [
    lambda w, a, b: w.distance(a, a),
    lambda w, a, b: w.distance(a, b, -1),
    lambda w, a, b: w.distance(a, b, math.nan),
    lambda w, a, b: w.distance(a, None),
    lambda w, a, b: w.distance(a, b, "far"),
    lambda w, a, b: w.closest_point(a, [1, 2]),
    lambda w, a, b: w.closest_point(a, [[1, 2, 3]]),
    lambda w, a, b: w.closest_points(a, [[1, 2, math.nan]]),
    lambda w, a, b: w.closest_points(a, [[1, 2, 3]], [1, 2]),
    lambda w, a, b: w.rays([[0, 0, 0]], [[1, 0, 0], [1, 0, 0]]),
    lambda w, a, b: w.ray([0, 0, math.inf], [1, 0, 0]),
    lambda w, a, b: w.ray([0, 0, 0], [1, 0, 0], -1),
    lambda w, a, b: w.ray([0, 0, 0], [1, 0, 0], mask=-1),
    lambda w, a, b: w.overlap_sphere([0, 0, 0], -1),
    lambda w, a, b: w.overlap_box([[0, 0, math.nan], [1, 1, 1]]),
    lambda w, a, b: w.overlap_boxes([[0, 0, 0]]),
    lambda w, a, b: w.add(None),
    lambda w, a, b: w.add(a.mesh, mask=1 << 64),
    lambda w, a, b: w.add(a.mesh, category="all"),
    lambda w, a, b: w.body(77),
    lambda w, a, b: a.set_bounds([[0, 0], [1, 1]]),
])
def test_bad_questions_are_refused(ask: Any) -> None:
    world = mote.World()
    mesh = mote.Mesh(*cube())
    a, b = world.add(mesh), world.add(mesh, transform=moved(3))
    with pytest.raises(mote.Error) as raised:
        ask(world, a, b)
    assert str(raised.value)
    assert world.distance(a, b).distance == 2 and len(world) == 2


def test_options_by_name() -> None:
    names = [option.name for option in mote.options()]
    assert "tolerance" in names and "senin.particles" in names and len(names) == len(set(names))
    assert {option.name for option in mote.options("smith")} < set(names)
    world = mote.World("senin", options={"senin.particles": 7, "senin.movement": "edges", "tolerance": 0})
    assert world.option("senin.particles") == 7 and world.option("senin.movement") == 1
    for bad in ({"no.such": 1}, {"senin.particles": -1}, {"senin.movement": "up"}, {"tolerance": "wide"},
                {"senin.particles": 1.5}, {7: 1}):
        with pytest.raises(mote.Error):
            mote.World("senin", options=bad)  # type: ignore[arg-type]
    for arguments in ({"method": "fast"}, {"method": 99}, {"workers": -1}, {"tolerance": math.nan}, {"detect": "none"},
                      {"seed": 1.5}, {"time_budget": -1}, {"invalid": "ignore"}, {"method": None}):
        with pytest.raises(mote.Error):
            mote.World(**arguments)  # type: ignore[arg-type]
    world.time_budget = 0.5
    assert world.time_budget == 0.5


def test_certified_particles_give_exact_answers() -> None:
    mesh = mote.Mesh(*ball(8))
    for method in ("paired", "senin", "lbg"):
        with mote.World(method, certify=True) as world:
            world.add(mesh)
            b = world.add(mesh, transform=moved(1.99))
            assert len(world.detect()) == 1
            b.transform = moved(2.1)
            report = world.detect()
            assert len(report) == 0 and (report.estimates["verdict"] != mote.Verdict.UNDECIDED).all()


def test_drawing_gives_arrays() -> None:
    with mote.World("lbg") as world:
        mesh = mote.Mesh(*ball(8))
        world.add(mesh)
        world.add(mesh, transform=moved(1.0))
        world.detect()
        drawing = world.draw()
        assert (drawing.boxes["kind"] == mote.DrawKind.BODY).sum() == 2
        assert len(drawing.points) and len(drawing.areas) == 2 and len(drawing.areas[0].area_of) == mesh.vertex_count
        assert set(drawing.triangles["body"]) <= {0, 1} and drawing.areas[0].body in world.bodies


# ---------------------------------------------------------------------------------------------
# Ends


def test_a_closed_world_refuses_everything() -> None:
    with mote.World() as world:
        mesh = mote.Mesh(*cube())
        body = world.add(mesh)
        array = body.vertices
    assert world.closed and repr(world) == "<mote.World: closed>" and not body.is_alive
    world.close()
    for use in (world.detect, lambda: world.report, lambda: world.add(mesh), lambda: world.bodies,
                lambda: body.positions(), lambda: body.vertices, lambda: world.ray([0, 0, 0], [1, 0, 0]),
                lambda: world.distances([]), lambda: setattr(body, "vertices", array), world.draw,
                lambda: setattr(body, "transform", None), lambda: world.record("/dev/null")):
        with pytest.raises(mote.StateError):
            use()
    assert np.array_equal(array, mesh.vertices)


def test_what_is_garbage_is_freed_at_once() -> None:
    class Data:
        pass

    gc.disable()
    try:
        data = Data()
        mesh = mote.Mesh(*cube())
        world = mote.World()
        body = world.add(mesh, data=data)
        body.vertices = cube()[0]
        array = weakref.ref(body._record.positions)
        report = world.detect()
        watched = [weakref.ref(one) for one in (mesh._handle, world._state.handle, world, body, report, data, mesh)]
        for pair in report:
            assert pair
        del mesh, world, data, report
        assert watched[2]() is not None and array() is not None  # the body keeps its world
        del body
        assert [one() for one in watched] == [None] * 7 and array() is None
    finally:
        gc.enable()


def test_a_world_can_be_used_by_one_call_at_a_time() -> None:
    mesh = mote.Mesh(*cube())
    world = mote.World()
    body = world.add(mesh)
    inside, go_on = threading.Event(), threading.Event()
    problems: List[BaseException] = []

    def evaluate(vertices: Array, positions: Array) -> None:
        inside.set()
        assert go_on.wait(60)
        for use in (world.detect, world.close, lambda: body.positions(), lambda: setattr(body, "transform", None)):
            try:
                use()
            except mote.StateError as problem:
                problems.append(problem)

    body.deformer = mote.Custom(mesh, evaluate)
    thread = threading.Thread(target=world.detect)
    thread.start()
    # The interpreter goes on here while the library is in detect, and the callback takes its lock back.
    assert inside.wait(60)
    with pytest.raises(mote.StateError, match="in use"):
        world.detect()
    with pytest.raises(mote.StateError, match="evaluated"):
        body_deformer = body._record.deformer
        assert isinstance(body_deformer, mote.Custom)
        body_deformer.changed()
    go_on.set()
    thread.join(60)
    assert not thread.is_alive() and len(problems) == 4
    assert len(world.detect()) == 0


def test_worlds_run_in_threads_of_their_own() -> None:
    mesh = mote.Mesh(*ball(10))
    answers: List[List[int]] = [[], []]

    def run(answer: List[int]) -> None:
        with mote.World(workers=2) as world:
            world.add(mesh)
            body = world.add(mesh)
            for i in range(30):
                body.transform = moved(0.1 * i)
                answer.append(world.detect().hash)

    threads = [threading.Thread(target=run, args=(answer,)) for answer in answers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers[0] == answers[1] and len(set(answers[0])) > 10


def test_a_budget_says_what_was_not_examined() -> None:
    mesh = mote.Mesh(*ball(10))
    with mote.World(candidate_budget=50) as world:
        for i in range(4):
            world.add(mesh, transform=moved(0.1 * i))
        report = world.detect()
        assert report.cut_short and len(report.unexamined) and report.unsearched == []
        assert set(report.unexamined["a"]) <= {0, 1, 2} and report.unexamined["begun"].dtype == bool


def test_positions_stay_from_frame_to_frame() -> None:
    vertices, faces = ball(8)
    mesh = mote.Mesh(vertices, faces)
    for mesh_order in (False, True):
        world = mote.World()
        a, b = world.add(mesh, mesh_order=mesh_order), world.add(mesh)
        a.vertices = (vertices[mesh.mesh_order] if mesh_order else vertices).astype(np.float32) * np.float32(1.5)
        for x in (2.0, 3.0, 2.2):
            a.transform = moved(x)
            assert (len(world.detect()) > 0) == (x < 2.5) == (world.distance(a, b).distance == 0)


def test_trimming_gives_memory_back_and_keeps_the_report() -> None:
    mesh = mote.Mesh(*ball(20))
    world = mote.World()
    world.add(mesh)
    body = world.add(mesh, transform=moved(0.1))
    world.detect()
    body.transform = moved(1.95)
    before = world.detect()
    world.trim()
    after = world.report
    assert after.hash == before.hash and not before.is_current and len(after.contacts) == before.contact_count
    with pytest.raises(mote.StaleError):
        before.pairs
    assert world.detect().hash != 0
