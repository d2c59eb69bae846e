"""Kills, full disks, interrupts, strangers' files.

At most the step under way is lost, and one line says what happened.
"""

import csv
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sipbullet.config.resources import default_robot
from sipbullet.errors import RobotError, SipbulletError
from sipbullet.robot.urdf_reader import load_robot
from sipbullet.worlds.catalogue import load_world

WALK = [sys.executable, "-m", "sipbullet", "walk"]


def start(out, *more):
    command = [*WALK, "flat", "--out", str(out), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def rows(out, name="steps.csv"):
    """The rows of a CSV file, all complete."""
    path = out / name
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    table = list(csv.reader(lines))
    assert all(len(row) == len(table[0]) for row in table), "every row is whole"
    return table[1:]


def wait_for_steps(out, count, process):
    end = time.monotonic() + 60
    while not (out / "steps.csv").exists() or (out / "steps.csv").read_text().count("\n") <= count:
        assert process.poll() is None and time.monotonic() < end, process.communicate()
        time.sleep(0.005)


@pytest.mark.parametrize("moment", range(10))
def test_a_killed_walk_loses_at_most_its_last_step(tmp_path, moment):
    process = start(tmp_path / "run", "--force")
    wait_for_steps(tmp_path / "run", 1 + 5 * moment, process)
    process.kill()
    process.communicate()
    steps, trajectory = rows(tmp_path / "run"), rows(tmp_path / "run", "trajectory.csv")
    assert len(steps) >= 1 + 5 * moment
    assert abs(int(trajectory[-1][1]) - len(steps)) <= 1
    assert not (tmp_path / "run" / "summary.json").exists()
    again = subprocess.run(
        [*WALK, "--config", str(tmp_path / "run" / "run.toml"), "--steps", "1"], capture_output=True
    )
    assert again.returncode == 0, "and it can be repeated"


def test_one_interrupt_finishes_the_step_and_writes_everything(tmp_path):
    process = start(tmp_path / "run", "--integrator", "rk4")
    wait_for_steps(tmp_path / "run", 5, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "stopped, interrupted" in out
    assert "Traceback" not in err
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["status"] == "stopped"
    assert summary["steps"] == len(rows(tmp_path / "run")) >= 5


def test_two_interrupts_stop_at_once(tmp_path):
    process = start(tmp_path / "run", "--integrator", "rk4", "--dt", "0.0002")
    wait_for_steps(tmp_path / "run", 1, process)
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=30)
    assert process.returncode in (1, 130)
    assert "Traceback" not in err
    rows(tmp_path / "run")


def test_a_full_disk_is_named_and_keeps_what_there_was(tmp_path):
    """A limit on the size of files stands for the disk.

    The write fails in the midst of the walk.
    """

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    done = subprocess.run(
        [*WALK, "flat", "--out", str(tmp_path / "run")],
        capture_output=True,
        text=True,
        preexec_fn=limit,
        env={k: v for k, v in os.environ.items() if not k.startswith("COV")},
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot be written: File too large" in done.stderr
    assert len(rows(tmp_path / "run")) >= 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_named(tmp_path):
    tmp_path.chmod(0o500)
    done = subprocess.run(
        [*WALK, "flat", "--out", str(tmp_path / "run")], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "cannot be written" in done.stderr


def test_places_with_spaces_and_any_letters(tmp_path):
    place = tmp_path / "mein Läufer 走" / "a b"
    place.mkdir(parents=True)
    (place / "wörld.toml").write_text(
        'name = "Treppe é"\n[[section]]\nkind = "landing"\nlength = 4.0\n', encoding="utf-8"
    )
    (place / "røbot.urdf").write_bytes(default_robot().read_bytes())
    command = [
        *WALK,
        str(place / "wörld.toml"),
        "--robot",
        str(place / "røbot.urdf"),
        "--steps",
        "2",
        "--out",
        str(place / "öut"),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONUTF8": "1"}
    )
    assert done.returncode == 0, done.stderr
    replay = [
        sys.executable,
        "-m",
        "sipbullet",
        "plot",
        str(place / "öut"),
        "-o",
        str(place / "p l.png"),
    ]
    assert subprocess.run(replay, capture_output=True).returncode == 0


TEXT = 'name = "x"\n[[section]]\nkind = "landing"\nlength = 4.0\n'


def test_line_ends_and_marks_of_other_systems_are_read(tmp_path):
    for index, data in enumerate(
        (TEXT.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + TEXT.encode())
    ):
        path = tmp_path / f"{index}.toml"
        path.write_bytes(data)
        assert load_world(str(path)).length == pytest.approx(4.0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (("# " + "x" * 10_000_000).encode(), "may hold at most"),
        (b"a = " + b"[" * 100_000 + b"]" * 100_000, "not valid TOML"),
        (b"a." * 20_000 + b"a = 1", "."),
        ("name = 'x'".encode("utf-16"), "UTF-8"),
        (b"\x00\x01\x02", "not valid TOML"),
    ],
)
def test_hostile_toml_is_one_line(tmp_path, data, words):
    path = tmp_path / "world.toml"
    path.write_bytes(data)
    with pytest.raises(SipbulletError, match=words) as error:
        load_world(str(path))
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 1000


BOMB = (
    '<!DOCTYPE robot [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><robot name="&b;"/>'
)
OUTSIDE = '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>'


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, OUTSIDE.replace("SYSTEM", 'PUBLIC "x"')])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_unread(tmp_path, text, encoding):
    path = tmp_path / "robot.urdf"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(RobotError, match="document type"):
        load_robot(path)


def test_a_robot_may_name_no_other_file(tmp_path):
    text = default_robot().read_text()
    path = tmp_path / "robot.urdf"
    path.write_text(text.replace("</geometry>", '<mesh filename="/etc/hostname"/></geometry>', 1))
    with pytest.raises(RobotError, match="<mesh>"):
        load_robot(path)


def test_real_robots_of_other_kinds_are_refused_in_one_line():
    import pybullet_data

    folder = Path(pybullet_data.getDataPath())
    found = [path for path in sorted(folder.rglob("*.urdf")) if path.stat().st_size > 3000][:12]
    assert len(found) >= 10
    for path in found:
        with pytest.raises(RobotError) as error:
            load_robot(path)
        message = str(error.value)
        assert "\n" not in message and (
            "no link" in message or "<inertial>" in message or "not an XML" in message
        ), message
