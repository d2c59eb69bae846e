"""PyBullet's window: a walk in real time, with sliders and keys to steer it."""

import math
import time

from sipbullet.config.models import PlannedFoot
from sipbullet.config.schedule import StepTargets
from sipbullet.engine.client import Client, quiet
from sipbullet.record.phases import Phase, swing_side
from sipbullet.robot.parameters import Robot
from sipbullet.simulation.steering import Inputs
from sipbullet.view.controls import Controls
from sipbullet.view.scene import Scene

FRAME = 1 / 30  # s, at least, between frames
LATE = 0.5  # s behind the clock, after which the window slows down instead of leaving out more


class Window:
    """Shows phases at the pace of the clock. Closing it ends the show: `closed` is then true."""

    def __init__(
        self, robot: Robot, robot_urdf: bytes, world_urdf: str, targets: StepTargets | None = None
    ) -> None:
        """Open the window; with `targets` there are sliders and keys to steer a walk.

        Raises:
            EngineError: there is no display.
        """
        client = Client(gui=True, options="--width=1280 --height=720")
        self._client = client
        panels = (
            "COV_ENABLE_RGB_BUFFER_PREVIEW",
            "COV_ENABLE_DEPTH_BUFFER_PREVIEW",
            "COV_ENABLE_SEGMENTATION_MARK_PREVIEW",
        )
        hidden = (
            "COV_ENABLE_RENDERING",
            "COV_ENABLE_SHADOWS",
            "COV_ENABLE_KEYBOARD_SHORTCUTS",
            "COV_ENABLE_MOUSE_PICKING",
        )
        for flag in (*panels, *hidden):
            client.configureDebugVisualizer(getattr(client, flag), 0)
        client.configureDebugVisualizer(client.COV_ENABLE_GUI, 1 if targets is not None else 0)
        with quiet():  # OpenGL greets late
            self._scene_view = Scene(client, robot, robot_urdf, world_urdf)
            self._controls = Controls(client, targets or StepTargets(0.55, 0.4, 0.2, 0.0, 0.0, 0.0))
            client.configureDebugVisualizer(client.COV_ENABLE_RENDERING, 1)
        self._text = -1
        self._target: tuple[float, float, float] | None = None
        self._last: Phase | None = None

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
        return Inputs() if self.closed else self._controls.inputs(index, self._standing())

    def _standing(self) -> PlannedFoot | None:
        """The foot that landed last, if its place and heading are known."""
        phase = self._last
        if phase is None or phase.landed is None:
            return None
        x, y, z = phase.landed
        yaw = float(phase.positions[-1, 0])
        return PlannedFoot(x=x, y=y, z=round(z, 9), yaw=yaw, foot=swing_side(phase))

    def show(self, phases: list[Phase], notice: str = "") -> bool:
        """Play phases at the pace of the clock.

        False when the user has closed the window or wants to begin again.
        """
        try:
            for phase in phases:
                self._last = phase
                self._write(f"{phase.caption}   {notice}" if notice else phase.caption, phase)
                if not self._play(phase):
                    return False
            if self._controls.single:
                self._controls.single, self._controls.paused = False, True
            return True
        except self._client.failure:
            if self.closed:
                return False
            raise

    def _play(self, phase: Phase) -> bool:
        controls, now, last = self._controls, phase.start, time.perf_counter()
        while True:
            controls.read_keys()
            if controls.restart or self.closed:
                return False
            self._scene_view.show(phase, min(now, phase.end))
            self._aim(controls.follow)
            if now >= phase.end and not controls.paused:
                return True
            rest = FRAME - (time.perf_counter() - last)
            if rest > 0.0:
                time.sleep(rest)
            elapsed = time.perf_counter() - last
            last += elapsed
            if not controls.paused:
                now += controls.pace * min(elapsed, LATE)

    def _aim(self, follow: bool) -> None:
        """Move the camera's target with the walker; distance and angles are the user's."""
        distance, yaw, pitch, target = self._scene_view.camera()
        if self._target is not None:
            if not follow or math.dist(target, self._target) < 1e-6:
                return  # what is set meanwhile by the mouse is not set back
            yaw, pitch, distance = self._client.getDebugVisualizerCamera()[8:11]
        self._target = target
        self._client.resetDebugVisualizerCamera(distance, yaw, pitch, target)

    def _write(self, text: str, phase: Phase) -> None:
        x, y, z = phase.cog[0]
        place, color = (float(x), float(y), float(z) + 1.0), (0.1, 0.1, 0.1)
        self._text = self._client.addUserDebugText(
            text, place, color, 1.2, replaceItemUniqueId=self._text
        )

    def begin_again(self) -> None:
        """A walk from its beginning: the sliders as they stand, no key pressed."""
        self._controls.begin_again()
        self._scene_view.begin_again()

    def close(self) -> None:
        """Close the window."""
        self._client.close()
