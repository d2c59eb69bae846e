"""The knee: a force along the supporting leg that follows a reference length.

F = k(l_ref − l) + c(l̇_ref − l̇) + m(l̈_ref + g·(R1·ez)_z)
"""

import math

import numpy as np

from sipbullet.mechanics.rotations import Array
from sipbullet.mechanics.state import Step
from sipbullet.robot import Robot


def quintic(start: float, end: float, duration: float, time: float) -> tuple[float, float, float]:
    """Length, speed and acceleration (m, m/s, m/s²) at `time` of a quintic at rest at both ends.

    A `duration` of 0 is a step reference: at the end from the beginning, with no speed or acceleration.
    """
    if time >= duration:
        return end, 0.0, 0.0
    s, change = time / duration, end - start
    position = start + change * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)
    speed = change / duration * 30.0 * s * s * (1.0 - s) * (1.0 - s)
    acceleration = change / (duration * duration) * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s)
    return position, speed, acceleration


class KneeDrive:
    """The knee's force law during one step; plain floats, for it is called at every time step."""

    __slots__ = ("_damping", "_duration", "_end", "_gravity", "_mass", "_start", "_stiffness")

    def __init__(self, robot: Robot, step: Step) -> None:
        """Drive the supporting leg from `step.leg1_start` to `step.leg1_target`."""
        self._stiffness, self._damping = robot.knee_stiffness, robot.knee_damping
        self._mass, self._gravity = robot.mass, robot.gravity
        self._start, self._end, self._duration = step.leg1_start, step.leg1_target, step.knee_duration

    def reference(self, time: float) -> tuple[float, float, float]:
        """Reference length, speed and acceleration (m, m/s, m/s²) at `time` in s since the step began."""
        return quintic(self._start, self._end, self._duration, time)

    def force(self, time: float, theta: float, theta_x: float, leg1: float, leg1_rate: float) -> float:
        """Force along the leg in N, positive when it extends."""
        length, speed, acceleration = self.reference(time)
        lift = self._gravity * math.cos(theta) * math.cos(theta_x)
        spring = self._stiffness * (length - leg1) + self._damping * (speed - leg1_rate)
        return spring + self._mass * (acceleration + lift)

    def forces(self, times: Array, positions: Array, rates: Array) -> Array:
        """Forces in N, (n,), along a trajectory: `times` (n,), `positions` and `rates` (n, 4)."""
        rows = zip(times.tolist(), positions.tolist(), rates.tolist(), strict=True)
        return np.array([self.force(time, q[1], q[2], q[3], v[3]) for time, q, v in rows])
