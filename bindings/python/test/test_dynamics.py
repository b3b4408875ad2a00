"""Dynamics: bodies that move, bounce and are held."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from shapes import ball, cube, sheet

import mote
from mote.dynamics import grasp_targets, mass_of_mesh, respond


def test_the_mass_of_a_cube() -> None:
    mesh = mote.Mesh(*cube(2.0, (1, 0, 0)))
    mass = mass_of_mesh(mesh, density=3)
    assert mass.mass == pytest.approx(24) and mass.center == pytest.approx([1, 0, 0])
    assert np.allclose(mass.inertia, np.eye(3) * 24 * 4 / 6)
    assert mass_of_mesh(mesh, cube(1.0)[0]).mass == pytest.approx(1)
    for bad in (lambda: mass_of_mesh(mote.Mesh(*sheet())), lambda: mass_of_mesh(mesh, density=-1),
                lambda: mass_of_mesh(mesh, sheet()[0]), lambda: mass_of_mesh(None)):  # type: ignore[arg-type]
        with pytest.raises(mote.Error):
            bad()


def test_a_body_falls_and_turns() -> None:
    rigid = mote.Rigid(mote.Mass(2.0), velocity=(1, 0, 0), angular_velocity=(0, 0, 1))
    later = rigid.advanced(2.0, (0, 0, -10))
    assert later.center == pytest.approx([2, 0, -20]) and later.velocity == pytest.approx([1, 0, -20])
    assert later.rotation == pytest.approx([math.cos(1), 0, 0, math.sin(1)], abs=1e-3)
    assert rigid.momenta.momentum == pytest.approx([2, 0, 0]) and rigid.momenta.kinetic_energy == pytest.approx(1.2)
    assert rigid.placement.matrix.tolist() == np.eye(4).tolist()
    light = rigid.with_mass(mote.Mass(1.0))
    assert light.velocity == pytest.approx([2, 0, 0])
    with pytest.raises(mote.DataError):
        rigid.advanced(math.nan)


@pytest.mark.parametrize("response", list(mote.Response))
def test_two_balls_exchange_their_velocities(response: mote.Response) -> None:
    a = mote.Rigid(center=(-1, 0, 0), velocity=(1, 0, 0))
    b = mote.Rigid(center=(1, 0, 0), velocity=(-1, 0, 0))
    after = respond(response, a, b, (0, 0, 0), (1, 0, 0))
    assert after.velocity_a == pytest.approx([-1, 0, 0]) and after.velocity_b == pytest.approx([1, 0, 0])
    assert not after.parting
    with pytest.raises(mote.DataError):
        respond(response, a, b, (0, 0, 0), (0, 0, 0))


def test_bodies_of_a_world_bounce() -> None:
    mesh = mote.Mesh(*ball(8))
    world = mote.World()
    a, b, wall = world.add(mesh), world.add(mesh), world.add(mote.Mesh(*cube(2.0)), transform=np.eye(4))
    wall.transform = [[1, 0, 0, 20], [0, 1, 0, 0], [0, 0, 1, 0]]
    with mote.Dynamics(world, "general", walls=[[-50] * 3, [50] * 3]) as dynamics:
        dynamics.add(a, velocity=(1, 0, 0))
        dynamics.add(b, placement=mote.Placement((3, 0, 0)), mass=mote.Mass(5.0), vertices=ball(8)[0])
        before = dynamics[a].momenta.momentum[0]
        contacts = 0
        for _ in range(200):
            report = dynamics.step(0.02)
            contacts += report.contact_count
        assert contacts and dynamics.report.steps == 200 and dynamics.report.time == pytest.approx(4)
        total = dynamics[a].momenta.momentum[0] + dynamics[b].momenta.momentum[0]
        assert total == pytest.approx(before) and dynamics[b].velocity[0] > 0
        assert b.transform[0, 3] > 3 and dynamics.nbytes > 0
        rigid = dynamics[a]
        rigid.velocity = (0, 0, 0)
        dynamics[a] = rigid
        dynamics.set_shape(a, ball(8)[0] * 2)
        dynamics.set_mass(b, mote.Mass(7.0))
        assert dynamics[b].mass.mass == 7
        dynamics.hold(a)
        assert dynamics.is_held(a) and not dynamics.is_held(b)
        dynamics.move_held(a, mote.Placement((-5, 0, 0)))
        dynamics.step(0.1)
        assert a.transform[0, 3] == pytest.approx(-5)
        dynamics.release(a)
        dynamics.remove(b)
        with pytest.raises(mote.StaleError):
            dynamics[b]
        a.remove()
        with pytest.raises(mote.StaleError):
            dynamics[a]
        dynamics.step(0.1)
        dynamics.advance(0.1)
        report = world.detect()
        dynamics.react(report, 0.1)
        world.detect()
        with pytest.raises(mote.StaleError):
            dynamics.react(report, 0.1)
    with pytest.raises(mote.StateError):
        dynamics.step(0.1)


def test_closing_the_world_ends_its_dynamics() -> None:
    world = mote.World()
    body = world.add(mote.Mesh(*ball(8)))
    dynamics = mote.Dynamics(world)
    dynamics.add(body)
    world.close()
    for use in (lambda: dynamics.step(0.1), lambda: dynamics.report, lambda: dynamics[body], lambda: dynamics.nbytes):
        with pytest.raises(mote.StateError):
            use()
    dynamics.close()


def test_a_hand_takes_vertices_along() -> None:
    still = mote.Placement()
    ends = grasp_targets(still, still, still, mote.Placement((0, 0, 1)), [[1, 2, 3]])
    assert ends.tolist() == [[1, 2, 4]]


@pytest.mark.parametrize("arguments", [
    {"response": "none"}, {"restitution": 2}, {"gravity": (0, 0)}, {"gravity": (0, 0, math.nan)},
    {"walls": [[0] * 3] * 2}, {"passes": 0}, {"push_apart": -1}, {"walls": "none"},
])
def test_bad_dynamics_are_refused(arguments: Any) -> None:
    with pytest.raises(mote.Error):
        mote.Dynamics(mote.World(), **arguments)
