"""Values of the hybrid walker: the state within a step and the constants of a step."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from sipbullet.mechanics.rigid_motion import Array

Side = Literal["right", "left"]
Place = tuple[float, float, float]  # m, in the world
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
class Stance:
    """The foot that stands, and the hip over it: what a touchdown leaves, constant in a step.

    The paper's hip angles are 2·alpha1 and 2·alpha_z1.
    """

    support: Side
    pivot: Place  # m, the supporting foot
    alpha1: float = 0.0  # rad, half the support hip's roll
    alpha_z1: float = 0.0  # rad, half the support hip's yaw

    @property
    def sign(self) -> int:
        """+1 on the right foot, −1 on the left (the paper's u)."""
        return SIDE_SIGN[self.support]


@dataclass(frozen=True, slots=True)
class SwingLeg:
    """The leg that swings: its hip angles and its length, constant in a step.

    The paper's hip angles are 2·alpha and 2·alpha_z.
    """

    alpha: float  # rad, half the angle between the legs, > 0 swing foot forward
    alpha_z: float  # rad, half the swing hip's yaw, > 0 swing foot to the left
    length: float  # m, the paper's leg2


@dataclass(frozen=True, slots=True)
class KneeMotion:
    """How the supporting leg's length moves in a step."""

    start: float  # m
    target: float  # m
    duration: float = 0.0  # s, of the quintic reference; 0 = a step reference

    @property
    def locked(self) -> bool:
        """Whether the supporting leg keeps its length throughout the step."""
        return self.start == self.target

    @classmethod
    def held(cls, length: float) -> "KneeMotion":
        """A knee that keeps the leg at `length` m."""
        return cls(length, length)


@dataclass(frozen=True, slots=True)
class Step:
    """Constants of one step: who stands where, which leg swings how, and how the knee moves."""

    stance: Stance
    swing_leg: SwingLeg
    knee: KneeMotion
    double_support: bool = False  # both feet hold: it can fall forward and back alone

    @classmethod
    def standing(cls, stance: Stance, leg: float, double_support: bool = False) -> "Step":
        """A step with both legs parallel and `leg` m long, the knee locked."""
        return cls(stance, SwingLeg(0.0, 0.0, leg), KneeMotion.held(leg), double_support)

    def with_swing(self, alpha: float, alpha_z: float, length: float | None = None) -> "Step":
        """The same step with other angles (rad), and another `length` (m), of the swing leg."""
        leg = self.swing_leg.length if length is None else length
        return replace(self, swing_leg=SwingLeg(alpha, alpha_z, leg))

    @property
    def support(self) -> Side:
        """The foot that stands."""
        return self.stance.support

    @property
    def sign(self) -> int:
        """+1 on the right foot, −1 on the left (the paper's u)."""
        return self.stance.sign

    @property
    def pivot(self) -> Place:
        """Where it stands, in m."""
        return self.stance.pivot

    @property
    def knee_locked(self) -> bool:
        """Whether the supporting leg keeps its length throughout the step."""
        return self.knee.locked
