"""Values of the hybrid walker: the state within a step and the constants of a step."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from sipbullet.mechanics.rotations import Array

Side = Literal["right", "left"]
SIDE_SIGN: dict[Side, int] = {"right": 1, "left": -1}  # the paper's u
POSITION_FIELDS = ("theta_z", "theta", "theta_x", "leg1")
RATE_FIELDS = ("gamma", "omega", "gamma_x", "leg1_rate")


def other_side(side: Side) -> Side:
    """The opposite foot."""
    return "left" if side == "right" else "right"


@dataclass(frozen=True, slots=True)
class State:
    """State of the supporting leg: 3-2-1 angles, their rates, length and length rate."""

    theta_z: float  # rad
    theta: float  # rad, > 0 leans forward
    theta_x: float  # rad, > 0 leans to the right
    gamma: float  # rad/s, rate of theta_z
    omega: float  # rad/s, rate of theta
    gamma_x: float  # rad/s, rate of theta_x
    leg1: float  # m
    leg1_rate: float = 0.0  # m/s

    @property
    def positions(self) -> Array:
        """(theta_z, theta, theta_x, leg1) in rad and m, shape (4,)."""
        return np.array([self.theta_z, self.theta, self.theta_x, self.leg1])

    @property
    def rates(self) -> Array:
        """(gamma, omega, gamma_x, leg1_rate) in rad/s and m/s, shape (4,)."""
        return np.array([self.gamma, self.omega, self.gamma_x, self.leg1_rate])

    @classmethod
    def from_arrays(cls, positions: Array, rates: Array) -> "State":
        """State from `positions` and `rates`, each of shape (4,)."""
        theta_z, theta, theta_x, leg1 = (float(value) for value in positions)
        gamma, omega, gamma_x, leg1_rate = (float(value) for value in rates)
        return cls(theta_z, theta, theta_x, gamma, omega, gamma_x, leg1, leg1_rate)


@dataclass(frozen=True, slots=True)
class Step:
    """Constants of one step: the pivot, the hips' half angles and the legs' lengths.

    The paper's hip angles are 2·alpha1, 2·alpha_z1 (supporting leg) and 2·alpha, 2·alpha_z (swing leg).
    """

    support: Side
    pivot: tuple[float, float, float]  # m, the supporting foot
    alpha1: float  # rad, half the support hip's roll
    alpha_z1: float  # rad, half the support hip's yaw
    alpha: float  # rad, half the angle between the legs, > 0 swing foot forward
    alpha_z: float  # rad, half the swing hip's yaw, > 0 swing foot to the left
    leg1_start: float  # m, supporting leg at the start
    leg1_target: float  # m, supporting leg at the end
    leg2: float  # m, swing leg
    knee_duration: float  # s, of the quintic reference; 0 = a step reference
    double_support: bool = False  # both feet hold: it can fall forward and back alone

    @property
    def sign(self) -> int:
        """+1 on the right foot, −1 on the left (the paper's u)."""
        return SIDE_SIGN[self.support]

    @property
    def knee_locked(self) -> bool:
        """Whether the supporting leg keeps its length throughout the step."""
        return self.leg1_start == self.leg1_target
