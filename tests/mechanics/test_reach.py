import numpy as np
import pytest
from builders import make_step
from hypothesis import given
from strategies import floats, robots, states, steps

from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.reach import reach


@given(robots(), steps(), states(), floats(-0.5, 0.5), floats(-0.4, 0.4), floats(-0.9, -0.1))
def test_a_leg_of_these_angles_and_this_length_is_there(robot, step, state, ahead, left, down):
    linkage = Linkage.of(robot, step)
    place = linkage.point(state.positions, linkage.swing_hip) + np.array([ahead, left, down])
    alpha, alpha_z, leg2 = (float(value) for value in reach(linkage, state.positions, place))
    new = make_step(
        step.support,
        step.pivot,
        step.stance.alpha1,
        step.stance.alpha_z1,
        alpha,
        alpha_z,
        step.knee.start,
        step.knee.target,
        leg2,
        0.36,
    )
    assert Linkage.of(robot, new).swing_foot_position(state.positions) == pytest.approx(
        place, abs=1e-12
    )
    assert abs(2 * alpha_z) <= np.pi / 2 + 1e-12


@given(robots(), steps(), states())
def test_it_undoes_the_kinematics(robot, step, state):
    linkage = Linkage.of(robot, step)
    alpha, alpha_z, leg2 = reach(
        linkage, state.positions, linkage.swing_foot_position(state.positions)
    )
    assert leg2 == pytest.approx(step.swing_leg.length)
    if abs(step.swing_leg.alpha) > 1e-3:
        assert (alpha, alpha_z) == pytest.approx(
            (step.swing_leg.alpha, step.swing_leg.alpha_z), abs=1e-9
        )
