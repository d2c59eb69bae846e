"""The supporting leg as seen along the pelvis' heading.

The leg's own 3-2-1 angles turn with its yaw about itself, which means nothing for a leg that is a
line. Turned about its axis by the support hip's yaw 2·alpha_z1 it has the pelvis' heading, and its
roll is the pelvis' roll less 2·alpha1. When the feet are as far apart as the hips both descriptions
are the same.
"""

from dataclasses import dataclass

import numpy as np

from sipbullet.control.interface import Touchdown
from sipbullet.mechanics.rigid_motion import angles_321, rate_axes, rotation_321, rotation_z


@dataclass(frozen=True, slots=True)
class LegAlongHeading:
    """3-2-1 angles of the supporting leg, in rad, with the yaw of the pelvis."""

    heading: float
    pitch: float
    roll: float
    level: float  # rad, the roll at which the pelvis is level
    _leg_yaw: float
    _leg_pitch: float

    @classmethod
    def of(cls, touchdown: Touchdown) -> "LegAlongHeading":
        """The supporting leg after a touchdown."""
        state = touchdown.state
        leg = rotation_321(state.theta_z, state.theta, state.theta_x) @ rotation_z(
            2 * touchdown.alpha_z1
        )
        heading, pitch, roll = angles_321(leg).tolist()
        return cls(heading, pitch, roll, -2 * touchdown.alpha1, state.theta_z, state.theta)

    @property
    def pelvis_roll(self) -> float:
        """Roll of the pelvis in rad."""
        return self.roll - self.level

    def leg_rates(self, yaw: float, pitch: float, roll: float) -> tuple[float, float, float]:
        """(gamma, omega, gamma_x) in rad/s for these 3-2-1 rates along the heading."""
        turning = rate_axes(self.heading, self.pitch) @ np.array([yaw, pitch, roll])
        gamma, omega, gamma_x = np.linalg.solve(
            rate_axes(self._leg_yaw, self._leg_pitch), turning
        ).tolist()
        return gamma, omega, gamma_x
