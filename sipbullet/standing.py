"""The two ends of a walk: falling forward from standing, and coming to rest on both feet."""

import math
from dataclasses import dataclass, replace

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq

from sipbullet.control.command import Touchdown
from sipbullet.control.prediction import plan_step
from sipbullet.engine.engine import Engine
from sipbullet.engine.standing import Stand
from sipbullet.engine.swing import Piece
from sipbullet.errors import ConfigError
from sipbullet.mechanics import kane
from sipbullet.mechanics.linkage import Linkage
from sipbullet.mechanics.reach import reach
from sipbullet.mechanics.rotations import Array
from sipbullet.mechanics.state import SIDE_SIGN, State, Step
from sipbullet.mechanics.switching import Switched
from sipbullet.robot import Robot
from sipbullet.targets import StepTargets
from sipbullet.worlds.footsteps import Foothold

FIRST_LEAN = 5e-3  # rad, with which standing ends and falling begins
STAND_TIME = 5.0  # s, on both feet at the end


@dataclass(frozen=True, slots=True)
class Release:
    """When standing becomes walking: the lean and its rate at which the fall is that of the first step."""

    lean: float  # rad
    rate: float  # rad/s
    duration: float  # s, of the fall on both feet before


def find_release(robot: Robot, length: float, targets: StepTargets, knee_duration: float) -> Release:
    """The lean at which a walker that falls forward on both feet has just the speed of its first step.

    Raises:
        ConfigError: it never has: the step is too short or too long for its duration.
    """
    inertia = robot.mass * robot.pendulum_length**2 + robot.inertia[1]
    strength = robot.mass * robot.gravity * robot.pendulum_length / inertia

    def falling(further: float) -> float:  # rate, `further` rad beyond the first lean: ½ω² = strength·(cos a − cos b)
        return math.sqrt(4 * strength * math.sin(FIRST_LEAN + further / 2) * math.sin(further / 2))

    def lacking(lean: float) -> float:
        plan = plan_step(robot, lean, robot.leg_length, 0.0, length, 0.0, knee_duration, targets.duration)
        return plan.forward.omega - falling(lean - FIRST_LEAN)

    low, high = FIRST_LEAN * 1.0001, 0.4
    if not (lacking(low) > 0.0 > lacking(high)):
        raise ConfigError(
            f"gait: from standing, a first step of {length:g} m in {targets.duration:g} s is not one that falling forward gives"
        )
    lean = float(brentq(lacking, low, high, xtol=1e-12))
    span = lean - FIRST_LEAN
    duration = float(quad(lambda u: 2 * u * span / falling(span * u * u), 0.0, 1.0)[0])  # ∫ dθ/ω, θ = θ0 + span·u²
    return Release(lean, falling(span), duration)


def fall_forward(engine: Engine, first: Foothold, release: Release) -> tuple[Piece, Touchdown]:
    """Fall forward on both feet, and let the first foot go: the samples, and the walker as its controller then sees it."""
    leg = engine.robot.leg_length
    pivot = (first.x, first.y, first.z)
    step = Step(first.foot, pivot, 0.0, 0.0, 0.0, 0.0, leg, leg, leg, 0.0, double_support=True)
    state = State(first.yaw, FIRST_LEAN, 0.0, 0.0, 0.0, 0.0, leg)
    piece = engine.standing.fall(step, state, release.duration)
    ended = State.from_arrays(piece.positions[-1], piece.rates[-1])
    return piece, Touchdown(0, first.foot, pivot, ended, 0.0, 0.0)


def come_to_rest(engine: Engine, switched: Switched) -> Stand:
    """After the last impact: rise over the foot, put the other one down beside it, and stand."""
    leg, robot = switched.state.leg1, engine.robot
    step = Step(switched.support, switched.pivot, switched.alpha1, switched.alpha_z1, 0.0, 0.0, leg, leg, leg, 0.0)
    rise = engine.standing.rise(step, switched.state)
    top = State.from_arrays(rise.positions[-1], rise.rates[-1])
    linkage = rise.linkage
    both = _feet_together(robot, step, linkage, top)
    hold, drift = engine.standing.hold(both, top, STAND_TIME)
    cog = linkage.cog_position(top.positions)
    return Stand(
        rise=rise,
        hold=hold,
        kinetic_start=float(kane.kinetic_energy(linkage, switched.state.positions, switched.state.rates)),
        kinetic_left=float(kane.kinetic_energy(linkage, top.positions, top.rates)),
        cog_offset=float(np.hypot(*(cog - linkage.pivot)[:2])),
        drift=drift,
    )


def _feet_together(robot: Robot, step: Step, linkage: Linkage, state: State) -> Step:
    """The step with the swing foot on the ground beside the supporting one, below its hip."""
    pelvis, q = linkage.pelvis_frame(state.positions), state.positions
    across = pelvis[:, 1] - np.array([0.0, 0.0, pelvis[2, 1]])
    place: Array = linkage.pivot + SIDE_SIGN[step.support] * robot.pelvis_width * across / np.linalg.norm(across)
    alpha, alpha_z, leg2 = (float(value) for value in reach(linkage, q, place))
    return replace(step, alpha=alpha, alpha_z=alpha_z, leg2=leg2, double_support=True)
