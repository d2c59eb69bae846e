import numpy as np
import pytest
from builders import make_step
from hypothesis import given
from strategies import floats

from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.swing_path import CLEARANCE, edge_clearance, smooth, swing_path
from sipbullet.robot.parameters import Robot

TIMES = np.linspace(0.0, 0.55, 60)


def stairs(rise, run=0.3):
    """Heights of a staircase of which (0, 0) is the middle of a tread at height 0."""
    return lambda places: rise * np.floor(places[:, 0] / run + 0.5)


def path(rise, ahead=0.3, side=0.1):
    """A swing from one tread below to one above (or the other way), over a foot at the origin."""
    robot = Robot()
    step = make_step("right", (0.0, -side, 0.0), 0.0, 0.0, 0.2, 0.0, 0.9, 0.9, 0.9, 0.0)
    pitch = np.arcsin(np.linspace(-ahead / 2, ahead / 2, len(TIMES)) / 0.9)
    leg = 0.9 - max(rise, 0.0) * (1 - smooth(TIMES / 0.36)) + min(rise, 0.0) * smooth(TIMES / 0.36)
    positions = np.column_stack([np.zeros_like(pitch), pitch, np.zeros_like(pitch), leg])
    begin, end = np.array([-ahead, side, -rise]), np.array([ahead, side, rise])
    linkage = Linkage.of(robot, step)
    return swing_path(linkage, TIMES, positions, begin, end, stairs(rise)), linkage, positions


@given(floats(-0.2, 0.2))
def test_it_goes_from_foot_to_foothold_and_clears_every_edge(rise):
    drawn, linkage, positions = path(rise)
    assert drawn[0] == pytest.approx([-0.3, 0.1, -rise])
    assert drawn[-1] == pytest.approx([0.3, 0.1, rise])
    if abs(rise) > 1e-3:
        assert edge_clearance(drawn, stairs(rise)) >= 0.01
    inside = drawn[1:-1] - linkage.point(positions, linkage.swing_hip)[1:-1]
    assert np.linalg.norm(inside, axis=1).max() <= 0.9 + 1e-12
    assert (drawn[:, 2] - stairs(rise)(drawn)).min() > -5e-3, "never in the ground"


def test_it_is_smooth():
    drawn, _, _ = path(0.15)
    speed = np.diff(drawn, axis=0) / np.diff(TIMES)[:, None]
    assert np.abs(np.diff(speed, axis=0)).max() < 0.8
    assert np.abs(speed[[0, -1], :2]).max() < 0.3, "it lifts off and lands almost without slipping"


def test_the_clearance_is_that_over_the_higher_side_of_an_edge():
    straight = np.column_stack([np.linspace(-0.3, 0.3, 40), np.zeros(40), np.full(40, 0.2)])
    assert edge_clearance(straight, stairs(0.15)) == pytest.approx(0.05)
    assert edge_clearance(straight, lambda places: np.zeros(len(places))) == float("inf")


def test_level_ground_gets_a_hump():
    drawn, _, _ = path(0.0)
    assert CLEARANCE < drawn[:, 2].max() < 0.1


def test_minimum_jerk():
    assert smooth(np.array([-1.0, 0.0, 0.5, 1.0, 2.0])) == pytest.approx([0.0, 0.0, 0.5, 1.0, 1.0])
