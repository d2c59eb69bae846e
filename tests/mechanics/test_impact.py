import numpy as np
import pytest
from hypothesis import given
from reference import TOUCHDOWNS, reference_robot, reference_state, reference_step
from strategies import robots, states, steps

from sipbullet.mechanics import kane
from sipbullet.mechanics.impact import solve_impact
from sipbullet.mechanics.leg_geometry import Linkage, angular_velocity, point_velocity


@pytest.mark.parametrize("case", TOUCHDOWNS)
def test_impact_agrees_with_an_independent_simulation(case):
    impact = solve_impact(
        Linkage.of(reference_robot(case), reference_step(case, "before")),
        reference_state(case, "before"),
    )
    assert impact.impulse == pytest.approx(case["impulse"], abs=1e-10)
    assert impact.angular_velocity_post == pytest.approx(case["angular_velocity_after"], abs=1e-11)
    assert impact.trailing_foot_velocity == pytest.approx(case["trailing_foot_velocity"], abs=1e-11)


@given(robots(), steps(), states())
def test_the_landing_foot_stops(robot, step, state):
    impact = solve_impact(Linkage.of(robot, step), state)
    assert np.abs(impact.landing_foot_velocity).max() < 1e-11


@given(robots(), steps(), states())
def test_impulse_is_the_change_of_momentum_and_moment_of_momentum(robot, step, state):
    """Newton and Euler, written without Kane.

    One impulse F at the landing foot, none at the other.
    """
    linkage = Linkage.of(robot, step)
    q, v = state.positions, state.rates
    impact = solve_impact(linkage, state)
    r = linkage.cog_position(q) - linkage.swing_foot_position(q)
    velocity_post = np.cross(impact.angular_velocity_post, r)
    velocity_pre = point_velocity(q, v, linkage.cog)
    assert robot.mass * (velocity_post - velocity_pre) == pytest.approx(impact.impulse, abs=1e-8)
    inertia = kane.inertia_in_world(linkage, q)
    spin = inertia @ (impact.angular_velocity_post - angular_velocity(q, v))
    assert spin == pytest.approx(np.cross(-r, impact.impulse), abs=1e-8)


@given(robots(), steps(), states())
def test_an_inelastic_impact_loses_energy(robot, step, state):
    """The loss is that of the constraint.

    It is not negative, and the knee's speed is lost with it.
    """
    impact = solve_impact(Linkage.of(robot, step), state)
    assert impact.kinetic_energy_lost >= -1e-9


def test_friction_of_a_pulling_impulse_is_infinite():
    case = TOUCHDOWNS[0]
    linkage, state = (
        Linkage.of(reference_robot(case), reference_step(case, "before")),
        reference_state(case, "before"),
    )
    backwards = type(state).from_arrays(state.positions, -state.rates)
    assert solve_impact(linkage, state).friction == pytest.approx(
        np.hypot(*case["impulse"][:2]) / case["impulse"][2]
    )
    assert solve_impact(linkage, backwards).friction == float("inf")
