import dataclasses

import numpy as np
import pytest
from builders import make_step
from hypothesis import given
from reference import TOUCHDOWNS, reference_robot, reference_state, reference_step
from scipy.optimize import least_squares
from strategies import robots, states, steps

from sipbullet.mechanics import kane
from sipbullet.mechanics.impact import solve_impact
from sipbullet.mechanics.leg_geometry import Linkage, angular_velocity
from sipbullet.mechanics.rigid_motion import rotation_x, rotation_z
from sipbullet.mechanics.switching import support_hip_angles, switch_feet


def switch(robot, step, state):
    linkage = Linkage.of(robot, step)
    impact = solve_impact(linkage, state)
    switched = switch_feet(linkage, step, state, impact)
    leg = switched.state.leg1
    angles = (switched.stance.alpha1, switched.stance.alpha_z1, 0.0, 0.0)
    after = Linkage.of(
        robot,
        make_step(switched.stance.support, switched.stance.pivot, *angles, leg, leg, leg, 0.0),
    )
    return linkage, impact, switched, after


@pytest.mark.parametrize("case", TOUCHDOWNS)
def test_switching_agrees_with_an_independent_simulation(case):
    _, _, switched, _ = switch(
        reference_robot(case), reference_step(case, "before"), reference_state(case, "before")
    )
    for name, value in case["after"].items():
        assert getattr(switched.state, name) == pytest.approx(value, abs=1e-11), name
    assert (switched.stance.alpha1, switched.stance.alpha_z1) == pytest.approx(
        (case["alpha1"], case["alpha_z1"]), abs=1e-12
    )


@given(steps(), states())
def test_hip_angles_solve_the_least_squares_problem(step, state):
    """The closed form is the minimum of the non-linear problem.

    Keep the pelvis' y axis with two angles.
    """
    linkage = Linkage.of(reference_robot(TOUCHDOWNS[0]), step)
    leg, pelvis = linkage.swing_frame(state.positions), linkage.pelvis_frame(state.positions)

    def miss(half_angles):
        alpha1, alpha_z1 = half_angles
        return (leg @ rotation_z(2 * alpha_z1) @ rotation_x(2 * alpha1))[:, 1] - pelvis[:, 1]

    found = least_squares(miss, [0.0, 0.0], xtol=1e-15, ftol=1e-15, gtol=1e-15)
    assert found.cost < 1e-20
    assert support_hip_angles(leg, pelvis) == pytest.approx(tuple(found.x), abs=1e-8)


@given(robots(), steps(), states())
def test_feet_hip_axis_and_angular_velocity_are_kept(robot, step, state):
    linkage, impact, switched, after = switch(robot, step, state)
    q, q_after = state.positions, switched.state.positions
    assert switched.stance.pivot == pytest.approx(tuple(linkage.swing_foot_position(q)), abs=1e-12)
    assert after.pelvis_frame(q_after)[:, 1] == pytest.approx(
        linkage.pelvis_frame(q)[:, 1], abs=1e-12
    )
    assert after.point(q_after, after.swing_hip) == pytest.approx(
        linkage.point(q, np.zeros(3)), abs=1e-12
    )
    assert angular_velocity(q_after, switched.state.rates) == pytest.approx(
        impact.angular_velocity_post, abs=1e-10
    )


@given(robots(), steps(), states())
def test_a_trunk_symmetric_about_the_hip_axis_sees_nothing(robot, step, state):
    inertia = (robot.inertia[0], min(robot.inertia[1], 1.9 * robot.inertia[0]), robot.inertia[0])
    robot = dataclasses.replace(robot, cog_height=0.0, inertia=inertia)
    linkage, impact, switched, after = switch(robot, step, state)
    q, q_after, v_after = state.positions, switched.state.positions, switched.state.rates
    assert after.cog_position(q_after) == pytest.approx(linkage.cog_position(q), abs=1e-12)
    r = linkage.cog_position(q) - linkage.swing_foot_position(q)
    velocity, spin = (
        np.cross(impact.angular_velocity_post, r),
        kane.inertia_in_world(linkage, q) @ impact.angular_velocity_post,
    )
    kinetic = 0.5 * robot.mass * velocity @ velocity + 0.5 * impact.angular_velocity_post @ spin
    assert kane.kinetic_energy(after, q_after, v_after) == pytest.approx(
        kinetic, rel=1e-10, abs=1e-10
    )
    momentum = robot.mass * np.cross(r, velocity) + spin
    assert kane.angular_momentum(after, q_after, v_after) == pytest.approx(momentum, abs=1e-9)


def test_another_trunk_is_turned_upright():
    """The stated property of the hybrid model: with the COG above the hips the reset moves it."""
    case = TOUCHDOWNS[0]
    state = reference_state(case, "before")
    linkage, _, switched, after = switch(
        reference_robot(case), reference_step(case, "before"), state
    )
    jump = after.cog_position(switched.state.positions) - linkage.cog_position(state.positions)
    assert np.linalg.norm(jump) > 0.01
