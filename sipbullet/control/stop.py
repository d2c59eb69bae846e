"""Stop in balance: the last foothold is placed so that the walker comes to rest over it.

After the last impact the supporting leg keeps its length r = |COG − F2|, and nothing is controlled
any more. The walker comes to rest over its foot when its energy is just the potential energy at the
COG's highest point and it has no angular momentum about the vertical:

    E⁺ = m·g·r,   H⁺·ez = 0    the paper's form, two equations for (alpha, alpha_z)
    H⁺·(r_xy/|r_xy|) = 0       refined: it also rises straight over the foot; speeds give way

with E⁺ measured from the new foot and H⁺ the angular momentum about it. These are those of a
pendulum whose trunk does not tilt; the refined form goes on from there to speeds and a place over
the foot that are zero after `REST`
pendulum times.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import brentq, least_squares

from sipbullet.mechanics.compiled import fly, start_values, trunk_constants
from sipbullet.mechanics.foot_placement import foot_placement
from sipbullet.mechanics.impact import solve_impact
from sipbullet.mechanics.leg_geometry import Linkage, arm
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import State, Step
from sipbullet.mechanics.switching import switch_feet
from sipbullet.mechanics.walker import Walker

PRECISION = 5e-3  # s, of the flight
GRID = 24  # moments at which a landing is looked for
REACHED = (
    5e-3  # residual below which the equations count as met (the refined form gives up some of them)
)
# pendulum times √(r/g) after the landing at which the refined form wants the walker at rest
REST = 3.5
# rad and rad/s, that the refined form changes each unknown at most from the three equations'
NEAR = np.array([0.1, 0.15, 0.12, 0.12, 0.12])
WEIGHT_OF_CHANGE = 2e-4  # of the speeds' changes against the equations, refined form


@dataclass(frozen=True, slots=True)
class StopPlan:
    """The last step: how it begins, and whether it leads to rest."""

    step: Step
    state: State
    residual: float  # largest of the equations, dimensionless
    duration: float  # s, to the touchdown

    @property
    def reached(self) -> bool:
        """Whether the equations are met."""
        return self.residual <= REACHED


@dataclass(frozen=True, slots=True)
class _Arrival:
    energy: float  # E⁺/(m·g·r) − 1
    vertical: float  # H⁺·ez, over m·r·√(g·r)
    astray: float  # H⁺ along r_xy, over m·r·√(g·r)
    time: float  # s
    state: State | None = None  # just before the impact


def plan_stop(
    walker: Walker,
    begin: tuple[Step, State],
    ground: float,
    duration: float,
    refined: bool,
    max_alpha: float,
) -> StopPlan:
    """The swing angles (and speeds, if refined) with which the walker stops after a touchdown.

    Args:
        walker: the walker.
        begin: the step as a controller would take it, and its beginning with the controller's
            speeds; the search begins at its alpha and alpha_z.
        ground: m, height of the ground where the foot shall land.
        duration: s, of a usual step: the landing is looked for within twice that.
        refined: also change the speeds a little, for the third equation.
        max_alpha: rad.
    """
    return _StopProblem(walker, *begin, ground, 2 * duration, refined).solve(max_alpha)


@dataclass(frozen=True, slots=True)
class _StopProblem:
    """Unknowns: alpha, alpha_z and, refined, the changes of the three speeds."""

    walker: Walker
    step: Step
    state: State
    ground: float  # m
    latest: float  # s
    refined: bool

    def candidate(self, x: Array) -> tuple[Step, State]:
        changed, state = self.step.with_swing(float(x[0]), float(x[1])), self.state
        if not self.refined:
            return changed, state
        speeds = {
            "gamma": float(state.gamma + x[2]),
            "omega": float(state.omega + x[3]),
            "gamma_x": float(state.gamma_x + x[4]),
        }
        return changed, replace(state, **speeds)

    def arrival(self, x: Array) -> _Arrival:
        return _arrive(self.walker, *self.candidate(x), self.ground, self.latest)

    def residuals(self, x: Array) -> Array:
        found = self.arrival(x)
        more = [found.astray, *(WEIGHT_OF_CHANGE * x[2:])] if self.refined else []
        return np.array([found.energy, found.vertical, *more])

    def at_rest(self, x: Array) -> Array:
        changed, _ = self.candidate(x)
        return np.append(_later(self.walker, changed, self.arrival(x)), WEIGHT_OF_CHANGE * x[2:])

    def solve(self, max_alpha: float) -> StopPlan:
        limits = np.array([max_alpha, 0.6] + ([1.5] * 3 if self.refined else []))
        best = self._search(limits)
        x = best.x
        if self.refined and best.cost < 1e-6:
            near = NEAR  # not a walker that stops before it has stepped
            bounds = (x - near, x + near)
            x = least_squares(self.at_rest, x, bounds=bounds, xtol=1e-12, ftol=1e-14, gtol=1e-14).x
        found = self.arrival(x)
        residual = max(abs(found.energy), abs(found.vertical))
        return StopPlan(*self.candidate(x), residual, found.time)

    def _search(self, limits: Array) -> Any:
        """The best of some searches, from longer and longer steps."""
        alpha, best = self.step.swing_leg.alpha, None
        unchanged = [0.0] * 3 if self.refined else []
        start = np.array([alpha, self.step.swing_leg.alpha_z, *unchanged])
        for more in (0.03, 0.08, 0.14, 0.0):
            longer = np.zeros(len(start))
            longer[0] = math.copysign(more, alpha)
            guess = np.clip(start + longer, -0.99 * limits, 0.99 * limits)
            found = least_squares(
                self.residuals, guess, bounds=(-limits, limits), xtol=1e-12, ftol=1e-14, gtol=1e-14
            )
            if best is None or found.cost < best.cost:
                best = found
            if best.cost < 1e-9:
                break
        return best


def _later(walker: Walker, step: Step, landing: _Arrival) -> Array:
    """Rates (over √(g/r)) and place of the COG (over r) beside the new foot, (5,).

    As they are `REST` pendulum times after the landing.
    """
    if landing.state is None:
        return np.full(5, 10.0)
    linkage = Linkage.of(walker, step)
    switched = switch_feet(linkage, step, landing.state, solve_impact(linkage, landing.state))
    over = Step.standing(switched.stance, switched.state.leg1)
    new, rate = Linkage.of(walker, over), math.sqrt(walker.gravity / walker.pendulum_length)
    end = fly(trunk_constants(new, over), start_values(switched.state), 0.0, REST / rate, PRECISION)
    offset = arm(end[:4], new.cog)[:2] / walker.pendulum_length
    values = np.append(end[4:7] / rate, offset)
    return np.asarray(np.nan_to_num(values, nan=10.0, posinf=10.0, neginf=-10.0))


def _arrive(walker: Walker, step: Step, state: State, ground: float, latest: float) -> _Arrival:
    """The landing of the swing foot at height `ground`; far from a stop when it does not land."""
    linkage = Linkage.of(walker, step)
    constants, start = trunk_constants(linkage, step), start_values(state)

    def at(time: float) -> Array:
        return fly(constants, start, 0.0, time, PRECISION)

    def gap(time: float) -> float:
        return float(linkage.pivot[2] + arm(at(time)[:4], linkage.swing_foot)[2] - ground)

    before, height = 0.0, gap(0.0)
    for index in range(1, GRID + 1):
        time = latest * index / GRID
        following = gap(time)
        if not math.isfinite(following):
            break
        if following <= 0.0 < height and time > 0.2 * latest:
            moment = float(brentq(gap, before, time, xtol=1e-14))
            end = at(moment)
            landed = State.from_arrays(end[:4], end[4:8])
            return _Arrival(*foot_placement(linkage, landed), moment, landed)
        before, height = time, following
    return _Arrival(1.0, 1.0, 1.0, latest)
