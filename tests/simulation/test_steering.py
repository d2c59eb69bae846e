"""Walks that a user steers: what is asked goes into the settings and repeats the walk."""

import dataclasses
import math

import pytest
from builders import record_run, walk_of

import sipbullet as sb
from sipbullet.config.models import ScheduleEntry
from sipbullet.config.settings import load_settings
from sipbullet.record.writer import RunFolder
from sipbullet.simulation.prepare import prepare
from sipbullet.simulation.steering import Inputs


def entry(**targets):
    return Inputs(targets=ScheduleEntry(step=1, **targets))


ASKED = {
    4: entry(length=0.3),
    6: entry(heading=0.2, offset=0.02),
    8: Inputs(push=(0.0, 5.0, 0.0)),
    10: entry(duration=0.6, spacing=0.22),
    14: Inputs(stop="refined"),
}


class Script:
    """Asks what stands in a table, by the step."""

    def __init__(self, asked):
        self.asked, self.refused, self.said = asked, "", []

    def ask(self, index):
        self.said.append(self.refused)
        return self.asked(index) if callable(self.asked) else self.asked.get(index, Inputs())


def steered(controller, integrator, asked=ASKED):
    simulation = {"integrator": integrator}
    walk = walk_of(world="plaza", steps=40, controller=controller, simulation=simulation)
    return walk.run(Script(asked))


def same_files(one, two):
    for name in ("steps.csv", "trajectory.csv"):
        assert (one / name).read_bytes() == (two / name).read_bytes()


def repeated(folder, out):
    record_run(out, prepare(load_settings(folder / "run.toml", {}, [])).run())
    same_files(folder, out)


@pytest.mark.parametrize(
    ("controller", "integrator"), [("footstep", "bullet"), ("footstep", "rk4"), ("pid", "bullet")]
)
def test_a_steered_walk_is_repeated_from_its_files(tmp_path, controller, integrator):
    run = record_run(tmp_path / "steered", steered(controller, integrator))
    assert run.outcome.reason == "came to rest with step 14, and stands"
    repeated(tmp_path / "steered", tmp_path / "again")


def test_what_is_asked_is_done():
    steps = list(steered("footstep", "rk4"))
    assert steps[2].progress.step_length == pytest.approx(0.4, abs=1e-6)
    assert steps[4].progress.step_length == pytest.approx(0.3, abs=1e-6)
    assert steps[7].record.pushed
    assert not steps[6].record.pushed
    assert steps[11].record.landing.contact.time == pytest.approx(0.6, rel=1e-4)
    assert steps[-1].stand is not None


def test_what_cannot_be_is_not_done_and_said():
    run = steered("footstep", "rk4", {3: entry(length=2.5), 5: Inputs(stop="paper")})
    steps = list(run)
    assert "out of reach" in run.asks.refused
    assert len(steps) == 5
    assert run.outcome.status == "finished"
    run = walk_of(world="stairs", steps=4).run(Script(lambda index: entry(heading=0.1)))
    assert len(list(run)) == 4
    assert "one landing only" in run.asks.refused


def test_steering_leaves_the_walk_as_it_was():
    walk = walk_of(world="plaza", steps=16, controller="footstep")
    before = walk.config, walk.plan, walk.schedule
    list(walk.run(Script(ASKED)))
    assert (walk.config, walk.plan, walk.schedule) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        walk.config = None


def turned_about(foothold, count=8):
    """A plan that goes on from a foothold and turns by 20° a step."""
    x, y, yaw, foot = foothold.x, foothold.y, foothold.yaw, foothold.foot
    side = -0.1 if foot == "right" else 0.1
    x, y = x + side * math.sin(yaw), y - side * math.cos(yaw)  # the path's middle
    feet = []
    for _ in range(count):
        heading, foot = yaw + math.radians(10), "left" if foot == "right" else "right"
        x, y, yaw = (
            x + 0.2 * math.cos(heading),
            y + 0.2 * math.sin(heading),
            yaw + 2 * (heading - yaw),
        )
        side = -0.1 if foot == "right" else 0.1
        place = {"x": x - side * math.sin(yaw), "y": y + side * math.cos(yaw), "z": 0.0}
        feet.append({**place, "yaw": yaw, "foot": foot})
    return feet


def test_the_rest_of_a_plan_is_replaced_under_way_and_repeated(tmp_path):
    walk = sb.steps("plaza", controller="footstep", integrator="kane", steps=14)
    folder = RunFolder(tmp_path / "run", walk)
    for step in walk:
        folder.add(step)
        if step.record.index == 4:
            walk.steering.plan = turned_about(step.target)
    folder.finish({})
    assert walk.steering.refused == ""
    assert step.record.index == 12
    assert walk.outcome.reason == "reached the end of the path"
    assert step.target.yaw == pytest.approx(math.radians(160))
    assert step.record.landing.contact.foot[:2] == pytest.approx(
        (step.target.x, step.target.y), abs=1e-5
    )
    repeated(tmp_path / "run", tmp_path / "again")


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (
            lambda here: [{"x": here.x + 3, "y": -0.1, "z": 0, "yaw": 0, "foot": "right"}],
            "out of reach",
        ),
        (lambda here: [{"x": here.x, "y": 0.1, "z": 0, "yaw": 0, "foot": here.foot}], "alternate"),
        (lambda here: [{"x": 0.1}], "y is missing"),
        (lambda here: [], "no footholds"),
        (lambda here: "there", "is no plan"),
        (lambda here: [{"x": math.nan, "y": 0, "z": 0, "yaw": 0, "foot": "left"}], "finite"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_and_the_walk_goes_on(plan, words):
    walk = sb.steps("flat", controller="footstep", integrator="kane", steps=6)
    old = walk.plan
    for step in walk:
        if step.record.index == 3:
            walk.steering.plan = plan(step.target)
        if step.record.index == 4:
            assert words in walk.steering.refused
            assert "\n" not in walk.steering.refused
    assert walk.plan == old
    assert walk.outcome.reason == "took the 6 steps asked for"
