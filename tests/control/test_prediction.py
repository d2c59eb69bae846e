import dataclasses
import math

import numpy as np
import pytest
from builders import make_step
from hypothesis import given
from scipy.integrate import solve_ivp
from strategies import floats

from sipbullet.control.prediction import leg_pair
from sipbullet.control.step_pendulum import StepPendulum
from sipbullet.errors import ConfigError
from sipbullet.mechanics import kane
from sipbullet.mechanics.knee import KneeDrive
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot

ROBOT = Robot()


@given(floats(0.15, 0.6), floats(-0.2, 0.2))
def test_two_legs_meet_at_the_hip(length, rise):
    pair = leg_pair(0.9, length, rise)
    hip = pair.leg1 * np.array([math.sin(pair.lean), math.cos(pair.lean)])
    swing = pair.lean - pair.leg_angle
    foot = hip - pair.leg2 * np.array([math.sin(swing), math.cos(swing)])
    assert foot == pytest.approx([length, rise], abs=1e-9)
    assert max(pair.leg1, pair.leg2) == 0.9


@pytest.mark.parametrize(("length", "rise"), [(2.0, 0.0), (1.72, 0.2), (math.nan, 0.0)])
def test_legs_that_do_not_reach_are_refused(length, rise):
    with pytest.raises(ConfigError, match="out of reach"):
        leg_pair(0.9, length, rise)


@pytest.mark.parametrize(("start", "rise"), [(0.9, 0.0), (0.75, 0.15), (0.9, -0.15)])
def test_the_pitch_rate_takes_the_planar_walker_there_in_time(start, rise):
    """Against the Kane model with a pelvis of no width: exact but for the knee's lag."""
    robot = dataclasses.replace(ROBOT, pelvis_width=0.0, knee_stiffness=6e6, knee_damping=6e4)
    pair = leg_pair(0.9, 0.3, rise)
    step = make_step(
        "right", (0, 0, 0), 0, 0, pair.leg_angle / 2, 0, start, pair.leg1, pair.leg2, 0.36
    )
    lean = -0.2
    forward = StepPendulum(Walker(robot), (start, pair.leg1), 0.36, 0.55).feed_forward(
        lean, pair.lean
    )
    linkage, drive = Linkage.of(robot, step), KneeDrive(robot, step)

    def slope(t, y):
        q, v = y[:4], y[4:]
        force = None if step.knee_locked else drive.force(t, q[1], q[2], q[3], v[3])
        return np.concatenate([v, kane.accelerations(linkage, q, v, force)])

    begin = [0, lean, 0, start, 0, forward.omega, 0, 0]
    end = solve_ivp(slope, (0, 0.55), begin, method="LSODA", rtol=1e-9, atol=1e-10).y[:, -1]
    assert end[1] == pytest.approx(pair.lean, abs=2e-4)


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(("start", "rise"), [(0.9, 0.0), (0.75, 0.15)])
def test_the_toss_brings_the_pelvis_back_to_level(side, start, rise):
    """Against the Kane model: the small angles of the front view are good to half a degree."""
    pair = leg_pair(0.9, 0.3, rise)
    support = "right" if side == 1 else "left"
    step = make_step(
        support, (0, 0, 0), 0, 0, pair.leg_angle / 2, 0, start, pair.leg1, pair.leg2, 0.36
    )
    forward = StepPendulum(Walker(ROBOT), (start, pair.leg1), 0.36, 0.55).feed_forward(
        -0.2, pair.lean
    )
    linkage, drive = Linkage.of(ROBOT, step), KneeDrive(ROBOT, step)

    def slope(t, y):
        q, v = y[:4], y[4:]
        force = None if step.knee_locked else drive.force(t, q[1], q[2], q[3], v[3])
        return np.concatenate([v, kane.accelerations(linkage, q, v, force)])

    end = solve_ivp(
        slope,
        (0, 0.55),
        [0, -0.2, 0, start, 0, forward.omega, side * forward.roll_rate, 0],
        rtol=1e-9,
        atol=1e-10,
    ).y[:, -1]
    assert abs(math.degrees(end[2])) < 0.6
    assert abs(side * forward.roll_rate) > 0.2
