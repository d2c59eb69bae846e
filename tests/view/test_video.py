import subprocess
import sys

import imageio_ffmpeg
import numpy as np
import pytest

from sipbullet.config.models import WalkConfig
from sipbullet.engine.client import Client
from sipbullet.errors import OutputError
from sipbullet.record.phases import phases_of
from sipbullet.simulation.prepare import prepare
from sipbullet.view import video
from sipbullet.view.scene import Scene
from sipbullet.view.video import Camera, Film
from sipbullet.worlds.exports import world_urdf


@pytest.fixture(scope="module")
def walked():
    walk = prepare(WalkConfig(world="stairs", steps=7)).run()
    return walk, [phase for step in walk for phase in phases_of(step, walk)]


def scene(walk):
    return walk.robot, walk.walk.urdf, world_urdf(walk.ground)


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # imageio-ffmpeg's own pipes
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("name", "size", "rate"), [("walk.mp4", (1280, 720), 30), ("walk.gif", (480, 270), 20)]
)
def test_a_film_plays_at_the_right_speed(walked, tmp_path, name, size, rate):
    walk, phases = walked
    with Film(tmp_path / name, *scene(walk)) as film:
        film.show(phases)
    reader = imageio_ffmpeg.read_frames(str(tmp_path / name))
    about = next(reader)
    assert about["source_size"] == size
    assert about["fps"] == pytest.approx(rate, abs=0.1)
    assert sum(1 for _ in reader) == pytest.approx(phases[-1].end * rate, abs=1)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def colored(picture, rgb):
    """Pixels (n, 2) about as orange, or blue, as a leg."""
    wanted = np.array(rgb, dtype=float)
    shade = picture.astype(float)
    length = np.linalg.norm(shade, axis=2) * np.linalg.norm(wanted) + 1e-9
    return np.argwhere((shade @ wanted / length > 0.985) & (shade.max(axis=2) > 60))


def test_the_robot_is_in_the_frame_throughout_with_its_legs_in_their_colours(walked):
    walk, phases = walked
    view = Scene(Client(), *scene(walk))
    camera = Camera(view, 320, 180, egl=False)
    for phase in phases:
        for time in np.linspace(phase.start, phase.end, 4):
            view.show(phase, time)
            picture = camera.picture()
            right, left = colored(picture, (0.85, 0.37, 0.05)), colored(picture, (0.10, 0.40, 0.75))
            assert len(right) > 60
            assert len(left) > 20
            for pixels in (right, left):
                middle = np.median(pixels, axis=0)
                assert 40 < middle[0] < 140
                assert 60 < middle[1] < 260
    view.client.close()


def test_a_film_that_fails_leaves_nothing(walked, tmp_path):
    walk, phases = walked
    with pytest.raises(ZeroDivisionError), Film(tmp_path / "walk.mp4", *scene(walk)) as film:
        film.show(phases[:1])
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_bad_places_are_refused_before_the_walk(walked, tmp_path):
    walk, _ = walked
    with pytest.raises(OutputError, match="must end in .mp4 or .gif"):
        Film(tmp_path / "walk.avi", *scene(walk))
    (tmp_path / "there.mp4").write_text("mine")
    with pytest.raises(OutputError, match="exists"):
        Film(tmp_path / "there.mp4", *scene(walk))
    with pytest.raises(OutputError, match="cannot be written"):
        Film(tmp_path / "there.mp4" / "walk.mp4", *scene(walk))
    assert (tmp_path / "there.mp4").read_text() == "mine"


def test_a_missing_or_broken_ffmpeg_is_named(walked, tmp_path, monkeypatch):
    walk, _phases = walked
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(tmp_path / "no-ffmpeg"))
    command = [
        sys.executable,
        "-m",
        "sipbullet",
        "walk",
        "flat",
        "--steps",
        "1",
        "--video",
        str(tmp_path / "walk.mp4"),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "ffmpeg" in done.stderr
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(OutputError, match=r"pip install 'sipbullet\[video\]'"):
        Film(tmp_path / "walk.mp4", *scene(walk))
    assert list(tmp_path.iterdir()) == []


def test_egl_is_used_only_where_it_draws(monkeypatch, tmp_path):
    found = video.egl_plugin()
    assert found is None or found.endswith(".so")
    broken = tmp_path / "broken.so"
    broken.write_text("no library")
    monkeypatch.setattr(
        video.importlib.util, "find_spec", lambda name: type("Spec", (), {"origin": str(broken)})
    )
    assert video.egl_plugin() is None
