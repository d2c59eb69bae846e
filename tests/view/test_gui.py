"""The window, on a virtual display."""

import os
import shutil
import subprocess
import sys

import pytest

needs_xvfb = pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="xvfb is not installed")


@needs_xvfb
def test_the_window_walks_in_real_time_and_changes_nothing(tmp_path):
    command = [sys.executable, "-m", "sipbullet", "walk", "stairs", "--steps", "8", "--out"]
    window = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", *command, str(tmp_path / "gui"), "--gui"]
    done = subprocess.run(window, capture_output=True, text=True, timeout=200, env={**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "stairs: finished" in done.stdout
    subprocess.run([*command, str(tmp_path / "plain")], check=True, capture_output=True)
    assert (tmp_path / "gui" / "steps.csv").read_bytes() == (tmp_path / "plain" / "steps.csv").read_bytes()
