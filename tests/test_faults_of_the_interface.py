"""Wrong things given to the public interface: one line that says what is allowed."""

import concurrent.futures
import dataclasses
import multiprocessing
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import sipbullet as sb
from sipbullet.config.registry import CONTROLLERS, INTEGRATORS, MONITORS, SECTIONS
from sipbullet.robot.urdf_reader import load_robot
from sipbullet.robot.urdf_writer import robot_urdf

ROOT = Path(__file__).resolve().parent.parent
FAST = {"integrator": "kane"}


def states(run):
    return [
        [*step.record.landing.contact.state.positions, *step.record.landing.contact.state.rates]
        for step in run
    ]


# ---- a walk is a description


def test_a_walk_runs_any_number_of_times():
    walk = sb.plan_walk("flat", steps=4, controller="str", **FAST)
    first, second = walk.run(), walk.run()
    one, two = states(first), states(second)
    assert one == two
    assert len(one) == 4
    assert first.outcome == second.outcome
    assert first.outcome.status == "finished"
    assert list(first) == [], "an exhausted run is not a new one"


def test_two_threads_walk_the_same_walk():
    walk = sb.plan_walk("stairs", steps=8, controller="footstep")
    alone = states(walk.run())
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda _: states(walk.run()), range(4))) == [alone] * 4


def _walk_in_worker(walk, pipe):
    pipe.send(states(walk.run()))


def test_a_forked_worker_walks_the_same_walk():
    walk = sb.plan_walk("flat", steps=4)
    alone = states(walk.run())
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("fork")
    worker = context.Process(target=_walk_in_worker, args=(walk, theirs))
    worker.start()
    assert ours.recv() == alone
    worker.join()


def test_a_controller_object_is_not_used_up_by_a_run():
    class Counting:
        taken = 0

        def command(self, touchdown):
            self.taken += 1
            return None

    mine = Counting()
    walk = sb.plan_walk("flat", controller=mine)
    assert [len(list(walk.run())) for _ in range(2)] == [0, 0]
    assert mine.taken == 0


# ---- gravity belongs to the simulation


def test_gravity_counts_whoever_walks(tmp_path):
    slow = sb.walk("flat", robot=sb.Robot(), gravity=5.0, steps=4, duration=0.7, **FAST)
    assert slow.summary["gravity"] == 5.0
    reaction = slow.steps[-1].record.quantities.reaction[:, 2].mean()
    assert reaction == pytest.approx(60 * 5.0, rel=0.15)
    slow.save(tmp_path / "slow")
    again = sb.walk(config=tmp_path / "slow" / "run.toml")
    assert states(again.steps) == states(slow.steps)
    assert "gravity" not in [field.name for field in dataclasses.fields(sb.Robot)]


# ---- what made a run


class Lazy:
    """Stops after three steps, whatever it wraps."""

    def __init__(self, inner=None):
        self.inner = inner

    def command(self, touchdown):
        return None if touchdown.index >= 3 else self.inner.command(touchdown)


def test_a_run_made_with_a_wrapper_of_nowhere_refuses_to_be_repeated(tmp_path):
    run = sb.walk("flat", wrap=lambda inner: Lazy(inner), steps=9, **FAST)
    assert len(run.steps) == 3
    run.save(tmp_path / "run")
    text = (tmp_path / "run" / "run.toml").read_text()
    assert "wrap = " in text
    assert "<lambda>" in text
    with pytest.raises(sb.SipbulletError, match="cannot be imported|only") as error:
        sb.walk(config=tmp_path / "run" / "run.toml")
    assert "\n" not in str(error.value)


def test_a_run_made_with_something_importable_is_repeated(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "import sipbullet as sb\n"
        "class Slow:\n"
        "    def __init__(self, gain=1.0):\n        self.gain = gain\n"
        "    def begin(self, setup):\n"
        "        from sipbullet.control.pid import PidController\n"
        "        self.pid = PidController.from_setup(setup)\n"
        "    def command(self, touchdown):\n"
        "        return None if touchdown.index > 3 else self.pid.command(touchdown)\n"
        "def slowed(inner):\n    return inner\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import mine

    for controller in (mine.Slow, mine.Slow(), "mine:Slow"):
        run = sb.walk("flat", controller=controller, wrap=mine.slowed, steps=9, **FAST)
        assert len(run.steps) == 4
        run.save(tmp_path / "run", force=True)
        assert 'controller = "mine:Slow"' in (tmp_path / "run" / "run.toml").read_text()
        again = sb.walk(config=tmp_path / "run" / "run.toml")
        assert states(again.steps) == states(run.steps)
    other = sb.walk("flat", controller=mine.Slow(gain=2.0), steps=9, **FAST)
    other.save(tmp_path / "other")
    with pytest.raises(sb.SipbulletError, match="from Python only"):
        sb.walk(config=tmp_path / "other" / "run.toml")


# ---- what is exported and packaged


def test_dir_has_what_is_exported_and_every_name_is_there():
    assert {"walk", "steps", "load", "Robot", "World", "register_controller"} <= set(dir(sb))
    for name in sb.__all__:
        assert getattr(sb, name) is not None


def test_the_wheel_is_typed_and_holds_no_film(tmp_path):
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", str(tmp_path)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "sipbullet/py.typed" in names
    assert "sipbullet/data/worlds/stairs.toml" in names
    assert "sipbullet/study/templates/figures.html" in names
    assert not [name for name in names if name.endswith((".gif", ".mp4"))]


def test_the_wall_time_is_measured(tmp_path):
    run = sb.walk("flat", steps=3, **FAST)
    assert 0.0 < run.summary["wall_time"] < 60.0


# ---- wrong things


class NoMethod:
    pass


class WrongCommand:
    def command(self, touchdown):
        return 3


def nan_command(touchdown):
    return sb.StepCommand(float("nan"), 1.0, 0.0, 0.2, 0.0, 0.9, 0.9, 0.3)


WRONG = [
    (lambda: sb.walk("flat", robot=5), "robot: 5 is no robot; give a Robot"),
    (lambda: sb.walk("flat", wrap=3), "wrap: 3 is no function"),
    (lambda: sb.walk("flat", wrap=lambda inner: None), "has no method command"),
    (lambda: sb.walk("flat", push=3), "push = 3: it is a list"),
    (lambda: sb.walk("flat", push=[3]), "a push is"),
    (lambda: sb.walk("flat", push=[(1, "a", 2)]), "disturbance.push.1.x = 'a'"),
    (lambda: sb.Robot(mass="a"), "mass is 'a'; it must be a number of kg"),
    (lambda: sb.Robot(mass=True), "mass is True"),
    (lambda: sb.Robot(inertia=3), "inertia is 3; it must be three numbers"),
    (lambda: sb.Robot(inertia=(1, 2)), "three numbers"),
    (lambda: sb.varied(sb.Robot, mass=3), "varied"),
    (lambda: sb.varied(sb.Robot(), mas=3), "it has no 'mas'; choose from mass"),
    (lambda: sb.varied(sb.Robot(), mass="heavy"), "mass is 'heavy'"),
    (lambda: sb.walk("flat", length=True), "length = True: it must be a number"),
    (lambda: sb.walk("flat", length="0.3"), "length = '0.3': it must be a number"),
    (lambda: sb.walk("flat", gait={"length": 0.3}, length=0.2), "disagree"),
    (lambda: sb.walk("flat", gait=3, length=0.2), "gait = 3: it is a table"),
    (lambda: sb.walk(5), "world: 5 is no world"),
    (lambda: sb.walk("flat", config=5), "config: 5 is no WalkConfig"),
    (lambda: sb.walk("flat", controller=5), "int has no method command(touchdown)"),
    (lambda: sb.walk("flat", controller=NoMethod()), "NoMethod has no method command(touchdown)"),
    (lambda: sb.walk("flat", controller="magic"), "must be 'pid', 'str' or 'footstep'"),
    (lambda: sb.walk("flat", controller="no.such:Thing"), "cannot be imported"),
    (lambda: sb.walk("flat", controller=WrongCommand()), "command(touchdown) returned 3"),
    (lambda: sb.walk("flat", controller=nan_command), "gamma is nan; it must be finite"),
    (lambda: sb.walk("flat", integrator="euler"), "must be 'bullet', 'rk4' or 'kane'"),
    (lambda: sb.walk("flat", monitors=["heat"]), "no monitor 'heat'"),
    (lambda: sb.walk("flat", monitors=3), "it is a list"),
    (lambda: sb.World("w", [{"kind": "ramp"}]), "'landing', 'stairs', 'spiral'"),
    (lambda: sb.World("w", 3), "section = 3"),
    (lambda: sb.register_controller("pid"), "sipbullet's own controller"),
    (lambda: sb.register_monitor("a b"), "is no name of a monitor"),
    (lambda: sb.load(3), "load: 3 is no path"),
    (lambda: sb.load("/no/where"), "no folder"),
    (lambda: sb.walk("flat", length=-0.3), "pid walks forward only"),
]


@pytest.mark.parametrize(("call", "words"), WRONG, ids=[words for _, words in WRONG])
def test_what_is_wrong_is_said_in_one_line(call, words):
    with pytest.raises(sb.SipbulletError) as error:
        call()
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_picture_of_an_unknown_kind_is_refused_before_it_is_drawn(tmp_path):
    run = sb.walk("flat", steps=2, **FAST)
    with pytest.raises(sb.SipbulletError, match="must end in .png or .svg or .pdf"):
        run.plot(out=tmp_path / "x.abc")
    with pytest.raises(sb.SipbulletError, match="is no path"):
        run.plot(out=3)


def test_a_path_to_a_world_is_a_world():
    run = sb.walk(ROOT / "worlds" / "flat.toml", steps=2, **FAST)
    assert run.finished
    assert run.summary["world"] == "flat"


def test_a_world_made_in_python_is_walked_saved_and_repeated(tmp_path):
    world = sb.World("mine", [{"kind": "landing", "length": 3.0}], width=1.0)
    run = sb.walk(world, controller="footstep", **FAST)
    assert run.finished
    run.save(tmp_path / "run")
    again = sb.walk(config=tmp_path / "run" / "run.toml")
    assert states(again.steps) == states(run.steps)


def test_backwards_is_walked_by_footstep():
    run = sb.walk("flat", controller="footstep", length=-0.3, steps=8, **FAST)
    assert run.finished
    assert run.summary["worst_foothold_error"] < 1e-5
    xs = [step.record.landing.contact.foot[0] for step in run.steps]
    assert np.diff(xs) == pytest.approx(-0.3, abs=1e-4)


# ---- limits of the joints


def limited(tmp_path, **limits):
    robot = dataclasses.replace(sb.Robot(), limits=(sb_limit(**limits),))
    path = tmp_path / "limited.urdf"
    path.write_text(robot_urdf(robot))
    assert load_robot(path) == robot, "limits are written and read back"
    return path


def sb_limit(joint, **values):
    from sipbullet.robot.parameters import JointLimit

    usual = {"lower": -0.54, "upper": 0.18, "velocity": 20.0, "effort": 1e4}
    given = usual | values if joint.endswith("knee") else {"velocity": 9.0, "effort": 9e3} | values
    return JointLimit(joint, **given)


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"joint": "stance_knee", "effort": 100.0}, "needs 588.6 N; its effort is 100"),
        ({"joint": "stance_knee", "velocity": 0.1}, "needs 0.7813 m/s; its velocity limit is 0.1"),
        ({"joint": "stance_knee", "lower": -0.01, "upper": 0.01}, "needs -0.15 m; its range ends"),
        ({"joint": "swing_hip_pitch", "lower": -0.1, "upper": 0.1}, "its range ends at -0.1"),
    ],
)
def test_what_a_robots_limits_cannot_meet_is_refused_before_the_walk(tmp_path, limits, words):
    path = limited(tmp_path, **limits)
    with pytest.raises(sb.SipbulletError) as error:
        sb.walk("stairs", robot=path, **FAST)
    assert words in str(error.value)
    assert limits["joint"] in str(error.value)
    assert "\n" not in str(error.value)


def test_limits_passed_under_way_are_a_violation_and_end_a_strict_walk(tmp_path):
    path = limited(tmp_path, joint="stance_knee", effort=700.0)
    run = sb.walk("stairs", robot=path, **FAST)
    assert run.finished
    assert run.summary["violations"]["limits"] > 3
    strict = sb.walk("stairs", robot=path, monitor={"strict": True}, **FAST)
    assert strict.summary["status"] == "stopped"
    assert "strict: limits: joint 'stance_knee' needs" in strict.summary["reason"]


def test_a_held_hip_beyond_its_range_is_a_violation(tmp_path):
    limits = {"joint": "swing_hip_yaw", "lower": -0.01, "upper": 0.01}
    path = limited(tmp_path, **limits)
    run = sb.walk("flat", robot=path, spacing=0.3, steps=6, **FAST)
    assert run.summary["violations"]["limits"] == 6


def test_impossible_limits_are_refused(tmp_path):
    text = robot_urdf(sb.Robot()).replace('lower="-0.54"', 'lower="0.5"')
    path = tmp_path / "robot.urdf"
    path.write_text(text)
    with pytest.raises(sb.SipbulletError, match="impossible limits"):
        load_robot(path)


@pytest.mark.parametrize("integrator", ["bullet", "kane"])
def test_limits_are_watched_and_do_not_push(tmp_path, integrator):
    """An engine that enforced a knee's range would change the motion."""
    path = limited(tmp_path, joint="stance_knee", lower=-0.151, upper=0.0001)
    free = sb.walk("stairs", integrator=integrator, steps=12)
    held = sb.walk("stairs", robot=path, integrator=integrator, steps=12)
    assert states(held.steps) == states(free.steps)


# ---- registries


def test_registries_name_what_they_know():
    for registry, name in (
        (CONTROLLERS, "pid"),
        (INTEGRATORS, "kane"),
        (MONITORS, "limits"),
        (SECTIONS, "spiral"),
    ):
        assert name in registry.names()
        assert registry.get(name) is not None
        with pytest.raises(sb.SipbulletError, match="is not known; choose"):
            registry.get("nothing")
