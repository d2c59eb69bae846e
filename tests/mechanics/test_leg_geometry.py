import numpy as np
import pytest
from hypothesis import given
from reference import SWINGS, reference_robot, reference_state, reference_step
from strategies import robots, states, steps

from sipbullet.mechanics.leg_geometry import (
    Linkage,
    angular_velocity,
    arm,
    leg_rotation,
    partial_velocities,
    point_velocity,
)
from sipbullet.mechanics.rigid_motion import (
    angles_321,
    cross,
    rotation_321,
    rotation_x,
    rotation_y,
    rotation_z,
)


def test_321_angles_are_body_rotations_in_order_and_invert():
    yaw, pitch, roll = np.array([0.3, -1.2]), np.array([0.4, -0.7]), np.array([-2.0, 0.9])
    product = rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll)
    assert rotation_321(yaw, pitch, roll) == pytest.approx(product, abs=1e-15)
    assert angles_321(product) == pytest.approx(np.stack([yaw, pitch, roll], axis=-1), abs=1e-14)


def test_cross_is_numpys():
    a, b = np.random.default_rng(1).normal(size=(2, 7, 3))
    assert cross(a, b) == pytest.approx(np.cross(a, b), abs=1e-15)


@pytest.mark.parametrize("case", SWINGS)
def test_places_agree_with_an_independent_simulation(case):
    linkage = Linkage.of(reference_robot(case), reference_step(case, "start"))
    q = reference_state(case, "end").positions
    assert linkage.swing_foot_position(q) == pytest.approx(case["swing_foot"], abs=1e-11)
    assert linkage.cog_position(q) == pytest.approx(case["cog"], abs=1e-11)


@given(robots(), steps(), states())
def test_partial_velocities_are_the_jacobian_of_the_position(robot, step, state):
    linkage = Linkage.of(robot, step)
    q, h = state.positions, 1e-6
    numeric = [
        (arm(q + h * e, linkage.cog) - arm(q - h * e, linkage.cog)) / (2 * h) for e in np.eye(4)
    ]
    assert partial_velocities(q, linkage.cog) == pytest.approx(np.array(numeric).T, abs=1e-8)


@given(robots(), steps(), states())
def test_velocity_is_the_sum_of_partial_velocities(robot, step, state):
    linkage = Linkage.of(robot, step)
    q, v = state.positions, state.rates
    expected = partial_velocities(q, linkage.swing_foot) @ v
    assert point_velocity(q, v, linkage.swing_foot) == pytest.approx(expected, abs=1e-12)


@given(states())
def test_angular_velocity_is_the_rotations_derivative(state):
    q, v, h = state.positions, state.rates, 1e-6
    derivative = (leg_rotation(q + h * v) - leg_rotation(q - h * v)) / (2 * h)
    spin = derivative @ leg_rotation(q).T
    assert angular_velocity(q, v) == pytest.approx([spin[2, 1], spin[0, 2], spin[1, 0]], abs=1e-8)


def test_a_batch_gives_what_its_elements_give():
    case = SWINGS[1]
    linkage = Linkage.of(reference_robot(case), reference_step(case, "start"))
    batch = np.array([reference_state(case, name).positions for name in ("start", "end")])
    each = [linkage.swing_foot_position(q) for q in batch]
    assert linkage.swing_foot_position(batch) == pytest.approx(np.array(each), abs=0)
