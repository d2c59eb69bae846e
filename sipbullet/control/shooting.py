"""One step ahead, exactly: speeds and a leg angle that bring the foot to a foothold in time.

Unknowns (gamma, omega, gamma_x, alpha); equations F2(T) = foothold (x, y, z) and pelvis roll(T) =
0: a 4 × 4 shooting problem. The trajectory depends on the three speeds alone; alpha only moves the
massless foot. Newton's method with difference quotients converges in 3 or 4 iterations. When no
solution lies inside the
bounds, the nearest place
is found instead, and said.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import least_squares

from sipbullet.mechanics.compiled import TrunkConstants, fly, start_values, trunk_constants
from sipbullet.mechanics.jit import compiled
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array, rotation_z
from sipbullet.mechanics.state import State, Step

TOLERANCE = 1e-11  # m, and rad of roll
ITERATIONS = 12
PRECISION = 1e-2  # s, the Runge–Kutta step: 1e-8 rad at the end of a swing
WEIGHTS = np.array(
    [1.0, 1.0, 30.0, 3.0]
)  # of the equations, when not all can be met: stay on the tread's height


@dataclass(frozen=True, slots=True)
class Bounds:
    """Largest magnitudes of the unknowns."""

    gamma: float  # rad/s
    omega: float  # rad/s
    gamma_x: float  # rad/s
    alpha: float  # rad

    @property
    def limits(self) -> Array:
        """(4,) in the order of the unknowns."""
        return np.array([self.gamma, self.omega, self.gamma_x, self.alpha])


@dataclass(frozen=True, slots=True)
class Shot:
    """A solution, and how good it is."""

    gamma: float  # rad/s
    omega: float  # rad/s
    gamma_x: float  # rad/s
    alpha: float  # rad
    residual: float  # m or rad, the largest of the four equations
    compromise: (
        float  # m, from the foothold asked for to the one that can be reached; 0 when it can
    )
    iterations: int


class FootGeometry(NamedTuple):
    """Where the swing leg hangs: vectors in the leg's frame from P1, the pivot in the world."""

    pivot: tuple[float, float, float]  # m
    hip: tuple[float, float, float]  # m, the swing hip
    pelvis_y: tuple[float, float, float]  # the hip axis
    ahead: tuple[float, float, float]  # x axis of the swing hip's frame, turned by 2·alpha_z
    up: tuple[float, float, float]  # z axis of that frame
    leg: float  # m, the swing leg's length


class Flight(NamedTuple):
    """From when to when a swing is flown, and in what steps, in s."""

    begin: float
    end: float
    step: float


@compiled
def miss(
    k: TrunkConstants,
    geometry: FootGeometry,
    start: Array,
    unknowns: Array,
    flight: Flight,
    target: Array,
) -> Array:
    """The four equations (4,): foot less foothold in m, and the height of the pelvis' y axis.

    Args:
        k: `compiled.trunk_constants`.
        geometry: `foot_geometry`.
        start: (8,) positions and rates; the rates of `unknowns` replace those from the start of a
            step.
        unknowns: (gamma, omega, gamma_x, alpha).
        flight: the time.
        target: (3,) m.
    """
    y = start.copy()
    if flight.begin == 0.0:
        y[4], y[5], y[6] = unknowns[0], unknowns[1], unknowns[2]
    end = fly(k, y, flight.begin, flight.end, flight.step)
    s, c, leg = math.sin(2 * unknowns[3]), math.cos(2 * unknowns[3]), geometry.leg
    cz, sz, cy, sy = math.cos(end[0]), math.sin(end[0]), math.cos(end[1]), math.sin(end[1])
    cx, sx = math.cos(end[2]), math.sin(end[2])
    (px, py, pz), (hx, hy, hz), (yx, yy, yz) = geometry.pivot, geometry.hip, geometry.pelvis_y
    (ax, ay, az), (ux, uy, uz) = geometry.ahead, geometry.up
    fx, fy = hx + leg * (s * ax - c * ux), hy + leg * (s * ay - c * uy)
    fz = hz + leg * (s * az - c * uz)
    fz += end[3]
    xy, xz = cz * sy * sx - sz * cx, cz * sy * cx + sz * sx
    zy, zz = sz * sy * sx + cz * cx, sz * sy * cx - cz * sx
    result = np.empty(4)
    result[0] = px + cz * cy * fx + xy * fy + xz * fz - target[0]
    result[1] = py + sz * cy * fx + zy * fy + zz * fz - target[1]
    result[2] = pz - sy * fx + cy * sx * fy + cy * cx * fz - target[2]
    result[3] = -sy * yx + cy * sx * yy + cy * cx * yz
    return result


def foot_geometry(linkage: Linkage, step: Step) -> FootGeometry:
    """The swing leg's place in `linkage`."""
    hip_frame = linkage.pelvis_rotation @ rotation_z(2 * step.swing_leg.alpha_z)
    return FootGeometry(
        pivot=_vector(linkage.pivot),
        hip=_vector(linkage.swing_hip),
        pelvis_y=_vector(linkage.pelvis_rotation[:, 1]),
        ahead=_vector(hip_frame[:, 0]),
        up=_vector(hip_frame[:, 2]),
        leg=float(step.swing_leg.length),
    )


def _vector(values: Array) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z


class ShootingProblem:
    """The problem of one step: `step` gives all but the unknowns, `state` the leg's place."""

    def __init__(
        self,
        linkage: Linkage,
        step: Step,
        state: State,
        target: tuple[float, float, float],
        duration: float,
        roll: float = 0.0,
    ) -> None:
        """Bring the swing foot to `target` (m) in `duration` s, the pelvis rolled by `roll` rad."""
        self._roll = np.array([0.0, 0.0, 0.0, math.sin(roll)])
        self._k, self._geometry = trunk_constants(linkage, step), foot_geometry(linkage, step)
        self._start, self._target = start_values(state), np.array(target)
        self._flight = Flight(0.0, float(duration), PRECISION)

    def miss(self, unknowns: Array) -> Array:
        """The four equations at `unknowns` (4,)."""
        return np.asarray(
            miss(self._k, self._geometry, self._start, unknowns, self._flight, self._target)
            - self._roll
        )

    def jacobian(self, unknowns: Array, value: Array) -> Array:
        """Difference quotients of `miss`, (4, 4), whose value at `unknowns` is `value`."""
        columns = []
        for index in range(4):
            moved = unknowns.copy()
            moved[index] += 1e-6
            columns.append((self.miss(moved) - value) / 1e-6)
        return np.array(columns).T

    def solve(self, guess: Array, bounds: Bounds) -> Shot:
        """The unknowns that meet the equations, or come nearest inside the bounds. Always finite.

        Args:
            guess: (gamma, omega, gamma_x, alpha) to start from.
            bounds: largest magnitudes.
        """
        unknowns, value, iterations = self._newton(np.clip(guess, -bounds.limits, bounds.limits))
        residual = float(np.abs(value).max())
        if residual <= 1e-9 and np.all(np.abs(unknowns) <= bounds.limits):
            return _shot(unknowns, residual, 0.0, iterations)
        return self._nearest(unknowns if math.isfinite(residual) else guess, bounds, iterations)

    def _newton(self, unknowns: Array) -> tuple[Array, Array, int]:
        """Newton's method; a step that does not improve is halved."""
        value = self.miss(unknowns)
        for iteration in range(ITERATIONS):
            size = np.abs(value).max()
            if not size > TOLERANCE:
                return unknowns, value, iteration
            try:
                change = np.linalg.solve(self.jacobian(unknowns, value), -value)
            except np.linalg.LinAlgError:
                return unknowns, value, iteration
            for _ in range(6):
                following = self.miss(unknowns + change)
                if np.abs(following).max() < size:
                    break
                change = change / 2
            else:
                return unknowns, value, iteration + 1
            unknowns, value = unknowns + change, following
        return unknowns, value, ITERATIONS

    def _nearest(self, guess: Array, bounds: Bounds, iterations: int) -> Shot:
        """Least squares inside the bounds, weighted for the tread's height and a level pelvis."""
        limits = bounds.limits
        start = np.clip(np.where(np.isfinite(guess), guess, 0.0), -0.999 * limits, 0.999 * limits)
        found = least_squares(
            self._weighted, start, bounds=(-limits, limits), xtol=1e-12, ftol=1e-12
        )
        value = self._safe(found.x)
        compromise = float(np.hypot(value[0], value[1]))
        residual = float(np.abs(value).max())
        compromise = compromise if residual > 1e-9 else 0.0
        return _shot(np.asarray(found.x), residual, compromise, iterations + int(found.nfev))

    def _weighted(self, unknowns: Array) -> Array:
        return np.asarray(self._safe(unknowns) * WEIGHTS)

    def _safe(self, unknowns: Array) -> Array:
        """`miss` with numbers for the solver where the walker has long fallen over."""
        return np.nan_to_num(self.miss(unknowns), nan=10.0, posinf=10.0, neginf=-10.0)


def _shot(unknowns: Array, residual: float, compromise: float, iterations: int) -> Shot:
    gamma, omega, gamma_x, alpha = (float(value) for value in unknowns)
    return Shot(gamma, omega, gamma_x, alpha, residual, compromise, iterations)
