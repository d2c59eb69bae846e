"""The scene: robot and world in a PyBullet server of their own, posed for the eye.

Nothing is simulated here.
"""

import math

import numpy as np

from sipbullet.engine.body import chain_positions
from sipbullet.engine.client import Client
from sipbullet.mechanics.state import SIDE_SIGN, Side
from sipbullet.record.phases import Phase
from sipbullet.robot.chain import JOINTS, LEFT_COLOR, RIGHT_COLOR
from sipbullet.robot.parameters import Robot
from sipbullet.view.overlay import Overlay

STANCE_LINKS = tuple(i for i, joint in enumerate(JOINTS) if joint.child.startswith("stance"))
SWING_LINKS = tuple(
    i for i, joint in enumerate(JOINTS) if joint.child in ("swing_thigh", "swing_foot")
)
COLORS = {
    name: [float(part) for part in text.split()]
    for name, text in (("right", RIGHT_COLOR), ("left", LEFT_COLOR))
}
AWAY = (0.0, 0.0, -100.0)  # where what is not shown is
CAMERA_LAG = np.array(
    [0.2, 0.2, 0.6, 1.0]
)  # s, with which the camera follows x, y, z and the heading
VIEW = {"distance": 3.2, "yaw": 40.0, "pitch": -15.0}  # legs, degrees


class Scene:
    """Shows phases, with two robots, one for each foot: painting a leg anew is slow."""

    def __init__(self, client: Client, robot: Robot, robot_urdf: bytes, world_urdf: str) -> None:
        """Build the scene on `client`; it is the scene's from now on."""
        self.client, self.robot = client, robot
        client.load_urdf_text(world_urdf)
        flags = client.URDF_USE_INERTIA_FROM_FILE | client.URDF_IGNORE_COLLISION_SHAPES
        self._bodies: dict[Side, int] = {}
        for side in SIDE_SIGN:
            self._bodies[side] = client.load_urdf_text(robot_urdf, AWAY, flags=flags)
        self._paint(self._bodies["left"], {STANCE_LINKS: "left", SWING_LINKS: "right"})
        self.marks = Overlay(client, robot)
        self._shown: Side | None = None
        self._target: np.ndarray[tuple[int], np.dtype[np.float64]] | None = None
        self._time = 0.0

    def _paint(self, body: int, sides: dict[tuple[int, ...], str]) -> None:
        """Right and left exchanged, on links in the supporting and the swing leg's colours."""
        colors = {link: COLORS[side] for links, side in sides.items() for link in links}
        places: dict[int, int] = {}
        for shape in self.client.getVisualShapeData(body):
            link, index = shape[1], places.get(shape[1], 0)
            places[link] = index + 1
            if link in colors:
                self.client.changeVisualShape(body, link, shapeIndex=index, rgbaColor=colors[link])

    def show(self, phase: Phase, time: float) -> None:
        """Pose the robot, the marks and the camera's target as at `time` s of a walk."""
        step, positions = phase.posture(self.robot, time)
        body, client = self._bodies[step.support], self.client
        if self._shown != step.support:
            if self._shown is not None:
                client.resetBasePositionAndOrientation(
                    self._bodies[self._shown], AWAY, (0.0, 0.0, 0.0, 1.0)
                )
                client.resetJointState(self._bodies[self._shown], 0, 0.0)  # its links follow
            self._shown = step.support
        client.resetBasePositionAndOrientation(body, step.pivot, (0.0, 0.0, 0.0, 1.0))
        for joint, value in enumerate(chain_positions(self.robot, step, positions)):
            client.resetJointState(body, joint, value)
        self.marks.show(phase, time)
        self._follow(phase.at(phase.cog, time), float(positions[0]), time)

    def _follow(
        self, cog: np.ndarray[tuple[int], np.dtype[np.float64]], heading: float, time: float
    ) -> None:
        """Let the camera's target go after the COG, smoothly, and turn with the walk."""
        wanted = np.append(cog, math.degrees(heading))
        if self._target is None:
            self._target = wanted
        wanted[3] = self._target[3] + (wanted[3] - self._target[3] + 180.0) % 360.0 - 180.0
        part = 1.0 - np.exp(-max(time - self._time, 0.0) / CAMERA_LAG)
        self._target, self._time = self._target + part * (wanted - self._target), time

    def begin_again(self) -> None:
        """Clear the marks, and let the camera jump to what is shown next."""
        self.marks.clear()
        self._target = None

    def camera(self) -> tuple[float, float, float, tuple[float, float, float]]:
        """Distance in m, yaw and pitch in degrees, and the target, of a following camera."""
        assert self._target is not None
        x, y, z, heading = self._target.tolist()
        leg = self.robot.leg_length
        return VIEW["distance"] * leg, VIEW["yaw"] + heading, VIEW["pitch"], (x, y, z - 0.05 * leg)
