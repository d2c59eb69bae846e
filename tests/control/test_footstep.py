import dataclasses
import math

import numpy as np
import pytest
from analytic import analytic_walk
from builders import make_step
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import plan_of
from strategies import floats, robots, states, steps

from sipbullet.config.controllers import FootstepConfig
from sipbullet.control.footstep import swing_direction
from sipbullet.control.retarget import Retargeter
from sipbullet.control.shooting import Bounds, Flight, ShootingProblem, foot_geometry, miss
from sipbullet.footsteps.foothold import Foothold
from sipbullet.mechanics.compiled import fly, start_values, trunk_constants
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State, other_side
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.worlds.catalogue import load_world

BOUNDS = Bounds(4.0, 5.0, 3.0, 0.6)


def random_plan(lengths, turns, rises, lefts):
    """A plan about a wandering path: lengths, turns, rises and drifts of its steps."""
    x = y = yaw = z = s = 0.0
    foot = "right"
    plan = [Foothold(foot, 0.0, -0.1, 0.0, 0.0, 0.0, 0, -0.1)]
    for length, turn, rise, left in zip(lengths, turns, rises, lefts, strict=True):
        heading, foot = yaw + turn / 2, other_side(foot)
        x += length * math.cos(heading) - left * math.sin(heading)
        y += length * math.sin(heading) + left * math.cos(heading)
        yaw, z, s = yaw + turn, z + rise, s + length
        side = -0.1 if foot == "right" else 0.1
        plan.append(
            Foothold(foot, x - side * math.sin(yaw), y + side * math.cos(yaw), z, yaw, s, 0, side)
        )
    return tuple(plan)


@settings(max_examples=40)
@given(
    st.lists(floats(0.22, 0.45), min_size=12, max_size=12),
    st.lists(floats(-0.2, 0.2), min_size=12, max_size=12),
    st.lists(st.sampled_from([0.0, 0.0, 0.12, 0.15, -0.12, -0.15]), min_size=12, max_size=12),
    st.lists(floats(-0.03, 0.03), min_size=12, max_size=12),
)
def test_any_feasible_random_plan_is_hit(lengths, turns, rises, lefts):
    for step in analytic_walk(random_plan(lengths, turns, rises, lefts)):
        assert step.command.compromise == 0.0
        assert step.error <= 1e-6
        assert abs(step.roll) <= 1e-6
        assert step.command.residual <= 1e-9


@pytest.mark.parametrize("world", ["flat", "stairs", "spiral", "tower", "tour"])
def test_uniform_ground_takes_few_iterations(world):
    for step in analytic_walk(plan_of(load_world(world), 0.4, 0.2)[:90]):
        assert step.command.iterations <= 6
        assert step.command.residual <= 1e-9
        assert step.error <= 1e-6


def mirrored(plan):
    return tuple(
        dataclasses.replace(f, foot=other_side(f.foot), y=-f.y, yaw=-f.yaw, side=-f.side)
        for f in plan
    )


def moved(plan, angle, dx, dy, dz):
    c, s = math.cos(angle), math.sin(angle)
    return tuple(
        dataclasses.replace(
            f, x=c * f.x - s * f.y + dx, y=s * f.x + c * f.y + dy, z=f.z + dz, yaw=f.yaw + angle
        )
        for f in plan
    )


@pytest.mark.parametrize("world", ["stairs", "tower"])
def test_a_mirrored_plan_gets_the_mirrored_commands(world):
    plan = plan_of(load_world(world), 0.4, 0.2)[:40]
    for one, other in zip(analytic_walk(plan), analytic_walk(mirrored(plan)), strict=True):
        for name in ("omega", "alpha", "leg2", "leg1_target"):
            assert getattr(other.command, name) == pytest.approx(
                getattr(one.command, name), abs=1e-9
            ), name
        for name in ("gamma", "gamma_x", "alpha_z"):
            assert getattr(other.command, name) == pytest.approx(
                -getattr(one.command, name), abs=1e-9
            ), name


@settings(max_examples=10)
@given(floats(-3, 3), floats(-5, 5), floats(-5, 5), floats(-1, 1))
def test_a_plan_turned_and_shifted_gets_the_same_commands(angle, dx, dy, dz):
    plan = plan_of(load_world("tour"), 0.4, 0.2)[:20]
    for one, other in zip(
        analytic_walk(plan), analytic_walk(moved(plan, angle, dx, dy, dz)), strict=True
    ):
        for name in ("gamma", "omega", "gamma_x", "alpha", "alpha_z", "leg2"):
            assert getattr(other.command, name) == pytest.approx(
                getattr(one.command, name), abs=1e-7
            ), name


@pytest.mark.parametrize(
    ("world", "first", "last"), [("spiral", 8, 24), ("tower", 8, 40), ("flat", 3, 30)]
)
def test_steps_of_a_uniform_section_repeat_from_the_third_on(world, first, last):
    walked = analytic_walk(plan_of(load_world(world), 0.4, 0.2)[: last + 1])
    for before, after in zip(walked[first:], walked[first + 2 :], strict=False):
        for name in ("gamma", "omega", "gamma_x", "alpha"):
            difference = abs(getattr(after.command, name) - getattr(before.command, name))
            assert difference <= 1e-5, name


@settings(max_examples=30)
@given(robots(), states(), steps(), floats(-2, 2), floats(-2, 2), floats(-1, 1))
def test_the_solver_always_answers_with_numbers_inside_the_bounds(robot, state, step, x, y, z):
    linkage = Linkage.of(robot, step)
    problem = ShootingProblem(
        linkage, step, state, (step.pivot[0] + x, step.pivot[1] + y, step.pivot[2] + z), 0.55
    )
    shot = problem.solve(np.array([0.0, 1.0, 0.2, 0.2]), BOUNDS)
    values = np.array([shot.gamma, shot.omega, shot.gamma_x, shot.alpha])
    assert np.all(np.isfinite(values))
    assert np.all(np.abs(values) <= BOUNDS.limits + 1e-12)
    assert math.isfinite(shot.residual)
    assert shot.compromise >= 0.0


def test_out_of_reach_the_nearest_foothold_is_taken_and_said():
    step = make_step("right", (0.0, -0.1, 0.0), 0.0, 0.0, 0.2, 0.0, 0.9, 0.9, 0.9, 0.36)
    state = State(0.0, -0.2, 0.0, 0.0, 0.0, 0.0, 0.9)
    linkage = Linkage.of(Robot(), step)
    near = Bounds(4.0, 5.0, 3.0, 0.25)
    shot = ShootingProblem(linkage, step, state, (0.8, 0.1, 0.0), 0.55).solve(
        np.array([0.0, 1.0, 0.2, 0.2]), near
    )
    assert shot.alpha == pytest.approx(0.25, abs=1e-3)
    assert 0.2 < shot.compromise < 0.45
    assert shot.residual > 0.1


def test_the_equations_are_the_linkages():
    """`miss` in plain numbers against the flight and the kinematics in NumPy."""
    step = make_step("left", (0.3, 0.2, 0.1), 0.02, -0.03, 0.21, 0.04, 0.75, 0.9, 0.75, 0.36)
    state = State(0.3, -0.2, 0.02, 0.1, 1.1, -0.2, 0.75)
    linkage, unknowns = Linkage.of(Robot(), step), np.array([0.1, 1.1, -0.2, 0.21])
    constants, geometry, target = (
        trunk_constants(linkage, step),
        foot_geometry(linkage, step),
        np.array([0.5, 0.1, 0.2]),
    )
    found = miss(constants, geometry, start_values(state), unknowns, Flight(0.0, 0.5, 0.01), target)
    end = fly(constants, start_values(state), 0.0, 0.5, 0.01)
    assert found[:3] == pytest.approx(linkage.swing_foot_position(end[:4]) - target, abs=1e-13)
    assert found[3] == pytest.approx(linkage.pelvis_frame(end[:4])[2, 1], abs=1e-13)


def test_directions_of_the_swing_leg():
    assert swing_direction(0.4, 0.0) == (0.0, 1.0)
    assert swing_direction(-0.4, 0.0) == (0.0, -1.0)
    assert swing_direction(0.0, 0.1)[0] == pytest.approx(math.pi / 2)
    assert swing_direction(0.0, 0.0) == (0.0, 1.0)
    assert swing_direction(-0.1, 0.1)[0] == pytest.approx(-math.pi / 4)


def test_a_pushed_swing_is_aimed_anew_at_its_foothold():
    step = make_step("right", (0.0, -0.1, 0.0), 0.0, 0.0, 0.22, 0.0, 0.9, 0.9, 0.9, 0.36)
    linkage, target = Linkage.of(Robot(), step), (0.4, 0.1, 0.0)
    shot = ShootingProblem(linkage, step, State(0, -0.22, 0, 0, 0, 0, 0.9), target, 0.55).solve(
        np.array([0.0, 1.0, 0.2, 0.22]), BOUNDS
    )
    step = step.with_swing(shot.alpha, 0.0)
    start = State(0, -0.22, 0, shot.gamma, shot.omega, shot.gamma_x, 0.9)
    at = fly(trunk_constants(linkage, step), start_values(start), 0.0, 0.2, 0.01)
    pushed = State.from_arrays(at[:4], at[4:8] + np.array([0.1, -0.2, 0.15, 0.0]))
    aimed = Retargeter(Walker(Robot()), 0.55, 0.6)(step, pushed, 0.2, target)
    misses = [landing_miss(which, pushed, target) for which in (step, aimed)]
    assert misses[1] < 2e-3 < misses[0]


def landing_miss(step, state, target):
    """Distance in m from the target to where the foot comes down, from `state` at 0.2 s."""
    linkage = Linkage.of(Robot(), step)
    constants, start = trunk_constants(linkage, step), start_values(state)
    path = [
        linkage.swing_foot_position(fly(constants, start, 0.2, t, 0.01)[:4])
        for t in np.arange(0.21, 0.95, 0.001)
    ]
    landing = next(foot for foot in path if foot[2] <= 0.0)
    return math.hypot(landing[0] - target[0], landing[1] - target[1])


def test_bounds_come_from_the_settings():
    plan = plan_of(load_world("flat"), 0.4, 0.2)[:6]
    tight = analytic_walk(plan, config=FootstepConfig(max_alpha=0.15))
    assert any(step.command.compromise > 0.01 for step in tight)
    assert all(abs(step.command.alpha) <= 0.15 + 1e-9 for step in tight)
