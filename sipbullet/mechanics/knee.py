"""The knee: a force along the supporting leg that follows a reference length.

F = k(l_ref − l) + c(l̇_ref − l̇) + m(l̈_ref + g·(R1·ez)_z)
"""

import math

import numpy as np

from sipbullet.mechanics.laws import KneeReference, knee_law, quintic
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import Step
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot

__all__ = ["KneeDrive", "quintic"]


class KneeDrive:
    """The knee's force law during one step."""

    __slots__ = ("_damping", "_gravity", "_mass", "_motion", "_stiffness")

    def __init__(self, walker: Walker | Robot, step: Step) -> None:
        """Drive the supporting leg as `step.knee` says."""
        walker = walker if isinstance(walker, Walker) else Walker(walker)
        self._mass, self._gravity = walker.mass, walker.gravity
        self._stiffness, self._damping = walker.knee_stiffness, walker.knee_damping
        self._motion = (step.knee.start, step.knee.target, step.knee.duration)

    def reference(self, time: float) -> KneeReference:
        """Reference length, speed and acceleration at `time` in s since the step began."""
        return quintic(*self._motion, time)

    def force(
        self, time: float, theta: float, theta_x: float, leg1: float, leg1_rate: float
    ) -> float:
        """Force along the leg in N, positive when it extends."""
        length, speed, acceleration = quintic(*self._motion, time)
        carried = self._mass * (acceleration + self._gravity * math.cos(theta) * math.cos(theta_x))
        stretch, stretch_rate = leg1 - length, leg1_rate - speed
        return knee_law(self._stiffness, self._damping, stretch, stretch_rate, carried)

    def forces(self, times: Array, positions: Array, rates: Array) -> Array:
        """Forces in N, (n,), along a trajectory.

        Args:
            times: (n,) s.
            positions: (n, 4).
            rates: (n, 4).
        """
        rows = zip(times.tolist(), positions.tolist(), rates.tolist(), strict=True)
        return np.array([self.force(time, q[1], q[2], q[3], v[3]) for time, q, v in rows])
