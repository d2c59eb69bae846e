"""The walker as the mechanics sees it: a robot under a gravity.

Gravity belongs to the simulation, never to the robot: the same robot walks on the moon.
"""

import math
from dataclasses import dataclass

from sipbullet.errors import ConfigError
from sipbullet.robot.parameters import Robot

STANDARD_GRAVITY = 9.81  # m/s²


@dataclass(frozen=True, slots=True)
class Walker:
    """A robot and the gravity that it walks under; the robot's parameters can be asked of it.

    Raises:
        ConfigError: gravity is no number from 0.1 to 100 m/s².
    """

    robot: Robot
    gravity: float = STANDARD_GRAVITY  # m/s²

    def __post_init__(self) -> None:
        """Check the gravity's domain."""
        if not (math.isfinite(self.gravity) and 0.1 <= self.gravity <= 100.0):
            raise ConfigError(
                f"simulation: gravity is {self.gravity:g} m/s²; it must be from 0.1 to 100 m/s²"
            )

    @property
    def mass(self) -> float:
        """In kg."""
        return self.robot.mass

    @property
    def leg_length(self) -> float:
        """In m, knee extended."""
        return self.robot.leg_length

    @property
    def pelvis_width(self) -> float:
        """In m, hip to hip."""
        return self.robot.pelvis_width

    @property
    def cog_height(self) -> float:
        """In m, above the hip axis."""
        return self.robot.cog_height

    @property
    def inertia(self) -> tuple[float, float, float]:
        """In kg·m², principal."""
        return self.robot.inertia

    @property
    def knee_stiffness(self) -> float:
        """In N/m."""
        return self.robot.knee_stiffness

    @property
    def knee_damping(self) -> float:
        """In N·s/m."""
        return self.robot.knee_damping

    @property
    def pendulum_length(self) -> float:
        """Height of the centre of gravity over the foot when standing, in m."""
        return self.robot.pendulum_length

    @property
    def sagittal_symmetric(self) -> bool:
        """Whether turning the trunk about its hip axis changes nothing."""
        return self.robot.sagittal_symmetric
