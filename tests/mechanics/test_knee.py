import pytest
from reference import SWINGS, reference_robot, reference_state, reference_step

from sipbullet.mechanics.knee import KneeDrive, quintic


@pytest.mark.parametrize("time", [0.0, 0.05, 0.18, 0.31, 0.3599])
def test_quintic_derivatives_are_derivatives(time):
    h = 1e-5
    before, here, after = (quintic(0.75, 0.9, 0.36, max(time + d, 0.0)) for d in (-h, 0.0, h))
    if time > 0:
        assert (after[0] - before[0]) / (2 * h) == pytest.approx(here[1], abs=1e-6)
        assert (after[1] - before[1]) / (2 * h) == pytest.approx(here[2], abs=1e-3)


def test_quintic_is_at_rest_at_both_ends_and_stays():
    assert quintic(0.75, 0.9, 0.36, 0.0) == (0.75, 0.0, 0.0)
    assert quintic(0.75, 0.9, 0.36, 0.36 - 1e-12) == pytest.approx((0.9, 0.0, 0.0), abs=1e-8)
    assert quintic(0.75, 0.9, 0.36, 5.0) == (0.9, 0.0, 0.0)


def test_no_duration_is_a_step_reference():
    assert quintic(0.75, 0.9, 0.0, 0.0) == (0.9, 0.0, 0.0)


def test_force_on_the_reference_carries_weight_and_acceleration():
    case = SWINGS[1]
    robot, step = reference_robot(case), reference_step(case, "start")
    drive = KneeDrive(robot, step)
    length, speed, acceleration = drive.reference(0.1)
    assert drive.force(0.1, 0.0, 0.0, length, speed) == pytest.approx(
        robot.mass * (9.81 + acceleration)
    )
    assert reference_state(case, "start").leg1 == step.knee.start
