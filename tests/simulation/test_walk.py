"""Whole walks: what the issue of this project is about."""

import itertools
import math

import numpy as np
import pytest
from builders import walked
from independent import fall

from sipbullet.config.models import WalkConfig
from sipbullet.errors import SipbulletError
from sipbullet.mechanics.impact import solve_impact
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.switching import switch_feet
from sipbullet.robot.parameters import Robot
from sipbullet.robot.urdf_writer import robot_urdf
from sipbullet.simulation.prepare import prepare

DT = {"bullet": 1e-3, "rk4": 1e-2, "kane": 1e-2}


@pytest.fixture(scope="module")
def walks():
    """The shipped walks by both integrators, run once."""
    found = {}
    for integrator in DT:
        simulation = {"integrator": integrator}
        found["flat", integrator] = walked(world="flat", steps=60, simulation=simulation)
        found["stairs", integrator] = walked(world="stairs", simulation=simulation)
    return found


BOTH = pytest.mark.parametrize("integrator", DT)
ALL = pytest.mark.parametrize(
    ("world", "integrator"), [(w, i) for w in ("flat", "stairs") for i in DT]
)


@BOTH
def test_the_flat_walk_meets_its_targets(walks, integrator):
    walk, steps = walks["flat", integrator]
    assert (walk.outcome.status, len(steps)) == ("finished", 60)
    last = steps[-16:]
    assert np.mean([s.record.landing.contact.time for s in last]) == pytest.approx(0.55, rel=1e-3)
    assert np.mean([s.progress.step_length for s in last]) == pytest.approx(0.40, abs=5e-4)
    assert np.mean([s.progress.spacing for s in last]) == pytest.approx(0.20, abs=1e-3)
    assert max(abs(math.degrees(s.record.landing.roll)) for s in last) <= 0.5
    assert max(abs(s.progress.offset) for s in last) <= 5e-3


@BOTH
def test_the_staircase_is_climbed_and_descended(walks, integrator):
    walk, steps = walks["stairs", integrator]
    assert walk.outcome.status == "finished"
    assert walk.outcome.reason == "reached the end of the path"
    assert max(s.record.landing.switched.stance.pivot[2] for s in steps) == pytest.approx(1.5)
    assert steps[-1].record.landing.contact.foot[2] == pytest.approx(0.0, abs=1e-6)
    treads = [walk.world.tread_at(*s.record.landing.contact.foot, 1e-6) for s in steps]
    for index, tread in enumerate(walk.world.treads):
        if tread.section in (1, 3):
            assert treads.count(index) == 1
    for s in steps:
        if walk.world.treads[s.target.tread].section in (1, 3):
            x, y, _ = s.record.landing.contact.foot
            assert walk.world.edge_distance(s.target.tread, x, y) >= 0.08
    assert max(abs(math.degrees(s.record.landing.roll)) for s in steps) <= 5.0


@ALL
def test_no_monitor_is_violated(walks, world, integrator):
    _, steps = walks[world, integrator]
    for s in steps:
        assert s.record.violations == ()
        assert s.record.quantities.min_fz > 0
        assert s.record.quantities.max_friction < 0.6
        impact = s.record.landing.impact
        assert impact.friction < 0.6
        assert impact.impulse[2] > 0
        assert impact.trailing_foot_lifts


@ALL
def test_energy_and_momentum_drift_little(walks, world, integrator):
    _, steps = walks[world, integrator]
    limits = {"bullet": (1e-5, 1e-4), "rk4": (1e-8, 1e-7), "kane": (1e-8, 1e-7)}[integrator]
    for s in steps:
        assert abs(s.record.energy_drift) <= limits[0 if s.record.step.knee_locked else 1]
        assert (
            abs(s.record.momentum_drift) <= {"bullet": 1e-5, "rk4": 1e-9, "kane": 1e-9}[integrator]
        )


@ALL
def test_the_feet_switch_without_a_trace(walks, world, integrator):
    _, steps = walks[world, integrator]
    for s in steps:
        reset = s.record.landing.reset
        assert reset.cog_jump < 1e-12
        assert abs(reset.energy_jump) < 1e-9
        assert reset.momentum_jump < 1e-10


@ALL
def test_every_swing_is_the_independent_models(walks, world, integrator):
    """Each recorded step, integrated anew by SciPy from its start for its duration."""
    _, steps = walks[world, integrator]
    angle, rate = {"bullet": (5e-4, 5e-3), "rk4": (1e-7, 1e-7), "kane": (1e-7, 1e-7)}[integrator]
    for s in steps[:: 5 if world == "flat" else 1]:
        record = s.record
        linkage, contact = (
            Linkage.of(prepare(WalkConfig()).robot, record.step),
            record.landing.contact,
        )
        q, v, _ = fall(linkage, record.step, record.start, contact.time)
        assert contact.state.positions == pytest.approx(q, abs=angle)
        assert contact.state.rates == pytest.approx(v, abs=rate)
        assert linkage.swing_foot_position(contact.state.positions) == pytest.approx(
            contact.foot, abs=1e-12
        )
        assert abs(contact.foot[2] - contact.top) <= 1e-7
        assert record.quantities.rates[-1] == pytest.approx(contact.state.rates, abs=0)


@ALL
def test_each_step_starts_where_the_last_one_left_off(walks, world, integrator):
    walk, steps = walks[world, integrator]
    for before, after in itertools.pairwise(steps):
        linkage, contact = Linkage.of(walk.robot, before.record.step), before.record.landing.contact
        switched = switch_feet(
            linkage, before.record.step, contact.state, solve_impact(linkage, contact.state)
        )
        step, start = after.record.step, after.record.start
        assert (step.support, step.pivot) == (switched.stance.support, switched.stance.pivot)
        assert (step.stance.alpha1, step.stance.alpha_z1) == (
            switched.stance.alpha1,
            switched.stance.alpha_z1,
        )
        assert start.positions == pytest.approx(switched.state.positions, abs=0)
        assert after.record.time == pytest.approx(before.record.time + contact.time, abs=1e-12)


@ALL
def test_starting_on_the_left_foot_gives_the_mirror_image(walks, world, integrator):
    steps_limit = 60 if world == "flat" else None
    _, left = walked(
        world=world, steps=steps_limit, start="left", simulation={"integrator": integrator}
    )
    _, right = walks[world, integrator]
    mirror = np.array([-1, 1, -1, 1])
    assert len(left) == len(right)
    for a, b in zip(left, right, strict=True):
        here, there = a.record.landing.contact, b.record.landing.contact
        assert here.time == pytest.approx(there.time, abs=1e-9)
        assert here.state.positions * mirror == pytest.approx(there.state.positions, abs=1e-9)
        assert here.state.rates * mirror == pytest.approx(there.state.rates, abs=1e-9)
        assert np.array(here.foot) * [1, -1, 1] == pytest.approx(there.foot, abs=1e-9)


def test_bullets_error_is_in_proportion_to_its_step():
    walk, _ = walked(world="stairs", steps=8)
    errors = []
    for dt in (2e-3, 5e-4):
        _, steps = walked(world="stairs", steps=8, simulation={"dt": dt})
        worst = 0.0
        for s in steps:
            q, _, _ = fall(
                Linkage.of(walk.robot, s.record.step),
                s.record.step,
                s.record.start,
                s.record.landing.contact.time,
            )
            worst = max(worst, np.abs(q - s.record.landing.contact.state.positions).max())
        errors.append(worst)
    assert math.log(errors[0] / errors[1], 4) > 0.8


@pytest.mark.parametrize(
    ("length", "duration"), [(0.4, 0.5), (0.3, 0.55), (0.25, 0.5), (0.45, 0.6)]
)
def test_other_gaits_settle_too(length, duration):
    settings = {"world": "flat", "steps": 40, "gait": {"length": length, "duration": duration}}
    walk, steps = walked(**settings, simulation={"integrator": "rk4"})
    assert walk.outcome.status == "finished"
    assert np.mean([s.record.landing.contact.time for s in steps[-16:]]) == pytest.approx(
        duration, rel=1e-3
    )
    assert np.mean([s.progress.step_length for s in steps[-16:]]) == pytest.approx(length, abs=5e-4)


def test_other_spacings_are_held():
    for spacing in (0.10, 0.16, 0.26, 0.35):
        _, steps = walked(
            world="flat", steps=50, gait={"spacing": spacing}, simulation={"integrator": "rk4"}
        )
        assert np.mean([s.progress.spacing for s in steps[-16:]]) == pytest.approx(
            spacing, abs=1e-3
        )


def test_a_variant_robot_walks(tmp_path):
    robot = Robot(
        mass=75.0,
        leg_length=0.95,
        pelvis_width=0.22,
        inertia=(2.1, 1.4, 2.1),
        knee_stiffness=24300,
        knee_damping=2700,
    )
    path = tmp_path / "tall.urdf"
    path.write_text(robot_urdf(robot))
    walk, steps = walked(world="stairs", robot=str(path))
    assert walk.robot == robot
    assert walk.outcome.status == "finished", walk.outcome
    assert not any(s.record.violations for s in steps)


def test_a_robot_whose_trunk_is_turned_records_the_energy(tmp_path):
    robot = Robot(cog_height=0.05)
    path = tmp_path / "high.urdf"
    path.write_text(robot_urdf(robot))
    _, steps = walked(world="flat", steps=6, robot=str(path))
    assert max(abs(s.record.landing.reset.energy_jump) for s in steps if s.record.landing) > 1e-3


def test_a_fall_is_named():
    walk, steps = walked(world="flat", steps=60, pid={"roll": -3.0})
    assert walk.outcome.status == "fell"
    assert walk.outcome.reason.startswith(f"step {len(steps)}: ")
    assert steps[-1].record.landing is None or "landed on tread" in walk.outcome.reason


def test_a_foot_on_the_wrong_tread_is_a_fall():
    walk, steps = walked(world="stairs", pid={"foothold": -2.0})
    assert walk.outcome.status == "fell", walk.outcome
    assert steps[-1].record.index == walk.outcome.steps


def test_strict_ends_the_walk_at_the_first_violation():
    walk, steps = walked(world="flat", steps=20, monitor={"friction": 0.2, "strict": True})
    assert walk.outcome.status == "stopped"
    assert walk.outcome.reason.startswith("step 1: strict: friction")
    assert len(steps) == 1
    loose, steps = walked(world="flat", steps=20, monitor={"friction": 0.2})
    assert loose.outcome.status == "finished"
    assert any("friction" in s.record.violations[0] for s in steps)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"world": "flat", "gait": {"length": 1.9}}, "out of reach"),
        ({"gait": {"spacing": 1.9}}, "spacing"),
        ({"world": "flat", "gait": {"spacing": 1.3}}, None),
        ({"gait": {"spacing": 1.25}}, "only 1.2 m wide"),
        ({"robot": "nobody.urdf"}, "no such file"),
    ],
)
def test_impossible_walks_are_refused_before_they_start(settings, words):
    if words is None:
        prepare(WalkConfig.model_validate(settings))
        return
    with pytest.raises(SipbulletError, match=words):
        prepare(WalkConfig.model_validate(settings))
