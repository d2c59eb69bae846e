"""The two ends of a walk: falling forward from standing, and coming to rest on both feet."""

import math
from dataclasses import dataclass, replace

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq

from sipbullet.config.schedule import StepTargets
from sipbullet.control.interface import Touchdown
from sipbullet.control.prediction import choose_legs
from sipbullet.engine.double_support import Stand
from sipbullet.engine.engine import Engine
from sipbullet.engine.swing import SwingSegment
from sipbullet.errors import ConfigError
from sipbullet.footsteps.foothold import Foothold
from sipbullet.mechanics import kane
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.reach import reach
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import Stance, State, Step
from sipbullet.mechanics.switching import Switched
from sipbullet.mechanics.walker import Walker

FIRST_LEAN = 5e-3  # rad, with which standing ends and falling begins
STAND_TIME = 5.0  # s, on both feet at the end


@dataclass(frozen=True, slots=True)
class Release:
    """When standing becomes walking: the lean and rate at which the fall is the first step's."""

    lean: float  # rad
    rate: float  # rad/s
    duration: float  # s, of the fall on both feet before


def find_release(
    walker: Walker, length: float, targets: StepTargets, knee_duration: float
) -> Release:
    """The lean at which falling forward on both feet has just the first step's speed.

    Raises:
        ConfigError: it never has: the step is too short or too long for its duration.
    """
    inertia = walker.mass * walker.pendulum_length**2 + walker.inertia[1]
    strength = walker.mass * walker.gravity * walker.pendulum_length / inertia

    def falling(
        further: float,
    ) -> float:  # rate, `further` rad beyond the first lean: ½ω² = strength·(cos a − cos b)
        return math.sqrt(4 * strength * math.sin(FIRST_LEAN + further / 2) * math.sin(further / 2))

    def lacking(lean: float) -> float:
        plan = choose_legs(
            walker, lean, walker.leg_length, 0.0, length, 0.0, knee_duration, targets.duration
        )
        return plan.forward.omega - falling(lean - FIRST_LEAN)

    low, high = FIRST_LEAN * 1.0001, 0.4
    if not (lacking(low) > 0.0 > lacking(high)):
        raise ConfigError(
            f"gait: from standing, a first step of {length:g} m in {targets.duration:g} s is not "
            "one that falling forward gives"
        )
    lean = float(brentq(lacking, low, high, xtol=1e-12))
    span = lean - FIRST_LEAN
    duration = float(
        quad(lambda u: 2 * u * span / falling(span * u * u), 0.0, 1.0)[0]
    )  # ∫ dθ/ω, θ = θ0 + span·u²
    return Release(lean, falling(span), duration)


def fall_forward(
    engine: Engine, first: Foothold, release: Release
) -> tuple[SwingSegment, Touchdown]:
    """Fall forward on both feet, and let the first foot go.

    The samples, and the walker as its controller then sees it.
    """
    leg = engine.walker.leg_length
    stance = Stance(first.foot, (first.x, first.y, first.z))
    step = Step.standing(stance, leg, double_support=True)
    state = State(first.yaw, FIRST_LEAN, 0.0, 0.0, 0.0, 0.0, leg)
    segment = engine.double_support.fall(step, state, release.duration)
    ended = State.from_arrays(segment.positions[-1], segment.rates[-1])
    return segment, Touchdown(0, stance, ended)


def come_to_rest(engine: Engine, switched: Switched) -> Stand:
    """After the last impact: rise over the foot, put the other one down beside it, and stand."""
    state = switched.state
    rise = engine.double_support.rise(Step.standing(switched.stance, state.leg1), state)
    top = State.from_arrays(rise.positions[-1], rise.rates[-1])
    linkage = rise.linkage
    both = _feet_together(rise.step, linkage, top)
    hold, drift = engine.double_support.hold(both, top, STAND_TIME)
    away = linkage.cog_position(top.positions) - linkage.pivot
    return Stand(
        rise=rise,
        hold=hold,
        kinetic_start=float(kane.kinetic_energy(linkage, state.positions, state.rates)),
        kinetic_left=float(kane.kinetic_energy(linkage, top.positions, top.rates)),
        cog_offset=float(np.hypot(*away[:2])),
        drift=drift,
    )


def _feet_together(step: Step, linkage: Linkage, state: State) -> Step:
    """The step with the swing foot on the ground beside the supporting one, below its hip."""
    pelvis, q = linkage.pelvis_frame(state.positions), state.positions
    across = pelvis[:, 1] - np.array([0.0, 0.0, pelvis[2, 1]])
    width = step.sign * linkage.walker.pelvis_width
    place: Array = linkage.pivot + width * across / np.linalg.norm(across)
    alpha, alpha_z, length = (float(value) for value in reach(linkage, q, place))
    return replace(step.with_swing(alpha, alpha_z, length), double_support=True)
