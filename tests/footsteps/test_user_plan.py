import itertools
import json
import math

import pytest

from sipbullet.errors import PlanError
from sipbullet.footsteps.manoeuvres import PlanBuilder, parse_manoeuvre
from sipbullet.footsteps.user_plan import read_plan
from sipbullet.worlds.catalogue import load_world

FLAT = load_world("flat")


def write(tmp_path, feet):
    path = tmp_path / "plan.json"
    path.write_text(feet if isinstance(feet, str) else json.dumps(feet))
    return path


def read(tmp_path, feet, start="right", world=FLAT):
    return read_plan(write(tmp_path, feet), world, 0.9, 0.2, start)


def straight(count=5):
    return PlanBuilder(0.2).steps(count, 0.3).feet


def test_a_straight_plan_has_the_worlds_places(tmp_path):
    plan = read(tmp_path, straight())
    assert [f.s for f in plan] == pytest.approx([0.0, 0.3, 0.6, 0.9, 1.2, 1.5])
    assert [f.foot for f in plan[:3]] == ["right", "left", "right"]
    assert {f.tread for f in plan} == {1}


def test_a_turning_plan_goes_on_along_its_path(tmp_path):
    feet = PlanBuilder(0.2).steps(2, 0.3).steps(12, 0.1, turn=math.radians(15)).feet
    plan = read(tmp_path, feet)
    assert plan[-1].yaw == pytest.approx(math.pi)
    assert plan[-1].s == pytest.approx(0.6 + 12 * 0.1, abs=1e-9)
    assert all(
        abs(b.s - a.s) == pytest.approx(0.1 if i >= 2 else 0.3)
        for i, (a, b) in enumerate(itertools.pairwise(plan))
    )


def test_backwards_the_path_runs_back(tmp_path):
    plan = read(tmp_path, PlanBuilder(0.2).steps(2, 0.3).steps(3, -0.1).feet)
    assert plan[-1].s == pytest.approx(0.3)


def changed(index, **values):
    feet = [dict(foot) for foot in straight()]
    feet[index].update(values)
    return feet


@pytest.mark.parametrize(
    ("feet", "words"),
    [
        (changed(3, y=7.0), "foothold 3 is out of reach"),
        (
            changed(3, z=0.05),
            "foothold 3 lies off the world: at (0.9, 0.1, 0.05) m the ground is at 0 m",
        ),
        (changed(2, y=0.15), "foothold 2 crosses the other foot"),
        (changed(2, foot="left"), "foothold 2 is of the left foot again"),
        (
            changed(0, foot="left"),
            "foothold 0 is of the left foot, but the walk starts on the right foot",
        ),
        (changed(4, yaw=1.5), "foothold 4 turns by 1.5 rad (86°; yaw is in rad)"),
        (changed(5, x=5.0), "foothold 5 is out of reach"),
        (changed(1, z=0.4), "foothold 1 is out of reach"),
        (changed(1, x="far"), "2.x = 'far'"),
        (changed(1, hop=True), "unknown key"),
        (changed(1, foot="middle"), "foot = 'middle'"),
        (straight()[:1], "needs at least two"),
        ({"feet": []}, "a plan is a list"),
        ("[{", "not valid JSON"),
        (
            '[{"x": NaN, "y": 0, "z": 0, "yaw": 0, "foot": "right"}, '
            '{"x": 0, "y": 0, "z": 0, "yaw": 0, "foot": "left"}]',
            "finite",
        ),
    ],
)
def test_bad_plans_are_named_with_their_index(tmp_path, feet, words):
    with pytest.raises(PlanError) as error:
        read(tmp_path, feet)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_off_the_worlds_edge_there_is_no_ground(tmp_path):
    feet = [{**foot, "y": foot["y"] + 0.95} for foot in straight()]
    with pytest.raises(PlanError, match="foothold 1 lies off the world: .* there is no ground"):
        read(tmp_path, feet)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(PlanError, match="cannot be read"):
        read_plan(tmp_path / "none.json", FLAT, 0.9, 0.2, "right")


def test_manoeuvres_are_read():
    assert parse_manoeuvre("8x0.3") == (8, 0.3, 0.0, 0.0)
    assert parse_manoeuvre("12x0.1,-0.02,15") == (12, 0.1, -0.02, pytest.approx(math.radians(15)))


@pytest.mark.parametrize("text", ["", "x", "3x", "0x0.3", "ax1", "3x1,2,3,4", "3xnan", "-2x0.1"])
def test_bad_manoeuvres_are_refused(text):
    with pytest.raises(PlanError, match="COUNTxAHEAD"):
        parse_manoeuvre(text)
