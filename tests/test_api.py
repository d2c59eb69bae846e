"""Walks from Python."""

import subprocess
import sys
import typing

import numpy as np
import pytest

import sipbullet as sb
from sipbullet.config.models import WalkConfig
from sipbullet.simulation.prepare import prepare


def test_a_walk_has_its_steps_its_summary_and_its_plots(tmp_path):
    run = sb.walk("stairs", controller="footstep", steps=7, integrator="rk4", length=0.35)
    assert run.finished
    assert len(run.steps) == 7
    assert run.summary["worst_foothold_error"] < 5e-5
    figure = run.plot("path", "energy", out=tmp_path / "run.png")
    assert len([axes for axes in figure.axes if axes.get_title()]) == 2
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")
    assert (run.save(tmp_path / "run") / "steps.csv").exists()


def test_it_is_the_walk_of_the_command_line(tmp_path):
    sb.walk("flat", steps=5, duration=0.5, push=[(1.0, 0.0, 2.0)], seed=3).save(tmp_path / "api")
    command = [
        sys.executable,
        "-m",
        "sipbullet",
        "walk",
        "flat",
        "--steps",
        "5",
        "--duration",
        "0.5",
        "--push",
        "1,0,2",
    ]
    subprocess.run(
        [*command, "--seed", "3", "--out", str(tmp_path / "cli")], check=True, capture_output=True
    )
    assert (tmp_path / "api" / "steps.csv").read_bytes() == (
        tmp_path / "cli" / "steps.csv"
    ).read_bytes()


def test_two_simulations_live_side_by_side():
    alone = [step.record.landing.contact.state for step in sb.steps("stairs", steps=6)]
    one, two = (
        sb.steps("stairs", steps=6),
        sb.steps("flat", steps=6, controller="footstep", integrator="rk4"),
    )
    both = [(first, second) for first, second in zip(one, two, strict=True)]
    assert [first.record.landing.contact.state for first, _ in both] == alone
    assert all(second.progress.step_length == pytest.approx(0.4, abs=1e-6) for _, second in both)


def test_a_robot_made_in_memory_walks():
    heavy = sb.varied(sb.Robot(), mass=90.0)
    assert heavy.inertia == pytest.approx((2.25, 1.5, 2.25))
    run = sb.walk("flat", robot=heavy, steps=5)
    assert run.finished
    assert run.summary["robot"]["mass"] == 90.0


def test_a_controller_of_ones_own():
    class Lazy:
        """Stops commanding after three steps."""

        memory: typing.ClassVar = {}

        def __init__(self, inner):
            self.inner = inner

        def command(self, touchdown):
            return None if touchdown.index >= 3 else self.inner.command(touchdown)

        def retarget(self, step, state, time):
            return step

    assert len(sb.walk("flat", steps=9, wrap=Lazy).steps) == 3


def test_bad_input_is_one_line():
    for settings, words in (
        ({"world": "nowhere"}, "no world"),
        ({"length": float("nan")}, "gait.length = nan"),
        ({"colour": 1}, "unknown key 'colour'"),
        ({"push": [(1, 2)]}, "disturbance.push.1.y is missing"),
        ({"robot": "none.urdf"}, "no such file"),
    ):
        with pytest.raises(sb.SipbulletError, match=words) as error:
            sb.walk(**settings)
        assert "\n" not in str(error.value)
    with pytest.raises(sb.SipbulletError, match="nothing is called"):
        sb.walk("flat", steps=1).plot("colour")
    with pytest.raises(AttributeError, match="no attribute 'run'"):
        _ = sb.run


def test_nothing_of_pybullet_is_in_a_run():
    run = sb.walk("flat", steps=2)
    modules = {
        type(value).__module__.split(".")[0] for step in run.steps for value in vars_of(step)
    }
    assert "pybullet" not in modules


def vars_of(value, depth=5):
    """Everything reachable from a value through its fields."""
    yield value
    if depth and hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from vars_of(getattr(value, name), depth - 1)


def test_the_kane_integrator_agrees_with_rk4():
    """On the same dynamics from two hands.

    PyBullet's mass matrices, and the compiled Kane model.
    """
    for world in ("stairs", "spiral"):
        touchdowns = []
        for integrator in ("rk4", "kane"):
            walk = prepare(
                WalkConfig.model_validate(
                    {"world": world, "simulation": {"integrator": integrator, "dt": 2.5e-3}}
                )
            ).run()
            states = [step.record.landing.contact.state for step in walk]
            touchdowns.append(np.array([[*state.positions, *state.rates] for state in states]))
        assert touchdowns[0] == pytest.approx(touchdowns[1], abs=1e-9)
