import json
import math

import numpy as np
import pytest
from builders import walked

from sipbullet.config.models import WalkConfig
from sipbullet.config.settings import load_settings
from sipbullet.errors import SipbulletError
from sipbullet.mechanics import kane
from sipbullet.record.summary import SummaryBuilder
from sipbullet.record.writer import RunFolder
from sipbullet.simulation.prepare import prepare
from sipbullet.simulation.start_stop import find_release


def run(**settings):
    return walked(**{"world": "flat", "simulation": {"integrator": "rk4"}, **settings})


CHANGES = {
    "duration": 0.60,
    "length": 0.35,
    "spacing": 0.24,
    "offset": 0.02,
    "heading": 0.1,
    "roll": 0.02,
}
TOLERANCE = {
    "duration": 0.012,
    "length": 0.007,
    "spacing": 0.0048,
    "offset": 0.002,
    "heading": math.radians(0.15),
    "roll": 0.0017,
}


def measured(step, name):
    landing, progress = step.record.landing, step.progress
    return {
        "duration": landing.contact.time,
        "length": progress.step_length,
        "spacing": progress.spacing,
        "offset": progress.offset,
        "heading": landing.yaw,
        "roll": landing.roll,
    }[name]


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize(("controller", "steps_needed"), [("pid", 8), ("str", 12), ("footstep", 2)])
def test_each_objective_settles_after_a_step_of_it(tmp_path, controller, steps_needed, name):
    """Stepped at step 10; measured as the mean of two steps, one of each foot, from then on."""
    world = tmp_path / "plaza.toml"
    world.write_text('name = "plaza"\nwidth = 20\n[[section]]\nkind = "landing"\nlength = 30\n')
    schedule = [{"step": 10, name: CHANGES[name]}]
    walk, steps = run(world=str(world), controller=controller, steps=34, schedule=schedule)
    assert walk.outcome.status == "finished", walk.outcome
    values = np.array([measured(step, name) for step in steps])
    means = 0.5 * (values[1:] + values[:-1])
    settled = means[9 + steps_needed :]  # of the steps after 10 + steps_needed
    tolerance = max(TOLERANCE[name], 0.02 * abs(CHANGES[name]))
    assert np.abs(settled - CHANGES[name]).max() <= tolerance


def test_a_schedule_that_is_out_of_reach_is_refused_before_the_walk():
    with pytest.raises(SipbulletError, match="out of reach"):
        run(schedule=[{"step": 5, "length": 1.9}])
    with pytest.raises(SipbulletError, match="one landing only"):
        run(world="stairs", schedule=[{"step": 5, "heading": 0.2}])


def test_a_schedule_is_recorded_and_repeated(tmp_path):
    walk = prepare(
        WalkConfig.model_validate(
            {"world": "flat", "steps": 6, "schedule": [{"step": 3, "length": 0.3}]}
        )
    ).run()
    folder = RunFolder(tmp_path / "run", walk)
    for step in walk:
        folder.add(step)
    folder.finish({})
    text = (tmp_path / "run" / "steps.csv").read_text().splitlines()
    column = text[0].split(",").index("target_length")
    assert [float(line.split(",")[column]) for line in text[1:]] == pytest.approx(
        [0.4, 0.4, 0.3, 0.3, 0.3, 0.3]
    )
    again = prepare(load_settings(tmp_path / "run" / "run.toml", {}, [])).run()
    assert again.config.schedule == walk.config.schedule
    assert again.plan == walk.plan


@pytest.mark.parametrize(("controller", "steps_needed"), [("pid", 8), ("footstep", 2)])
@pytest.mark.parametrize("integrator", ["bullet", "rk4"])
def test_a_standing_start_reaches_the_steady_gait(controller, steps_needed, integrator):
    walk, steps = run(
        controller=controller, steps=30, from_standing=True, simulation={"integrator": integrator}
    )
    assert walk.outcome.status == "finished", walk.outcome
    for step in steps[steps_needed:]:
        assert step.record.landing.contact.time == pytest.approx(0.55, rel=0.02)
        assert step.progress.step_length == pytest.approx(0.40, rel=0.02)
        assert step.progress.spacing == pytest.approx(0.20, rel=0.02)
        assert abs(math.degrees(step.record.landing.roll)) < 1.0


def test_the_fall_on_both_feet_keeps_energy_and_turns_about_the_feet():
    _walk, steps = run(steps=2, from_standing=True)
    fall = steps[0].fall
    place = kane.Configuration(fall.linkage, fall.positions)
    energy = place.kinetic_energy(fall.rates) + place.potential_energy
    assert energy == pytest.approx(energy[0], rel=1e-9)
    assert np.abs(fall.positions[:, [0, 2]]).max() == 0.0
    assert steps[0].record.time == pytest.approx(fall.times[-1])
    assert steps[0].record.start.omega == pytest.approx(fall.rates[-1, 1], rel=1e-3), (
        "the pitch goes on as it falls"
    )


def test_the_release_is_where_the_fall_is_the_first_steps():
    walk = prepare(WalkConfig(world="flat")).run()
    release = find_release(walk.walk.walker, 0.4, walk.schedule.at(1), 0.36)
    assert 0.01 < release.lean < 0.1
    assert release.rate > 0.0
    assert 0.3 < release.duration < 2.0


def test_a_first_step_that_falling_does_not_give_is_refused():
    with pytest.raises(SipbulletError, match="from standing"):
        run(from_standing=True, gait={"length": 0.02, "duration": 0.8})


def test_standing_and_stopping_are_in_the_trajectory(tmp_path):
    walk = prepare(
        WalkConfig.model_validate(
            {"world": "flat", "steps": 6, "from_standing": True, "stop": "paper"}
        )
    ).run()
    folder, figures = RunFolder(tmp_path / "run", walk), SummaryBuilder(walk)
    for step in walk:
        figures.add(step)
        folder.add(step)
    folder.finish(figures.summary(1.0))
    lines = (tmp_path / "run" / "trajectory.csv").read_text().splitlines()
    supports = [line.split(",")[2] for line in lines[1:]]
    assert supports[0] == "both"
    assert supports[-1] == "both"
    assert "right" in supports
    times = [float(line.split(",")[0]) for line in lines[1:]]
    assert times == sorted(times)
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["stand"]["kinetic_energy_left"] < 0.015
    assert times[-1] == pytest.approx(summary["simulated_time"])


def test_the_zmp_is_near_the_point_foot_and_on_it_for_a_point_mass(tmp_path):
    _, steps = run(steps=8, controller="footstep")
    series = steps[-1].record.quantities
    pivot = np.array(steps[-1].record.step.pivot[:2])
    assert 1e-4 < np.abs(series.zmp - pivot).max() < 0.03
    from sipbullet.robot.parameters import Robot
    from sipbullet.robot.urdf_writer import robot_urdf

    path = tmp_path / "point.urdf"
    path.write_text(robot_urdf(Robot(inertia=(1e-4, 1e-4, 1e-4))))
    _, steps = run(steps=3, controller="footstep", robot=str(path))
    series = steps[-1].record.quantities
    assert np.abs(series.zmp - np.array(steps[-1].record.step.pivot[:2])).max() < 1e-5


def test_a_release_right_at_the_first_lean_is_no_division_by_zero():
    settings = {
        "gait": {"length": 0.02, "duration": 1.5, "knee_duration": 0.0},
        "simulation": {"gravity": 0.5, "integrator": "kane"},
    }
    _walk, steps = run(from_standing=True, steps=1, **settings)
    assert len(steps) == 1
    assert steps[0].fall.times[-1] > 0.0
