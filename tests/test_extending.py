"""What other people add from outside: an installed package, a typed file, objects."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sipbullet as sb

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ROOT / "examples" / "sipbullet-extras"
USER_FILE = ROOT / "tests" / "data" / "user_file.py"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An environment in which the example package is installed."""
    place = tmp_path_factory.mktemp("extras")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(place)]
    subprocess.run([*pip, str(EXTRAS)], check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": str(place)}


def sipbullet(environment, *arguments):
    command = [sys.executable, "-m", "sipbullet", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=200)


def test_an_installed_packages_things_are_named_on_the_command_line(installed, tmp_path):
    out = tmp_path / "run"
    names = ["--controller", "gentle", "--integrator", "heun", "--set", 'monitor.more=["heat"]']
    done = sipbullet(installed, "walk", EXTRAS / "street.toml", *names, "--out", out)
    assert done.returncode == 0, done.stdout + done.stderr
    summary = json.loads((out / "summary.json").read_text())
    assert summary["status"] == "finished"
    assert summary["integrator"] == "heun"
    assert summary["dt"] == 1e-3, "the integrator's own"
    assert summary["violations"].keys() == {"heat"}
    again = sipbullet(installed, "walk", "--config", out / "run.toml", "--out", tmp_path / "again")
    assert again.returncode == 0, again.stderr
    one, two = ((tmp_path / name / "steps.csv").read_bytes() for name in ("run", "again"))
    assert one == two


def test_without_the_package_its_run_is_refused_in_one_line(installed, tmp_path):
    out = tmp_path / "run"
    arguments = ("walk", "flat", "--controller", "gentle", "--steps", "2", "--out", out)
    assert sipbullet(installed, *arguments).returncode == 0
    done = sipbullet(os.environ, "walk", "--config", out / "run.toml")
    assert done.returncode == 2
    assert "controller = 'gentle'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_examples_integrator_has_the_order_it_says(installed):
    code = (
        "import sipbullet as sb, json\n"
        "runs = [sb.walk('stairs', steps=8, integrator='heun', dt=dt) for dt in (4e-3, 1e-3)]\n"
        "exact = sb.walk('stairs', steps=8, integrator='kane', dt=1e-3)\n"
        "def end(run): return run.steps[0].record.landing.contact.state.positions\n"
        "print(json.dumps([float(abs(end(run) - end(exact)).max()) for run in runs]))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=installed, check=True)
    coarse, fine = json.loads(done.stdout)
    assert np.log(coarse / fine) / np.log(4) > 1.7


def test_the_examples_world_is_made_in_python(installed):
    code = (
        "import sipbullet as sb; from sipbullet_extras.world import street\n"
        "run = sb.walk(street(), controller='footstep', integrator='kane')\n"
        "print(run.summary['status'], run.summary['worst_foothold_error'] < 1e-5)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=installed, check=True)
    assert done.stdout.split() == ["finished", "True"]


def test_a_users_file_is_typed_and_runs(tmp_path):
    typed = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, str(USER_FILE)]
    done = subprocess.run(typed, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    ran = subprocess.run([sys.executable, str(USER_FILE)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == str(["finished"] * 4)


def test_a_class_that_needs_arguments_is_one_line():
    class Needs:
        def __init__(self, gain):
            self.gain = gain

        def command(self, touchdown):
            return None

    with pytest.raises(sb.SipbulletError, match="pass an object") as error:
        sb.walk("flat", controller=Needs)
    assert "\n" not in str(error.value)


class Wrong:
    def __init__(self, body, dt):
        self.dt = dt

    def begin(self, step, state, time=0.0, work=0.0):
        raise AssertionError


class NoKind(sb.Section):
    height: float = 0.1


@pytest.mark.parametrize(
    ("register", "item", "use", "words"),
    [
        (sb.register_integrator, Wrong, {"integrator": "{n}"}, "has no method advance"),
        (sb.register_monitor, 3, {"monitors": ["{n}"]}, "is no function"),
        (sb.register_monitor, lambda r, c: 3, {"monitors": ["{n}"]}, "it must return text"),
    ],
)
def test_what_is_registered_and_wrong_is_named(register, item, use, words):
    name = f"wrong-{len(words)}"
    register(name)(item)
    settings = {key: [name] if isinstance(value, list) else name for key, value in use.items()}
    with pytest.raises(sb.SipbulletError, match=words) as error:
        sb.walk("flat", steps=1, **({"integrator": "kane"} | settings))
    assert "\n" not in str(error.value)


def test_a_section_without_its_kind_is_named(monkeypatch):
    from sipbullet.config.registry import SECTIONS

    monkeypatch.setattr(SECTIONS, "_items", {})
    sb.register_section("bump")(NoKind)
    with pytest.raises(sb.SipbulletError, match="no field kind: Literal"):
        sb.World("w", [{"kind": "bump"}])
    monkeypatch.setattr(SECTIONS, "_items", {})
    sb.register_section("bump")(int)
    with pytest.raises(sb.SipbulletError, match="no subclass of Section"):
        sb.World("w", [{"kind": "bump"}])
