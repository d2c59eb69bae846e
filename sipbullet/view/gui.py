"""PyBullet's window: the walk in real time, with a camera that follows."""

import time

from sipbullet.engine.client import Client
from sipbullet.engine.engine import Engine
from sipbullet.mechanics.state import Step
from sipbullet.robot import Robot
from sipbullet.simulation import Observer
from sipbullet.urdf import JOINTS, LEFT_COLOR, RIGHT_COLOR

STANCE_LINKS = tuple(i for i, joint in enumerate(JOINTS) if joint.child in ("stance_shank", "stance_thigh"))
SWING_LINKS = tuple(i for i, joint in enumerate(JOINTS) if joint.child in ("swing_thigh", "swing_foot"))
COLORS = {name: [float(part) for part in text.split()] for name, text in (("right", RIGHT_COLOR), ("left", LEFT_COLOR))}
FRAME = 1 / 30  # s between camera moves


class Window(Observer):
    """Shows a walk as it goes, at the pace of the clock (or slower, when the machine cannot keep up)."""

    def __init__(self, robot: Robot) -> None:
        """Open the window.

        Raises:
            EngineError: there is no display.
        """
        self.client: Client = Client(gui=True, options="--width=1280 --height=720")
        self._robot = robot
        for flag in ("COV_ENABLE_GUI", "COV_ENABLE_RENDERING", "COV_ENABLE_SHADOWS"):
            self.client.configureDebugVisualizer(getattr(self.client, flag), 0)
        self._simulated = 0.0
        self._step_start = 0.0
        self._drawn = -1.0

    def started(self, engine: Engine) -> None:
        """Show what has been loaded, and start the clock."""
        self._body = engine.body
        self.client.configureDebugVisualizer(self.client.COV_ENABLE_RENDERING, 1)
        self._clock = time.perf_counter()

    def step(self, step: Step) -> None:
        """Give the physical legs their colours back: right and left have exchanged roles."""
        self._step_start = self._simulated
        swing = "left" if step.support == "right" else "right"
        for links, side in ((STANCE_LINKS, step.support), (SWING_LINKS, swing)):
            for link in links:
                self._paint(link, COLORS[side])

    def _paint(self, link: int, color: list[float]) -> None:
        for shape in range(2):
            self.client.changeVisualShape(self._body.id, link, shapeIndex=shape, rgbaColor=color)

    def sample(self, time_in_step: float) -> None:
        """Move the camera now and then, and wait for the clock."""
        self._simulated = self._step_start + time_in_step
        if self._simulated - self._drawn >= FRAME:
            self._drawn = self._simulated
            self._follow()
        ahead = self._simulated - (time.perf_counter() - self._clock)
        if ahead > 0.0:
            time.sleep(ahead)

    def _follow(self) -> None:
        x, y, z = self.client.getBasePositionAndOrientation(self._body.id)[0]
        target = (x, y, z + 0.6 * self._robot.leg_length)
        self.client.resetDebugVisualizerCamera(3.2 * self._robot.leg_length, 40, -15, target)
