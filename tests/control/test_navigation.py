import math

import pytest
from plans import plan_of, schedule_of

from sipbullet.control.interface import Touchdown
from sipbullet.control.navigation import Navigator
from sipbullet.mechanics.state import Stance, State
from sipbullet.worlds.catalogue import load_world

STATE = State(0.05, -0.2, 0.0, 0.0, 1.0, 0.0, 0.9)
WORLD = load_world("stairs")
PLAN = plan_of(WORLD, 0.4, 0.2)


def touchdown(index, dx=0.0, dy=0.0, before=(0.0, 0.0)):
    here, last = PLAN[index], PLAN[index - 1] if index else None
    pivot = (here.x + dx, here.y + dy, here.z)
    previous = None if last is None else (last.x + before[0], last.y + before[1], last.z)
    return Touchdown(index, Stance(here.foot, pivot), STATE, previous, 0.55)


def test_a_walker_on_its_plan_has_nothing_to_correct():
    navigator = Navigator(PLAN, schedule_of())
    guidance = navigator.guidance(touchdown(8))
    assert guidance.length == pytest.approx(0.3)
    assert guidance.rise == pytest.approx(0.15)
    assert guidance.heading == 0.0
    errors = (guidance.offset, guidance.foothold_error, guidance.spacing_error, guidance.turn)
    assert errors == pytest.approx((0.0,) * 4, abs=1e-12)


def test_errors_have_the_signs_of_their_names():
    navigator = Navigator(PLAN, schedule_of())
    both_left = navigator.guidance(touchdown(8, dy=0.01, before=(0.0, 0.01)))
    assert both_left.offset == pytest.approx(0.01)
    short = navigator.guidance(touchdown(8, dx=-0.02))
    assert short.foothold_error == pytest.approx(0.02)
    side = 1 if PLAN[8].foot == "left" else -1
    wide = navigator.guidance(touchdown(8, dy=side * 0.03))
    assert wide.spacing_error == pytest.approx(-0.03)


def test_the_first_step_has_no_step_behind_it():
    navigator = Navigator(PLAN, schedule_of())
    progress = navigator.progress(touchdown(0))
    assert (progress.step_length, progress.spacing) == (0.0, 0.2)
    assert progress.offset == pytest.approx(0.0)


def test_the_plan_ends():
    navigator = Navigator(PLAN, schedule_of())
    assert navigator.guidance(touchdown(len(PLAN) - 1)) is None
    assert math.isfinite(navigator.guidance(touchdown(len(PLAN) - 2)).length)
