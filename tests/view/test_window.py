"""The window, on a virtual display, with a user's mouse and keys."""

import contextlib
import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

needs_xvfb = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="xvfb is not installed")
needs_user = pytest.mark.skipif(shutil.which("xdotool") is None, reason="xdotool is not installed")
WALK = [sys.executable, "-m", "sipbullet", "walk"]


@pytest.fixture
def display():
    """An environment with a display of its own."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as file:
        number = file.readline().strip()
    yield {**os.environ, "DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1"}
    server.terminate()
    server.wait()


@needs_xvfb
def test_the_window_walks_and_changes_nothing(tmp_path, display):
    command = [*WALK, "stairs", "--steps", "8", "--out"]
    begun = time.monotonic()
    done = subprocess.run(
        [*command, str(tmp_path / "gui"), "--gui"],
        capture_output=True,
        text=True,
        timeout=200,
        env=display,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert time.monotonic() - begun > 8 * 0.55, "in real time"
    assert "stairs: finished" in done.stdout
    assert "stop in balance" in done.stdout
    subprocess.run([*command, str(tmp_path / "plain")], check=True, capture_output=True)
    for name in ("steps.csv", "trajectory.csv"):
        assert (tmp_path / "gui" / name).read_bytes() == (tmp_path / "plain" / name).read_bytes()


def rows(folder):
    path = folder / "steps.csv"
    return list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []


def wait_for(folder, count, process, seconds=90):
    """Until `count` steps have been walked."""
    end = time.monotonic() + seconds
    while len(rows(folder)) < count:
        assert process.poll() is None and time.monotonic() < end, process.communicate()
        time.sleep(0.05)


@pytest.mark.slow
@needs_xvfb
@needs_user
def test_a_user_steers_by_mouse_and_keys_and_the_walk_can_be_repeated(tmp_path, display):
    folder = tmp_path / "run"
    command = [
        *WALK,
        "plaza",
        "--steps",
        "60",
        "--controller",
        "footstep",
        "--gui",
        "--out",
        str(folder),
    ]
    process = subprocess.Popen(
        command, env=display, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )

    def user(*words):
        subprocess.run(["xdotool", *map(str, words)], env=display, check=True)

    wait_for(folder, 2, process)
    user(
        "mousemove",
        1147,
        153,
        "mousedown",
        1,
        "sleep",
        0.2,
        "mousemove",
        1120,
        153,
        "sleep",
        0.2,
        "mousemove",
        1100,
        153,
    )
    user("sleep", 0.2, "mouseup", 1, "mousemove", 640, 300)  # the slider of the step length
    wait_for(folder, len(rows(folder)) + 2, process)
    user("key", "Left", "sleep", 0.3, "key", "j", "sleep", 0.3)
    wait_for(folder, len(rows(folder)) + 3, process)
    user("key", "space", "sleep", 0.5)
    paused = len(rows(folder))
    time.sleep(2.0)
    assert len(rows(folder)) <= paused + 1, "it has paused"
    user("key", "space", "sleep", 0.3, "key", "x")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, out + err
    assert "came to rest with step" in out
    steps = rows(folder)
    assert float(steps[0]["target_length"]) == 0.4
    assert float(steps[-2]["target_length"]) == pytest.approx(0.25, abs=0.03), "the slider"
    assert float(steps[-2]["step_length"]) == pytest.approx(
        float(steps[-2]["target_length"]), abs=2e-3
    )
    assert float(steps[-2]["target_heading"]) == pytest.approx(0.0873, abs=1e-3), "the key"
    assert [row["pushed"] for row in steps].count("True") == 1
    again = [*WALK, "--config", str(folder / "run.toml"), "--out", str(tmp_path / "again")]
    subprocess.run(again, check=True, capture_output=True)
    assert (folder / "steps.csv").read_bytes() == (tmp_path / "again" / "steps.csv").read_bytes()


@pytest.mark.slow
@needs_xvfb
@needs_user
def test_closing_the_window_ends_the_walk_with_its_files(tmp_path, display):
    folder = tmp_path / "run"
    command = [*WALK, "flat", "--gui", "--out", str(folder)]
    process = subprocess.Popen(
        command, env=display, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_for(folder, 2, process)
    user = ["xdotool", "search", "--name", "Bullet"]
    windows = subprocess.run(user, env=display, capture_output=True, text=True).stdout.split()
    with contextlib.suppress(subprocess.CalledProcessError):
        subprocess.run(["xdotool", "windowkill", windows[0]], env=display, check=True)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1 and "stopped, the window was closed" in out, out + err
    assert "Traceback" not in err
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["status"] == "stopped"
    assert summary["steps"] == len(rows(folder)) >= 2


@pytest.mark.slow
@needs_xvfb
@needs_user
def test_the_walk_begins_again_at_a_key(tmp_path, display):
    folder = tmp_path / "run"
    command = [*WALK, "flat", "--steps", "12", "--gui", "--out", str(folder)]
    process = subprocess.Popen(
        command, env=display, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_for(folder, 5, process)
    subprocess.run(["xdotool", "mousemove", "640", "300", "key", "r"], env=display, check=True)
    end = time.monotonic() + 20
    while len(rows(folder)) >= 5:
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.02)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "took the 12 steps asked for" in out, out + err
    assert len(rows(folder)) == 12


def orange(display):
    """Pixels of the right leg's colour on the screen."""
    from PIL import ImageGrab

    picture = np.asarray(ImageGrab.grab(xdisplay=display["DISPLAY"]), dtype=int)[..., :3]
    red, green, blue = picture[..., 0], picture[..., 1], picture[..., 2]
    mine = (red > 110) & (red > 1.6 * green) & (green > 1.5 * blue)
    places = np.argwhere(mine)
    return int(mine.sum()), places.mean(axis=0) if len(places) else np.zeros(2)


@pytest.mark.slow
@needs_xvfb
@needs_user
@pytest.mark.parametrize("paused", [False, True])
def test_the_wheel_and_the_mouse_move_the_camera_that_follows(tmp_path, display, paused):
    folder = tmp_path / "run"
    command = [*WALK, "flat", "--steps", "40", "--gui", "--out", str(folder)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=display, start_new_session=True, **quiet)

    def user(*words):
        subprocess.run(["xdotool", *map(str, words)], env=display, check=True)

    def size():
        time.sleep(0.5)
        return np.median([orange(display)[0] for _ in range(8 if not paused else 2)])

    wait_for(folder, 3, process)
    user("mousemove", 500, 400)
    if paused:
        user("key", "space", "sleep", 1.0)
    far = size()
    for _ in range(20):  # a slow machine may miss some
        user("click", 4, "sleep", 0.1)
        if orange(display)[0] > 1.5 * far:
            break
    assert size() > 1.25 * far, "the wheel zooms, and it stays"
    before = orange(display)[1]
    user("keydown", "ctrl", "mousedown", 1)
    for _ in range(12):
        user("mousemove_relative", 0, 10, "sleep", 0.1)
    user("mouseup", 1, "keyup", "ctrl")
    time.sleep(0.5)
    moved = np.median([np.abs(orange(display)[1] - before).max() for _ in range(3)])
    assert moved > 5, "the mouse turns the camera, and it stays"
    os.killpg(process.pid, signal.SIGKILL)  # the window's process too
    process.wait()


@needs_xvfb
def test_a_run_is_replayed(tmp_path, display):
    subprocess.run(
        [*WALK, "flat", "--steps", "4", "--out", str(tmp_path / "run")],
        check=True,
        capture_output=True,
    )
    command = [sys.executable, "-m", "sipbullet", "replay", str(tmp_path / "run"), "--gui"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=display)
    assert done.returncode == 0, done.stderr
