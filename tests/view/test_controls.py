"""Sliders and keys, with a stand-in for the window's connection."""

import math

import pytest

from sipbullet.config.models import PlannedFoot
from sipbullet.config.schedule import StepTargets
from sipbullet.view.controls import PUSH, Controls


class Keyboard:
    """What `Controls` uses of a connection."""

    B3G_UP_ARROW, B3G_DOWN_ARROW, B3G_LEFT_ARROW, B3G_RIGHT_ARROW = 65297, 65298, 65295, 65296
    KEY_IS_DOWN, KEY_WAS_TRIGGERED, KEY_WAS_RELEASED = 1, 2, 4

    def __init__(self):
        self.values, self.events = [], {}

    def addUserDebugParameter(self, label, low, high, value):
        assert low <= value <= high, label
        self.values.append(value)
        return len(self.values) - 1

    def readUserDebugParameter(self, index):
        return self.values[index]

    def getKeyboardEvents(self):
        events, self.events = self.events, {}
        return events


@pytest.fixture
def controls():
    return Controls(Keyboard(), StepTargets(0.55, 0.4, 0.2, 0.0, 0.0, 0.0))


def press(controls, key, state=2):
    codes = {"up": 65297, "left": 65295}
    controls.client.events = {codes.get(key, ord(key[0])): state}
    controls.read_keys()


def test_nothing_is_asked_until_something_moves(controls):
    assert controls.inputs(1).targets is None
    assert controls.inputs(2).push is None


def test_a_slider_acts_once_and_only_on_its_objective(controls):
    controls.client.values[1] = 0.3
    entry = controls.inputs(5).targets
    assert (entry.step, entry.length, entry.duration, entry.heading) == (5, 0.3, None, None)
    assert controls.inputs(6).targets is None


def test_keys_add_to_the_sliders(controls):
    press(controls, "up")
    press(controls, "up")
    press(controls, "left")
    entry = controls.inputs(3).targets
    assert entry.length == pytest.approx(0.44)
    assert entry.heading == pytest.approx(math.radians(5))
    controls.client.values[1] = 0.3
    assert controls.inputs(4).targets.length == pytest.approx(0.34)


def test_a_push_and_a_stop_are_asked_once(controls):
    press(controls, "j")
    press(controls, "x")
    asked = controls.inputs(2)
    assert asked.push == (0.0, PUSH, 0.0)
    assert asked.stop == "refined"
    assert controls.inputs(3) == type(asked)()


def test_a_key_that_went_down_and_up_between_two_looks_counts_once(controls):
    press(controls, " ", state=4)
    assert controls.paused
    press(controls, " ", state=2)
    press(controls, " ", state=1)
    press(controls, " ", state=4)
    assert not controls.paused


def test_pace_pause_and_beginning_again(controls):
    assert controls.pace == 1.0
    press(controls, "-")
    assert controls.pace == 0.5
    for _ in range(9):
        press(controls, "+", state=4)
    assert controls.pace == 4.0
    press(controls, "n")
    assert controls.single
    assert not controls.paused
    press(controls, "up")
    press(controls, "r")
    assert controls.restart
    controls.begin_again()
    assert not controls.restart
    assert controls.inputs(1).targets is None


def test_values_stay_within_what_a_schedule_allows(controls):
    for _ in range(200):
        press(controls, "left", state=4)
    assert abs(controls.inputs(2).targets.heading) <= math.pi


def test_turning_back_is_asked_once_and_leads_from_the_foot_that_stands(controls):
    press(controls, "b")
    standing = PlannedFoot(x=1.0, y=0.1, z=0.0, yaw=0.0, foot="left")
    plan = controls.inputs(4, standing).plan
    assert plan[0].foot == "right"
    assert (plan[0].x, plan[0].y) == pytest.approx((1.15, -0.1))
    assert plan[-1].yaw == pytest.approx(math.pi)
    assert plan[-1].x < 0.0
    assert controls.inputs(5, standing).plan is None
