"""Films of a walk, made without a display.

Frames from PyBullet's software renderer, or from EGL where that works.
"""

import importlib.util
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from sipbullet.engine.client import Client, quiet
from sipbullet.errors import OutputError
from sipbullet.record.files import atomic_write, check_new
from sipbullet.record.phases import Phase
from sipbullet.robot.parameters import Robot
from sipbullet.view.scene import Scene

Picture = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
SUFFIXES = (".mp4", ".gif")
FORMATS: dict[str, tuple[int, int, int]] = {
    ".mp4": (1280, 720, 30),
    ".gif": (480, 270, 20),
}  # width, height, frames a second
PALETTE = "split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none"
FIELD_OF_VIEW = 50.0  # degrees, upwards
LIGHT = (-3.0, -6.0, 10.0)
_PROBE = """
import sys, pybullet as p
p.connect(p.DIRECT)
plugin = p.loadPlugin(sys.argv[1], "_eglRendererPlugin")
p.createMultiBody(0, -1, p.createVisualShape(p.GEOM_SPHERE, radius=0.5, rgbaColor=(1, 0, 0, 1)))
view = p.computeViewMatrix((2, 0, 0), (0, 0, 0), (0, 0, 1))
lens = p.computeProjectionMatrixFOV(60, 1, 0.1, 9)
image = p.getCameraImage(64, 64, view, lens, renderer=p.ER_BULLET_HARDWARE_OPENGL)[2]
print("drawn" if plugin >= 0 and len(set(bytes(bytearray(image)))) > 2 else "blank")
"""


def egl_plugin() -> str | None:
    """The file of PyBullet's EGL renderer if it draws on this machine.

    It may end a process, so a child tries it.
    """
    spec = importlib.util.find_spec("eglRenderer")
    if spec is None or spec.origin is None:
        return None
    try:
        probe = subprocess.run(
            [sys.executable, "-c", _PROBE, spec.origin],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return spec.origin if probe.returncode == 0 and "drawn" in probe.stdout else None


class Camera:
    """Takes pictures of a scene."""

    def __init__(self, scene: Scene, width: int, height: int, egl: bool) -> None:
        """Take pictures of `width` × `height` pixels, by EGL if loaded before the scene."""
        self._scene_view, self._width, self._height = scene, width, height
        client = scene.client
        self._renderer = client.ER_BULLET_HARDWARE_OPENGL if egl else client.ER_TINY_RENDERER
        self._shadow = 1 if egl else 0
        self._projection = client.computeProjectionMatrixFOV(
            FIELD_OF_VIEW, width / height, 0.05, 60.0
        )

    def picture(self) -> Picture:
        """The scene as it stands, (height, width, 3) uint8."""
        client, (distance, yaw, pitch, target) = self._scene_view.client, self._scene_view.camera()
        view = client.computeViewMatrixFromYawPitchRoll(target, distance, yaw, pitch, 0.0, 2)
        options: dict[str, Any] = {
            "renderer": self._renderer,
            "shadow": self._shadow,
            "lightDirection": LIGHT,
        }
        flags = client.ER_NO_SEGMENTATION_MASK
        with quiet():  # EGL greets
            image = client.getCameraImage(
                self._width, self._height, view, self._projection, flags=flags, **options
            )[2]
        return np.asarray(image, dtype=np.uint8).reshape(self._height, self._width, 4)[:, :, :3]


class Film:
    """A film in the making: phases come in, frames go to ffmpeg.

    The file is there when it is whole, not before.
    """

    def __init__(
        self, path: Path, robot: Robot, robot_urdf: bytes, world_urdf: str, force: bool = False
    ) -> None:
        """Begin a film: an .mp4 (1280 × 720, 30 frames a second) or a .gif (480 × 270, 20).

        Raises:
            OutputError: it cannot be written, or ffmpeg is missing.
        """
        check_new(path, SUFFIXES, force)
        self._ffmpeg = _ffmpeg()
        self._path, self._place = path, ExitStack()
        self._part = self._place.enter_context(atomic_write(path))
        width, height, self._rate = FORMATS[path.suffix.lower()]
        self._size = (width, height)
        client, egl = Client(), egl_plugin()
        if egl is not None:
            client.load_plugin(egl, "_eglRendererPlugin")
        self._scene_view = Scene(client, robot, robot_urdf, world_urdf)
        self._camera = Camera(self._scene_view, width, height, egl is not None)
        self._writer: Generator[None, bytes | None, None] | None = None
        self.frames = 0
        self.time = 0.0  # s, that pictures took

    def show(self, phases: list[Phase]) -> None:
        """Film phases at their right speed.

        Raises:
            OutputError: ffmpeg has given up.
        """
        for phase in phases:
            while self.frames / self._rate <= phase.end:
                begun = time.perf_counter()
                self._scene_view.show(phase, max(self.frames / self._rate, phase.start))
                picture = self._camera.picture()
                self.time += time.perf_counter() - begun
                self._write(picture)

    def _write(self, picture: Picture) -> None:
        try:
            if self._writer is None:
                self._writer = self._ffmpeg(self._part, self._size, self._rate)
                self._writer.send(None)
            self._writer.send(np.ascontiguousarray(picture).tobytes())
        except (OSError, RuntimeError) as error:
            why = (
                "it gave up (is the disk full?)"
                if isinstance(error, BrokenPipeError)
                else str(error).strip().splitlines()[0]
            )
            raise OutputError(f"video: {self._path}: ffmpeg failed: {why}") from None
        self.frames += 1

    def begin_again(self) -> None:
        """Drop what has been filmed."""
        self._end()
        self._scene_view.begin_again()
        self.frames = 0

    def __enter__(self) -> "Film":
        """Keep it for a `with` block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finish the film, or drop it after an error."""
        self.close(keep=kind is None)

    def _end(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def close(self, keep: bool = True) -> None:
        """Finish the film; without `keep` drop it."""
        self._end()
        self._scene_view.client.close()
        if keep and self.frames:
            if not self._part.exists() or self._part.stat().st_size == 0:
                raise OutputError(f"video: {self._path}: ffmpeg wrote nothing")
            self._place.close()
        else:
            self._part.unlink(missing_ok=True)


def _ffmpeg() -> Any:
    """A function that opens ffmpeg for a file, a size and a rate.

    Raises:
        OutputError: there is no ffmpeg.
    """
    try:
        import imageio_ffmpeg

        imageio_ffmpeg.get_ffmpeg_exe()
    except ImportError:
        raise OutputError(
            "video: imageio-ffmpeg is not installed; install it with: pip install "
            "'sipbullet[video]'"
        ) from None
    except RuntimeError:
        raise OutputError(
            "video: ffmpeg is missing; set IMAGEIO_FFMPEG_EXE to its path or install "
            "imageio-ffmpeg anew"
        ) from None

    return _open_film


def _open_film(path: Path, size: tuple[int, int], rate: int) -> Any:
    """A generator that takes frames and writes them to `path`."""
    import imageio_ffmpeg

    gif = path.suffix.lower() == ".gif"
    film = ["-preset", "veryfast", "-crf", "20", "-movflags", "+faststart"]
    return imageio_ffmpeg.write_frames(
        str(path),
        size,
        fps=rate,
        codec="gif" if gif else "libx264",
        pix_fmt_out="pal8" if gif else "yuv420p",
        quality=None,
        macro_block_size=1 if gif else 16,
        output_params=["-vf", PALETTE] if gif else film,
    )
