"""Walks that a user steers: what is asked goes into the configuration, and repeats the walk to the bit."""

import pytest

from sipbullet.config import ScheduleEntry, WalkConfig
from sipbullet.recording import RunFolder
from sipbullet.settings import load_settings
from sipbullet.simulation import Inputs, prepare


def entry(**targets):
    return Inputs(targets=ScheduleEntry(step=1, **targets))


ASKED = {
    4: entry(length=0.3),
    6: entry(heading=0.2, offset=0.02),
    8: Inputs(push=(0.0, 5.0, 0.0)),
    10: entry(duration=0.6, spacing=0.22),
    14: Inputs(stop="refined"),
}


def steered(controller, integrator, asked=ASKED):
    config = {"world": "plaza", "steps": 40, "controller": controller, "simulation": {"integrator": integrator}}
    walk = prepare(WalkConfig.model_validate(config))
    return walk, lambda index: asked.get(index, Inputs())


@pytest.mark.parametrize(("controller", "integrator"), [("footstep", "bullet"), ("footstep", "rk4"), ("pid", "bullet")])
def test_a_steered_walk_is_repeated_from_its_files(tmp_path, controller, integrator):
    walk, ask = steered(controller, integrator)
    folder = RunFolder(tmp_path / "steered", walk)
    for step in walk.steps(ask):
        folder.add(step)
    folder.finish({})
    assert walk.outcome.reason == "came to rest with step 14, and stands"
    again = prepare(load_settings(tmp_path / "steered" / "run.toml", {}, []))
    folder = RunFolder(tmp_path / "again", again)
    for step in again.steps():
        folder.add(step)
    for name in ("steps.csv", "trajectory.csv"):
        assert (tmp_path / "steered" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_what_is_asked_is_done():
    walk, ask = steered("footstep", "rk4")
    steps = list(walk.steps(ask))
    assert steps[2].progress.step_length == pytest.approx(0.4, abs=1e-6)
    assert steps[4].progress.step_length == pytest.approx(0.3, abs=1e-6)
    assert steps[7].record.pushed and not steps[6].record.pushed
    assert steps[11].record.landing.contact.time == pytest.approx(0.6, rel=1e-4)
    assert steps[-1].stand is not None


def test_what_cannot_be_is_not_done_and_said():
    walk, ask = steered("footstep", "rk4", {3: entry(length=2.5), 5: Inputs(stop="paper")})
    steps = list(walk.steps(ask))
    assert "out of reach" in walk.refused
    assert len(steps) == 5 and walk.outcome.status == "finished"
    walk = prepare(WalkConfig(world="stairs", steps=4))
    assert len(list(walk.steps(lambda index: entry(heading=0.1)))) == 4
    assert "one landing only" in walk.refused
