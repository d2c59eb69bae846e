"""New angles for the massless swing leg within a swing, so that a push leaves its foothold.

The trunk's motion is given by now; only alpha, alpha_z and the time of landing are free. Three
equations: F2(t) = foothold.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from sipbullet.control.shooting import PRECISION
from sipbullet.mechanics.compiled import fly, start_values, trunk_constants
from sipbullet.mechanics.leg_geometry import Linkage, arm
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import State, Step
from sipbullet.mechanics.walker import Walker

WIDEST_YAW = 0.75  # rad, half the swing hip's yaw
SOONEST = 0.03  # s from now
LATEST = 1.7  # of the step's duration
WEIGHTS = np.array([1.0, 1.0, 30.0])


@dataclass(frozen=True, slots=True)
class Retargeter:
    """Finds new angles of the swing leg."""

    walker: Walker
    duration: float  # s, planned
    max_alpha: float  # rad

    def __call__(
        self, step: Step, state: State, time: float, target: tuple[float, float, float]
    ) -> Step:
        """The step aimed at `target` (m) from `state` at `time` s; or nearest to it."""
        linkage = Linkage.of(self.walker, step)
        constants, start, goal = (
            trunk_constants(linkage, step),
            start_values(state),
            np.array(target),
        )

        def miss(unknowns: Array) -> Array:
            alpha, alpha_z, landing = unknowns
            end = fly(constants, start, time, landing, PRECISION)
            swing = Linkage.of(self.walker, step.with_swing(float(alpha), float(alpha_z)))
            foot = linkage.pivot + arm(end[:4], swing.swing_foot)
            return np.asarray(
                np.nan_to_num((foot - goal) * WEIGHTS, nan=10.0, posinf=10.0, neginf=-10.0)
            )

        low = np.array([-self.max_alpha, -WIDEST_YAW, time + SOONEST])
        high = np.array(
            [self.max_alpha, WIDEST_YAW, max(LATEST * self.duration, time + 2 * SOONEST)]
        )
        guess = np.clip(
            [step.swing_leg.alpha, step.swing_leg.alpha_z, self.duration], low + 1e-6, high - 1e-6
        )
        found = least_squares(miss, guess, bounds=(low, high), xtol=1e-12, ftol=1e-12)
        alpha, alpha_z = float(found.x[0]), float(found.x[1])
        if not (math.isfinite(alpha) and math.isfinite(alpha_z)):
            return step
        return step.with_swing(alpha, alpha_z)
