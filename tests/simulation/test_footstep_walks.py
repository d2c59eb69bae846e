"""Walks with exact footsteps in the engine, pushes, uneven ground."""

import csv
import json
import math

import numpy as np
import pytest
from builders import make_step, walked

from sipbullet.config.models import WalkConfig
from sipbullet.config.resources import default_robot
from sipbullet.engine.engine import Engine
from sipbullet.engine.swing import Push
from sipbullet.footsteps.manoeuvres import PlanBuilder
from sipbullet.mechanics import kane
from sipbullet.mechanics.leg_geometry import Linkage, partial_velocities
from sipbullet.mechanics.state import State
from sipbullet.mechanics.walker import Walker
from sipbullet.record.writer import RunFolder
from sipbullet.robot.parameters import Robot
from sipbullet.simulation.prepare import prepare
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.exports import world_urdf


def run(**settings):
    return walked(**{"controller": "footstep", **settings})


def foothold_error(step):
    x, y, _ = step.record.landing.contact.foot
    return math.hypot(x - step.target.x, y - step.target.y)


@pytest.mark.parametrize("world", ["stairs", "spiral", "tower", "tour"])
@pytest.mark.parametrize("integrator", ["rk4", "bullet", "kane"])
def test_every_foothold_is_exact(world, integrator):
    walk, steps = run(world=world, simulation={"integrator": integrator})
    assert walk.outcome.reason == "reached the end of the path"
    assert (
        max(map(foothold_error, steps)) <= {"rk4": 5e-5, "kane": 5e-5, "bullet": 1e-3}[integrator]
    )
    assert max(abs(s.record.landing.contact.time / 0.55 - 1) for s in steps) <= 1e-3
    roll = max(abs(math.degrees(s.record.landing.roll)) for s in steps)
    assert roll <= {"rk4": 0.05, "kane": 0.05, "bullet": 0.1}[integrator]
    assert not any(s.record.violations for s in steps)


def test_the_pid_climbs_the_papers_spiral():
    walk, steps = run(world="spiral", controller="pid")
    assert walk.outcome.reason == "reached the end of the path"
    for s in steps:
        contact, target = s.record.landing.contact, s.target
        assert contact.top == pytest.approx(target.z)
        if walk.world.treads[target.tread].section == 1:
            x, y, _ = contact.foot
            assert walk.world.tread_at(*contact.foot, 1e-6) == target.tread
            assert walk.world.edge_distance(target.tread, x, y) > 0.05


PHASES = (0.1, 0.3, 0.5, 0.7, 0.9)


def push_at(angle, phase, impulse, duration=0.55, step=8):
    x, y = impulse * math.cos(math.radians(angle)), impulse * math.sin(math.radians(angle))
    return {"push": [{"time": (step + phase) * duration, "x": x, "y": y}]}


@pytest.mark.parametrize("angle", range(0, 360, 45))
@pytest.mark.parametrize("retarget", [False, True])
def test_pushes_on_the_flat_are_survived_and_gone_soon(angle, retarget):
    for phase in PHASES:
        settings = {
            "world": "flat",
            "steps": 18,
            "simulation": {"integrator": "rk4"},
            "footstep": {"retarget": retarget},
        }
        walk, steps = run(**settings, disturbance=push_at(angle, phase, 18.0))
        assert walk.outcome.status == "finished", (phase, walk.outcome)
        (pushed,) = [i for i, s in enumerate(steps) if s.record.pushed]
        assert pushed == 8
        assert all(foothold_error(s) < 0.02 for s in steps[pushed + 6 :])


@pytest.mark.parametrize("angle", range(0, 360, 45))
def test_pushes_on_the_stairs_are_survived(angle):
    for phase in PHASES:
        walk, _ = run(
            world="stairs", simulation={"integrator": "rk4"}, disturbance=push_at(angle, phase, 8.0)
        )
        assert walk.outcome.status == "finished", (phase, walk.outcome)


@pytest.mark.parametrize("integrator", ["bullet", "rk4", "kane"])
@pytest.mark.parametrize("locked", [True, False])
def test_a_push_changes_the_cogs_momentum_as_the_constraint_lets_it(integrator, locked):
    """The generalized momentum changes by the push's generalized impulse."""
    leg = 0.9 if locked else 0.75
    step = make_step("right", (0.0, -0.1, 0.0), 0.0, 0.0, 0.2, 0.0, leg, 0.9, 0.9, 0.36)
    state, impulse = State(0.0, -0.2, 0.0, 0.05, 1.0, 0.2, leg), np.array([4.0, -7.0, 3.0])
    dt = {"bullet": 1e-3, "rk4": 1e-2, "kane": 1e-2}[integrator]
    with Engine(
        Walker(Robot()),
        default_robot().read_bytes(),
        world_urdf(load_world("flat")),
        integrator,
        dt,
    ) as engine:
        linkage = Linkage.of(Robot(), step)
        swing = engine.swing(step, state, 1.1, (Push(0.1037, tuple(impulse)),))
    before, after = swing.segments
    assert before.times[-1] == after.times[0] == pytest.approx(0.1037, abs=1e-12)
    assert after.positions[0] == pytest.approx(before.positions[-1], abs=0)
    place = kane.Configuration(linkage, after.positions[0])
    change = after.rates[0] - before.rates[-1]
    generalized = partial_velocities(after.positions[0], linkage.cog).T @ impulse
    free = 3 if locked else 4
    assert place.mass_matrix[:free, :free] @ change[:free] == pytest.approx(
        generalized[:free], rel=1e-8
    )
    energies = [float(place.kinetic_energy(v)) for v in (before.rates[-1], after.rates[0])]
    assert energies[1] - energies[0] == pytest.approx(swing.push_energy, rel=1e-8)


def test_a_push_is_flagged_and_its_energy_is_no_drift(tmp_path):
    walk = prepare(
        WalkConfig.model_validate(
            {"world": "flat", "steps": 6, "disturbance": {"push": [{"time": 1.3, "x": 9, "y": 9}]}}
        )
    ).run()
    folder = RunFolder(tmp_path / "run", walk)
    for step in walk:
        folder.add(step)
        assert abs(step.record.energy_drift) < 1e-5
        assert abs(step.record.momentum_drift) < 1e-5
    folder.finish({})
    with (tmp_path / "run" / "steps.csv").open() as file:
        assert [row["pushed"] for row in csv.DictReader(file)] == [
            "False",
            "False",
            "True",
            "False",
            "False",
            "False",
        ]


def test_two_pushes_in_one_step_and_one_at_its_very_start():
    pushes = [
        {"time": 0.0, "x": 3, "y": 0},
        {"time": 0.2, "x": 0, "y": 5},
        {"time": 0.21, "x": 0, "y": -5},
    ]
    for integrator in ("bullet", "rk4", "kane"):
        walk, steps = run(
            world="flat",
            steps=4,
            simulation={"integrator": integrator},
            disturbance={"push": pushes},
        )
        assert walk.outcome.status == "finished"
        assert [len(s.record.swing.segments) for s in steps] == [4, 1, 1, 1]
        assert np.all(np.diff(steps[0].record.quantities.times) >= 0)


@pytest.mark.parametrize("seed", range(20))
def test_uneven_stairs_are_climbed(seed):
    walk, steps = run(
        world="stairs",
        seed=seed,
        disturbance={"ground_error": 0.02},
        simulation={"integrator": "rk4"},
    )
    assert walk.outcome.status == "finished", walk.outcome
    surprises = [abs(s.record.landing.contact.top - s.target.z) for s in steps]
    assert max(surprises) > 0.005


def walk_plan(tmp_path, builder, **settings):
    path = tmp_path / "plan.json"
    path.write_text(builder.json())
    return run(world="flat", footsteps=str(path), **settings)


MANOEUVRES = {
    "turn about in short steps": PlanBuilder(0.2)
    .steps(3, 0.3)
    .steps(12, 0.1, turn=math.radians(15))
    .steps(3, 0.3),
    "turn on the spot": PlanBuilder(0.2)
    .steps(3, 0.3)
    .steps(1, 0.15)
    .steps(6, 0.0, turn=math.radians(10))
    .steps(1, 0.15),
    "step in place": PlanBuilder(0.2).steps(3, 0.3).steps(1, 0.15).steps(8, 0.0).steps(3, 0.3),
    "walk backwards": PlanBuilder(0.2).steps(6, 0.3).steps(1, 0.1).steps(1, -0.1).steps(5, -0.3),
    "drift aside": PlanBuilder(0.2).steps(3, 0.3).steps(8, 0.3, left=0.06).steps(3, 0.3),
}


@pytest.mark.parametrize("name", MANOEUVRES)
def test_manoeuvres_are_walked_exactly(tmp_path, name):
    walk, steps = walk_plan(tmp_path, MANOEUVRES[name], simulation={"integrator": "rk4"})
    assert walk.outcome.reason == "reached the end of the path"
    assert max(map(foothold_error, steps)) <= 5e-5
    assert not any(s.record.violations for s in steps)


def test_a_plan_of_ones_own_is_repeated_from_the_runs_files(tmp_path):
    walk, _ = walk_plan(tmp_path, MANOEUVRES["step in place"], steps=5)
    folder = RunFolder(tmp_path / "run", walk)
    assert json.loads((tmp_path / "run" / "footsteps.json").read_text())[0]["foot"] == "right"
    assert 'footsteps = "footsteps.json"' in (tmp_path / "run" / "run.toml").read_text()
    folder.finish({})
