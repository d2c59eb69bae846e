"""Stop in balance: the last foothold is placed so that the walker comes to rest over it (foot placement estimate, FPE).

After the last impact the supporting leg keeps its length r = |COG − F2|, and nothing is controlled any more. The walker comes
to rest over its foot when its energy is just the potential energy at the COG's highest point and it has no angular momentum
about the vertical:

    E⁺ = m·g·r,   H⁺·ez = 0          the paper's form, two equations for the swing angles (alpha, alpha_z)
    H⁺·(r_xy/|r_xy|) = 0             refined: it also rises straight over the foot; the three speeds give way a little

with E⁺ measured from the new foot and H⁺ the angular momentum about it. These are those of a pendulum whose trunk does not tilt;
the refined form goes on from there to speeds and a place over the foot that are zero after `REST` pendulum times.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import brentq, least_squares

from sipbullet.mechanics.flight import fly, start_values, trunk_constants
from sipbullet.mechanics.impact import solve_impact
from sipbullet.mechanics.linkage import Linkage, arm
from sipbullet.mechanics.placement import foot_placement
from sipbullet.mechanics.rotations import Array
from sipbullet.mechanics.state import State, Step
from sipbullet.mechanics.switching import switch_feet
from sipbullet.robot import Robot

PRECISION = 5e-3  # s, of the flight
GRID = 24  # moments at which a landing is looked for
REACHED = 5e-3  # residual below which the equations count as met (the refined form gives up some of them)
REST = 3.5  # pendulum times √(r/g) after the landing at which the refined form wants the walker at rest
NEAR = 0.12  # rad/s, that the refined form changes each speed at most, beyond what the three equations ask
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
class _Landing:
    energy: float  # E⁺/(m·g·r) − 1
    vertical: float  # H⁺·ez, over m·r·√(g·r)
    astray: float  # H⁺ along r_xy, over m·r·√(g·r)
    time: float  # s
    state: State | None = None  # just before the impact


def plan_stop(
    robot: Robot, step: Step, state: State, ground: float, duration: float, refined: bool, max_alpha: float
) -> StopPlan:
    """The swing angles (and, refined, the speeds) with which the walker stops after the next touchdown.

    Args:
        robot: the robot.
        step: the step as a controller would take it; its alpha and alpha_z are where the search begins.
        state: its beginning, with the controller's speeds.
        ground: m, height of the ground where the foot shall land.
        duration: s, of a usual step: the landing is looked for within twice that.
        refined: also change the speeds a little, for the third equation.
        max_alpha: rad.
    """

    def candidate(x: Array) -> tuple[Step, State]:
        changed = replace(step, alpha=float(x[0]), alpha_z=float(x[1]))
        if not refined:
            return changed, state
        speeds = {"gamma": state.gamma + x[2], "omega": state.omega + x[3], "gamma_x": state.gamma_x + x[4]}
        return changed, replace(state, **{name: float(value) for name, value in speeds.items()})

    def residuals(x: Array) -> Array:
        landing = _land(robot, *candidate(x), ground, 2 * duration)
        values = [landing.energy, landing.vertical] + ([landing.astray, *(WEIGHT_OF_CHANGE * x[2:])] if refined else [])
        return np.array(values)

    def at_rest(x: Array) -> Array:
        changed, begun = candidate(x)
        landing = _land(robot, changed, begun, ground, 2 * duration)
        return np.append(_later(robot, changed, landing), WEIGHT_OF_CHANGE * x[2:])

    start = np.array([step.alpha, step.alpha_z] + ([0.0] * 3 if refined else []))
    limits = np.array([max_alpha, 0.6] + ([1.5] * 3 if refined else []))
    best = None
    for more in (0.03, 0.08, 0.14, 0.0):
        guess = np.clip(
            start + np.array([math.copysign(more, step.alpha), *([0.0] * (len(start) - 1))]), -0.99 * limits, 0.99 * limits
        )
        found = least_squares(residuals, guess, bounds=(-limits, limits), xtol=1e-12, ftol=1e-14, gtol=1e-14)
        if best is None or found.cost < best.cost:
            best = found
        if best.cost < 1e-9:
            break
    assert best is not None
    x = best.x
    if refined and best.cost < 1e-6:
        near = np.array([0.1, 0.15, NEAR, NEAR, NEAR])  # not a walker that stops before it has stepped
        x = least_squares(at_rest, x, bounds=(x - near, x + near), xtol=1e-12, ftol=1e-14, gtol=1e-14).x
    final_step, final_state = candidate(x)
    landing = _land(robot, final_step, final_state, ground, 2 * duration)
    return StopPlan(final_step, final_state, max(abs(landing.energy), abs(landing.vertical)), landing.time)


def _later(robot: Robot, step: Step, landing: _Landing) -> Array:
    """Rates (over √(g/r)) and place of the COG (over r) beside the new foot, (5,), `REST` pendulum times after the landing."""
    if landing.state is None:
        return np.full(5, 10.0)
    linkage = Linkage.of(robot, step)
    switched = switch_feet(linkage, step, landing.state, solve_impact(linkage, landing.state))
    leg = switched.state.leg1
    over = Step(switched.support, switched.pivot, switched.alpha1, switched.alpha_z1, 0.0, 0.0, leg, leg, leg, 0.0)
    new, rate = Linkage.of(robot, over), math.sqrt(robot.gravity / robot.pendulum_length)
    end = fly(trunk_constants(new, over), start_values(switched.state), 0.0, REST / rate, PRECISION)
    offset = arm(end[:4], new.cog)[:2] / robot.pendulum_length
    return np.asarray(np.nan_to_num(np.append(end[4:7] / rate, offset), nan=10.0, posinf=10.0, neginf=-10.0))


def _land(robot: Robot, step: Step, state: State, ground: float, latest: float) -> _Landing:
    """The landing of the swing foot at height `ground`; far from a stop when it does not land."""
    linkage = Linkage.of(robot, step)
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
            return _Landing(*foot_placement(linkage, landed), moment, landed)
        before, height = time, following
    return _Landing(1.0, 1.0, 1.0, latest)
