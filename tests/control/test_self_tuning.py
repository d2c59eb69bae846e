import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import floats

from sipbullet.config.models import WalkConfig
from sipbullet.control.self_tuning import RecursiveLeastSquares
from sipbullet.robot.parameters import Robot
from sipbullet.robot.urdf_writer import robot_urdf
from sipbullet.simulation.prepare import prepare

BASE = Robot()
ROBOTS = {
    "default": BASE,
    "mass +20 %": dataclasses.replace(
        BASE, mass=72.0, knee_stiffness=72 * 324.0, knee_damping=72 * 36.0
    ),
    "mass −20 %": dataclasses.replace(
        BASE, mass=48.0, knee_stiffness=48 * 324.0, knee_damping=48 * 36.0
    ),
    "pelvis +20 %": dataclasses.replace(BASE, pelvis_width=0.24),
    "pelvis −20 %": dataclasses.replace(BASE, pelvis_width=0.16),
    "COG 20 % higher": dataclasses.replace(BASE, cog_height=0.18),
    "COG 20 % lower": dataclasses.replace(BASE, cog_height=-0.18),
}


def rolls(controller, path=None, **more):
    settings = {
        "world": "flat",
        "controller": controller,
        "steps": 80,
        "robot": path,
        "simulation": {"integrator": "rk4"},
    }
    walk = prepare(WalkConfig.model_validate(settings | more)).run()
    landings = [step.record.landing for step in walk]
    assert walk.outcome.status == "finished", walk.outcome
    return np.array([[landing.switched.state.theta_x, landing.roll] for landing in landings])


@pytest.mark.parametrize("name", ROBOTS)
def test_after_thirty_steps_it_is_no_worse_than_the_pid(tmp_path, name):
    path = tmp_path / "robot.urdf"
    path.write_text(robot_urdf(ROBOTS[name]))
    tuned, pid = (rolls(controller, str(path))[30:] for controller in ("str", "pid"))
    assert np.var(tuned[:, 0]) <= np.var(pid[:, 0])
    assert abs(math.degrees(tuned[:, 1].mean())) <= 0.1


@pytest.mark.parametrize(
    "wrong",
    [
        {"a": 0.0, "b": 0.3},
        {"a": 1.0, "b": 3.0},
        {"a": -3.0, "b": -1.0, "c": 0.1},
        {"a": 8.0, "d": 0.1},
        {"c": -0.1},
    ],
)
def test_it_converges_from_wrong_estimates(wrong):
    found = rolls("str", self_tuning=wrong)
    early, late = np.abs(found[:8, 1]).max(), np.abs(found[60:, 1]).max()
    assert math.degrees(late) < 0.3
    assert late < early


def test_it_climbs_stairs():
    walk = prepare(WalkConfig(world="stairs", controller="str")).run()
    steps = list(walk)
    assert walk.outcome.reason == "reached the end of the path"
    assert max(abs(math.degrees(s.record.landing.roll)) for s in steps) < 5.0


def make_rls(n=3, forgetting=0.95, largest=1e4, drift=0.0):
    return RecursiveLeastSquares(
        np.zeros(n), np.full(n, 1e4), forgetting, largest, np.full(n, drift)
    )


@given(st.lists(floats(-2, 2), min_size=3, max_size=3))
def test_least_squares_finds_the_model_of_exact_data(true):
    rls, rng = make_rls(), np.random.default_rng(5)
    for _ in range(60):
        regressors = rng.normal(size=3)
        rls.update(regressors, float(regressors @ true))
    assert rls.estimate == pytest.approx(true, abs=1e-4)


@given(st.lists(floats(-0.01, 0.01), min_size=400, max_size=400))
def test_without_excitation_the_covariance_stays_bounded(values):
    rls = make_rls(drift=0.1)
    for value in values:
        rls.update(np.array([value, 0.0, 1.0]), value)
    assert np.all(np.isfinite(rls.covariance))
    assert np.all(np.isfinite(rls.estimate))
    assert np.trace(rls.covariance) < 4e4
    assert np.linalg.eigvalsh(rls.covariance).min() > -1e-6
