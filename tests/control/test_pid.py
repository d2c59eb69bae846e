import math

import pytest
from plans import plan_of, schedule_of

from sipbullet.config.controllers import PidConfig
from sipbullet.config.models import GaitConfig
from sipbullet.control.interface import Touchdown
from sipbullet.control.navigation import Navigator
from sipbullet.control.pid import PidController
from sipbullet.mechanics.state import SIDE_SIGN, Stance, State
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.worlds.catalogue import load_world

WORLD = load_world("stairs")
GAINS = PidConfig()


def command(start="right", roll=0.01, yaw=0.02, index=6, spacing=0.2, gains=GAINS):
    plan = plan_of(WORLD, 0.4, spacing, start)
    controller = PidController(
        Walker(Robot()), Navigator(plan, schedule_of(spacing)), GaitConfig(), gains
    )
    mirror = 1 if start == "right" else -1
    here, last = plan[index], plan[index - 1]
    state = State(mirror * yaw, -0.2, mirror * roll, mirror * 0.1, 1.0, mirror * 0.2, 0.9)
    before = (last.x, last.y, last.z)
    stance = Stance(here.foot, (here.x + 0.01, here.y, here.z))
    seen = Touchdown(index, stance, state, before, 0.56)
    return controller.command(seen)


def test_a_mirrored_touchdown_gets_the_mirrored_command():
    right, left = command("right"), command("left")
    for name in ("omega", "alpha", "leg2", "leg1_target"):
        assert getattr(left, name) == pytest.approx(getattr(right, name), abs=1e-14), name
    for name in ("gamma", "gamma_x", "alpha_z"):
        assert getattr(left, name) == pytest.approx(-getattr(right, name), abs=1e-14), name


def side_of(index):
    return SIDE_SIGN[plan_of(WORLD, 0.4, 0.2)[index].foot]


def test_a_lean_is_answered_against():
    plain, leaning = command(roll=0.0), command(roll=0.05)
    expected = (
        -(GAINS.roll + GAINS.roll_integral) * 0.05
        + side_of(6) * GAINS.sway_integral * side_of(6) * 0.05
    )
    assert leaning.gamma_x - plain.gamma_x == pytest.approx(expected)
    assert expected < -0.1


def test_a_slow_step_is_answered_by_more_speed_and_a_long_one_by_a_smaller_angle():
    still = PidConfig(duration_integral=0.0, foothold=0.0, spacing_integral=0.0)
    assert command().omega > command(gains=still).omega
    assert command().alpha < command(gains=still).alpha


def test_going_up_the_swing_leg_is_shorter_and_going_down_the_supporting_leg():
    up, down = command(index=6), command(index=22)
    assert (up.leg2, up.leg1_target) == pytest.approx((0.75, 0.9))
    assert (down.leg2, down.leg1_target) == pytest.approx((0.9, 0.75))


def test_a_wider_spacing_turns_the_swing_leg_outwards():
    wide = command(spacing=0.26)
    excess = math.sin(2 * wide.alpha_z) * math.sin(2 * wide.alpha) * 0.9
    assert side_of(6) * excess == pytest.approx(0.03), (
        "half of the 6 cm, for the supporting leg leans as much"
    )


def test_the_end_of_the_plan_is_the_end_of_the_commands():
    plan = plan_of(WORLD, 0.4, 0.2)
    controller = PidController(
        Walker(Robot()), Navigator(plan, schedule_of()), GaitConfig(), PidConfig()
    )
    last, before = plan[-1], plan[-2]
    stance = Stance(last.foot, (last.x, last.y, last.z))
    state, previous = State(0, -0.2, 0, 0, 1, 0, 0.9), (before.x, before.y, before.z)
    assert controller.command(Touchdown(len(plan) - 1, stance, state, previous, 0.55)) is None
