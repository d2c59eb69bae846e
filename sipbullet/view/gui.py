"""PyBullet's window: a walk in real time, with sliders and keys to steer it."""

import time
from pathlib import Path

from sipbullet.engine.client import Client, quiet
from sipbullet.robot import Robot
from sipbullet.simulation import Inputs
from sipbullet.targets import StepTargets
from sipbullet.view.controls import Controls
from sipbullet.view.shots import Shot
from sipbullet.view.stage import Stage

FRAME = 1 / 30  # s, at least, between frames
LATE = 0.5  # s behind the clock, after which the window slows down instead of leaving out more


class Window:
    """Shows shots at the pace of the clock. Closing it ends the show: `closed` is then true."""

    def __init__(self, robot: Robot, robot_urdf: Path, world_urdf: str, targets: StepTargets | None = None) -> None:
        """Open the window; with `targets` there are sliders and keys to steer a walk.

        Raises:
            EngineError: there is no display.
        """
        client = Client(gui=True, options="--width=1280 --height=720")
        self._client = client
        panels = ("COV_ENABLE_RGB_BUFFER_PREVIEW", "COV_ENABLE_DEPTH_BUFFER_PREVIEW", "COV_ENABLE_SEGMENTATION_MARK_PREVIEW")
        hidden = ("COV_ENABLE_RENDERING", "COV_ENABLE_SHADOWS", "COV_ENABLE_KEYBOARD_SHORTCUTS", "COV_ENABLE_MOUSE_PICKING")
        for flag in (*panels, *hidden):
            client.configureDebugVisualizer(getattr(client, flag), 0)
        client.configureDebugVisualizer(client.COV_ENABLE_GUI, 1 if targets is not None else 0)
        with quiet():  # OpenGL greets late
            self._stage = Stage(client, robot, robot_urdf, world_urdf)
            self._controls = Controls(client, targets or StepTargets(0.55, 0.4, 0.2, 0.0, 0.0, 0.0))
            client.configureDebugVisualizer(client.COV_ENABLE_RENDERING, 1)
        self._text = -1

    @property
    def closed(self) -> bool:
        """Whether the user has closed the window."""
        return not self._client.connected

    @property
    def restart(self) -> bool:
        """Whether the user wants to begin again."""
        return self._controls.restart

    def ask(self, index: int) -> Inputs:
        """What the user wants of step `index`."""
        return Inputs() if self.closed else self._controls.inputs(index)

    def show(self, shots: list[Shot], notice: str = "") -> bool:
        """Play shots at the pace of the clock; False when the user has closed the window or wants to begin again."""
        try:
            for shot in shots:
                self._write(f"{shot.caption}   {notice}" if notice else shot.caption, shot)
                if not self._play(shot):
                    return False
            if self._controls.single:
                self._controls.single, self._controls.paused = False, True
            return True
        except self._client.failure:
            if self.closed:
                return False
            raise

    def _play(self, shot: Shot) -> bool:
        controls, now, last = self._controls, shot.start, time.perf_counter()
        while True:
            controls.read_keys()
            if controls.restart or self.closed:
                return False
            self._stage.show(shot, min(now, shot.end))
            if controls.follow:
                distance, yaw, pitch, target = self._stage.camera()
                self._client.resetDebugVisualizerCamera(distance, yaw, pitch, target)
            if now >= shot.end and not controls.paused:
                return True
            rest = FRAME - (time.perf_counter() - last)
            if rest > 0.0:
                time.sleep(rest)
            elapsed = time.perf_counter() - last
            last += elapsed
            if not controls.paused:
                now += controls.pace * min(elapsed, LATE)

    def _write(self, text: str, shot: Shot) -> None:
        x, y, z = shot.cog[0]
        place, color = (float(x), float(y), float(z) + 1.0), (0.1, 0.1, 0.1)
        self._text = self._client.addUserDebugText(text, place, color, 1.2, replaceItemUniqueId=self._text)

    def begin_again(self) -> None:
        """A walk from its beginning: the sliders as they stand, no key pressed."""
        self._controls.begin_again()
        self._stage.begin_again()

    def close(self) -> None:
        """Close the window."""
        self._client.close()
